"""Means and how sure they are."""

from __future__ import annotations

import random

import pytest

from sabacc.arena.intervals import SERIES_FROM, Estimate, estimate, student_t
from tests.strategies import SOAK

PUBLISHED = {  # two-sided, from printed tables
    (1, 0.95): 12.706,
    (2, 0.95): 4.303,
    (3, 0.95): 3.182,
    (9, 0.95): 2.262,
    (30, 0.95): 2.042,
    (120, 0.95): 1.980,
    (1, 0.99): 63.657,
    (8, 0.99): 3.355,
    (29, 0.99): 2.756,
    (5, 0.90): 2.015,
}


@pytest.mark.parametrize(("freedom", "level"), PUBLISHED)
def test_student_is_what_the_tables_print(freedom: int, level: float) -> None:
    assert student_t(freedom, level) == pytest.approx(PUBLISHED[freedom, level], abs=6e-4)


@pytest.mark.parametrize("level", [0.9, 0.95, 0.99, 0.995])
def test_the_series_goes_on_where_the_sum_ends(level: float) -> None:
    steps = [
        student_t(freedom, level) - student_t(freedom + 1, level)
        for freedom in (SERIES_FROM - 2, SERIES_FROM - 1, SERIES_FROM)
    ]
    assert steps[0] > steps[1] > steps[2] > 0


def test_an_interval_lies_around_the_mean() -> None:
    found = estimate([1.0, 2.0, 3.0, 4.0])
    assert found.mean == 2.5
    assert found.low == pytest.approx(2.5 - 3.1824 * 1.29099 / 2, abs=1e-3)
    assert found.high is not None
    assert found.low is not None
    assert found.high + found.low == pytest.approx(5.0)


def test_a_single_sample_has_no_interval() -> None:
    assert estimate([3.0]) == Estimate(3.0, None, None, 1)


def test_an_interval_with_zero_in_it_is_neither_above_nor_below() -> None:
    assert [estimate(samples).above for samples in ([1.0, 1.1], [-1.0, 1.0], [-1.0, -1.1])] == [True, False, False]
    assert [estimate(samples).below for samples in ([1.0, 1.1], [-1.0, 1.0], [-1.0, -1.1])] == [False, False, True]


def test_the_other_side_sees_it_with_the_sign_changed() -> None:
    found = estimate([1.0, 2.0, 4.0])
    assert found.mirrored() == estimate([-1.0, -2.0, -4.0])


def test_95_of_100_intervals_hold_the_true_mean() -> None:
    luck = random.Random(23)
    rounds = 20_000 if SOAK else 2_000
    held = 0
    for _ in range(rounds):
        found = estimate([luck.gauss(1.0, 2.0) for _ in range(8)])
        assert found.low is not None
        assert found.high is not None
        held += found.low < 1.0 < found.high
    assert 0.935 < held / rounds < 0.965
