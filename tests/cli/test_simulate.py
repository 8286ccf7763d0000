"""`sabacc simulate`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sabacc.rules import PRESETS
from tests.cli.command_runner import accepted, refused, sabacc
from tests.cli.conftest import Inside
from tests.cli.terminals import interrupted

TIMES = ("seconds", "hands_per_second", "decisions_per_second")


def counted(report: dict[str, Any]) -> dict[str, Any]:
    """A report without what depends on the machine."""
    return {key: value for key, value in report.items() if key not in TIMES}


def stored(file: Path) -> list[Any]:
    """The settle cases of a file."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


# ---- the report


def test_json_is_one_object_and_nothing_else() -> None:
    ran = accepted(sabacc("simulate", "classic", "--players", "3", "--hands", "150", "--seed", "7", "--json"))
    report = ran.json()
    assert report["hands"] == 150
    assert report["players"] == 3
    assert report["seed"] == "7"
    assert report["decisions"] > 150
    assert report["credits_in"] == report["credits_out"]
    assert ran.out.count("\n") == 1


def test_people_are_told_speed_turns_shifts_endings_and_credits() -> None:
    ran = accepted(sabacc("simulate", "classic", "--players", "4", "--hands", "30", "--seed", "1"))
    words = (
        "hands per second",
        "decisions per second",
        "turns per hand",
        "shifts per hand",
        "ended",
        "credits in and out",
    )
    assert [word for word in words if word not in ran.out] == []


def test_the_endings_add_up_to_the_hands(inside: Inside) -> None:
    report = accepted(inside("simulate", "classic", "--hands", "60", "--json")).json()
    assert sum(report["endings"].values()) == 60


def test_nothing_but_the_report_goes_to_standard_output(inside: Inside, tmp_path: Path) -> None:
    ran = accepted(inside("simulate", "classic", "--hands", "5", "--settle-cases", tmp_path / "cases", "--json"))
    ran.json()
    assert "settle cases written" in ran.err


def test_without_notices_standard_error_stays_empty() -> None:
    assert accepted(sabacc("simulate", "classic", "--hands", "5", "--json")).err.strip() == ""


@pytest.mark.parametrize("key", PRESETS)
def test_every_variant_conserves_credits(inside: Inside, key: str) -> None:
    players = "2" if key == "coruscant-shift" else "5"
    report = accepted(
        inside("simulate", key, "--players", players, "--hands", "20", "--processes", "1", "--json")
    ).json()
    assert report["credits_in"] == report["credits_out"] > 0


@pytest.mark.parametrize("players", [2, 8])
def test_the_smallest_and_the_largest_table_play(inside: Inside, players: int) -> None:
    accepted(inside("simulate", "classic", "--players", players, "--hands", "10"))


def test_one_hand_is_enough(inside: Inside) -> None:
    assert accepted(inside("simulate", "cloud-city", "--hands", "1", "--json")).json()["hands"] == 1


def test_house_rules_are_played_by(inside: Inside) -> None:
    report = accepted(
        inside("simulate", "classic", "--hands", "30", "-o", "shift_trigger=none", "-o", "ante=4", "--json")
    ).json()
    assert report["rules"] == {"preset": "classic", "shift_trigger": "none", "ante": 4}
    assert report["shifts_per_hand"] == 0


@pytest.mark.parametrize("option", ["ante=1000", "ante=1000000000", "stakes=high"])
def test_an_ante_above_the_usual_stack_can_be_played(inside: Inside, option: str) -> None:
    """The rules take any ante, so players must bring enough for it."""
    accepted(inside("simulate", "classic", "--hands", "5", "--players", "2", "-o", option))


@pytest.mark.parametrize("preset", ["classic", "galactic", "corellian-house"])
def test_turns_are_counted(inside: Inside, preset: str) -> None:
    report = accepted(inside("simulate", preset, "--hands", "30", "--seed", "turns", "--json")).json()
    assert report["turns_per_hand"] > 2


# ---- the same seed plays the same hands


def test_the_number_of_processes_changes_nothing() -> None:
    line = ["simulate", "classic", "--players", "3", "--hands", "250", "--seed", "S", "--json"]
    reports = [accepted(sabacc(*line, *more)).json() for more in (["--processes", "1"], ["--processes", "3"], [])]
    assert counted(reports[0]) == counted(reports[1]) == counted(reports[2])


def test_the_number_of_processes_changes_no_settle_case(tmp_path: Path) -> None:
    for processes in ("1", "2"):
        line = ("simulate", "force", "--hands", "210", "--settle-cases", tmp_path / processes)
        accepted(sabacc(*line, "--processes", processes))
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()


def test_several_processes_end_in_silence() -> None:
    """Again and again, because what goes wrong when processes end goes wrong only now and then."""
    line = ["simulate", "classic", "--players", "2", "--hands", "250", "--processes", "2", "--json"]
    noises = [noise for _ in range(8) if (noise := sabacc(*line).err.strip())]
    assert noises == []


def test_another_seed_plays_other_hands(inside: Inside) -> None:
    reports = [accepted(inside("simulate", "classic", "--hands", "20", "--seed", s, "--json")).json() for s in "ab"]
    assert reports[0]["events"] != reports[1]["events"]


def test_table_i_is_seeded_by_its_number_so_more_hands_begin_with_the_same(inside: Inside, tmp_path: Path) -> None:
    few, many = tmp_path / "few", tmp_path / "many"
    for hands, file in ((100, few), (130, many)):
        line = ("simulate", "classic", "--hands", hands, "--settle-cases", file, "--processes", "1")
        accepted(inside(*line))
    assert stored(few) == stored(many)[: len(stored(few))]
    assert len(stored(many)) > len(stored(few))


