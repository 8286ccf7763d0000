"""A review knows what its seat knew, and is the same however it is made."""

from __future__ import annotations

import pytest

from sabacc.chance import Chance
from sabacc.records import read, record_hand
from sabacc.records.decisions import hands_in
from sabacc.review import HandReview
from sabacc.review.guesses import make_guesses
from sabacc.rules import PRESETS
from sabacc.sampling import sample
from tests.review.reviewed_hands import bots_hand, played, reviewed
from tests.strategies import SOAK

OTHER_PASTS = 10 if SOAK else 2
GUESSES = 3


@pytest.mark.parametrize("preset", PRESETS)
def test_other_cards_that_the_seat_never_saw_change_nothing(preset: str) -> None:
    hand = bots_hand(preset, "swapped")
    different = 0
    for seat in range(3):
        view = hand.view(seat)
        expected = reviewed(hand, seat, GUESSES)
        for number in range(OTHER_PASTS):
            other = sample(view, Chance(f"other {number}")).hand
            different += (other.hands, other.undealt()) != (hand.hands, hand.undealt())
            assert reviewed(other, seat, GUESSES) == expected
    assert different > 0


def test_a_seats_own_record_gives_the_same_review() -> None:
    hand = bots_hand("classic", "own record")
    own = hands_in(read(record_hand(hand, 1)))[0]
    assert reviewed(own, 1, GUESSES) == reviewed(hand, 1, GUESSES)


def test_no_task_holds_what_came_later_or_was_hidden() -> None:
    hand = bots_hand("classic", "tasks")
    for task in HandReview(played(hand), 0).tasks(0, 1):
        record = read(task.record)
        assert record.kind == "seat"
        assert record.seat == 0
        assert record.events == [event.seen_by(0) for event in hand.events[: task.decision.events]]


def test_guesses_made_in_parts_and_out_of_order_are_the_same() -> None:
    hand = played(bots_hand("cloud-city", "parts"))
    parts = HandReview(hand, 0)
    for first, to in ((0, 2), (2, 7), (7, 20)):
        for task in parts.tasks(first, to):
            parts.add(make_guesses(task))
    assert parts.review() == reviewed(hand, 0, 20)


def test_another_seed_makes_other_guesses() -> None:
    hand = bots_hand("cloud-city", "seeds")
    assert reviewed(hand, 0, 4, "one") != reviewed(hand, 0, 4, "two")
