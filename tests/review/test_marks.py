"""Marks, intervals, the curve and the turning point."""

from __future__ import annotations

import random
import statistics

import pytest

from sabacc.arena.intervals import estimate
from sabacc.records.decisions import Decision
from sabacc.review import Review
from sabacc.review.decision import DecisionReview, review_decision
from sabacc.review.guesses import Guessed
from sabacc.review.marks import mark_loss
from sabacc.review.weighted_mean import WeightedMean, Weights


@pytest.mark.parametrize(
    ("mean", "low", "high", "mark"),
    [
        (0.0, -0.2, 0.1, "good"),
        (0.05, 0.01, 0.2, "good"),  # sure, but next to nothing
        (0.3, -0.1, 0.7, "unclear"),
        (0.3, 0.1, 0.5, "inaccuracy"),
        (0.8, 0.0, 1.6, "unclear"),  # nothing is no fault
        (0.8, 0.01, 1.6, "mistake"),
        (2.0, 0.5, 3.5, "blunder"),
        (2.0, -0.5, 4.5, "unclear"),
    ],
)
def test_a_fault_is_marked_only_where_the_interval_is_above_nothing(
    mean: float, low: float, high: float, mark: str
) -> None:
    assert mark_loss(WeightedMean(mean, low, high)) == mark


def test_equal_weights_give_students_interval() -> None:
    samples = [1.0, 2.0, 4.0, 8.0, 3.0]
    expected = estimate(samples)
    assert Weights([5.0] * 5).interval(samples) == pytest.approx((expected.mean, expected.low, expected.high))


def test_one_heavy_guess_tells_no_more_than_one_guess() -> None:
    light = Weights([0.0, -20.0, -20.0, -20.0]).interval([1.0, 2.0, 3.0, 4.0])
    assert light.mean == pytest.approx(1.0)
    assert light.high - light.low > 5


def test_what_few_guesses_have_not_shown_may_happen() -> None:
    assert Weights([0.0] * 20).interval([1.0] * 20) == (1.0, 1.0, 1.0)
    assert Weights([0.0] * 20).interval([1.0] * 20, reach=10.0) == (1.0, 0.5, 1.5)


def test_intervals_hold_the_true_mean_as_often_as_they_say() -> None:
    luck = random.Random(5)
    inside = 0
    for _ in range(400):
        logs = [luck.uniform(-1.5, 0) for _ in range(60)]
        found = Weights(logs).interval([luck.gauss(3.0, 2.0) for _ in logs])
        inside += found.low <= 3.0 <= found.high
    assert 0.92 <= inside / 400 <= 0.99


def guessed(*values: tuple[float, ...]) -> list[Guessed]:
    return [Guessed(0.0, one, tuple(float(value > 0) for value in one)) for one in values]


def review_of(actions: tuple[str, ...], guesses: list[Guessed], at: int = 1) -> DecisionReview:
    return review_decision(Decision(at, "bet", actions[0], 5), actions, guesses)


def test_actions_are_compared_guess_by_guess() -> None:
    luck = random.Random(1)
    bases = [luck.gauss(0, 20) for _ in range(100)]
    found = review_of(("check", "raise 5"), guessed(*((base, base + luck.gauss(3, 0.5)) for base in bases)))
    assert (found.best, found.mark) == ("raise 5", "blunder")
    assert found.loss == pytest.approx(3, abs=0.3)
    value = next(one for one in found.actions if one.action == "check")
    assert value.high - value.low > 4  # alone, neither is known well


def test_the_best_of_many_that_are_alike_is_no_fault_of_the_others() -> None:
    luck = random.Random(2)
    marks = []
    for _ in range(100):
        values = [tuple(luck.gauss(0, 5) for _ in range(6)) for _ in range(60)]
        marks.append(review_of(("check", "fold", *(f"raise {to}" for to in range(1, 5))), guessed(*values)).mark)
    assert sum(mark not in ("good", "unclear") for mark in marks) <= 5


def test_what_can_only_be_done_one_way_is_good() -> None:
    found = review_of(("check",), guessed((1.0,), (-1.0,)))
    assert (found.best, found.loss, found.low, found.high, found.mark) == ("check", 0.0, 0.0, 0.0, "good")


def test_the_chance_to_win_is_that_of_the_best_way_on() -> None:
    found = review_of(("fold", "check"), guessed((0.0, -5.0), (0.0, -5.0), (0.0, 1.0), (0.0, -5.0)))
    assert (found.best, found.win) == ("fold", 0.25)


def curve(*wins: float, won: bool | None) -> Review:
    decisions = [
        review_of(("check", "fold"), guessed(*((1.0 if at < 100 * win else -1.0, -2.0) for at in range(100))), number)
        for number, win in enumerate(wins)
    ]
    return Review(1, 0, tuple(decisions), 0, won)


def test_the_hand_turns_where_the_chance_to_win_changes_most() -> None:
    def turned(review: Review) -> int | None:
        return None if review.turning_point is None else review.turning_point.at

    assert curve(0.5, 0.6, 0.1, 0.2, won=None).win == pytest.approx((0.5, 0.6, 0.1, 0.2))
    assert turned(curve(0.5, 0.6, 0.1, 0.2, won=None)) == 1
    assert turned(curve(0.5, 0.6, 0.1, 0.2, won=True)) == 3
    assert turned(curve(0.5, 0.6, 0.1, 0.2, won=False)) == 1
    assert turned(curve(0.5, won=None)) is None
    assert statistics.fmean(curve(0.5, won=True).win) == 0.5
