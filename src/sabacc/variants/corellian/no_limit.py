"""Betting rounds by the points of the Tournament Directors Association's rules that apply to software (CH7, CH8)."""

from __future__ import annotations

from sabacc.betting import no_limit_bounds, others_have_credits
from sabacc.game.actions import Action, Check, Match, Raise
from sabacc.game.hand import Hand
from sabacc.variants.betting import Betting


class NoLimitRound(Betting):
    """No limit, unless the table sets one. `hand.capped` are those who have acted: an all-in for less than a full raise
    doesn't reopen the betting to them."""

    name = "bet"
    clause = "CH9"

    def begin(self, hand: Hand) -> None:
        hand.last_raise = hand.seating.rules.blinds[1]
        if hand.round == 1:
            first = big_blind(hand) + 1
        else:
            hand.new_bets()
            first = hand.seating.button + 1
        hand.queue = hand.live_from(first % len(hand.live))

    def proceed(self, hand: Hand) -> None:
        super().proceed(hand)
        if not hand.waiting and hand.live_count() > 1:
            hand.return_uncalled("B1")

    def must_act(self, hand: Hand, seat: int) -> bool:
        if not super().must_act(hand, seat):
            return False
        if others_have_credits(seat, hand.stacks, hand.live):
            return True
        others = [paid for other, paid in enumerate(hand.paid) if other != seat and hand.live[other]]
        return hand.paid[seat] < max(others)  # against all-ins that are matched, the showdown is free

    def raises(self, hand: Hand, seat: int) -> tuple[int, int] | None:
        rules = hand.seating.rules
        if rules.max_raises is not None and self.is_capped(hand):
            return None
        if not others_have_credits(seat, hand.stacks, hand.live):
            return None
        if seat in hand.capped and hand.standing - hand.bets[seat] < hand.last_raise:
            return None
        return no_limit_bounds(hand.standing, hand.bets[seat], hand.stacks[seat], hand.last_raise, rules.max_bet)

    def answer(self, hand: Hand, seat: int, action: Action) -> None:
        standing = hand.standing
        if isinstance(action, (Check, Match, Raise)):
            hand.capped += (seat,)
        super().answer(hand, seat, action)
        if isinstance(action, Raise):
            hand.last_raise = max(hand.last_raise, action.to - standing)
            hand.shows_first = seat  # the last aggressor shows first (CH20)

    def after_raise(self, hand: Hand, seat: int) -> None:
        hand.queue = hand.live_from((seat + 1) % len(hand.live))[:-1]


def blinds_among(dealt_in: tuple[int, ...]) -> tuple[int, int]:
    """The small blind is left of the button, and heads-up the button itself; the big blind is left of it (CH3)."""
    return (dealt_in[0], dealt_in[1]) if len(dealt_in) > 2 else (dealt_in[1], dealt_in[0])


def small_blind(hand: Hand) -> int:
    """The seat of the small blind."""
    return blinds_among(hand.seating.dealt_in)[0]


def big_blind(hand: Hand) -> int:
    """The seat of the big blind."""
    return blinds_among(hand.seating.dealt_in)[1]
