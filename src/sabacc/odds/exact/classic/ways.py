"""In how many ways drawn cards complete a hand of the 76-card family (H1–H4).

Cards are thrown together by what they come to: a hand is its total, and whether it is an Idiot's Array.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import NamedTuple

from sabacc.cards import Card
from sabacc.hands.classic import ARRAY_KEY, BOMBED_OUT_KEY, NEGATIVE_PURE_KEY, PURE, PURE_KEY, is_array
from sabacc.hands.sides import DARK

_ARRAY_CARDS = 3


class TotalResult(NamedTuple):
    """What a hand comes to, counted towards its holder's own 23 (FO3)."""

    total: int
    array: bool = False

    @property
    def bombed_out(self) -> bool:
        """Over 23, under −23 or exactly 0, unless it is an Array (H1, H2)."""
        return not self.array and (self.total == 0 or abs(self.total) > PURE)

    def special(self, negative_pure: bool) -> bool:
        """Takes the sabacc pot too (H3, H5)."""
        return self.array or self.total == PURE or (negative_pure and self.total == -PURE)

    def standing(self, negative_pure: bool) -> int:
        """Orders results, the best highest; bombed out is bombed out (H1–H4)."""
        if self.array:
            return ARRAY_KEY
        if self.bombed_out:
            return BOMBED_OUT_KEY
        if self.special(negative_pure):
            return PURE_KEY if self.total > 0 else NEGATIVE_PURE_KEY
        return self.total


def signed_total(towards: int, side: str | None) -> int:
    """A total as it is told: a Dark one, counted towards −23, with its own sign (FO3)."""
    return -towards if side == DARK else towards


def ways_to_totals(values: Iterable[int], n: int) -> Counter[int]:
    """In how many ways n of the cards come to each total, one card after the other taken or left.

    >>> sorted(ways_to_totals([1, 1, 2], 2).items())
    [(2, 1), (3, 2)]
    """
    ways: list[Counter[int]] = [Counter({0: 1}), *(Counter() for _ in range(n))]
    for value in values:
        for size in range(n, 0, -1):
            taken = ways[size]
            for total, count in ways[size - 1].items():
                taken[total + value] += count
    return ways[n]


def total_results(
    pool: Counter[Card], n: int, kept: tuple[Card, ...], values: Mapping[Card, int]
) -> Counter[TotalResult]:
    """In how many ways n cards of the pool, added to those kept, come to each result."""
    base = sum(values[card] for card in kept)
    drawn = ways_to_totals((values[card] for card in pool.elements()), n)
    found = Counter({TotalResult(base + total): count for total, count in drawn.items()})
    for cards in _arrays(pool, n, kept):
        total = sum(values[card] for card in cards)
        found[TotalResult(total)] -= 1
        found[TotalResult(total, array=True)] += 1
    return +found


def _arrays(pool: Counter[Card], n: int, kept: tuple[Card, ...]) -> list[tuple[Card, ...]]:
    """Every Idiot's Array that n cards of the pool make with those kept (H2)."""
    if len(kept) + n != _ARRAY_CARDS:
        return []
    fitting = [card for card in pool.elements() if card == "ID" or card[1:] in ("2", "3")]
    return [kept + drawn for drawn in combinations(fitting, n) if is_array(kept + drawn)]
