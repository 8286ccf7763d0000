"""Marks: what is said of a decision, by what it lost and how sure that is."""

from __future__ import annotations

from typing import Literal

from sabacc.review.weighted_mean import WeightedMean

Mark = Literal["good", "inaccuracy", "mistake", "blunder", "unclear"]

# From how many antes lost, on average.
INACCURACY = 0.1
MISTAKE = 0.5
BLUNDER = 1.5


def mark_loss(loss: WeightedMean) -> Mark:
    """A fault is only marked where the whole interval is above nothing; good is what can hardly be a mistake."""
    if loss.low > 0 and loss.mean >= INACCURACY:
        return "blunder" if loss.mean >= BLUNDER else "mistake" if loss.mean >= MISTAKE else "inaccuracy"
    return "good" if loss.high < MISTAKE else "unclear"
