"""How sure one can be of a mean: Student's interval."""

from __future__ import annotations

import functools
import math
import statistics
from collections.abc import Sequence

import msgspec

LEVEL = 0.95
SERIES_FROM = 300  # degrees of freedom from which a series is as good as exact


class Estimate(msgspec.Struct, frozen=True):
    """A mean of samples with its interval; a single sample has none."""

    mean: float
    low: float | None
    high: float | None
    samples: int

    @property
    def half(self) -> float | None:
        """Half the interval: what stands behind ±."""
        return None if self.high is None else self.high - self.mean

    @property
    def above(self) -> bool:
        """Whether the whole interval is above zero."""
        return self.low is not None and self.low > 0

    @property
    def below(self) -> bool:
        """Whether the whole interval is below zero."""
        return self.high is not None and self.high < 0

    def mirrored(self) -> Estimate:
        """The same from the other side."""
        low, high = (None, None) if self.low is None or self.high is None else (-self.high, -self.low)
        return Estimate(-self.mean, low, high, self.samples)


def estimate(samples: Sequence[float], level: float = LEVEL) -> Estimate:
    """The mean of independent samples, and where the true one lies with this confidence.

    >>> found = estimate([1.0, 2.0, 3.0])
    >>> found.mean, round(found.low, 3), round(found.high, 3)
    (2.0, -0.484, 4.484)
    """
    n = len(samples)
    mean = statistics.fmean(samples)
    if n < 2:
        return Estimate(mean, None, None, n)
    half = student_t(n - 1, level) * statistics.stdev(samples, mean) / math.sqrt(n)
    return Estimate(mean, mean - half, mean + half, n)


@functools.lru_cache(maxsize=4096)
def student_t(freedom: int, level: float = LEVEL) -> float:
    """Within how many standard errors the mean lies: the two-sided quantile of Student's t.

    >>> round(student_t(1), 3), round(student_t(10), 3), round(student_t(1000), 3)
    (12.706, 2.228, 1.962)
    """
    if freedom >= SERIES_FROM:
        return _series(freedom, level)
    low, high = 0.0, math.pi / 2
    for _ in range(60):  # halving an angle so often leaves nothing of it
        middle = (low + high) / 2
        if _probability_within(middle, freedom) < level:
            low = middle
        else:
            high = middle
    return math.tan(low) * math.sqrt(freedom)


def _probability_within(angle: float, freedom: int) -> float:
    """P(|t| < √ν tan θ) for a whole number ν of degrees of freedom: a finite sum (Abramowitz and Stegun 26.7.3, 26.7.4)."""
    sine, cosine = math.sin(angle), math.cos(angle)
    odd = freedom % 2
    term = cosine if odd else 1.0
    total = 0.0
    for n in range(1 + odd, freedom, 2):
        total += term
        term *= cosine * cosine * n / (n + 1)
    return 2 / math.pi * (angle + sine * total) if odd else sine * total


def _series(freedom: int, level: float) -> float:
    """The expansion around the normal quantile (Abramowitz and Stegun 26.7.5)."""
    z = statistics.NormalDist().inv_cdf((1 + level) / 2)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
