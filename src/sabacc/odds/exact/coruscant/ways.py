"""In how many ways a draw brings a Coruscant selection near the gold number (CS5, CS8, CS9).

Under a silver die only a card's value matters, and whether it is of the suit: 62 cards are 41 kinds. Draws of equal kinds
are counted at once, and many draws side by side.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sabacc.cards import Card
from sabacc.hands.coruscant import worth

BATCH = 16_384  # draws at a time, few enough for the processor's cache
_SUIT = 8  # more than there are cards in a hand

Numbers = NDArray[np.int64]
Small = NDArray[np.int16]


class SelectionResult(NamedTuple):
    """How near a selection comes, and its cards of the suit."""

    distance: int
    suit_cards: int


def best_selections(
    pool: Iterable[Card], n: int, kept: tuple[Card, ...], golds: Sequence[int], silver: str
) -> dict[int, Counter[SelectionResult]]:
    """For each gold number: in how many ways n cards of the pool, the best of them added to those kept, make what.

    Nothing kept, at least one card must be chosen (CS5).
    """
    kinds = Counter(_kind(card, silver) for card in pool)
    chosen, ways = _draws(np.array(list(kinds.values()), dtype=np.int64), n)
    value, of_suit = np.array(list(kinds), dtype=np.int16).reshape(-1, 2).T
    tallies = {gold: np.zeros(_SUIT * 256, dtype=np.int64) for gold in golds}
    for at in range(0, len(ways), BATCH):
        some = chosen[:, at : at + BATCH]
        totals = _choices(value[some], sum(_kind(card, silver)[0] for card in kept))
        suits = _choices(of_suit[some], sum(_kind(card, silver)[1] for card in kept))
        for gold, tally in tallies.items():
            made = _SUIT * np.abs(totals - np.int16(gold)) + (_SUIT - 1 - suits)  # the lowest is the best
            best = made[0 if kept else 1 :].min(axis=0)
            np.add.at(tally, best, ways[at : at + BATCH])
    return {gold: _read(tally) for gold, tally in tallies.items()}


def _kind(card: Card, silver: str) -> tuple[int, int]:
    """A card's value, and 1 if it is of the suit."""
    alone = worth((card,), 0, silver)
    return alone.total, alone.suit_cards


def _draws(copies: Numbers, n: int) -> tuple[Numbers, Numbers]:
    """Every draw of n cards, a column each, its kinds in order, and the ways to it: built up one card at a time."""
    chosen: Numbers = np.zeros((0, 1), dtype=np.int64)
    ways, last, times = (np.array([start], dtype=np.int64) for start in (1, 0, 0))
    for _ in range(n):
        branches = len(copies) - last  # of the last kind another, or one of a later kind
        parent = np.repeat(np.arange(len(last)), branches)
        kind = np.arange(len(parent)) - (np.cumsum(branches) - branches - last)[parent]
        times = np.where(kind == last[parent], times[parent], 0)
        ways = ways[parent] * (copies[kind] - times) // (times + 1)  # a product of binomials at every step
        there = ways > 0
        chosen = np.vstack([chosen[:, parent], kind])[:, there]
        ways, last, times = ways[there], kind[there], times[there] + 1
    return chosen, ways


def _choices(cards: Small, base: int) -> Small:
    """What every choice among a draw's cards adds up to with the base; the first row is to choose none."""
    sums = np.full((1, cards.shape[1]), base, dtype=np.int16)
    for card in cards:
        sums = np.concatenate([sums, sums + card])
    return sums


def _read(tally: Numbers) -> Counter[SelectionResult]:
    return Counter(
        {SelectionResult(at // _SUIT, _SUIT - 1 - at % _SUIT): int(tally[at]) for at in map(int, tally.nonzero()[0])}
    )
