"""Bots that misbehave: the table plays on, and it is counted."""

from __future__ import annotations

import pytest

from sabacc.arena import play_match
from sabacc.arena.bot_seat import BotSeat
from sabacc.game.actions import CHECK
from sabacc.game.events import Acted
from sabacc.policy import SeatViews
from sabacc.rules import PRESETS
from sabacc.variants import new_game
from tests.arena.contestants import SIMPLE, Entry, Fidget


@pytest.mark.parametrize("kind", ["crasher", "mute"])
def test_a_bot_without_a_legal_answer_does_what_the_clock_would(kind: str) -> None:
    def hands(name: str) -> tuple[int, ...]:
        scores = play_match("classic", [SIMPLE, Entry("other", name)], hands=20, processes=1)
        return next(iter(scores)).won

    assert hands(kind) == hands("sleeper")


@pytest.mark.parametrize("kind", ["crasher", "mute"])
def test_each_of_its_decisions_is_a_fault(kind: str) -> None:
    stats = play_match("classic", [SIMPLE, Entry(kind)], hands=20, processes=1).stats(kind)
    assert stats.faults == stats.decisions > 0


def test_an_illegal_action_is_a_fault_and_a_legal_one_is_none() -> None:
    stats = play_match("classic", [SIMPLE, Entry("cheat")], hands=40, processes=1).stats("cheat")
    assert stats.calls > 0
    assert stats.faults == stats.decisions - stats.calls


def test_free_moves_without_end_are_ended() -> None:
    """Two cards could be placed; with one move allowed, the second is taken for the first of very many."""
    hand = new_game("classic", ["Ana", "Ben"], seed="7").deal()
    table, seat = SeatViews(hand), hand.waiting[0]
    fidget = BotSeat(Fidget(), max_free_moves=1)
    fidget.play(table, seat)
    assert (hand.waiting, fidget.faults) == ((seat,), 0)
    fidget.play(table, seat)
    assert fidget.faults == 1
    assert [event.action for event in hand.events if isinstance(event, Acted)][1] == CHECK


def test_a_few_free_moves_are_nobodys_fault() -> None:
    """Where cards can't be taken back, there are only so many to place."""
    stats = play_match("classic", [SIMPLE, Entry("fidget")], hands=20, processes=1).stats("fidget")
    assert stats.fields > 0
    assert stats.faults == 0


@pytest.mark.parametrize("preset", PRESETS)
def test_bots_that_behave_have_no_faults(preset: str) -> None:
    scores = play_match(preset, [SIMPLE, "droid"], hands=40, players=3, processes=1)
    assert [scores.stats(name).faults for name in ("simple", "droid")] == [0, 0]


def test_decisions_cut_short_are_added_up() -> None:
    scores = play_match("classic", [SIMPLE, Entry("hurried")], hands=40, processes=1)
    assert scores.clock("hurried").cut_short == scores.clock("hurried").decisions > 0
    assert scores.clock("simple").cut_short == 0


def test_the_slowest_decision_is_no_faster_than_the_mean() -> None:
    clock = play_match("classic", [SIMPLE, "droid"], hands=20, processes=1).clock("simple")
    assert clock.slowest >= clock.seconds / clock.decisions > 0
