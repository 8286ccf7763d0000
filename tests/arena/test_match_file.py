"""Matches that are kept in a file, and go on."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from sabacc.arena import Contestant, new_match, play_match, running_scores
from sabacc.errors import SabaccError
from tests.arena.contestants import SIMPLE, Entry
from tests.arena.test_match import counted

BOTS: list[str | Contestant] = [SIMPLE, "droid", Entry("sleeper")]
SESSIONS = 4
SESSION = 2  # hands
HANDS = 2 * SESSION * SESSIONS


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "match.jsonl"


def play(file: Path | None, hands: int = HANDS, **settings: Any) -> dict[str, Any]:
    return counted(play_match("cloud-city", BOTS, hands, processes=1, save=file, **{"session": SESSION, **settings}))


def play_some(file: Path, sessions: int) -> None:
    """As if it had been stopped then."""
    for _ in islice(running_scores(new_match("cloud-city", BOTS, session=SESSION), SESSIONS, 1, file), sessions + 1):
        pass


def lines(file: Path) -> list[Any]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def test_a_file_has_a_line_about_the_match_and_one_for_each_session(file: Path) -> None:
    play(file)
    header, *sessions = lines(file)
    assert header["bots"] == ["simple", "droid", "sleeper"]
    assert [(one["number"], one["pair"]) for one in sessions[:4]] == [
        (0, [0, 1]),
        (0, [0, 2]),
        (0, [1, 2]),
        (1, [0, 1]),
    ]
    assert len(sessions) == 3 * SESSIONS


def test_saving_changes_nothing(file: Path) -> None:
    assert play(file) == play(None)


@pytest.mark.parametrize("done", [0, 1, 5, 3 * SESSIONS])
def test_a_match_goes_on_where_it_stopped(file: Path, done: int) -> None:
    play_some(file, done)
    assert len(lines(file)) == 1 + done
    assert play(file) == play(None)
    assert len(lines(file)) == 1 + 3 * SESSIONS


def test_what_was_played_is_not_played_again(file: Path) -> None:
    play_some(file, 5)
    before = lines(file)
    play(file)
    assert lines(file)[:6] == before


def test_a_torn_line_is_dropped_and_its_session_played_again(file: Path) -> None:
    play_some(file, 5)
    whole = file.read_bytes()
    for cut in (1, 2, 30, 200):
        file.write_bytes(whole[:-cut])
        assert play(file) == play(None)
        assert len(lines(file)) == 1 + 3 * SESSIONS


@pytest.mark.parametrize("left", [0, 1, 40])
def test_a_torn_first_line_begins_anew(file: Path, left: int) -> None:
    play_some(file, 0)
    file.write_bytes(file.read_bytes()[:left])
    assert play(file) == play(None)
    assert len(lines(file)) == 1 + 3 * SESSIONS


def test_more_hands_add_to_what_is_there(file: Path) -> None:
    play(file)
    assert play(file, 2 * HANDS) == play(None, 2 * HANDS)


def test_fewer_hands_leave_the_others_out_but_in_the_file(file: Path) -> None:
    play(file)
    assert play(file, 2 * SESSION) == play(None, 2 * SESSION)
    assert len(lines(file)) == 1 + 3 * SESSIONS


@pytest.mark.parametrize(
    ("settings", "word"), [({"seed": "2"}, "seed"), ({"players": 4}, "players"), ({"session": 5}, "session")]
)
def test_a_file_of_another_match_is_refused_and_stays(file: Path, settings: dict[str, Any], word: str) -> None:
    play(file)
    before = file.read_bytes()
    with pytest.raises(SabaccError, match=f"another match, with {word}"):
        play(file, **settings)
    assert file.read_bytes() == before


def test_a_file_of_other_bots_is_refused(file: Path) -> None:
    play(file)
    with pytest.raises(SabaccError, match="another match, with bots"):
        play_match("cloud-city", BOTS[:2], HANDS, session=SESSION, save=file)


@pytest.mark.parametrize("text", ["shopping list\n", "{}\n", "[1]\n", "no line end", "\n\n", "\xff\n"])
def test_a_file_that_is_no_match_is_refused_and_stays(file: Path, text: str) -> None:
    file.write_bytes(text.encode("latin-1"))
    with pytest.raises(SabaccError, match="no file of an arena"):
        play(file)
    assert file.read_bytes() == text.encode("latin-1")


@pytest.mark.parametrize(
    "line",
    ["garbage", "{}", '{"pair":[0,1]}', '{"pair":[0,9],"number":0,"won":[1,2],"habits":[{},{}],"clocks":[{},{}]}'],
)
def test_a_line_in_the_middle_that_is_no_session_is_named(file: Path, line: str) -> None:
    play_some(file, 3)
    text = file.read_text(encoding="utf-8").splitlines(keepends=True)
    file.write_text("".join([*text[:2], line + "\n", *text[2:]]), encoding="utf-8")
    with pytest.raises(SabaccError, match="line 3"):
        play(file)


def test_a_seed_that_can_not_be_written_is_refused(file: Path) -> None:
    with pytest.raises(SabaccError, match="can't be used"):
        play(file, seed="\udcff")


@pytest.mark.parametrize("name", ["", "no/such/folder/match.jsonl", "\0"])
def test_what_can_not_be_a_file_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(SabaccError, match="can't be used"):
        play(tmp_path / name)
