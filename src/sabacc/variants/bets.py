"""How the player on turn bets: an opening that all must match (CC3), or a standing bet (CL3, CL6)."""

from __future__ import annotations

from sabacc.betting import others_have_credits, raise_bounds
from sabacc.game.actions import CHECK, FOLD, MATCH, Action, Fold, Match, Raise
from sabacc.game.hand import Hand, Phase
from sabacc.game.options import Options


class Betting(Phase):
    """One question after the other to those in `hand.queue`: check or match, raise, or fold."""

    asks = "bet"
    clause = ""

    def proceed(self, hand: Hand) -> None:
        while hand.queue and not self.must_act(hand, hand.queue[0]):
            hand.queue = hand.queue[1:]
        if hand.queue:
            hand.ask(self.asks, hand.queue[:1])
        else:
            hand.next()

    def must_act(self, hand: Hand, seat: int) -> bool:
        """All-in players skip betting (T13)."""
        return hand.live[seat] and hand.stacks[seat] > 0

    def options(self, hand: Hand, seat: int) -> Options:
        owed = hand.owes(seat)
        fee = min(hand.seating.rules.fold_fee, hand.stacks[seat])
        return Options((MATCH if owed else CHECK, FOLD), self.raises(hand, seat), hand.bets[seat], owed, fee)

    def raises(self, hand: Hand, seat: int) -> tuple[int, int] | None:
        """The bounds of a raise, if there is anybody to raise against (T13)."""
        if not others_have_credits(seat, hand.stacks, hand.live):
            return None
        return raise_bounds(hand.standing, hand.bets[seat], hand.stacks[seat], hand.seating.rules.max_bet)

    def default(self, hand: Hand, seat: int) -> Action:
        return FOLD if hand.owes(seat) else CHECK

    def answer(self, hand: Hand, seat: int, action: Action) -> None:
        hand.queue = hand.queue[1:]
        if type(action) is Match:
            hand.bet(seat, hand.owes(seat))
        elif type(action) is Raise:
            hand.bet(seat, action.to - hand.bets[seat])
            hand.quiet = -1
            self.after_raise(hand, seat)
        elif type(action) is Fold:
            hand.fold_and_pay(seat, self.clause)

    def after_raise(self, hand: Hand, seat: int) -> None:
        """Who must answer a raise."""


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
