"""What a seat remembers has nothing hidden in it."""

from __future__ import annotations

import random

import pytest

from sabacc.envs.information_state import full_history, information_state, observation
from tests.envs.test_nodes import dealt, played, root_deal, wander


@pytest.mark.clause("T6")
@pytest.mark.parametrize("moves", [(), ("stand",), ("stand", "stand"), ("stand", "stand", "raise 1")])
def test_t6_with_other_cards_in_the_opponents_hand_one_sees_the_same(moves: tuple[str, ...]) -> None:
    one = played(dealt(root_deal(), "S15 S3 S8 QA"), *moves)
    other = played(dealt(root_deal(), "S15 QA S8 S12"), *moves)
    assert full_history(one) != full_history(other)
    assert information_state(one, 0) == information_state(other, 0)
    assert observation(one, 0) == observation(other, 0)
    assert information_state(one, 1) != information_state(other, 1)
    assert observation(one, 1) != observation(other, 1)


@pytest.mark.clause("T6")
def test_t6_which_card_was_traded_and_drawn_stays_hidden() -> None:
    start = dealt(root_deal(), "S15 S3 S8 QA")
    one, other = played(start, "trade S15").answer(0), played(start, "trade S8").answer(1)
    assert information_state(one, 1) == information_state(other, 1)
    assert information_state(one, 0) != information_state(other, 0)
    assert information_state(one, None) == information_state(other, None)


def test_an_action_that_waits_for_its_card_shows_no_more_than_it_will() -> None:
    start = dealt(root_deal(), "S15 S3 S8 QA")
    assert information_state(played(start, "trade S15"), 1) == information_state(played(start, "trade S8"), 1)
    assert information_state(played(start, "trade S15"), 0) != information_state(played(start, "trade S8"), 0)


def test_views_are_the_same_wherever_memories_are() -> None:
    """What is left out of a memory follows from the rest of it."""
    luck = random.Random(3)
    memories: dict[str, str] = {}
    for _ in range(150):
        node = wander(root_deal("tiny"), luck)
        while node.parent is not None:
            node = node.parent
            if node.hand is not None and not node.is_chance:
                view = node.hand.view(node.seat)
                events = repr([view.events, view.options])
                assert memories.setdefault(information_state(node, node.seat), events) == events
    assert len(memories) > 100


def test_a_memory_reads_like_a_story() -> None:
    node = played(dealt(root_deal(), "S15 S3 S8 QA"), "stand", "trade S3").answer(0)
    assert information_state(node, 0) == (
        "seat 0, 0 gets S15, 1 gets ?, 0 gets S8, 1 gets ?, 0 stand, 1 trade, dropped 1 junk None False, 1 gets ?"
    )
