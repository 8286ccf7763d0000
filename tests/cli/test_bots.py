"""`sabacc bots`, `sabacc play --bots`, and bots from other packages, found as anybody's would be."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from sabacc.bots import OWN
from sabacc.bots.search.master import MATCH_BUDGET, PEOPLE_BUDGET
from tests.bots.bot_packages import WAITER, bring
from tests.cli.command_runner import accepted, refused, sabacc
from tests.cli.conftest import Inside

PAGE = (Path(__file__).parent.parent.parent / "docs" / "bots.md").read_text(encoding="utf-8")
SEATS = re.compile(r"With you at the table: (.*)\.\n")


@pytest.fixture
def waiters(tmp_path: Path) -> str:
    """A folder with a package that brings bots, some of which are no good."""
    names = ("waiter", "nameless", "clumsy", "unready", "cheat", "proud")
    bots = {name: f"waiter:{name.capitalize()}" for name in names}
    return str(bring(tmp_path, "waiter", WAITER, bots | {"thinker": "waiter:thinker", "master": "waiter:Waiter"}))


# ---- the list


def test_json_has_a_line_for_each_bot(inside: Inside) -> None:
    ran = accepted(inside("bots", "--json"))
    bots = {line["bot"]: line for line in ran.lines()}
    assert list(bots)[: len(OWN)] == list(OWN)
    assert bots["counter"] == {
        "bot": "counter",
        "level": 4,
        "description": OWN["counter"].line,
        "budget": None,
        "for_people": None,
        "from": "sabacc",
    }
    assert (bots["master"]["budget"], bots["master"]["for_people"]) == (MATCH_BUDGET, PEOPLE_BUDGET)


def test_people_see_names_levels_budgets_and_lines(inside: Inside) -> None:
    out = accepted(inside("bots")).out
    for one in OWN.values():
        assert re.search(rf"^{one.name} +{one.level} +\S+ +sabacc +{re.escape(one.line)}", out, re.MULTILINE)
    assert f"{MATCH_BUDGET}/{PEOPLE_BUDGET}" in out


def test_bots_of_other_packages_are_listed_and_what_is_wrong_with_them_is_said(waiters: str) -> None:
    ran = accepted(sabacc("bots", "--json", PYTHONPATH=waiters))
    bots = {line["bot"]: line for line in ran.lines()}
    assert (bots["waiter"]["from"], bots["waiter"]["description"]) == ("waiter", "Waits for the clock.")
    assert (bots["thinker"]["budget"], bots["thinker"]["for_people"]) == (10, 90)
    assert bots["master"]["from"] == "sabacc"
    assert "proud" not in bots
    assert len(ran.err.splitlines()) == 2
    assert "'master' of waiter is left out: there is a bot of that name already" in ran.err
    assert "'proud' of waiter is left out: its level is to be a number from 1 to 5, not 11." in ran.err


# ---- at the table


@pytest.mark.parametrize(
    ("arguments", "seats"),
    [
        ((), "Koda (miner), Mirax (gambler), Tav (counter)"),
        (("-p", "6"), "Koda (miner), Mirax (gambler), Tav (counter), Jorra (miner), Penn (gambler)"),
        (("--bots", "counter"), "Koda (counter), Mirax (counter), Tav (counter)"),
        (("--bots", "droid, master:30"), "Koda (droid), Mirax (master:30), Tav (droid)"),
        (("--bots", "droid,counter,miner", "-p", "2"), "Koda (droid)"),
    ],
)
def test_those_named_sit_down_over_and_over(inside: Inside, arguments: tuple[str, ...], seats: str) -> None:
    out = accepted(inside("play", "classic", "--seed", "1", *arguments, stdin="quit\n")).out
    found = SEATS.search(out)
    assert found is not None
    assert found[1] == seats


@pytest.mark.parametrize("preset", ["classic", "corellian-house", "coruscant-shift"])
def test_a_person_plays_against_every_character(inside: Inside, preset: str) -> None:
    bots = ("--bots", "master:8,gambler,droid")
    first, second = (accepted(inside("play", preset, *bots, "--seed", "same", stdin="\n" * 60)).out for _ in range(2))
    assert first == second
    assert "Enter for the next hand" in first


@pytest.mark.parametrize(
    ("bots", "words"),
    [
        ("nobody", ["no bot 'nobody'", "the bots are droid"]),
        ("counter,", ["no bot ''"]),
        ("", ["no bot ''"]),
        ("counter:9", ["doesn't search"]),
        ("master:lots", ["number of play-outs", "master:2000"]),
    ],
)
def test_wrong_names_are_refused_in_a_sentence(inside: Inside, bots: str, words: list[str]) -> None:
    refused(inside("play", "classic", "--bots", bots, stdin="quit\n"), *words)


def test_a_refused_game_writes_no_record(inside: Inside, tmp_path: Path) -> None:
    refused(inside("play", "classic", "--bots", "nobody", "--record", tmp_path / "game", stdin="quit\n"), "no bot")
    assert not (tmp_path / "game").exists()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("clumsy", ["'clumsy' can't sit down", "the chair is broken"]),
        ("unready", ["'unready' can't get ready for classic", "no time for rules"]),
        ("proud", ["'proud' of waiter is left out", "not 11"]),
    ],
)
def test_bots_of_others_that_fail_are_refused_in_a_sentence(waiters: str, name: str, words: list[str]) -> None:
    refused(sabacc("play", "classic", "--bots", name, stdin="quit\n", PYTHONPATH=waiters), *words)


def test_t10_a_bot_without_a_legal_answer_does_what_the_clock_does(waiters: str) -> None:
    ran = accepted(sabacc("play", "classic", "--bots", "cheat", "--seed", "1", stdin="\n" * 40, PYTHONPATH=waiters))
    assert "You leave with" in ran.out
    assert "Koda had no legal answer to" in ran.err


# ---- the page


def test_the_page_tells_of_every_bot_as_it_is() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\d) \| (.*) \|$", PAGE, re.MULTILINE)
    assert rows == [(one.name, str(one.level), one.line) for one in OWN.values()]


@pytest.fixture
def smuggler(tmp_path: Path) -> str:
    """The bot of the page, installed."""
    (source,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    (project,) = re.findall(r"^```toml\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    assert len(source.splitlines()) <= 20
    written = tomllib.loads(project)["project"]
    return str(bring(tmp_path, written["name"], source, written["entry-points"]["sabacc.bots"]))


def test_the_bot_of_the_page_is_listed(smuggler: str) -> None:
    ran = accepted(sabacc("bots", PYTHONPATH=smuggler))
    assert re.search(r"^smuggler +3 +– +smuggler +Draws as long as that is likelier to help", ran.out, re.MULTILINE)
    assert ran.err == ""


def test_the_bot_of_the_page_plays_in_the_arena_without_a_fault(smuggler: str) -> None:
    for preset in ("classic", "force", "coruscant-shift"):
        match = ("arena", preset, "--bots", "smuggler,counter", "--hands", "8", "--session", "4", "--json")
        report = accepted(sabacc(*match, PYTHONPATH=smuggler)).json()
        assert {bot["bot"]: bot["habits"]["faults"] for bot in report["bots"]} == {"smuggler": 0, "counter": 0}


def test_the_bot_of_the_page_plays_with_people(smuggler: str) -> None:
    out = accepted(sabacc("play", "classic", "--bots", "smuggler", stdin="\n" * 20, PYTHONPATH=smuggler)).out
    assert "Koda (smuggler)" in out
