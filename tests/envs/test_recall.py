"""What a seat remembers has nothing hidden in it."""

from __future__ import annotations

import random

import pytest

from sabacc.envs.recall import glance, recall, truth
from tests.envs.test_moments import dealt, opening, played, wander


@pytest.mark.clause("T6")
@pytest.mark.parametrize("moves", [(), ("stand",), ("stand", "stand"), ("stand", "stand", "raise 1")])
def test_t6_with_other_cards_in_the_opponents_hand_one_sees_the_same(moves: tuple[str, ...]) -> None:
    one = played(dealt(opening(), "S15 S3 S8 QA"), *moves)
    other = played(dealt(opening(), "S15 QA S8 S12"), *moves)
    assert truth(one) != truth(other)
    assert recall(one, 0) == recall(other, 0)
    assert glance(one, 0) == glance(other, 0)
    assert recall(one, 1) != recall(other, 1)
    assert glance(one, 1) != glance(other, 1)


@pytest.mark.clause("T6")
def test_t6_which_card_was_traded_and_drawn_stays_hidden() -> None:
    start = dealt(opening(), "S15 S3 S8 QA")
    one, other = played(start, "trade S15").answer(0), played(start, "trade S8").answer(1)
    assert recall(one, 1) == recall(other, 1)
    assert recall(one, 0) != recall(other, 0)
    assert recall(one, None) == recall(other, None)


def test_an_action_that_waits_for_its_card_shows_no_more_than_it_will() -> None:
    start = dealt(opening(), "S15 S3 S8 QA")
    assert recall(played(start, "trade S15"), 1) == recall(played(start, "trade S8"), 1)
    assert recall(played(start, "trade S15"), 0) != recall(played(start, "trade S8"), 0)


def test_views_are_the_same_wherever_memories_are() -> None:
    """What is left out of a memory follows from the rest of it."""
    luck = random.Random(3)
    seen: dict[str, str] = {}
    for _ in range(150):
        moment = wander(opening("tiny"), luck)
        while moment.before is not None:
            moment = moment.before
            if moment.hand is not None and not moment.is_chance:
                view = moment.hand.view(moment.seat)
                told = repr([view.events, view.options])
                assert seen.setdefault(recall(moment, moment.seat), told) == told
    assert len(seen) > 100


def test_a_memory_reads_like_a_story() -> None:
    moment = played(dealt(opening(), "S15 S3 S8 QA"), "stand", "trade S3").answer(0)
    assert recall(moment, 0) == (
        "seat 0, 0 gets S15, 1 gets ?, 0 gets S8, 1 gets ?, 0 stand, 1 trade, dropped 1 junk None False, 1 gets ?"
    )
