"""Cards dealt round the table."""

from __future__ import annotations

from sabacc.game.hand import Hand


def deal_round(hand: Hand, seats: tuple[int, ...], due: list[int]) -> None:
    """So many cards to each, one at a time (X8); the deck's last cards first, then the junk (D4)."""
    while any(due):
        for place, seat in enumerate(seats):
            if due[place]:
                due[place] -= 1
                if not hand.deck:
                    hand.reshuffle_junk()
                hand.deal(seat)
