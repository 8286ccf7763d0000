"""Regrets and odds of all situations that training has met, in the form that kernels use and in a compact one."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sabacc.blueprint.abstraction import SLOTS
from sabacc.odds.kernels.jit import njit

LEAST_SIZE = 1 << 14


@njit
def look_up(keys: Any, key: Any, filled: Any) -> Any:
    """A situation's row, a new one if there is room for it; −1 if there is none."""
    size = np.uint64(len(keys) - 1)
    row = key & size
    while keys[row] != 0:
        if keys[row] == key:
            return np.int64(row)
        row = (row + np.uint64(1)) & size
    if 10 * filled[0] >= 9 * len(keys):
        return np.int64(-1)
    keys[row] = key
    filled[0] += 1
    return np.int64(row)


class Rows(NamedTuple):
    """Situations in the order of their keys, with regrets and sums of odds for each slot."""

    keys: NDArray[np.uint64]
    regrets: NDArray[np.float64]
    sums: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.keys)


def no_rows() -> Rows:
    """Before anything was played."""
    return Rows(np.zeros(0, np.uint64), np.zeros((0, SLOTS)), np.zeros((0, SLOTS)))


class RegretTable:
    """Rows found by their keys; there is room for as many again as there were, and then some."""

    def __init__(self, rows: Rows, room: int) -> None:
        size = LEAST_SIZE
        while size < 2 * (len(rows) + room):
            size *= 2
        self.keys = np.zeros(size, np.uint64)
        self.regrets, self.sums = np.zeros((size, SLOTS)), np.zeros((size, SLOTS))
        self.filled = np.zeros(1, np.int64)
        self._places = np.zeros(len(rows), np.int64)
        place_all(rows.keys, self.keys, self.filled, self._places)
        self.regrets[self._places] = rows.regrets
        self.sums[self._places] = rows.sums

    def rows(self) -> Rows:
        """All that is in it."""
        places = np.flatnonzero(self.keys)
        places = places[np.argsort(self.keys[places])]
        return Rows(self.keys[places], self.regrets[places], self.sums[places])


@njit
def place_all(found: Any, keys: Any, filled: Any, places: Any) -> None:
    """Where some keys go in an empty table."""
    for one in range(len(found)):
        places[one] = look_up(keys, found[one], filled)


def changes(before: Rows, after: Rows) -> Rows:
    """What was added in the rows of a table that only grows."""
    at = np.searchsorted(after.keys, before.keys)
    regrets, sums = after.regrets.copy(), after.sums.copy()
    regrets[at] -= before.regrets
    sums[at] -= before.sums
    changed = (regrets != 0).any(axis=1) | (sums != 0).any(axis=1)
    return Rows(after.keys[changed], regrets[changed], sums[changed])


def add_rows(one: Rows, other: Rows) -> Rows:
    """Both together; what both have is added."""
    keys = np.union1d(one.keys, other.keys)
    regrets, sums = np.zeros((len(keys), SLOTS)), np.zeros((len(keys), SLOTS))
    for rows in (one, other):
        at = np.searchsorted(keys, rows.keys)
        regrets[at] += rows.regrets
        sums[at] += rows.sums
    return Rows(keys, regrets, sums)
