"""In how many ways drawn cards complete a Corellian hand. Equal cards are counted at once, not one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from math import comb, prod

from sabacc.cards import CORELLIAN, Card
from sabacc.hands.corellian import Worth, worth


def worths(
    pool: Counter[Card], n: int, kept: tuple[Card, ...] = (), total: int | None = None
) -> Iterator[tuple[Worth, int]]:
    """What n cards of the pool make of those kept, each with the number of ways; with a total, only hands of that sum.

    >>> [(made.name, ways) for made, ways in worths(Counter(["+5", "+5", "+5"]), 1, ("+5", "-5", "-5"))]
    [('Squadron', 3)]
    """
    values = CORELLIAN.values
    for drawn in combinations_with_replacement(pool, n):
        if total is not None and sum([values[card] for card in kept + drawn]) != total:
            continue
        ways = prod(comb(pool[card], times) for card, times in Counter(drawn).items())
        if ways:
            yield worth(kept + drawn), ways
