"""Sabacc shifts: what triggers them (HR5) and what each kind does (X1–X5)."""

from __future__ import annotations

from typing import Any

import numpy as np

from sabacc.batch.deck import (
    deal,
    deal_due,
    empty_into_junk,
    hand_at,
    heap_cards,
    heap_deck,
    heap_junk,
    put,
    put_under_deck,
    roll_die,
    shuffle_aside,
    shuffle_heap,
    start_heap,
    take,
)
from sabacc.batch.family76.rule_row import (
    BY_DICE,
    CHOSEN_BY_DICE,
    CORE,
    DIE,
    DOUBLE_SPIKES,
    DOUBLES,
    LOW,
    NOTHING,
    ONE_CARD,
    ONE_NUMBER,
    PULSE,
    RANDOMISER,
    RIM,
    SHIFT,
    TRIGGER,
    WANTED,
    WILD,
)
from sabacc.batch.jit import part
from sabacc.batch.layout import (
    ACTIONS,
    ASIDE,
    ASIDE_COUNT,
    DECLINED,
    DUE,
    FIELD,
    FIRST,
    HAND_COUNTS,
    KIND,
    LIVE,
    PICKS,
    PULSE_AT,
    PULSES,
    ROLLS,
    ROUND,
    RULE_SEATS,
    SHIFTS_OPEN,
)
from sabacc.batch.seats import count_of, first_from, has, left_of
from sabacc.batch.words import NUMBER_BITS, PICK, below
from sabacc.batch.words import PULSE as FOR_PULSE
from sabacc.batch.words import RANDOMISER as FOR_RANDOMISER
from sabacc.variants.family76.shifts import PULSE_ODDS
from sabacc.variants.family76.shifts import RANDOMISER as RANDOMISER_ODDS

FIRST_ODDS, SECOND_ODDS, LATER_ODDS = PULSE_ODDS


@part
def rolled_shift(num: Any, key: Any, rules: Any) -> Any:
    """Rolls what the table's trigger rolls; the kind of shift that comes of it, or nothing."""
    trigger = rules[TRIGGER]
    if trigger == DOUBLES or trigger == DOUBLE_SPIKES:
        num[ROLLS] += 1
        first = roll_die(num, key, 0, 6)
        if first != roll_die(num, key, 1, 6) or (trigger == DOUBLE_SPIKES and first != 1):
            return NOTHING
        return rules[BY_DICE + first - 1] if rules[SHIFT] == CHOSEN_BY_DICE else rules[SHIFT]
    if trigger == LOW:
        num[ROLLS] += 1
        return rules[SHIFT] if roll_die(num, key, 0, 6) <= 3 else NOTHING
    if trigger == ONE_NUMBER:
        num[ROLLS] += 1
        return rules[SHIFT] if roll_die(num, key, 0, rules[DIE]) == rules[WANTED] else NOTHING
    return NOTHING


@part
def strike(num: Any, cards: Any, key: Any, rules: Any, kind: Any) -> None:
    """A shift strikes every live player's unprotected cards."""
    num[DECLINED] = 0  # E1
    if kind == RIM or kind == ONE_CARD:
        _shift_one_each(num, cards, key, rules, kind)
        return
    for seat in range(rules[RULE_SEATS]):
        num[DUE + seat] = num[HAND_COUNTS + seat] if has(num[LIVE], seat) else 0
    if kind == CORE:
        for seat in range(rules[RULE_SEATS]):
            if has(num[LIVE], seat):
                empty_into_junk(num, cards, hand_at(rules, seat), HAND_COUNTS + seat)
    else:
        _shuffle_hands(num, cards, rules, kind == WILD)
    deal_due(num, cards, key, rules)


@part
def _shuffle_hands(num: Any, cards: Any, rules: Any, with_junk: Any) -> None:
    """All unprotected cards and the deck, in a wild shift the junk too, are the new deck (X3, X5)."""
    start_heap(cards)
    heap_deck(num, cards)
    for seat in range(rules[RULE_SEATS]):
        if has(num[LIVE], seat):
            heap_cards(cards, hand_at(rules, seat), num[HAND_COUNTS + seat])
            num[HAND_COUNTS + seat] = 0
    if with_junk:
        heap_junk(num, cards)
    shuffle_heap(num, cards)


@part
def _shift_one_each(num: Any, cards: Any, key: Any, rules: Any, kind: Any) -> None:
    """One unprotected card of each, by chance: dealt back (X2), or to the bottom, and one each from the top (X4)."""
    num[ASIDE_COUNT] = 0
    losers = 0
    seat = first_from(num[LIVE], num[FIRST], rules[RULE_SEATS])
    for _ in range(count_of(num[LIVE])):
        held = num[HAND_COUNTS + seat]
        if held:
            losers |= 1 << seat
            num[PICKS] += 1
            card = np.int64(cards[hand_at(rules, seat) + below(key, PICK + (num[PICKS] << NUMBER_BITS), held)])
            take(num, cards, hand_at(rules, seat), HAND_COUNTS + seat, card)
            put(num, cards, ASIDE, ASIDE_COUNT, card)
        seat = first_from(num[LIVE], left_of(seat, rules), rules[RULE_SEATS])
    count = num[ASIDE_COUNT]
    if count == 0:
        return
    shuffle_aside(num, cards, key, ASIDE, count)
    if kind == ONE_CARD:
        put_under_deck(num, cards, ASIDE, count)
    seat = num[FIRST]
    for place in range(count):
        seat = first_from(losers, seat, rules[RULE_SEATS])
        if kind == ONE_CARD:
            deal(num, cards, key, rules, seat)
        else:
            put(num, cards, hand_at(rules, seat), HAND_COUNTS + seat, np.int64(cards[ASIDE + place]))
        seat = left_of(seat, rules)


@part
def draw_pulse(num: Any, key: Any, rules: Any) -> None:
    """The droid draws in secret whether a pulse strikes in this round, and after which action (GA4)."""
    if rules[TRIGGER] != PULSE:
        return
    n = 2 * count_of(num[LIVE])
    odds = FIRST_ODDS if num[PULSES] == 0 else SECOND_ODDS if num[PULSES] == 1 else LATER_ODDS
    drawn = below(key, FOR_PULSE + (num[ROUND] << NUMBER_BITS), odds * n)
    num[PULSE_AT] = drawn + 1 if drawn < n else 0
    num[ACTIONS] = 0


@part
def strike_pulse(num: Any, cards: Any, key: Any, rules: Any) -> None:
    """The pulse that was drawn strikes now."""
    num[PULSE_AT] = 0
    if count_of(num[LIVE]) > 1:
        num[PULSES] += 1
        strike(num, cards, key, rules, rules[SHIFT])


@part
def after_answer(num: Any, cards: Any, key: Any, rules: Any) -> None:
    """What may strike after any answer but to a field question: a pulse (GA4), or the randomiser (HR5)."""
    trigger = rules[TRIGGER]
    if (trigger != PULSE and trigger != RANDOMISER) or num[KIND] == FIELD:
        return
    num[ACTIONS] += 1
    if trigger == PULSE:
        if num[ACTIONS] == num[PULSE_AT]:
            strike_pulse(num, cards, key, rules)
        return
    strikes = below(key, FOR_RANDOMISER + (num[ACTIONS] << NUMBER_BITS), RANDOMISER_ODDS) == 0
    if strikes and num[SHIFTS_OPEN] and count_of(num[LIVE]) > 1:
        strike(num, cards, key, rules, rules[SHIFT])
