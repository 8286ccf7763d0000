"""`sabacc arena`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.command_runner import accepted, refused, sabacc
from tests.cli.conftest import Inside
from tests.cli.terminals import interrupted

PAIR = ("--bots", "counter,droid")
QUICK = ("cloud-city", *PAIR, "--session", "2", "--hands", "12", "--processes", "1")


def counted(report: dict[str, Any]) -> dict[str, Any]:
    """A report without what depends on the machine."""
    return {key: value for key, value in report.items() if key != "timing"}


# ---- the report


def test_json_is_one_object_and_nothing_else() -> None:
    ran = accepted(sabacc("arena", *QUICK, "--seed", "7", "--json"))
    report = ran.json()
    assert (report["preset"], report["seed"], report["players"]) == ("cloud-city", "7", 2)
    assert report["pairs"][0]["bots"] == ["counter", "droid"]
    assert (report["pairs"][0]["hands"], report["pairs"][0]["sessions"]) == (12, 3)
    assert report["pairs"][0]["low"] < report["pairs"][0]["antes_a_hand"] < report["pairs"][0]["high"]
    assert [bot["habits"]["faults"] for bot in report["bots"]] == [0, 0]
    assert report["timing"]["counter"]["mean_ms"] > 0
    assert ran.out.count("\n") == 1
    assert ran.err == ""


def test_people_are_told_winnings_ratings_and_habits(inside: Inside) -> None:
    out = accepted(inside("arena", *QUICK)).out
    for words in ("cloud-city, 2 players, seed 1", "antes a hand", "95 % interval", "rating", "raised", "faults", "ms"):
        assert words in out


def test_a_minus_is_a_true_one(inside: Inside) -> None:
    out = accepted(inside("arena", "cloud-city", "--bots", "droid,counter", "--hands", "20", "--processes", "1")).out
    assert "−" in out
    assert "-" not in out.replace("cloud-city", "")


def test_hands_are_rounded_up_and_that_is_said(inside: Inside) -> None:
    ran = accepted(inside("arena", *QUICK, "--hands", "13", "--json"))
    assert ran.json()["pairs"][0]["hands"] == 16
    assert "16 hands a pair" in ran.err


def test_the_same_seed_is_the_same_match(inside: Inside) -> None:
    reports = [counted(accepted(inside("arena", *QUICK, "--json")).json()) for _ in range(2)]
    assert reports[0] == reports[1]


def test_the_number_of_processes_does_not_matter() -> None:
    one, two = (accepted(sabacc("arena", *QUICK, "--json", "--processes", n)).json() for n in "12")
    assert counted(one) == counted(two)


def test_coruscant_shift_is_played_with_an_ante_and_that_is_said(inside: Inside) -> None:
    arguments = ("coruscant-shift", *QUICK[1:])
    assert "Ante: 5." in accepted(inside("arena", *arguments)).out
    report = accepted(inside("arena", *arguments, "-o", "ante=2", "--json")).json()
    assert (report["ante"], report["rules"]["max_bet"]) == (2, 10)


def test_more_seats_than_two(inside: Inside) -> None:
    report = accepted(inside("arena", *QUICK, "--players", "3", "--json")).json()
    assert report["bots"][0]["habits"]["hands"] == report["bots"][1]["habits"]["hands"] == 12 * 3 / 2


# ---- keeping and drawing


def test_a_saved_match_goes_on_to_the_same_result(inside: Inside, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    accepted(inside("arena", *QUICK, "--hands", "4", "--save", file))
    assert len(file.read_text(encoding="utf-8").splitlines()) == 2
    resumed = accepted(inside("arena", *QUICK, "--save", file, "--json")).json()
    assert counted(resumed) == counted(accepted(inside("arena", *QUICK, "--json")).json())


def test_a_file_of_another_match_is_refused(inside: Inside, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    accepted(inside("arena", *QUICK, "--save", file))
    refused(inside("arena", *QUICK, "--seed", "other", "--save", file), "another match", "seed")


def test_a_picture_of_a_refused_match_leaves_no_file(inside: Inside, tmp_path: Path) -> None:
    file, plot = tmp_path / "match.jsonl", tmp_path / "plot.svg"
    file.write_text("shopping list\n", encoding="utf-8")
    refused(inside("arena", *QUICK, "--save", file, "--plot", plot), "no file of an arena")
    assert not plot.exists()


@pytest.mark.parametrize(("name", "begins"), [("plot.svg", b"<?xml"), ("plot.png", b"\x89PNG")])
def test_a_plot_is_drawn(inside: Inside, tmp_path: Path, name: str, begins: bytes) -> None:
    ran = accepted(inside("arena", *QUICK, "--plot", tmp_path / name, "--json"))
    ran.json()
    assert (tmp_path / name).read_bytes().startswith(begins)
    assert "Drawn in" in ran.err


# ---- bad input


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("klassic", *PAIR), ["no preset", "did you mean classic"]),
        (("classic", "--bots", "counter"), ["at least two bots"]),
        (("classic", "--bots", "counter,counter"), ["named twice"]),
        (("classic", "--bots", "counter,nobody"), ["no bot 'nobody'", "the bots are"]),
        (("classic", "--bots", "counter,,droid"), ["no bot ''"]),
        (("classic", "--bots", "counter,droid:9"), ["doesn't search"]),
        (("classic", *PAIR, "--players", "1"), ["2 to 8 players"]),
        (("classic", *PAIR, "--players", "9"), ["2 to 8 players"]),
        (("classic", *PAIR, "--session", "0"), ["1 to 1000 hands"]),
        (("classic", *PAIR, "--hands", "0"), ["--hands"]),
        (("classic", *PAIR, "-o", "ante"), ["key=value"]),
        (("classic", *PAIR, "-o", "antes=3"), ["did you mean ante"]),
        (("coruscant-shift", *PAIR, "-o", "ante=0"), ["counts credits"]),
        (("classic", *PAIR, "--plot", "plot.pdf"), [".svg or .png"]),
        (("classic", *PAIR, "--plot", "/no/such/folder/plot.svg"), ["can't be written"]),
        (("classic", *PAIR, "--save", "/proc/no/such/file"), ["can't be used"]),
    ],
)
def test_bad_input_is_refused_in_a_sentence(inside: Inside, arguments: tuple[str, ...], words: list[str]) -> None:
    refused(inside("arena", *arguments), *words)


def test_a_picture_that_is_there_is_not_lost(inside: Inside, tmp_path: Path) -> None:
    plot = tmp_path / "plot.svg"
    plot.write_text("mine", encoding="utf-8")
    refused(inside("arena", *QUICK, "--plot", plot), "would be lost")
    assert plot.read_text(encoding="utf-8") == "mine"


# ---- Ctrl-C


def test_ctrl_c_ends_with_what_there_is(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    ran = interrupted("arena", "cloud-city", *PAIR, "--hands", "1000000000", "--json", "--save", file)
    assert "stopped after" in ran.err
    sessions = ran.json()["pairs"][0]["sessions"]
    assert sessions == len(file.read_text(encoding="utf-8").splitlines()) - 1 > 0
