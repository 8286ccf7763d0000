"""The loops that numba compiles; `arrays` has the same ones for numpy alone, with the same results.

All that is compiled stands in this one file: a stored translation is forgotten when its own file changes, but not when
a file changes that it calls into. Loops over many deals are functions of their own, because then they become vector
instructions.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sabacc.odds.kernels.jit import njit

Cards = NDArray[np.uint8]
Keys = NDArray[np.int64]
Words = NDArray[np.uint64]
Numbers = NDArray[np.int16]

# SplitMix64 (Steele, Lea and Flood, 2014), asked by number: word i of a base is the mix of base + i * GAMMA.
GAMMA = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
SHIFT_1, SHIFT_2, SHIFT_3 = np.uint64(30), np.uint64(27), np.uint64(31)

# A word's upper 57 bits are a fraction. Times a number of cards, under 128, that is 64 bits: which card, and a new fraction.
FRACTION_BITS = 57
TO_FRACTION = np.uint64(64 - FRACTION_BITS)
TO_CARD = np.uint64(FRACTION_BITS)
FRACTION = np.uint64((1 << FRACTION_BITS) - 1)

# A hand of the 76-card family in one number: the sum of its cards below, its parts of an Idiot's Array above (H2).
TOTAL_BITS = 16
TOTAL_HALF = 1 << (TOTAL_BITS - 1)
TOTAL_MASK = (1 << TOTAL_BITS) - 1
MAX_TOTAL = 24  # totals farther from zero bomb out like this one

KINDS = 21  # of Corellian cards
TRIPLES = 1771  # three Corellian cards, in any order
PAIRS = 231

BATCH = 1024  # hands: what is needed of them stays in the nearest cache
HALF = np.int32(16)  # bits
HALF_MASK = np.int32((1 << 16) - 1)


@njit
def mix(word: Any) -> Any:
    """A word well shuffled."""
    word = (word ^ (word >> SHIFT_1)) * MIX_1
    word = (word ^ (word >> SHIFT_2)) * MIX_2
    return word ^ (word >> SHIFT_3)


@njit
def _open_words(base: np.uint64, first: np.uint64, step: np.uint64, fractions: Words) -> None:
    for deal in range(fractions.shape[0]):
        fractions[deal] = mix(base + GAMMA * ((first + np.uint64(deal)) * step)) >> TO_FRACTION


@njit
def _take_slots(fractions: Words, left: np.uint8, place: int, slots: Cards) -> None:
    n = np.uint64(left)
    passed = np.uint64(place)
    for deal in range(fractions.shape[0]):
        product = fractions[deal] * n
        slots[deal] = np.uint8(passed + (product >> TO_CARD))
        fractions[deal] = product & FRACTION


@njit
def _any_below(fractions: Words, limit: np.uint64) -> bool:
    below = 0
    for deal in range(fractions.shape[0]):
        below += fractions[deal] < limit
    return below > 0


@njit
def _draw_again(word: np.uint64, left: Cards, start: int, end: int, limit: np.uint64, slots: Cards, deal: int) -> None:
    while True:
        word = mix(word + GAMMA)
        fraction = word >> TO_FRACTION
        for place in range(start, end):
            product = fraction * np.uint64(left[place])
            slots[place, deal] = np.uint8(np.uint64(place) + (product >> TO_CARD))
            fraction = product & FRACTION
        if fraction >= limit:
            return


@njit
def draw_slots(
    base: np.uint64, first: np.uint64, left: Cards, starts: Keys, limits: Words, slots: Cards, fractions: Words
) -> None:
    """Fisher and Yates, step by step for many deals: `slots[i]` says with which card of the deck card i changes places.

    Word g of a deal makes the steps from `starts[g]` to `starts[g + 1]`. A word whose last fraction is under
    `limits[g]` would favour some cards and is replaced by its own mix.
    """
    step = np.uint64(limits.shape[0])
    for group in range(limits.shape[0]):
        start, end = starts[group], starts[group + 1]
        here = base + GAMMA * np.uint64(group)
        _open_words(here, first, step, fractions)
        for place in range(start, end):
            _take_slots(fractions, left[place], place, slots[place])
        if _any_below(fractions, limits[group]):
            for deal in range(fractions.shape[0]):
                if fractions[deal] < limits[group]:
                    word = mix(here + GAMMA * ((first + np.uint64(deal)) * step))
                    _draw_again(word, left, start, end, limits[group], slots, deal)


@njit
def _follow_swap(cards: Cards, taken: Cards, place: int) -> None:
    came_from = np.uint8(place)
    for deal in range(cards.shape[0]):
        card = cards[deal]
        if card == taken[deal]:
            card = came_from
        cards[deal] = card


@njit
def _look_up_cards(cards: Cards, deck: Cards) -> None:
    for deal in range(cards.shape[0]):
        cards[deal] = deck[cards[deal]]


@njit
def deal_cards(slots: Cards, deck: Cards, rows: Keys, cards: Cards) -> None:
    """The cards that the swaps bring up from a fresh deck, card i of every deal into row `rows[i]`.

    The deck itself is never moved: what lies in a slot is found by following the swaps back to the first one.
    """
    for place in range(slots.shape[0]):
        row = cards[rows[place]]
        row[:] = slots[place]
        for earlier in range(place - 1, -1, -1):
            _follow_swap(row, slots[earlier], earlier)
        _look_up_cards(row, deck)


@njit
def rank_totals(hands: Cards, weights: Keys, by_total: Keys, array: int, array_key: int, keys: Keys) -> None:
    """Hands of the 76-card family."""
    for hand in range(hands.shape[0]):
        weight = TOTAL_HALF
        for place in range(hands.shape[1]):
            weight += weights[hands[hand, place]]
        total = min(max((weight & TOTAL_MASK) - TOTAL_HALF, -MAX_TOTAL), MAX_TOTAL)
        key = by_total[total + MAX_TOTAL]
        if weight >> TOTAL_BITS == array:
            key = array_key
        keys[hand] = key


@njit
def rank_five(hands: Cards, pairs: Cards, triples: Any, places: Any, by_place: Keys, keys: Keys) -> None:
    """Corellian hands of five: a pair and a triple, in any order, lead to the place among all hands."""
    for hand in range(hands.shape[0]):
        pair = np.int64(pairs[np.int64(hands[hand, 0]) * KINDS + hands[hand, 1]])
        middle = np.int64(hands[hand, 2]) * KINDS + hands[hand, 3]
        triple = np.int64(triples[middle * KINDS + hands[hand, 4]])
        keys[hand] = by_place[places[pair * TRIPLES + triple]]


@njit
def rank_four(hands: Cards, pairs: Cards, places: Any, by_place: Keys, keys: Keys) -> None:
    """Corellian hands of four: two pairs."""
    for hand in range(hands.shape[0]):
        low = np.int64(pairs[np.int64(hands[hand, 0]) * KINDS + hands[hand, 1]])
        high = np.int64(pairs[np.int64(hands[hand, 2]) * KINDS + hands[hand, 3]])
        keys[hand] = by_place[places[low * PAIRS + high]]


@njit
def rank_selections(hands: Cards, over: Numbers, under: Numbers, goal: int, keys: Keys) -> None:
    """Coruscant selections: minus the larger of what they are over and under the goal, suit cards taken off both."""
    for hand in range(hands.shape[0]):
        above, below = -goal, goal
        for place in range(hands.shape[1]):
            above += over[hands[hand, place]]
            below += under[hands[hand, place]]
        keys[hand] = -max(above, below)


@njit
def _look_up(cards: Cards, numbers: Any, found: Any) -> None:
    for hand in range(found.shape[0]):
        found[hand] = numbers[cards[hand]]


@njit
def _with_one(above: Any, below: Any, one: Any) -> Any:
    """How near one comes with a card or without it; the card is what it is over, and in the lower half under."""
    return min(max(above, below), max(np.int16(above + (one >> HALF)), np.int16(below + np.int16(one))))


@njit
def _with_two(above: Any, below: Any, one: Any, two: Any) -> Any:
    laid = _with_one(np.int16(above + (one >> HALF)), np.int16(below + np.int16(one)), two)
    return min(_with_one(above, below, two), laid)


@njit
def _with_three(above: Any, below: Any, one: Any, two: Any, three: Any) -> Any:
    laid = _with_two(np.int16(above + (one >> HALF)), np.int16(below + np.int16(one)), two, three)
    return min(_with_two(above, below, two, three), laid)


@njit
def _with_four(above: Any, below: Any, one: Any, two: Any, three: Any, four: Any) -> Any:
    laid = _with_three(np.int16(above + (one >> HALF)), np.int16(below + np.int16(one)), two, three, four)
    return min(_with_three(above, below, two, three, four), laid)


@njit
def _nearest_selection(cards: Any, goal: int, nearest: Numbers) -> None:
    """The nearest of all selections from five cards, by the first card that is in them, since one must be (CS5)."""
    for hand in range(nearest.shape[0]):
        a, b, c, d, e = cards[0, hand], cards[1, hand], cards[2, hand], cards[3, hand], cards[4, hand]
        best = max(np.int16((e >> HALF) - goal), np.int16(np.int16(e) + goal))
        best = min(best, _with_one(np.int16((d >> HALF) - goal), np.int16(np.int16(d) + goal), e))
        best = min(best, _with_two(np.int16((c >> HALF) - goal), np.int16(np.int16(c) + goal), d, e))
        best = min(best, _with_three(np.int16((b >> HALF) - goal), np.int16(np.int16(b) + goal), c, d, e))
        best = min(best, _with_four(np.int16((a >> HALF) - goal), np.int16(np.int16(a) + goal), b, c, d, e))
        nearest[hand] = best


@njit
def _negate(nearest: Numbers, keys: Keys) -> None:
    for hand in range(keys.shape[0]):
        keys[hand] = -np.int64(nearest[hand])


@njit
def rank_best_selections(hands: Cards, over: Numbers, under: Numbers, goal: int, keys: Keys) -> None:
    """The best of all selections from Coruscant hands of five."""
    both = (over.astype(np.int32) << HALF) | (under.astype(np.int32) & HALF_MASK)
    cards = np.zeros((hands.shape[1], BATCH), np.int32)
    nearest = np.empty(BATCH, np.int16)
    for start in range(0, hands.shape[0], BATCH):
        end = min(start + BATCH, hands.shape[0])
        for place in range(hands.shape[1]):
            _look_up(hands[start:end, place], both, cards[place, : end - start])
        _nearest_selection(cards, goal, nearest)
        _negate(nearest, keys[start:end])


@njit
def _count(keys: Keys, bombed_out: int, least_special: int, counts: Keys) -> None:
    bombs = 0
    specials = 0
    for deal in range(keys.shape[0]):
        bombs += keys[deal] <= bombed_out
        specials += keys[deal] >= least_special
    counts[0] += bombs
    counts[1] += specials


@njit
def _update_highest(keys: Keys, highest: Keys) -> None:
    for deal in range(keys.shape[0]):
        highest[deal] = max(highest[deal], keys[deal])


@njit
def _mark_best(keys: Keys, highest: Keys, is_best: Cards, winners: Cards) -> None:
    for deal in range(keys.shape[0]):
        best = np.uint8(keys[deal] == highest[deal])
        is_best[deal] = best
        winners[deal] += best


@njit
def _count_equal(numbers: Cards, wanted: int) -> int:
    number = np.uint8(wanted)
    times = 0
    for deal in range(numbers.shape[0]):
        times += numbers[deal] == number
    return times


@njit
def _count_shared_best(is_best: Cards, winners: Cards, wanted: int) -> int:
    number = np.uint8(wanted)
    times = 0
    for deal in range(winners.shape[0]):
        times += is_best[deal] & np.uint8(winners[deal] == number)
    return times


@njit
def tally(keys: Keys, bombed_out: int, least_special: int, best: Keys, counts: Keys) -> int:
    """Adds showdowns up: `best[seat, n]` counts best hands that n seats hold, `counts` bomb-outs and special hands.

    It returns in how many nobody wins, because all bomb out (H12).
    """
    seats, deals = keys.shape
    highest = np.full(deals, bombed_out + 1, np.int64)
    is_best = np.empty((seats, deals), np.uint8)
    winners = np.zeros(deals, np.uint8)
    for seat in range(seats):
        _count(keys[seat], bombed_out, least_special, counts[seat])
        _update_highest(keys[seat], highest)
    for seat in range(seats):
        _mark_best(keys[seat], highest, is_best[seat], winners)
    for seat in range(seats):
        for together in range(1, seats + 1):
            best[seat, together] += _count_shared_best(is_best[seat], winners, together)
    return _count_equal(winners, 0)
