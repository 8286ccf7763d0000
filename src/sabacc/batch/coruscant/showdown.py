"""The reveal of coruscant games (CS9, CS10)."""

from __future__ import annotations

from typing import Any

import numpy as np

from sabacc.batch.coruscant.rule_row import EVERY_SUIT, SUITS, VALUES
from sabacc.batch.deck import (
    add_to_junk,
    cards_left,
    chosen_at,
    heap_deck,
    heap_junk,
    shuffle_heap,
    start_heap,
    turn_top,
)
from sabacc.batch.jit import part
from sabacc.batch.layout import (
    CHOSEN_COUNTS,
    FIRST,
    GOLD,
    HAND_KEYS,
    PLACED,
    POT_AMOUNTS,
    POT_SEATS,
    POTS,
    ROUND_WON_BY,
    RULE_SEATS,
    SEATS,
    SHOWDOWN,
    SILVER,
    TIE_COUNTS,
    TIE_KEYS,
    WON,
)
from sabacc.batch.pots import best_of, finish, make_pots, pay_out, return_uncalled
from sabacc.batch.seats import count_of, first_from, has, is_live, left_of
from sabacc.hands.coruscant import DISTANCE_KEY

DRAWN = PLACED  # cards that were drawn to break ties, by turn and seat; nothing is placed or taken back here
MOST_DRAWS = 20  # there is room for no more; so many ties in a row happen once in 10^29 times


@part
def key_of(num: Any, cards: Any, rules: Any, seat: Any) -> Any:
    """The key of a selection; the best is highest (CS9)."""
    total = 0
    suit_cards = 0
    at = chosen_at(rules, seat)
    for place in range(at, at + num[CHOSEN_COUNTS + seat]):
        card = np.int64(cards[place])
        total += rules[VALUES + card]
        if rules[SUITS + card] == num[SILVER] or rules[SUITS + card] == EVERY_SUIT:
            suit_cards += 1
    return suit_cards - DISTANCE_KEY * abs(total - num[GOLD])


@part
def draw_each(num: Any, cards: Any, key: Any, rules: Any, need: Any) -> Any:
    """A card for each, from the dealer's left; False if there are too few even with the discards (CS10)."""
    count = count_of(need)
    if cards_left(num) < count:
        start_heap(cards)
        heap_deck(num, cards)
        heap_junk(num, cards)
        shuffle_heap(num, cards)
    if cards_left(num) < count:
        return False
    seat = num[FIRST]
    for _ in range(count):
        seat = first_from(need, seat, rules[RULE_SEATS])
        cards[DRAWN + num[TIE_COUNTS + seat] * SEATS + seat] = turn_top(num, cards, key)
        num[TIE_COUNTS + seat] += 1
        seat = left_of(seat, rules)
    for seat in range(rules[RULE_SEATS]):
        if has(need, seat):
            add_to_junk(num, cards, np.int64(cards[DRAWN + (num[TIE_COUNTS + seat] - 1) * SEATS + seat]))
    return True


@part
def break_tie(num: Any, cards: Any, key: Any, rules: Any, tied: Any) -> Any:
    """Cards are drawn until one is highest; they count for every pot a player is tied for (CS10)."""
    turn = 0
    while tied & (tied - 1) and turn < MOST_DRAWS:
        need = 0
        for seat in range(rules[RULE_SEATS]):
            if has(tied, seat) and num[TIE_COUNTS + seat] <= turn:
                need |= 1 << seat
        if need and not draw_each(num, cards, key, rules, need):
            break
        for seat in range(rules[RULE_SEATS]):
            if has(tied, seat):
                num[TIE_KEYS + seat] = rules[VALUES + np.int64(cards[DRAWN + turn * SEATS + seat])]
        tied = best_of(num, rules, TIE_KEYS, tied)
        turn += 1
    return 1 << first_from(tied, num[FIRST], rules[RULE_SEATS])


@part
def settle(num: Any, cards: Any, key: Any, rules: Any) -> None:
    """All selections are shown, and every pot goes to the best that contests it."""
    for seat in range(rules[RULE_SEATS]):
        num[TIE_COUNTS + seat] = 0
        if is_live(num, seat):
            num[HAND_KEYS + seat] = key_of(num, cards, rules, seat)
    return_uncalled(num, rules, False)
    make_pots(num, rules)
    for pot in range(num[POTS]):
        best = best_of(num, rules, HAND_KEYS, num[POT_SEATS + pot])
        winner = break_tie(num, cards, key, rules, best)
        if pot == 0:
            num[ROUND_WON_BY] = first_from(winner, 0, rules[RULE_SEATS])
        pay_out(num, rules, num[POT_AMOUNTS + pot], winner, WON, False)
    finish(num, rules, SHOWDOWN)
