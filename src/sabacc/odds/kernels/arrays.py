"""What `loops` does, for numpy alone: the same names, the same results, slower."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from sabacc.odds.kernels.loops import (
    FRACTION,
    GAMMA,
    KINDS,
    MAX_TOTAL,
    MIX_1,
    MIX_2,
    PAIRS,
    SHIFT_1,
    SHIFT_2,
    SHIFT_3,
    TO_CARD,
    TO_FRACTION,
    TOTAL_BITS,
    TOTAL_HALF,
    TOTAL_MASK,
    TRIPLES,
    Cards,
    Keys,
    Numbers,
    Words,
)

BATCH = 1 << 16  # hands, so that large arrays don't need many times their own memory


def _parts(n: int) -> Iterator[slice]:
    return (slice(start, start + BATCH) for start in range(0, n, BATCH))


def mix(words: Words) -> Words:
    """Words well shuffled."""
    words = (words ^ (words >> SHIFT_1)) * MIX_1
    words = (words ^ (words >> SHIFT_2)) * MIX_2
    return words ^ (words >> SHIFT_3)


def _take(words: Words, left: Cards, start: int, end: int, slots: Cards) -> Words:
    """The steps that some words make, and the fractions that are left of them."""
    fractions = words >> TO_FRACTION
    for place in range(start, end):
        product = fractions * np.uint64(left[place])
        slots[place - start] = place + (product >> TO_CARD)
        fractions = product & FRACTION
    return fractions


def draw_slots(
    base: np.uint64, first: np.uint64, left: Cards, starts: Keys, limits: Words, slots: Cards, fractions: Words
) -> None:
    """Fisher and Yates, step by step for many deals."""
    deals = np.arange(slots.shape[1], dtype=np.uint64) + np.array([first])
    for group, limit in enumerate(limits):
        start, end = int(starts[group]), int(starts[group + 1])
        words = mix(np.array([base]) + GAMMA * (deals * np.uint64(len(limits)) + np.uint64(group)))
        fractions[:] = _take(words, left, start, end, slots[start:end])
        again = np.flatnonzero(fractions < limit)
        words = words[again]
        while len(again):
            words = mix(words + GAMMA)
            drawn = np.empty((end - start, len(again)), np.uint8)
            refused = _take(words, left, start, end, drawn) < limit
            slots[start:end, again] = drawn
            again, words = again[refused], words[refused]


def deal_cards(slots: Cards, deck: Cards, rows: Keys, cards: Cards) -> None:
    """The cards that the swaps bring up from a fresh deck."""
    for place in range(slots.shape[0]):
        row = slots[place].copy()
        for earlier in range(place - 1, -1, -1):
            row[row == slots[earlier]] = earlier
        cards[rows[place]] = deck[row]


def rank_totals(hands: Cards, weights: Keys, by_total: Keys, array: int, array_key: int, keys: Keys) -> None:
    """Hands of the 76-card family."""
    for part in _parts(len(hands)):
        weight = weights[hands[part]].sum(axis=1) + TOTAL_HALF
        total = np.clip((weight & TOTAL_MASK) - TOTAL_HALF, -MAX_TOTAL, MAX_TOTAL)
        keys[part] = np.where(weight >> TOTAL_BITS == array, array_key, by_total[total + MAX_TOTAL])


def _pair(hands: Cards, place: int) -> Keys:
    return hands[:, place].astype(np.int64) * KINDS + hands[:, place + 1]


def rank_five(hands: Cards, pairs: Cards, triples: Any, places: Any, by_place: Keys, keys: Keys) -> None:
    """Corellian hands of five."""
    for part in _parts(len(hands)):
        pair = pairs[_pair(hands[part], 0)].astype(np.int64)
        triple = triples[_pair(hands[part], 2) * KINDS + hands[part, 4]]
        keys[part] = by_place[places[pair * TRIPLES + triple]]


def rank_four(hands: Cards, pairs: Cards, places: Any, by_place: Keys, keys: Keys) -> None:
    """Corellian hands of four."""
    for part in _parts(len(hands)):
        low = pairs[_pair(hands[part], 0)].astype(np.int64)
        keys[part] = by_place[places[low * PAIRS + pairs[_pair(hands[part], 2)]]]


def rank_selections(hands: Cards, over: Numbers, under: Numbers, goal: int, keys: Keys) -> None:
    """Coruscant selections."""
    for part in _parts(len(hands)):
        above = over[hands[part]].sum(axis=1) - goal
        below = under[hands[part]].sum(axis=1) + goal
        keys[part] = -np.maximum(above, below)


def rank_best_selections(hands: Cards, over: Numbers, under: Numbers, goal: int, keys: Keys) -> None:
    """The best of all selections from Coruscant hands."""
    for part in _parts(len(hands)):
        overs, unders = over[hands[part]], under[hands[part]]
        nearest = np.full(len(overs), np.iinfo(np.int64).max)
        for number in range(1, 1 << hands.shape[1]):
            laid = [place for place in range(hands.shape[1]) if number >> place & 1]
            above, below = overs[:, laid].sum(axis=1) - goal, unders[:, laid].sum(axis=1) + goal
            nearest = np.minimum(nearest, np.maximum(above, below))
        keys[part] = -nearest


def tally(keys: Keys, bombed_out: int, least_special: int, best: Keys, counts: Keys) -> int:
    """Adds showdowns up; in how many nobody wins."""
    counts[:, 0] += (keys <= bombed_out).sum(axis=1)
    counts[:, 1] += (keys >= least_special).sum(axis=1)
    highest = keys.max(axis=0)
    won = highest > bombed_out
    has_best = (keys == highest) & won
    winners = has_best.sum(axis=0)
    for seat in range(len(keys)):
        best[seat] += np.bincount(winners[has_best[seat]], minlength=best.shape[1])
    return int(len(won) - won.sum())
