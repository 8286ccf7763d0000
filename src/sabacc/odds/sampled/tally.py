"""Weighted means of what was sampled, with 95 % intervals.

A guess i of weight w has the outcome y. The mean is Σwy/Σw, and its variance by the delta method Σw²(y − mean)²/(Σw)². So five
sums are all there is to keep. Weights are kept as shares of the largest so far, since only their proportions mean anything.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from sabacc.odds.sampled.rollout import Outcome

Z = 1.959963984540054  # 95 % of a normal distribution lie within so many standard deviations
MIN_EFFECTIVE = 10  # guesses of either kind, for a variance to be trusted
Interval = tuple[float, float]


class Intervals(msgspec.Struct, frozen=True):
    """From and to, for each of the chances."""

    win: Interval
    bomb_out: Interval
    sabacc_pot: Interval


class ActionChances(msgspec.Struct, frozen=True):
    """What to expect of one action."""

    action: str
    win: float
    bomb_out: float
    sabacc_pot: float
    credits: float  # won or lost from the decision on

    low: float  # of the interval of `credits`

    high: float
    samples: int  # guesses it rests on
    intervals: Intervals


class Tally:
    """What has been sampled so far of some actions, all after the same guesses."""

    def __init__(self, actions: Sequence[str]) -> None:
        self.actions = tuple(actions)
        self.samples = 0
        self.max_log_weight = -math.inf  # the log of it
        self.weight = 0.0
        self.squares = 0.0  # of the weights
        self.sums = [[_Sums() for _ in Outcome._fields] for _ in self.actions]

    def add(self, log_weight: float, outcomes: Sequence[Outcome]) -> None:
        """Counts a guess in: how it ended after each of the actions."""
        if log_weight > self.max_log_weight:
            self._rescale(log_weight)
        w = math.exp(log_weight - self.max_log_weight)
        self.samples += 1
        self.weight += w
        self.squares += w * w
        for sums, outcome in zip(self.sums, outcomes, strict=True):
            for one, y in zip(sums, outcome, strict=True):
                one.add(w, y)

    def _rescale(self, max_log_weight: float) -> None:
        factor = math.exp(self.max_log_weight - max_log_weight)
        self.max_log_weight = max_log_weight
        self.weight *= factor
        self.squares *= factor * factor
        for sums in self.sums:
            for one in sums:
                one.scale(factor)

    @property
    def effective_samples(self) -> float:
        """How many guesses of equal weight would tell as much."""
        return effective_sample_size(self.weight, self.squares)

    def chances(self) -> tuple[ActionChances, ...]:
        """What to expect of each action."""
        return tuple(self._chances_of(at) for at in range(len(self.actions)))

    def _chances_of(self, at: int) -> ActionChances:
        win, bomb_out, sabacc_pot, mean = (one.mean(self.weight) for one in self.sums[at])
        reach = Z * math.sqrt(self.sums[at][-1].variance(self.weight, self.squares))
        intervals = [self._proportion(one) for one in self.sums[at][:-1]]
        return ActionChances(
            self.actions[at], win, bomb_out, sabacc_pot, mean, mean - reach, mean + reach, self.samples,
            Intervals(*intervals),
        )  # fmt: skip

    def _proportion(self, sums: _Sums) -> Interval:
        """Wilson's interval, for as many samples as the variance is worth; it also tells of what was never seen."""
        p = sums.mean(self.weight)
        variance = sums.variance(self.weight, self.squares)
        if variance <= 0:
            return wilson(p, self.effective_samples)
        n = p * (1 - p) / variance
        hits = effective_sample_size(sums.wy, sums.wwyy)
        misses = effective_sample_size(self.weight - sums.wy, self.squares - sums.wwyy)
        # As long as few guesses tell of one side, it counts no more than the weights are worth.
        return wilson(p, n if min(hits, misses) >= MIN_EFFECTIVE else min(n, self.effective_samples))


class _Sums:
    """The sums of one outcome of one action."""

    __slots__ = ("wwy", "wwyy", "wy")

    def __init__(self) -> None:
        self.wy = self.wwy = self.wwyy = 0.0

    def add(self, w: float, y: int) -> None:
        if y:
            wy = w * y
            self.wy += wy
            self.wwy += w * wy
            self.wwyy += wy * wy

    def scale(self, factor: float) -> None:
        self.wy *= factor
        self.wwy *= factor * factor
        self.wwyy *= factor * factor

    def mean(self, weight: float) -> float:
        return self.wy / weight

    def variance(self, weight: float, squares: float) -> float:
        mean = self.wy / weight
        return max(0.0, self.wwyy - 2 * mean * self.wwy + mean * mean * squares) / (weight * weight)


def effective_sample_size(weight: float, squares: float) -> float:
    """How many equal weights would have such a sum and such a sum of squares for their size."""
    return weight * weight / squares if squares > 0 else 0.0


def wilson(p: float, n: float) -> Interval:
    """Wilson's score interval of a proportion p among n.

    >>> wilson(0.5, 100)
    (0.4038..., 0.5961...)
    >>> wilson(0.0, 100)
    (0.0, 0.0369...)
    """
    p = min(1.0, max(0.0, p))
    middle = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
    reach = Z / (1 + Z * Z / n) * math.sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
    return max(0.0, min(p, middle - reach)), min(1.0, max(p, middle + reach))
