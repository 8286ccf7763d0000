"""`sabacc play` with levels of the blinds, by hands and by the clock."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from sabacc.cli.play import PlayOptions, play_in_terminal
from sabacc.game.events import HandStarted, LevelSet
from sabacc.game.table import Game
from sabacc.records import replay
from tests.cli.command_runner import accepted
from tests.cli.conftest import Inside

FOLDS = "fold\n1\n" * 200  # whoever can't fold takes the first thing; a line too many only asks again
TWENTY = "Next level in 20 minutes: blinds 100/200, board card 50."


def levels_by_hand(record: Path) -> list[int]:
    """The level of each hand of a record."""
    game = replay(record.read_text(encoding="utf-8"))
    assert isinstance(game, Game)
    found, level = [], 1
    for event in game.events:
        if isinstance(event, LevelSet):
            level = event.level
        elif isinstance(event, HandStarted):
            found.append(level)
    return found


def by_the_clock(monkeypatch: pytest.MonkeyPatch, record: Path, clock: Callable[[], float], *options: str) -> None:
    """A game whose clock is another one than the machine's."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(FOLDS.encode()), encoding="utf-8"))
    play_in_terminal(PlayOptions("corellian-house", 2, "droid", list(options), "Ana", "clock", str(record)), clock)


class HandClock:
    """A clock by which every hand takes so many minutes: it is looked at when a hand begins and when it ends."""

    def __init__(self, minutes: float) -> None:
        self.step = 60 * minutes
        self.looks = 0

    def __call__(self) -> float:
        self.looks += 1
        return self.step * (self.looks // 2) + 10_000 * ((self.looks - 1) // 2)  # hours go by between hands


def test_a_line_at_the_start_of_each_hand_tells_the_level_and_what_comes(inside: Inside) -> None:
    out = accepted(inside("play", "corellian-house", "--players", "2", "--seed", "1", stdin=FOLDS)).out
    lines = [line for line in out.splitlines() if TWENTY in line]
    assert len(lines) == len(re.findall(r"^Hand \d+\. \S+ deals?\.", out, re.MULTILINE))
    assert all("Level 1 of 7: blinds 50/100, board card 25." in line for line in lines)


def test_levels_by_hands_go_up_with_the_next_hand_and_are_announced(inside: Inside, tmp_path: Path) -> None:
    record = tmp_path / "evening.sabacc"
    arguments = ("play", "corellian-house", "--players", "2", "--seed", "1", "-o", "level_hands=2")
    out = accepted(inside(*arguments, "--record", record, stdin=FOLDS)).out
    played = levels_by_hand(record)
    assert played == [min(7, 1 + at // 2) for at in range(len(played))]
    assert played[-1] >= 3
    assert "Next level after 1 more hand: blinds 100/200, board card 50." in out
    assert "Level 2: blinds 100 and 200, board price 50." in out
    assert out.count("Level 2 of 7") == 1  # the first hand of a level is announced by the change itself
    assert "is good" in accepted(inside("verify", record)).out


def test_the_same_seed_and_answers_meet_the_same_levels(inside: Inside) -> None:
    arguments = ("play", "corellian-house", "--players", "2", "--seed", "same", "-o", "level_hands=1")
    first, second = (inside(*arguments, stdin=FOLDS).out for _ in range(2))
    assert first == second
    assert "Level 3:" in first


@pytest.mark.clause("CH3")
def test_levels_by_the_clock_count_the_minutes_in_which_hands_are_played(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "evening.sabacc"
    by_the_clock(monkeypatch, record, HandClock(minutes=7))
    played = levels_by_hand(record)
    assert played[:7] == [1, 1, 1, 2, 2, 2, 3]  # 0, 7, 14, 21, 28, 35 and 42 minutes after the first deal
    out = capsys.readouterr().out
    for minutes in (20, 13, 6):
        assert f"Next level in {minutes} minutes: blinds 100/200, board card 50." in out
    assert "Next level in 19 minutes: blinds 200/400, board card 75." in out


def test_however_long_a_hand_takes_no_level_is_skipped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    record = tmp_path / "night.sabacc"
    by_the_clock(monkeypatch, record, HandClock(minutes=600), "level_minutes=5")
    played = levels_by_hand(record)
    assert played[:8] == [1, 2, 3, 4, 5, 6, 7, 7]


def test_a_table_with_blinds_of_its_own_has_no_levels(inside: Inside) -> None:
    out = inside("play", "corellian-house", "-o", "blinds=[10,20]", "-o", "level_hands=1", stdin="quit\n").out
    assert "evel" not in out.split("With you at the table")[1]


def test_another_schedule_begins_with_its_first_level(inside: Inside) -> None:
    out = inside("play", "corellian-house", "-o", "schedule=[[1,2,1],[3,6,2]]", "--seed", "1", stdin="quit\n").out
    assert "Level 1 of 2: blinds 1/2, board card 1. Next level in 20 minutes: blinds 3/6, board card 2." in out
    assert "posts the big blind of 2." in out or "post the big blind of 2." in out
