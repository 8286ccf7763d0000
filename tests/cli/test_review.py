"""`sabacc review`."""

from __future__ import annotations

from pathlib import Path

import pytest

from sabacc.records import record_game, record_hand
from tests.cli.command_runner import accepted, refused, sabacc
from tests.cli.record_samples import played_game, played_hand, short_hand
from tests.cli.terminals import interrupted

FEW = ("--guesses", "4", "--processes", "1")
MARKS = {"good", "inaccuracy", "mistake", "blunder", "unclear"}


@pytest.fixture
def short(tmp_path: Path) -> Path:
    """The record of a short hand of classic, over."""
    return saved(tmp_path, record_hand(short_hand()))


def saved(folder: Path, text: str) -> Path:
    path = folder / "hand.sabacc"
    path.write_text(text, encoding="utf-8")
    return path


def test_json_has_every_decision_with_its_actions(short: Path) -> None:
    found = accepted(sabacc("review", short, "--seat", "0", *FEW, "--json")).json()
    assert set(found) == {"decisions", "win"}
    assert [one["action"] for one in found["decisions"]] == ["check", "trade S13", "pass", "check"]
    assert len(found["win"]) == 4
    for one in found["decisions"]:
        assert list(one) == ["at", "action", "best", "loss", "low", "high", "mark", "actions"]
        assert one["mark"] in MARKS
        assert one["low"] <= one["loss"] <= one["high"]
        assert [action["value"] for action in one["actions"]] == sorted(
            (action["value"] for action in one["actions"]), reverse=True
        )
        assert all(list(action) == ["action", "value", "low", "high"] for action in one["actions"])
        names = [action["action"] for action in one["actions"]]
        assert one["best"] == names[0]
        assert one["action"] in names


def test_people_get_the_same_figures(short: Path) -> None:
    found = accepted(sabacc("review", short, "--seat", "1", *FEW, "--json")).json()
    text = accepted(sabacc("review", short, "--seat", "1", *FEW)).out
    assert text.startswith("What Ben decided in hand 1")
    for one in found["decisions"]:
        line = next(line for line in text.splitlines() if line.split()[:1] == [str(one["at"])])
        assert f"lost {one['loss']:.2f}" in line
        assert one["mark"] in line
    assert "Chance to win, decision by decision: " in text
    assert "Turning point: " in text


def test_the_same_seed_gives_the_same_review(short: Path) -> None:
    many = ("--guesses", "12", "--json")
    one = accepted(sabacc("review", short, "--seat", "0", *many, "--processes", "1")).out
    assert accepted(sabacc("review", short, "--seat", "0", *many, "--processes", "2")).out == one
    other = accepted(sabacc("review", short, "--seat", "0", *many, "--seed", "2", "--processes", "1")).out
    assert other != one


def test_a_seats_own_record_needs_no_seat(tmp_path: Path, short: Path) -> None:
    own = saved(tmp_path, record_hand(short_hand(), 0))
    assert len(accepted(sabacc("review", own, *FEW, "--json")).json()["decisions"]) == 4


def test_one_hand_of_several_is_named(tmp_path: Path) -> None:
    path = saved(tmp_path, record_game(played_game("coruscant-shift")))
    refused(sabacc("review", path, "--seat", "0", *FEW), "has hands 1 to 2: say which with --hand H.")
    accepted(sabacc("review", path, "--seat", "0", "--hand", "2", *FEW))


def test_what_can_t_be_reviewed_is_said(tmp_path: Path, short: Path) -> None:
    refused(sabacc("review", short, *FEW), "say --seat n")
    refused(sabacc("review", short, "--seat", "7", *FEW), "nobody had seat 7")
    spectator = saved(tmp_path, record_hand(played_hand(), None))
    refused(sabacc("review", spectator, *FEW), "what a spectator saw")
    refused(sabacc("review", "-", *FEW, stdin="nonsense"), "-, line 1")


def test_rounds_are_told_where_no_credits_are_played_for(tmp_path: Path) -> None:
    path = saved(tmp_path, record_hand(played_hand("coruscant-shift")))
    assert "Rounds are counted from the decision" in accepted(sabacc("review", path, "--seat", "0", *FEW)).out


def test_ctrl_c_stops_with_a_word(short: Path) -> None:
    ran = interrupted("review", short, "--seat", "0", "--guesses", "100000", "--processes", "1")
    assert "stopped before all guesses were made" in ran.err
    assert ran.code == 0
    assert ran.out.startswith("What Ana decided in hand 1")
    assert "Traceback" not in ran.err
