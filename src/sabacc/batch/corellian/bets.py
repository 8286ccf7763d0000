"""Blinds, and betting rounds without a limit (CH2, CH3, CH7, CH8)."""

from __future__ import annotations

from typing import Any

from sabacc.batch.actions import FOLD, RAISE
from sabacc.batch.betting import (
    bet,
    list_bets,
    new_bets,
    others_have_credits,
    pay_hand,
    pay_sabacc,
    set_raise_bounds,
    take_bet,
)
from sabacc.batch.corellian.rule_row import BIG, POT_CAP, SMALL
from sabacc.batch.jit import part
from sabacc.batch.layout import (
    BET,
    BETS,
    BUTTON,
    CAPPED,
    DEALT_IN,
    FIRST,
    KIND,
    LAST_RAISE,
    LIVE,
    PAID,
    ROUND,
    RULE_ANTE,
    RULE_SEATS,
    SHOWS_FIRST,
    STACKS,
    STANDING,
)
from sabacc.batch.pots import return_uncalled
from sabacc.batch.seats import ask, count_of, first_from, front_of_queue, has, is_live, leave_queue, left_of, set_queue
from sabacc.batch.spill import spill_over_cap


@part
def second_seat(num: Any, rules: Any) -> Any:
    """The second one dealt in, from the dealer's left."""
    return first_from(num[DEALT_IN], left_of(num[FIRST], rules), rules[RULE_SEATS])


@part
def big_blind(num: Any, rules: Any) -> Any:
    """The seat of the big blind: left of the small one, which heads-up is the button's (CH3)."""
    return second_seat(num, rules) if count_of(num[DEALT_IN]) > 2 else num[FIRST]


@part
def pay_blinds(num: Any, rules: Any) -> None:
    """Antes to both pots; the small blind to the sabacc pot, the big blind as the first bet (CH2, CH3)."""
    num[ROUND] = 1
    new_bets(num, rules, rules[BIG])
    big = big_blind(num, rules)
    small = num[FIRST] if count_of(num[DEALT_IN]) > 2 else second_seat(num, rules)
    for seat in range(rules[RULE_SEATS]):
        if not has(num[DEALT_IN], seat):
            continue
        if not rules[RULE_ANTE] and seat == small and rules[SMALL] >= num[STACKS + seat]:
            pay_hand(num, seat, num[STACKS + seat])  # or nothing of it would reach the hand pot
        pay_hand(num, seat, rules[RULE_ANTE])
        if seat == big:
            bet(num, seat, min(rules[BIG], num[STACKS + seat]))
        pay_sabacc(num, seat, rules[RULE_ANTE])
        if seat == small:
            pay_sabacc(num, seat, rules[SMALL])
    spill_over_cap(num, rules[POT_CAP])


@part
def begin_bets(num: Any, rules: Any) -> None:
    """The first round begins left of the big blind, the others left of the button (CH7)."""
    num[LAST_RAISE] = rules[BIG]
    first = big_blind(num, rules)
    if num[ROUND] > 1:
        new_bets(num, rules, 0)
        first = num[BUTTON]
    set_queue(num, num[LIVE], left_of(first, rules))


@part
def must_act(num: Any, rules: Any, seat: Any) -> Any:
    """Against all-ins that are matched, the showdown is free (CH8)."""
    if not is_live(num, seat) or num[STACKS + seat] == 0:
        return False
    if others_have_credits(num, rules, seat):
        return True
    for other in range(rules[RULE_SEATS]):
        if other != seat and is_live(num, other) and num[PAID + other] > num[PAID + seat]:
            return True
    return False


@part
def ask_to_bet_or_go_on(num: Any, rules: Any) -> Any:
    """The next question; False when the round is over, and what nobody called has gone back (B1)."""
    seat = front_of_queue(num, rules)
    while seat >= 0 and not must_act(num, rules, seat):
        leave_queue(num, seat, rules)
        seat = front_of_queue(num, rules)
    if seat < 0:
        return_uncalled(num, rules, True)
        return False
    num[KIND] = BET
    ask(num, 1 << seat, seat)
    return True


@part
def list_no_limit_bets(num: Any, rules: Any, seat: Any, out: Any) -> Any:
    """Check or match, fold, raise by at least the last raise; who has acted is not reopened by less (CH8)."""
    if not has(num[CAPPED], seat) or num[STANDING] - num[BETS + seat] >= num[LAST_RAISE]:
        set_raise_bounds(num, rules, seat, num[LAST_RAISE])
    return list_bets(num, seat, out, 0)


@part
def answer_bet(num: Any, cards: Any, rules: Any, seat: Any, kind: Any, amount: Any) -> None:
    """Check, match, raise or fold; the last aggressor shows first (CH20)."""
    if kind != FOLD:
        num[CAPPED] |= 1 << seat
    if kind == RAISE:
        num[LAST_RAISE] = max(num[LAST_RAISE], amount - num[STANDING])
        num[SHOWS_FIRST] = seat
    take_bet(num, cards, rules, seat, kind, amount, True)
