"""Means of weighted guesses, with intervals that know how few of them may count."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from sabacc.arena.intervals import LEVEL, student_t


class WeightedMean(NamedTuple):
    """A mean, and where the true one lies."""

    mean: float
    low: float
    high: float


class Weights:
    """The weights of some guesses, of which only the proportions mean anything.

    >>> Weights([0.0, 0.0]).effective
    2.0
    >>> round(Weights([0.0, -9.0]).effective, 3)
    1.0
    """

    def __init__(self, logs: Sequence[float]) -> None:
        heaviest = max(logs)
        self.shares = [math.exp(log - heaviest) for log in logs]
        self.total = sum(self.shares)
        self.effective = self.total**2 / sum(share * share for share in self.shares)

    def mean(self, samples: Sequence[float]) -> float:
        """The weighted mean alone."""
        return sum(share * one for share, one in zip(self.shares, samples, strict=True)) / self.total

    def interval(self, samples: Sequence[float], level: float = LEVEL, reach: float = 0.0) -> WeightedMean:
        """The weighted mean with Student's interval, for as many samples as the weights are worth.

        What few guesses have not shown may yet happen, once in as many as there are: as far from the mean as those lie
        apart that there are, or as `reach` says.
        """
        mean = self.mean(samples)
        half = student_t(max(1, int(self.effective) - 1), level) * self._error(samples, mean)
        half = max(half, max(reach, max(samples) - min(samples)) / self.effective)
        return WeightedMean(mean, mean - half, mean + half)

    def _error(self, samples: Sequence[float], mean: float) -> float:
        """The standard error, the larger of two: by the weights alone, a single heavy guess would have no spread at all."""
        squares = [(one - mean) ** 2 for one in samples]
        by_weight = sum(share * share * one for share, one in zip(self.shares, squares, strict=True)) / self.total**2
        evener = [math.sqrt(share) for share in self.shares]
        spread = sum(share * one for share, one in zip(evener, squares, strict=True)) / sum(evener)
        correction = self.effective / max(1.0, self.effective - 1)
        return math.sqrt(correction * max(by_weight, spread / self.effective))
