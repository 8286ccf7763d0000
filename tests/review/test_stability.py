"""More guesses make a review surer, and hardly ever take back what it said."""

from __future__ import annotations

from sabacc.review import DecisionReview
from sabacc.rules import PRESETS
from tests.review.reviewed_hands import bots_hand, played, reviewed
from tests.strategies import SOAK

SPOTS = 200 if SOAK else 10
GUESSES = 40 if SOAK else 12
CLEAR = ("inaccuracy", "mistake", "blunder")
QUICK = ("cloud-city", "coruscant-shift")
PRESETS_IN_TURN = (*QUICK, *(name for name in PRESETS if name not in QUICK))


def pairs() -> list[tuple[DecisionReview, DecisionReview]]:
    """Decisions of all games, reviewed with few guesses and with ten times as many others."""
    found: list[tuple[DecisionReview, DecisionReview]] = []
    number = 0
    while len(found) < SPOTS:
        hand = played(bots_hand(PRESETS_IN_TURN[number % len(PRESETS_IN_TURN)], f"stable {number}"))
        few = reviewed(hand, 0, GUESSES, "few").decisions
        for one, other in zip(few, reviewed(hand, 0, 10 * GUESSES, "many").decisions, strict=True):
            found.append((one, other))
        number += 1
    return found


def test_ten_times_the_guesses_say_the_same() -> None:
    compared = pairs()
    apart = [(one, other) for one, other in compared if one.low > other.high + 1e-9 or other.low > one.high + 1e-9]
    assert len(apart) <= 0.05 * len(compared), apart
    marked = [(one, other) for one, other in compared if one.mark in CLEAR]
    taken_back = [(one, other) for one, other in marked if other.mark == "good"]
    assert len(taken_back) <= 0.1 * max(1, len(marked)), taken_back
    assert sum(one.high - one.low for one, _ in compared) > sum(other.high - other.low for _, other in compared)
