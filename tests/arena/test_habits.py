"""What bots do, counted."""

from __future__ import annotations

import pytest

from sabacc import new_game
from sabacc.arena import play_match
from sabacc.arena.habits import Habits, count_habits
from sabacc.game.actions import CALL_HAND, CHECK, FOLD, MATCH, PASS, STAND, Place, Raise
from sabacc.game.hand import Hand
from sabacc.rules import PRESETS
from tests.arena.contestants import SIMPLE, Entry


def counted(hand: Hand, seats: int) -> list[Habits]:
    habits = [Habits() for _ in range(seats)]
    count_habits(hand.events, habits)
    return habits


def play_to_the_end(hand: Hand) -> None:
    while not hand.over:
        hand.time_out(hand.waiting[0])


def test_a_raise_and_two_folds() -> None:
    hand = new_game("classic", ["Ana", "Ben", "Cy"], seed="00ff").deal()
    hand.act(1, Raise(to=9))
    while not hand.over:
        seat = hand.waiting[0]
        hand.act(seat, FOLD if FOLD in hand.options(seat) and seat != 1 else PASS)
    ana, ben, cy = counted(hand, 3)
    assert (ben.bets, ben.raised, ben.folds, ben.hands_won) == (1, 1, 0, 1)
    assert (ana.folds, cy.folds) == (1, 1)
    assert (ana.hands_won, cy.hands_won) == (0, 0)
    assert [one.showdowns for one in (ana, ben, cy)] == [0, 0, 0]
    assert [one.hands for one in (ana, ben, cy)] == [1, 1, 1]


def test_cards_placed_are_counted_as_fields_and_not_as_bets() -> None:
    hand = new_game("classic", ["Ana", "Ben"], seed="7").deal()
    seat = hand.waiting[0]
    hand.act(seat, next(action for action in hand.options(seat) if isinstance(action, Place)))
    hand.act(seat, CHECK)
    play_to_the_end(hand)
    habits = counted(hand, 2)[seat]
    assert habits.fields == 1
    assert habits.checked == habits.bets > 0


def test_a_call_of_the_hand_leads_to_a_showdown() -> None:
    hand = new_game("classic", ["Ana", "Ben"], seed="7").deal()
    caller = None
    while not hand.over:
        seat = hand.waiting[0]
        options = hand.options(seat)
        action = next(action for action in (CALL_HAND, CHECK, MATCH, STAND, PASS) if action in options)
        caller = seat if action is CALL_HAND else caller
        hand.act(seat, action)
    assert caller is not None
    habits = counted(hand, 2)
    assert [one.calls for one in habits] == [int(seat == caller) for seat in range(2)]
    assert [one.showdowns for one in habits] == [1, 1]


def test_who_always_raises_raises_more_than_who_never_does() -> None:
    scores = play_match("pagat", [Entry("raiser"), Entry("sleeper")], hands=20, processes=1)
    raiser, sleeper = scores.habits("raiser"), scores.habits("sleeper")
    assert raiser.raised / raiser.bets > 0.5
    assert sleeper.raised == 0


@pytest.mark.parametrize("preset", PRESETS)
def test_the_counts_fit_together(preset: str) -> None:
    scores = play_match(preset, [SIMPLE, "droid"], hands=60, players=3, processes=1)
    for name in scores.match.names:
        habits = scores.habits(name)
        assert habits.raised + habits.matched + habits.checked + habits.folded <= habits.bets
        assert 0 < habits.bets <= habits.decisions - habits.fields
        assert habits.folded <= habits.folds <= habits.hands
        assert habits.showdowns_won <= habits.showdowns <= habits.hands - habits.folds
        assert habits.showdowns_won <= habits.hands_won
        assert habits.bombed_out <= habits.showdowns


def test_habits_add_up() -> None:
    habits = Habits(hands=1, raised=2)
    habits.add(Habits(hands=10, folds=3))
    assert habits == Habits(hands=11, raised=2, folds=3)
