"""The showdown of the 76-card family (H1–H13)."""

from __future__ import annotations

from typing import Any

import numpy as np

from sabacc.batch.betting import pay_sabacc
from sabacc.batch.deck import FACES, cards_left, deal_up, field_at, hand_at, reshuffle_junk
from sabacc.batch.family76.opening import DARK
from sabacc.batch.family76.rule_row import (
    ARRAY_KEY,
    BOMBED_OUT,
    CALLER_PENALTY,
    KEYS,
    LEAST_SPECIAL,
    NEAREST,
    PENALTY,
    TOTALS,
    WEIGHTS,
)
from sabacc.batch.jit import part
from sabacc.batch.layout import (
    ANSWERS,
    CALLED_BY_SEAT,
    CALLED_BY_TABLE,
    CALLER,
    FIELD_COUNTS,
    FIELD_OPEN,
    FIRST,
    HAND_COUNTS,
    HAND_KEYS,
    JUNK_COUNT,
    PILE_COUNT,
    POT_AMOUNTS,
    POT_SEATS,
    POT_WINNERS,
    POTS,
    RULE_SEATS,
    SABACC_POT,
    SEALED,
    SHIFTS_OPEN,
    SIDES,
    SPILLED,
    TIE_COUNTS,
    TIE_KEYS,
    WON,
)
from sabacc.batch.pots import best_of, finish, make_pots, pay_out, pay_out_sabacc, return_uncalled
from sabacc.batch.seats import count_of, first_from, has, is_live, left_of
from sabacc.hands.classic import PURE
from sabacc.odds.kernels.classic import ARRAY
from sabacc.odds.kernels.loops import MAX_TOTAL, TOTAL_BITS, TOTAL_HALF, TOTAL_MASK

# While a hand is settled, blocks by seat that are free by then serve for other things.
WEIGHTS_OF = ANSWERS  # what the cards shown weigh
DEMISE_WEIGHTS = TIE_COUNTS  # with the card of the sudden demise
DEMISED = SEALED  # a mask: who has had that card (H13)


@part
def weigh(num: Any, cards: Any, rules: Any, seat: Any) -> Any:
    """All of a seat's cards in one number: their total below, their parts of an Idiot's Array above."""
    base = WEIGHTS + FACES if num[SIDES + seat] == DARK else WEIGHTS
    weight = TOTAL_HALF
    at = hand_at(rules, seat)
    for place in range(at, at + num[HAND_COUNTS + seat]):
        weight += rules[base + np.int64(cards[place])]
    at = field_at(rules, seat)
    for place in range(at, at + num[FIELD_COUNTS + seat]):
        weight += rules[base + np.int64(cards[place])]
    return weight


@part
def towards(weight: Any) -> Any:
    """The total, as it counts towards a side's own 23."""
    return (weight & TOTAL_MASK) - TOTAL_HALF


@part
def key_of(num: Any, rules: Any, seat: Any, weight: Any) -> Any:
    """The key of a hand that weighs so much; the best is highest (H1–H4, FO4)."""
    if weight >> TOTAL_BITS == ARRAY:
        return rules[ARRAY_KEY]
    total = min(max(towards(weight), -MAX_TOTAL), MAX_TOTAL)
    base = KEYS + TOTALS if num[SIDES + seat] == DARK else KEYS
    return rules[base + total + MAX_TOTAL]


@part
def deal_demise(num: Any, cards: Any, key: Any, rules: Any, need: Any) -> Any:
    """One more card to each, from the dealer's left; False if there are too few (H9, D4)."""
    count = count_of(need)
    if cards_left(num) + num[JUNK_COUNT] + num[PILE_COUNT] < count:
        return False
    seat = num[FIRST]
    for _ in range(count):
        seat = first_from(need, seat, rules[RULE_SEATS])
        if cards_left(num) == 0:
            reshuffle_junk(num, cards)
        base = WEIGHTS + FACES if num[SIDES + seat] == DARK else WEIGHTS
        card = deal_up(num, cards, key, rules, seat)
        num[DEMISE_WEIGHTS + seat] = num[WEIGHTS_OF + seat] + rules[base + card]
        num[TIE_KEYS + seat] = key_of(num, rules, seat, num[DEMISE_WEIGHTS + seat])
        seat = left_of(seat, rules)
    num[DEMISED] |= need
    return True


