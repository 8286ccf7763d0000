"""The showdown of Corellian games (CH20–CH25)."""

from __future__ import annotations

from typing import Any

import numpy as np

from sabacc.batch.corellian.rule_row import FIVE, FOUR, LEAST_SPECIAL, PAIR_OF, TRIPLE_OF, VALUES
from sabacc.batch.deck import (
    cards_left,
    field_at,
    hand_at,
    heap_cards,
    heap_deck,
    shuffle_heap,
    start_heap,
    turn_top,
)
from sabacc.batch.jit import part
from sabacc.batch.layout import (
    ASIDE,
    FIELD_COUNTS,
    FIRST,
    HAND_COUNTS,
    HAND_KEYS,
    JUNK,
    JUNK_COUNT,
    PILE,
    PILE_COUNT,
    POT_AMOUNTS,
    POT_SEATS,
    POTS,
    RULE_SEATS,
    SEALED,
    SHOWDOWN,
    TIE_COUNTS,
    TIE_KEYS,
    WON,
)
from sabacc.batch.pots import best_of, finish, make_pots, pay_out, pay_out_sabacc, return_uncalled
from sabacc.batch.seats import count_of, first_from, is_live, left_of
from sabacc.odds.kernels.loops import KINDS, PAIRS, TRIPLES

TOTALS = TIE_COUNTS
BLIND = SEALED  # a mask: who has had a blind card (CH25); nothing is sealed any more


@part
def weigh(num: Any, cards: Any, rules: Any, seat: Any) -> None:
    """The key and the total of a seat's cards: a pair and a pair or triple lead to the key (CH22–CH24)."""
    count = 0
    total = 0
    for zone in range(2):
        at = hand_at(rules, seat) if zone == 0 else field_at(rules, seat)
        for place in range(at, at + num[(HAND_COUNTS if zone == 0 else FIELD_COUNTS) + seat]):
            cards[ASIDE + count] = cards[place]
            total += rules[VALUES + np.int64(cards[place])]
            count += 1
    pair = rules[PAIR_OF + np.int64(cards[ASIDE]) * KINDS + np.int64(cards[ASIDE + 1])]
    other = np.int64(cards[ASIDE + 2]) * KINDS + np.int64(cards[ASIDE + 3])
    if count == 4:
        num[HAND_KEYS + seat] = rules[FOUR + pair * PAIRS + rules[PAIR_OF + other]]
    else:
        triple = rules[TRIPLE_OF + other * KINDS + np.int64(cards[ASIDE + 4])]
        num[HAND_KEYS + seat] = rules[FIVE + pair * TRIPLES + triple]
    num[TOTALS + seat] = total


@part
def refill_stub(num: Any, cards: Any) -> None:
    """The muck and the pile under its top card are shuffled into the stub (CH25)."""
    start_heap(cards)
    heap_deck(num, cards)
    heap_cards(cards, JUNK, num[JUNK_COUNT])
    num[JUNK_COUNT] = 0
    if num[PILE_COUNT]:
        heap_cards(cards, PILE, num[PILE_COUNT] - 1)
        cards[PILE] = cards[PILE + num[PILE_COUNT] - 1]
        num[PILE_COUNT] = 1
    shuffle_heap(num, cards)


@part
def break_tie(num: Any, cards: Any, key: Any, rules: Any, tied: Any) -> Any:
    """One blind card each; the sum nearest to zero wins, the positive one before the negative (CH25)."""
    need = tied & ~num[BLIND]
    count = count_of(need)
    if cards_left(num) < count:
        refill_stub(num, cards)
    if cards_left(num) < count:
        return tied
    seat = num[FIRST]
    for _ in range(count):
        seat = first_from(need, seat, rules[RULE_SEATS])
        total = num[TOTALS + seat] + rules[VALUES + turn_top(num, cards, key)]
        num[TIE_KEYS + seat] = -2 * abs(total) + (1 if total > 0 else 0)
        seat = left_of(seat, rules)
    num[BLIND] |= need
    return best_of(num, rules, TIE_KEYS, tied)


@part
def settle(num: Any, cards: Any, key: Any, rules: Any) -> None:
    """All live hands are shown, and every pot is paid out (CH21)."""
    num[BLIND] = 0
    for seat in range(rules[RULE_SEATS]):
        if is_live(num, seat):
            weigh(num, cards, rules, seat)
    return_uncalled(num, rules, False)
    make_pots(num, rules)
    for pot in range(num[POTS]):
        winners = best_of(num, rules, HAND_KEYS, num[POT_SEATS + pot])
        if winners & (winners - 1):
            winners = break_tie(num, cards, key, rules, winners)
        pay_out(num, rules, num[POT_AMOUNTS + pot], winners, WON, True)
        first = first_from(winners, 0, rules[RULE_SEATS])
        if pot == 0 and num[HAND_KEYS + first] >= rules[LEAST_SPECIAL]:
            pay_out_sabacc(num, rules, winners, True)
    finish(num, rules, SHOWDOWN)
