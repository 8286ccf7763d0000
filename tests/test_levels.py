"""Levels of the blinds: which one is played, how long it lasts, and which comes then."""

from __future__ import annotations

from typing import Any

import pytest

from sabacc import new_game
from sabacc.chance import Chance
from sabacc.errors import RulesError, SabaccError
from sabacc.game.events import HandStarted, LevelSet
from sabacc.game.snapshot import load_table, save_table
from sabacc.game.table import Game
from sabacc.records import record_game, replay
from sabacc.rules import (
    LevelLeft,
    LevelProgress,
    Rules,
    at_first_level,
    carried_over,
    level_left,
    level_of,
    level_to_play,
    next_level,
    read_rules,
    rules_at_level,
)
from sabacc.variants import explain_rules, flow_of
from sabacc.words import level_ahead, level_now

MINUTE = 60_000
TWICE = [[50, 100, 25], [50, 100, 25], [100, 200, 50]]  # the first level lasts twice as long


def rules(**options: Any) -> Rules:
    return read_rules({"preset": "corellian-house", **options})


def after(minutes: float = 0, hands: int = 0) -> LevelProgress:
    return LevelProgress(round(minutes * MINUTE), hands)


# ---- which level


@pytest.mark.clause("CH3")
def test_a_table_begins_with_the_first_of_seven_levels_of_twenty_minutes() -> None:
    usual = rules()
    assert (level_of(usual), len(usual.schedule), usual.level_minutes, usual.level_hands) == (1, 7, 20, 0)


def test_blinds_of_ones_own_are_no_level() -> None:
    assert level_of(rules(blinds=[10, 20], board_price=5)) == 0
    assert level_of(rules(board_price=30)) == 0
    assert level_of(read_rules("classic")) == 0


def test_a_level_has_its_blinds_and_its_board_price() -> None:
    third = rules_at_level(rules(items=True), 3)
    assert (third.blinds, third.board_price, third.items, level_of(third)) == ((200, 400), 75, True, 3)


@pytest.mark.parametrize("level", [-1, 0, 8])
def test_a_level_that_is_not_there_is_refused(level: int) -> None:
    with pytest.raises(SabaccError, match="the schedule has levels 1 to 7"):
        rules_at_level(rules(), level)


# ---- which one comes next


def test_levels_come_by_themselves_until_the_last() -> None:
    assert [next_level(rules(), level) for level in range(1, 8)] == [2, 3, 4, 5, 6, 7, 0]


def test_no_level_comes_by_itself_where_the_host_decides_or_the_blinds_are_ones_own() -> None:
    assert next_level(rules(level_minutes=0), 1) == 0
    assert next_level(rules(blinds=[10, 20]), 0) == 0
    assert next_level(rules(schedule=[]), 0) == 0
    assert next_level(rules(level_minutes=0, level_hands=5), 1) == 2


def test_a_level_that_goes_against_the_largest_bet_is_not_reached() -> None:
    limited = rules(max_bet=500)
    assert [next_level(limited, level) for level in (1, 2, 3)] == [2, 3, 0]
    assert level_left(limited, 3, after(minutes=100)) is None
    assert level_to_play(limited, 3, after(minutes=100)) == 3


@pytest.mark.clause("CH3")
@pytest.mark.parametrize(("minutes", "level"), [(0, 1), (19.99, 1), (20, 2), (39, 2), (500, 2)])
def test_the_next_level_is_due_after_twenty_minutes_and_none_is_skipped(minutes: float, level: int) -> None:
    assert level_to_play(rules(), 1, after(minutes, hands=99)) == level


@pytest.mark.parametrize(("hands", "level"), [(0, 1), (7, 1), (8, 2), (9, 2)])
def test_by_hands_the_clock_does_not_matter(hands: int, level: int) -> None:
    assert level_to_play(rules(level_hands=8), 1, after(minutes=500, hands=hands)) == level


def test_the_last_level_goes_on() -> None:
    assert level_to_play(rules(), 7, after(minutes=500)) == 7


def test_another_schedule_is_begun_with_its_first_level_unless_the_blinds_were_chosen() -> None:
    small = [[1, 2, 1], [3, 6, 2]]
    assert level_to_play(rules(schedule=small), 0, after()) == 1
    assert level_to_play(rules(schedule=small, blinds=[5, 10]), 0, after()) == 0
    assert level_to_play(rules(schedule=[]), 0, after()) == 0


