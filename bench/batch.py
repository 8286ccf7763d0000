"""The batch engine at work: random play in one kernel, and played from Python a step at a time.

Only decisions with two or more answers are counted.
"""

from __future__ import annotations

import numpy as np

from bench.clock import rate
from bench.engine import names
from sabacc.batch import BatchTable
from sabacc.batch.actions import KIND_BITS, RAISE
from sabacc.rules import PRESETS

HANDS = 1024  # side by side
RAISES = 0.3  # how often a player raises who may


def played(table: BatchTable, seconds: float) -> float:
    """Decisions a CPU-second of random play that never leaves the kernel, dealing included."""

    def play_all() -> int:
        table.reset()
        return table.play_at_random(1_000_000)

    play_all()  # compiles
    return rate(play_all, seconds)


def stepped(table: BatchTable, seconds: float) -> float:
    """Decisions a CPU-second of random play that is chosen by numpy, one step of all hands at a time."""
    luck = np.random.default_rng(1)
    table.reset()

    def step_all() -> int:
        table.reset(table.done)
        legal = table.legal()
        places = (luck.random(HANDS) * legal.counts).astype(np.int64)
        actions = legal.actions[np.arange(HANDS), places]
        raises = (legal.raise_to > 0) & (luck.random(HANDS) < RAISES)
        amounts = legal.raise_from + (luck.random(HANDS) * (legal.raise_to - legal.raise_from + 1)).astype(np.int64)
        table.step(np.where(raises, RAISE + (amounts << KIND_BITS), actions))
        return int(((legal.counts > 1) | (legal.raise_to > 0)).sum())

    step_all()  # compiles
    return rate(step_all, seconds)


def measure(seconds: float) -> dict[str, float]:
    """Every preset, both ways."""
    found: dict[str, float] = {}
    for preset in PRESETS:
        table = BatchTable(preset, len(names(preset)), HANDS, seed=1)
        found[f"batch {preset}"] = played(table, seconds)
        found[f"stepped {preset}"] = stepped(table, seconds)
    return found
