"""What a hand brings each seat when it is all that is played: the same measure in every environment."""

from __future__ import annotations

from collections.abc import Sequence

from sabacc.game.events import RoundWon
from sabacc.game.hand import Hand
from sabacc.game.table import Game
from sabacc.rules import plays_for_rounds


def winnings(game: Game, hand: Hand, stacks: Sequence[int]) -> list[int]:
    """Credits won or lost, with the sabacc pot shared as if the table closed (T3).

    Where a hand is played for a round and no credits, it is as if each of the others paid one to whoever won it (CS12).
    """
    if plays_for_rounds(game.rules):
        winners = [event.seat for event in hand.events if isinstance(event, RoundWon)]
        return round_winnings(winners[0] if winners else None, len(stacks))
    game.close()
    return [after - before for before, after in zip(stacks, game.stacks, strict=True)]


def round_winnings(winner: int | None, players: int) -> list[int]:
    """One from each of the others to whoever won the round."""
    if winner is None:
        return [0] * players
    return [players - 1 if seat == winner else -1 for seat in range(players)]
