"""How a hand of the 76-card family begins: antes, sides, two cards each."""

from __future__ import annotations

from typing import Any

from sabacc.batch.betting import pay_hand, pay_sabacc
from sabacc.batch.deck import deal, open_box
from sabacc.batch.family76.phases import GO_DEAL, GO_NEXT_TURN, GO_SIDES, GO_START_ROUND
from sabacc.batch.family76.rule_row import ANTE_IF_EMPTY, HAS_SIDES, IN_ROUNDS, POT_CAP
from sabacc.batch.jit import part
from sabacc.batch.layout import (
    ANSWERS,
    DEALT_IN,
    FIELD_OPEN,
    FIRST,
    KIND,
    PHASE,
    RULE_ANTE,
    RULE_SEATS,
    SABACC_POT,
    SEALED,
    SHIFTS_OPEN,
    SIDE,
)
from sabacc.batch.layout import SIDES as SIDE_OF
from sabacc.batch.seats import ask, count_of, first_from, has, left_of
from sabacc.batch.spill import spill_over_cap
from sabacc.batch.words import NUMBER_BITS, below
from sabacc.batch.words import SIDE as FOR_SIDE

LIGHT, DARK, BY_CHANCE = 1, 2, 3


@part
def open_hand(num: Any, rules: Any) -> None:
    """Everybody pays the hand pot, and the sabacc pot: always (CL1), or only when it is empty (CC1)."""
    both = not (rules[ANTE_IF_EMPTY] and num[SABACC_POT])
    for seat in range(rules[RULE_SEATS]):
        if has(num[DEALT_IN], seat):
            pay_hand(num, seat, rules[RULE_ANTE])
            if both:
                pay_sabacc(num, seat, rules[RULE_ANTE])
    spill_over_cap(num, rules[POT_CAP])
    num[PHASE] = GO_SIDES


@part
def ask_sides(num: Any, rules: Any) -> None:
    """Whoever has no side yet declares one, all at once (FO1)."""
    num[PHASE] = GO_DEAL
    if rules[HAS_SIDES]:
        undeclared = 0
        for seat in range(rules[RULE_SEATS]):
            if has(num[DEALT_IN], seat) and num[SIDE_OF + seat] == 0:
                undeclared |= 1 << seat
        num[KIND] = SIDE
        ask(num, undeclared, num[FIRST])


@part
def seal_side(num: Any, key: Any, seat: Any, side: Any) -> None:
    """A side is chosen, or left to chance; shown when all have chosen."""
    num[ANSWERS + seat] = below(key, FOR_SIDE + (seat << NUMBER_BITS), 2) + LIGHT if side == BY_CHANCE else side
    num[SEALED] |= 1 << seat


@part
def deal_two(num: Any, cards: Any, key: Any, rules: Any) -> None:
    """Sides are shown, and two cards dealt to each, one at a time from the dealer's left (CC2, CL2, X8)."""
    for seat in range(rules[RULE_SEATS]):
        if has(num[SEALED], seat):
            num[SIDE_OF + seat] = num[ANSWERS + seat]
    num[SEALED] = 0
    open_box(num, cards, rules)
    seat = num[FIRST]
    for _ in range(2 * count_of(num[DEALT_IN])):
        deal(num, cards, key, rules, seat)
        seat = first_from(num[DEALT_IN], left_of(seat, rules), rules[RULE_SEATS])
    num[FIELD_OPEN] = 1
    num[SHIFTS_OPEN] = 1
    num[PHASE] = GO_START_ROUND if rules[IN_ROUNDS] else GO_NEXT_TURN