@part
def sudden_demise(num: Any, cards: Any, key: Any, rules: Any, tied: Any) -> Any:
    """Who wins a tie with one more card each (H9); nobody if all bomb out, but where the nearest wins (H10)."""
    need = tied & ~num[DEMISED]
    if need and not deal_demise(num, cards, key, rules, need):
        return tied
    winners = best_of(num, rules, TIE_KEYS, tied)
    if num[TIE_KEYS + first_from(winners, 0, rules[RULE_SEATS])] > rules[BOMBED_OUT]:
        return winners
    if not rules[NEAREST]:
        return 0
    for seat in range(rules[RULE_SEATS]):
        if has(tied, seat):
            num[TIE_KEYS + seat] = -abs(PURE - towards(num[DEMISE_WEIGHTS + seat]))
    winners = best_of(num, rules, TIE_KEYS, tied)
    for seat in range(rules[RULE_SEATS]):  # tied for another pot, they are bombed out again
        if has(tied, seat):
            num[TIE_KEYS + seat] = key_of(num, rules, seat, num[DEMISE_WEIGHTS + seat])
    return winners


@part
def contest(num: Any, cards: Any, key: Any, rules: Any, pot: Any, bombed_out: Any, excused: Any) -> Any:
    """Notes who wins a pot; who is excused by now (H10), and whether it was won with a special hand."""
    candidates = num[POT_SEATS + pot] & ~bombed_out
    while candidates:
        tied = best_of(num, rules, HAND_KEYS, candidates)
        first = first_from(tied, 0, rules[RULE_SEATS])
        special = num[HAND_KEYS + first] >= rules[LEAST_SPECIAL]
        if tied & (tied - 1) == 0:
            num[POT_WINNERS + pot] = tied
            return excused, special
        winners = sudden_demise(num, cards, key, rules, tied)
        if winners:
            num[POT_WINNERS + pot] = winners
            dealt = tied & ~num[DEMISED] == 0
            modified = num[TIE_KEYS + first_from(winners, 0, rules[RULE_SEATS])] >= rules[LEAST_SPECIAL]
            return excused, special or (dealt and modified)
        excused |= tied
        candidates &= ~tied
    return excused, False


@part
def collect_penalties(num: Any, rules: Any, amount: Any, bombed_out: Any, excused: Any) -> None:
    """Bomb-outs pay the sabacc pot, and a caller who did not win pays once (H6, H7)."""
    due = amount if rules[PENALTY] < 0 else rules[PENALTY]
    winners = 0
    for pot in range(num[POTS]):
        winners |= num[POT_WINNERS + pot]
    for seat in range(rules[RULE_SEATS]):
        is_loser = is_live(num, seat) and not has(winners | excused, seat)
        if has(bombed_out, seat) or (rules[CALLER_PENALTY] and seat == num[CALLER] and is_loser):
            pay_sabacc(num, seat, due)


@part
def settle(num: Any, cards: Any, key: Any, rules: Any) -> None:
    """All live hands are shown and every pot is paid out."""
    num[FIELD_OPEN] = 0
    num[SHIFTS_OPEN] = 0  # X6
    num[DEMISED] = 0
    bombed_out = np.int64(0)
    for seat in range(rules[RULE_SEATS]):
        if is_live(num, seat):
            num[WEIGHTS_OF + seat] = weigh(num, cards, rules, seat)
            num[HAND_KEYS + seat] = key_of(num, rules, seat, num[WEIGHTS_OF + seat])
            if num[HAND_KEYS + seat] <= rules[BOMBED_OUT]:
                bombed_out |= 1 << seat
    return_uncalled(num, rules, False)
    make_pots(num, rules)
    excused = np.int64(0)
    amount = -num[SPILLED]
    main_special = False
    for pot in range(num[POTS]):
        excused, special = contest(num, cards, key, rules, pot, bombed_out, excused)
        amount += num[POT_AMOUNTS + pot]
        if pot == 0:
            main_special = special
    collect_penalties(num, rules, amount, bombed_out, excused)
    award(num, rules, main_special)
    finish(num, rules, CALLED_BY_SEAT if num[CALLER] >= 0 else CALLED_BY_TABLE)


@part
def award(num: Any, rules: Any, special: Any) -> None:
    """Pots to their winners, the sabacc pot with the main one; what nobody can win stays on the table (H13)."""
    swept = 0
    for pot in range(num[POTS]):
        winners = num[POT_WINNERS + pot]
        if winners:
            pay_out(num, rules, num[POT_AMOUNTS + pot], winners, WON, False)
            if pot == 0 and special:
                pay_out_sabacc(num, rules, winners, False)
        else:
            swept += num[POT_AMOUNTS + pot]
    num[SABACC_POT] += swept
