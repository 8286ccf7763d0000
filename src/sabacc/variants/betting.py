"""Betting: one question after the other, and the betting round that goes on until all have matched."""

from __future__ import annotations

from sabacc.betting import others_have_credits, raise_bounds
from sabacc.game.actions import CHECK, FOLD, MATCH, Action, Fold, Match, Raise
from sabacc.game.flow import Phase
from sabacc.game.hand import Hand
from sabacc.game.options import Options
from sabacc.rules import fold_fee_due


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
        fee = min(fold_fee_due(hand.seating.rules), hand.stacks[seat])
        return Options((MATCH if owed else CHECK, FOLD), self.raises(hand, seat), hand.bets[seat], owed, fee)

    def raises(self, hand: Hand, seat: int) -> tuple[int, int] | None:
        """The bounds of a raise, if there is anybody to raise against (T13)."""
        rules = hand.seating.rules
        if rules.max_raises is not None and self.is_capped(hand):
            return None
        if not others_have_credits(seat, hand.stacks, hand.live):
            return None
        return raise_bounds(hand.standing, hand.bets[seat], hand.stacks[seat], rules.max_bet)

    def is_capped(self, hand: Hand) -> bool:
        """Whether there have been as many raises as the table allows; an opening bet is none (B5)."""
        most = hand.seating.rules.max_raises
        return most is not None and hand.standing > 0 and hand.raise_count >= most

    def default(self, hand: Hand, seat: int) -> Action:
        return FOLD if hand.owes(seat) else CHECK

    def answer(self, hand: Hand, seat: int, action: Action) -> None:
        hand.queue = hand.queue[1:]
        if type(action) is Match:
            hand.bet(seat, hand.owes(seat))
        elif type(action) is Raise:
            hand.raise_count += hand.standing > 0
            hand.bet(seat, action.to - hand.bets[seat])
            hand.stir()
            self.after_raise(hand, seat)
        elif type(action) is Fold:
            hand.fold_and_pay(seat, self.clause)

    def after_raise(self, hand: Hand, seat: int) -> None:
        """Who must answer a raise."""


class BettingRound(Betting):
    """Check, bet or raise, match, fold, round and round until all have matched or are all-in (PG4, GA2)."""

    name = "betting-round"
    clause = "PG4"

    def begin(self, hand: Hand) -> None:
        hand.new_bets()
        hand.last_raise = 0
        first = hand.caller if hand.caller >= 0 and hand.live[hand.caller] else hand.seating.dealt_in[0]  # GA3
        hand.queue = hand.live_from(first)

    def after_raise(self, hand: Hand, seat: int) -> None:
        hand.queue = hand.live_from((seat + 1) % len(hand.live))[:-1]
