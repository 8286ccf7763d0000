"""Who gets how much: places that are paid, and shares of the pool."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from sabacc.betting import shares

FEW = ((3, 1), (6, 2), (10, 3))  # up to so many entries, so many places
ONE_IN = 7  # of more entries is paid
STEEP = 2  # the larger, the more alike are the prizes


def paid_places(entries: int, payouts: Sequence[int] = ()) -> int:
    """How many places are paid: as was decided, or about every seventh.

    >>> [paid_places(entries) for entries in (2, 6, 9, 20, 200)]
    [1, 2, 3, 3, 29]
    """
    if payouts:
        return min(len(payouts), max(entries, 1))
    return next((places for most, places in FEW if entries <= most), max(3, -(-entries // ONE_IN)))


def prizes(pool: int, entries: int, payouts: Sequence[int] = ()) -> list[int]:
    """The prize of each place that is paid, all of the pool together; odd credits go to the first.

    >>> prizes(1000, 9)
    [463, 307, 230]
    """
    places = paid_places(entries, payouts)
    weights = list(payouts[:places]) if payouts else [Fraction(1, STEEP + place) for place in range(places)]
    whole = sum(weights)
    won = [int(pool * weight / whole) for weight in weights]
    won[0] += pool - sum(won)
    return won


def shared_prizes(groups: Sequence[Sequence[str]], by_place: Sequence[int]) -> dict[str, int]:
    """What everybody gets; who shares places shares their prizes, and odd credits go one each in order.

    >>> shared_prizes([["a"], ["b", "c"], ["d"]], [50, 31, 20])
    {'a': 50, 'b': 26, 'c': 25, 'd': 0}
    """
    won: dict[str, int] = {}
    first = 0
    for group in groups:
        together = sum(by_place[first : first + len(group)])
        for at, amount in shares(together, range(len(group))):
            won[group[at]] = amount
        first += len(group)
    return won
