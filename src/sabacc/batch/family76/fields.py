"""The static field: face-up cards that no shift touches (F1–F6, HR7)."""

from __future__ import annotations

from typing import Any

import numpy as np

from sabacc.batch.actions import KIND_BITS, PLACE, TAKE_BACK
from sabacc.batch.deck import count_in, field_at, hand_at, put, take
from sabacc.batch.family76.rule_row import FIELD_KIND, FREE, NO_FIELD, ONE_A_TURN
from sabacc.batch.jit import part
from sabacc.batch.layout import (
    FIELD_COUNTS,
    FIELD_OPEN,
    HAND_COUNTS,
    PLACED,
    PLACED_COUNT,
    QUIET_TURNS,
    TAKEN,
    TAKEN_BY,
    TAKEN_COUNT,
    TURN,
)
from sabacc.batch.seats import is_live


@part
def list_placements(num: Any, cards: Any, rules: Any, seat: Any, out: Any, count: Any) -> Any:
    """The cards that a seat may put into the field: any, or one a turn; a card moves once a turn (F4)."""
    kind = rules[FIELD_KIND]
    if kind == ONE_A_TURN and (num[TURN] != seat or num[PLACED_COUNT]):
        return count
    rested = kind == FREE or num[TAKEN_COUNT] == 0 or num[TAKEN_BY] != seat
    at = hand_at(rules, seat)
    last = np.int64(-1)
    for place in range(at, at + num[HAND_COUNTS + seat]):
        card = np.int64(cards[place])
        if card == last:
            continue
        last = card
        if not rested:
            held = count_in(num, cards, at, HAND_COUNTS + seat, card)
            if held <= count_in(num, cards, TAKEN, TAKEN_COUNT, card):
                continue
        out[count] = PLACE + (card << KIND_BITS)
        count += 1
    return count


@part
def list_retrievals(num: Any, cards: Any, rules: Any, seat: Any, out: Any, count: Any) -> Any:
    """The cards that a seat may take back: in its own turn, not those just placed (F3, F4)."""
    kind = rules[FIELD_KIND]
    if kind == FREE or num[TURN] != seat or (kind == ONE_A_TURN and num[TAKEN_COUNT]):
        return count
    at = field_at(rules, seat)
    last = np.int64(-1)
    for place in range(at, at + num[FIELD_COUNTS + seat]):
        card = np.int64(cards[place])
        if card == last:
            continue
        last = card
        if num[PLACED_COUNT]:
            lying = count_in(num, cards, at, FIELD_COUNTS + seat, card)
            if lying <= count_in(num, cards, PLACED, PLACED_COUNT, card):
                continue
        out[count] = TAKE_BACK + (card << KIND_BITS)
        count += 1
    return count


@part
def list_field_moves(num: Any, cards: Any, rules: Any, seat: Any, out: Any, count: Any) -> Any:
    """All moves a seat is free to make, asked or not."""
    if rules[FIELD_KIND] == NO_FIELD or not num[FIELD_OPEN] or not is_live(num, seat):
        return count
    count = list_placements(num, cards, rules, seat, out, count)
    return list_retrievals(num, cards, rules, seat, out, count)


@part
def move_card(num: Any, cards: Any, rules: Any, seat: Any, kind: Any, card: Any) -> None:
    """A card into the field, or out of it; what the seat on turn moved is remembered for the turn."""
    num[QUIET_TURNS] = -1
    if kind == PLACE:
        take(num, cards, hand_at(rules, seat), HAND_COUNTS + seat, card)
        put(num, cards, field_at(rules, seat), FIELD_COUNTS + seat, card)
        if seat == num[TURN]:
            put(num, cards, PLACED, PLACED_COUNT, card)
    else:
        take(num, cards, field_at(rules, seat), FIELD_COUNTS + seat, card)
        put(num, cards, hand_at(rules, seat), HAND_COUNTS + seat, card)
        put(num, cards, TAKEN, TAKEN_COUNT, card)
        num[TAKEN_BY] = seat


@part
def forget_moves(num: Any) -> None:
    """Another turn begins."""
    num[PLACED_COUNT] = 0
    num[TAKEN_COUNT] = 0
