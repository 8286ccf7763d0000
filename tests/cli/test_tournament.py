"""`sabacc tournament run`."""

from __future__ import annotations

import pytest

from sabacc.rules import PRESETS
from tests.cli.command_runner import accepted, refused, sabacc

KEYS = ["entries", "hands", "moves", "tables_broken", "levels", "chips_in", "chips_out", "places"]


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_every_game_has_a_tournament_that_ends_with_all_chips_and_all_places(preset: str) -> None:
    asked = ("--preset", preset, "--bots", "droid,gambler", "--players", "11", "--seed", "5", "--level-hands", "2")
    report = accepted(sabacc("tournament", "run", *asked, "--json")).json()
    assert list(report) == KEYS
    assert report["entries"] == len(report["places"]) == 11
    assert report["chips_in"] == report["chips_out"]
    assert (report["chips_in"] == 0) is (preset == "coruscant-shift")
    assert len({place["name"] for place in report["places"]}) == 11
    assert {place["bot"] for place in report["places"]} == {"droid", "gambler"}
    assert sum(place["won"] for place in report["places"]) == 1100
    assert report["places"][0]["place"] == 1
    assert report["places"][0]["won"] > report["places"][1]["won"]
    assert set(report["places"][0]) == {"place", "name", "bot", "won"}


def test_the_same_seed_plays_the_same_tournament_and_another_one_another() -> None:
    asked = ("tournament", "run", "--preset", "classic", "--bots", "droid,miner", "--players", "12", "--json")
    first = accepted(sabacc(*asked, "--seed", "a")).out
    assert accepted(sabacc(*asked, "--seed", "a")).out == first
    assert accepted(sabacc(*asked, "--seed", "b")).out != first


def test_many_tables_are_broken_and_players_moved() -> None:
    asked = ("--preset", "corellian-house", "--bots", "droid", "--players", "30", "--seats", "5", "--level-hands", "3")
    report = accepted(sabacc("tournament", "run", *asked, "--json")).json()
    assert report["tables_broken"] == 6  # the last two for the final table
    assert report["moves"] >= 5
    assert report["chips_out"] == 300_000


def test_people_read_a_table_of_places() -> None:
    ran = accepted(sabacc("tournament", "run", "--preset", "cloud-city", "--bots", "droid", "--players", "3"))
    assert "cloud-city, 3 entries, seed 1." in ran.out
    assert ran.out.count("droid 2") == 1


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (("--preset", "poker"), "poker"),
        (("--bots", "nobody"), "nobody"),
        (("--seats", "9"), "2 to 8 seats"),
        (("-o", "colour=red"), "colour"),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_sentence(wrong: tuple[str, str], said: str) -> None:
    refused(sabacc("tournament", "run", "--preset", "classic", *wrong), said)
