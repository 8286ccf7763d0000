"""The example that learns: its slopes are right, all it learns from is over, and what has learnt sits down in the arena."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sabacc.arena import play_match

EXAMPLE = Path(__file__).parents[2] / "examples" / "train_ppo.py"


@pytest.fixture(scope="module")
def ppo() -> Any:
    """The example as a module."""
    spec = importlib.util.spec_from_file_location("train_ppo", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["train_ppo"] = module
    spec.loader.exec_module(module)
    return module


def test_slopes_are_those_of_what_comes_out(ppo: Any) -> None:
    luck = np.random.default_rng(1)
    network = ppo.Network(5, 3, luck)
    network.layers = [layer.astype(np.float64) for layer in network.layers]
    network.layers[2] *= 100
    inputs, mask = luck.normal(size=(4, 5)), np.ones((4, 3), np.bool_)
    weights = luck.normal(size=(4, 4))

    def total() -> float:
        _, two, _, _ = network.forward(inputs, mask)
        return float(((two @ network.layers[2] + network.layers[5]) * weights).sum())

    one, two, _, _ = network.forward(inputs, mask)
    slopes = network.backward(inputs, one, two, weights)
    for layer, slope in zip(network.layers, slopes, strict=True):
        place = tuple(luck.integers(size) for size in layer.shape)
        before, step = layer[place], 1e-6
        layer[place] = before + step
        high = total()
        layer[place] = before - step
        low = total()
        layer[place] = before
        assert (high - low) / (2 * step) == pytest.approx(slope[place], abs=1e-4)


def test_it_learns_from_hands_that_are_over_and_plays_in_the_arena(ppo: Any, tmp_path: Path) -> None:
    learner = ppo.Learner("coruscant-shift", seed=1)
    first = learner.network.layers[0].copy()
    samples = learner.collect()
    assert len(samples.actions) + len(learner.open[0].actions) == ppo.HANDS * ppo.STEPS
    assert samples.masks[np.arange(len(samples.actions)), samples.actions].all()
    by_hand = {(hand, seat): gain for hand, seat, gain in zip(samples.hands, samples.seats, samples.gains, strict=True)}
    both = [by_hand[hand, 0] + by_hand[hand, 1] for hand, seat in by_hand if seat == 0 and (hand, 1) in by_hand]
    assert both == pytest.approx([0.0] * len(both))
    learner.learn(samples, rate=1e-3)
    assert not np.array_equal(first, learner.network.layers[0])
    np.savez(tmp_path / "ppo.npz", *learner.network.layers)
    scores = play_match("coruscant-shift", [ppo.Learnt(str(tmp_path / "ppo.npz")), "droid"], hands=20, processes=1)
    assert scores.stats("ppo").faults == 0
