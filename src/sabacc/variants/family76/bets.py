"""How the player on turn bets: an opening that all must match (CC3), or a standing bet (CL3, CL6)."""

from __future__ import annotations

from sabacc.game.hand import Hand
from sabacc.variants.betting import Betting


class OpenBet(Betting):
    """Only the player on turn may open; then all the others fold, match or raise, round and round (CC3)."""

    name = "bet"
    clause = "CC4"

    def begin(self, hand: Hand) -> None:
        hand.new_bets()
        hand.queue = (hand.turn,)

    def after_raise(self, hand: Hand, seat: int) -> None:
        hand.queue = hand.live_from((seat + 1) % len(hand.live))[:-1]


class StandingBet(Betting):
    """Only the player on turn bets; whoever is behind the standing bet may catch up on their own turn (CL3)."""

    name = "bet"
    clause = "CL3"

    def begin(self, hand: Hand) -> None:
        hand.queue = (hand.turn,)


class LastBets(Betting):
    """The hand is called: the caller matches the standing bet, then each other one behind it matches or folds (CL6)."""

    name = "last-bets"
    clause = "CL6"

    def begin(self, hand: Hand) -> None:
        first = hand.turn
        if hand.caller >= 0:
            first = hand.caller
            hand.bet(first, hand.owes(first))
        n = len(hand.live)
        hand.queue = tuple([seat for seat in hand.live_from((first + 1) % n) if hand.owes(seat)])

    def raises(self, hand: Hand, seat: int) -> tuple[int, int] | None:
        return None