def test_the_second_table_is_not_the_first_one_again(inside: Inside, tmp_path: Path) -> None:
    file = tmp_path / "cases"
    accepted(inside("simulate", "classic", "--hands", "200", "--settle-cases", file, "--processes", "1"))
    cases = stored(file)
    assert cases[0] not in cases[1:]


@pytest.mark.parametrize("seed", ["-5", "−5", "", "  ", "ünïcode", "'; --"])
def test_any_text_is_a_seed_and_comes_back_as_it_was(inside: Inside, seed: str) -> None:
    assert accepted(inside("simulate", "classic", "--hands", "1", "--seed", seed, "--json")).json()["seed"] == seed


# ---- settle cases


@pytest.mark.parametrize(
    "options",
    [
        ["cloud-city", "--players", "4"],
        ["classic", "--players", "6"],
        ["force", "--players", "3"],
        ["classic", "--players", "4", "-o", "community_field=true", "-o", "bomb_out_penalty=9"],
        ["classic", "--players", "2", "-o", "sides=true", "-o", "negative_pure=false", "-o", "fold_fee_to=hand"],
        ["pagat", "--players", "4"],
        ["galactic", "--players", "4"],
        ["corellian-house", "--players", "4"],
        ["coruscant-shift", "--players", "3"],
    ],
    ids=" ".join,
)
def test_settled_again_every_showdown_comes_out_as_it_was_played(
    inside: Inside, tmp_path: Path, options: list[str]
) -> None:
    file = tmp_path / "cases"
    line = ("simulate", *options, "--hands", "100", "--seed", "3", "--settle-cases", file, "--processes", "1")
    accepted(inside(*line))
    answers = accepted(inside("settle", file, "--json")).lines()
    assert answers
    assert answers == [one["result"] for one in stored(file)]


def test_a_settle_case_has_what_the_issue_promises(tmp_path: Path) -> None:
    file = tmp_path / "cases"
    accepted(sabacc("simulate", "classic", "--players", "3", "--hands", "10", "--settle-cases", file))
    one = stored(file)[0]
    assert set(one) == {"rules", "dealer", "caller", "sabacc_pot", "fees", "players", "sudden_demise", "result"}
    assert {"name", "stack", "paid", "hand", "folded"} <= set(one["players"][0])


def test_people_may_read_the_story_of_every_settle_case(inside: Inside, tmp_path: Path) -> None:
    file = tmp_path / "cases"
    accepted(inside("simulate", "classic", "--hands", "20", "--settle-cases", file))
    assert accepted(inside("settle", file)).out.count("In the end: ") == len(stored(file))


# ---- refused


@pytest.mark.parametrize("players", ["0", "1", "9", "100", "-1", "99999999999999999999"])
def test_t9_too_few_or_too_many_players_are_refused(inside: Inside, players: str) -> None:
    refused(inside("simulate", "classic", "--players", players), "2 to 8 players")


@pytest.mark.parametrize("players", ["two", "2.5", "", "²"])
def test_players_must_be_a_number(inside: Inside, players: str) -> None:
    refused(inside("simulate", "classic", "--players", players), "--players")


@pytest.mark.parametrize("hands", ["0", "-5", "1.5", "many", "", "1e3"])
def test_hands_must_be_a_whole_number_from_one_up(inside: Inside, hands: str) -> None:
    refused(inside("simulate", "classic", "--hands", hands), "--hands")


@pytest.mark.parametrize("processes", ["0", "-1", "all"])
def test_processes_must_be_a_whole_number_from_one_up(inside: Inside, processes: str) -> None:
    refused(inside("simulate", "classic", "--hands", "1", "--processes", processes), "--processes")


@pytest.mark.parametrize("where", ["nowhere/cases", "."])
def test_cases_that_can_not_be_written_are_exit_2(inside: Inside, tmp_path: Path, where: str) -> None:
    refused(
        inside("simulate", "classic", "--hands", "5", "--settle-cases", tmp_path / where, "--json"), "can't be written"
    )


def test_cases_that_can_not_be_written_are_refused_before_the_hands_are_played(tmp_path: Path) -> None:
    """Nobody should wait for ten million hands to learn of a misspelt directory; the test would give up long before."""
    line = ["simulate", "classic", "--processes", "1", "--hands", "10000000"]
    refused(sabacc(*line, "--settle-cases", tmp_path / "nowhere" / "cases"), "can't be written")


def test_a_seed_that_is_no_text_is_no_reason_for_a_traceback() -> None:
    ran = sabacc("simulate", "classic", "--hands", "1", "--seed", b"\xff", "--json")
    assert "Traceback" not in ran.err
    assert ran.code in (0, 2)


# ---- stopped


@pytest.mark.parametrize("processes", ["1", "2"])
def test_ctrl_c_ends_with_what_was_counted_so_far(processes: str) -> None:
    ran = interrupted("simulate", "classic", "--hands", "50000", "--processes", processes, "--json")
    assert "stopped after" in ran.err
    report = ran.json()
    assert 0 < report["hands"] < 50_000
    assert report["credits_in"] == report["credits_out"]
    assert ran.code in (0, 130)


def test_ctrl_c_writes_the_cases_so_far_each_whole(tmp_path: Path) -> None:
    file = tmp_path / "cases"
    interrupted("simulate", "classic", "--hands", "50000", "--settle-cases", file)
    assert stored(file)


def test_ctrl_c_stops_even_the_longest_simulation_at_once() -> None:
    """So many tables that they are still being handed out: none of them may be waited for."""
    ran = interrupted("simulate", "classic", "--hands", "20000000", "--processes", "2")
    assert ran.code in (0, 130)
