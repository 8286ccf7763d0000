"""The draw: gain, trade or stand (CC8, CL7), with or without a discard pile (HR4)."""

from __future__ import annotations

from typing import Any

import numpy as np

from sabacc.batch.actions import GAIN, KIND_BITS, STAND, TAKE_DISCARD, TRADE
from sabacc.batch.betting import pay_fees
from sabacc.batch.deck import add_to_junk, cards_left, deal, hand_at, put, take
from sabacc.batch.family76.rule_row import DISCARD_FEE, TRADE_FROM
from sabacc.batch.jit import part
from sabacc.batch.layout import FIELD_COUNTS, HAND_COUNTS, PILE, PILE_COUNT, QUIET_TURNS, STACKS


@part
def list_draws(num: Any, cards: Any, rules: Any, seat: Any, out: Any, count: Any) -> Any:
    """Stand; gain and trade while the deck has cards (D4); field cards can't be traded (F6)."""
    out[count] = STAND
    count += 1
    may_trade = num[HAND_COUNTS + seat] + num[FIELD_COUNTS + seat] >= rules[TRADE_FROM]
    if cards_left(num):
        out[count] = GAIN
        count += 1
        if may_trade:
            count = _list_cards(num, cards, rules, seat, TRADE, out, count)
    fee = rules[DISCARD_FEE]
    if may_trade and fee >= 0 and num[PILE_COUNT] and fee <= num[STACKS + seat]:
        count = _list_cards(num, cards, rules, seat, TAKE_DISCARD, out, count)
    return count


@part
def _list_cards(num: Any, cards: Any, rules: Any, seat: Any, kind: Any, out: Any, count: Any) -> Any:
    """The action with each different card of the hand."""
    at = hand_at(rules, seat)
    last = np.int64(-1)
    for place in range(at, at + num[HAND_COUNTS + seat]):
        card = np.int64(cards[place])
        if card != last:
            out[count] = kind + (card << KIND_BITS)
            count += 1
        last = card
    return count


@part
def draw(num: Any, cards: Any, key: Any, rules: Any, seat: Any, kind: Any, card: Any) -> None:
    """Does it. What is dropped is dropped before the new card is seen."""
    if kind == STAND:
        return
    num[QUIET_TURNS] = -1
    if kind == GAIN:
        deal(num, cards, key, rules, seat)
        return
    take(num, cards, hand_at(rules, seat), HAND_COUNTS + seat, card)
    if kind == TRADE:
        if rules[DISCARD_FEE] >= 0:
            cards[PILE + num[PILE_COUNT]] = card
            num[PILE_COUNT] += 1
        else:
            add_to_junk(num, cards, card)
        deal(num, cards, key, rules, seat)
    else:
        pay_fees(num, seat, rules[DISCARD_FEE])
        top = PILE + num[PILE_COUNT] - 1
        put(num, cards, hand_at(rules, seat), HAND_COUNTS + seat, np.int64(cards[top]))
        cards[top] = card
