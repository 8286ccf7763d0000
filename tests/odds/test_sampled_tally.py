"""Weighted means and their intervals."""

from __future__ import annotations

import math
import random
import statistics

import pytest

from sabacc.odds.sampled.rollout import Outcome
from sabacc.odds.sampled.tally import ActionChances, Tally, wilson
from tests.strategies import SOAK

TRIALS = 4000 if SOAK else 400


def tallied(sampled: list[tuple[float, Outcome]]) -> ActionChances:
    """What a tally of one action makes of weights and outcomes."""
    tally = Tally(["check"])
    for weight, outcome in sampled:
        tally.add(math.log(weight), [outcome])
    return tally.chances()[0]


def lost_or_won(amount: int) -> Outcome:
    return Outcome(int(amount > 0), 0, 0, amount)


def test_with_equal_weights_it_is_the_plain_mean_and_its_standard_error() -> None:
    amounts = [3, -5, 10, -5, 0, 7, -5, 2]
    found = tallied([(0.25, lost_or_won(amount)) for amount in amounts])
    error = statistics.pstdev(amounts) / math.sqrt(len(amounts))
    assert found.credits == pytest.approx(statistics.mean(amounts))
    assert found.high - found.credits == pytest.approx(1.96 * error, rel=1e-4)
    assert found.win == 0.5
    assert found.intervals.win == pytest.approx(wilson(0.5, 8))


def test_a_guess_of_twice_the_weight_counts_twice() -> None:
    found = tallied([(1, lost_or_won(-1)), (2, lost_or_won(5))])
    assert found.credits == pytest.approx(3)
    assert found.win == pytest.approx(2 / 3)


def test_only_the_proportions_of_weights_matter() -> None:
    sampled = [(1.0, lost_or_won(-1)), (2.0, lost_or_won(5)), (0.5, lost_or_won(2))]
    tiny = tallied([(weight * 1e-200, outcome) for weight, outcome in sampled])
    assert tiny.credits == pytest.approx(tallied(sampled).credits)
    assert tiny.intervals.win == pytest.approx(tallied(sampled).intervals.win)


def test_the_order_of_heavy_and_light_guesses_does_not_matter() -> None:
    sampled = [(10.0**n, lost_or_won(n)) for n in range(-5, 6)]
    one, other = tallied(sampled), tallied(sampled[::-1])
    assert (one.credits, one.low, one.high) == pytest.approx((other.credits, other.low, other.high))


def test_one_heavy_guess_among_light_ones_is_worth_little_more_than_one() -> None:
    found = tallied([(1.0, lost_or_won(1))] + [(1e-6, lost_or_won(-1))] * 1000)
    assert found.intervals.win[0] < 0.25


def test_what_never_happened_may_still_happen() -> None:
    found = tallied([(1, lost_or_won(-1))] * 100)
    assert found.win == 0
    assert found.intervals.win == pytest.approx((0, 0.037), abs=0.001)


def test_every_outcome_has_its_own_place() -> None:
    found = tallied([(1, Outcome(1, 0, 1, 30)), (1, Outcome(0, 1, 0, -10))] * 2)
    assert (found.win, found.bomb_out, found.sabacc_pot, found.credits) == (0.5, 0.5, 0.5, 10)
    assert found.samples == 4


@pytest.mark.parametrize("chance", [0.5, 0.05])
def test_95_in_100_intervals_hold_the_truth_though_weights_differ(chance: float) -> None:
    """Weight and outcome go together here, so that a plain mean would be wrong."""
    luck = random.Random(4)
    held = {"win": 0, "credits": 0}
    truth = chance * 3 / (chance * 3 + (1 - chance))  # winning guesses weigh three times as much on average
    for _ in range(TRIALS):
        tally = Tally(["check"])
        for _ in range(300):
            win = luck.random() < chance
            weight = (3 if win else 1) * (0.5 + luck.random())
            tally.add(math.log(weight), [Outcome(int(win), 0, 0, 10 if win else -10)])
        found = tally.chances()[0]
        held["win"] += found.intervals.win[0] <= truth <= found.intervals.win[1]
        held["credits"] += found.low <= 20 * truth - 10 <= found.high
    assert 0.92 < held["win"] / TRIALS < 0.98
    assert 0.91 < held["credits"] / TRIALS < 0.98