def test_a_table_begins_at_the_first_level_unless_other_blinds_were_chosen() -> None:
    small = rules(schedule=[[1, 2, 1], [3, 6, 2]])
    assert (at_first_level(small).blinds, at_first_level(small).board_price) == ((1, 2), 1)
    assert at_first_level(rules(schedule=[[1, 2, 1], [50, 100, 25]])).blinds == (1, 2)
    for kept in (
        rules(),
        rules(blinds=[5, 10]),
        rules(blinds=[100, 200], board_price=50),
        rules(schedule=[]),
        read_rules("classic"),
    ):
        assert at_first_level(kept) == kept


# ---- what is left of one


def test_what_is_left_is_time_or_hands_and_never_less_than_nothing() -> None:
    assert level_left(rules(), 1, after(minutes=13)) == LevelLeft(ms=7 * MINUTE)
    assert level_left(rules(), 1, after(minutes=30)) == LevelLeft(ms=0)
    assert level_left(rules(level_hands=8), 1, after(hands=5)) == LevelLeft(hands=3)
    assert level_left(rules(level_hands=8), 1, after(hands=9)) == LevelLeft(hands=0)


@pytest.mark.parametrize(("minutes", "carried"), [(20, 0), (23.5, 3.5), (19.9, -0.1), (39.9, 19.9), (40, 0), (600, 0)])
def test_what_one_level_takes_too_long_the_next_is_shorter(minutes: float, carried: float) -> None:
    assert carried_over(rules(), after(minutes)) == round(carried * MINUTE)


# ---- at a table


def test_a_level_that_stands_twice_in_the_schedule_is_played_twice() -> None:
    game = new_game(rules(schedule=TWICE), ["Ana", "Ben"], seed="twice")
    assert game.level == 1
    game.set_level(2)
    assert (game.level, game.rules.blinds) == (2, (50, 100))
    assert load_table(save_table(game), flow_of).level == 2
    game.change_rules({"preset": "corellian-house", "schedule": TWICE, "items": True})
    assert game.level == 2
    game.set_level(3)
    assert load_table(save_table(game), flow_of).level == 3
    game.change_rules({"preset": "corellian-house", "blinds": [5, 10]})
    assert game.level == 0


def test_a_level_holds_from_the_next_hand_on_and_is_in_the_record() -> None:
    game = Game(rules(), ["Ana", "Ben"], [10_000, 10_000], Chance("levels"), flow_of)
    for level in (1, 2, 3):
        if level > 1:
            game.set_level(level)
        hand = game.deal()
        with pytest.raises(SabaccError, match="wait for the end of the hand"):
            game.set_level(4)
        while not hand.over:
            hand.time_out(hand.waiting[0])
    told = [event for event in game.events if isinstance(event, (LevelSet, HandStarted))]
    assert [getattr(event, "level", "hand") for event in told] == ["hand", 2, "hand", 3, "hand"]
    again = replay(record_game(game))
    assert isinstance(again, Game)
    assert (again.level, again.rules, again.stacks) == (3, game.rules, game.stacks)


# ---- in words


@pytest.mark.parametrize(
    ("left", "when"),
    [
        (LevelLeft(ms=7 * MINUTE), "in 7 minutes"),
        (LevelLeft(ms=6 * MINUTE + 1), "in 7 minutes"),
        (LevelLeft(ms=1000), "in 1 minute"),
        (LevelLeft(ms=0), "with the next hand"),
        (LevelLeft(hands=0), "with the next hand"),
        (LevelLeft(hands=1), "after 1 more hand"),
        (LevelLeft(hands=3), "after 3 more hands"),
    ],
)
def test_the_next_level_is_told_with_its_blinds(left: LevelLeft, when: str) -> None:
    assert level_now(rules(), 2) == "Level 2 of 7: blinds 100/200, board card 50."
    assert level_ahead(rules(), 2, left) == f"Next level {when}: blinds 200/400, board card 75."


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, "3000/6000/1000. Each lasts 20 minutes, and the last goes on"),
        ({"level_minutes": 1}, "Each lasts 1 minute,"),
        ({"level_hands": 8}, "Each lasts 8 hands,"),
        ({"level_minutes": 0}, "The host decides when the next one comes"),
    ],
)
def test_the_rules_explain_how_the_blinds_go_up(options: dict[str, Any], said: str) -> None:
    assert any(said in paragraph for paragraph in explain_rules(rules(**options)))


@pytest.mark.parametrize("option", ["level_minutes", "level_hands"])
def test_levels_make_no_sense_where_there_are_no_blinds(option: str) -> None:
    with pytest.raises(RulesError, match=f"{option} makes no sense in classic"):
        read_rules({"preset": "classic", option: 7})
