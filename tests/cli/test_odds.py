"""`sabacc odds`."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from sabacc.cards import CLASSIC
from sabacc.hands.corellian import RANKS
from sabacc.odds import one_step
from sabacc.odds.exact.classic.step import TotalChances
from sabacc.odds.plots.classic_arrays import arrays_after
from tests.cli.command_runner import accepted, refused, sabacc
from tests.cli.conftest import Inside
from tests.cli.terminals import on_terminal

CLASSIC_KEYS = ["hands", "totals", "idiots_array", "pure", "pure_negative", "bomb_out"]
CORUSCANT_HAND = ("--hand", "-7c +3t 0 -2s +9s", "--gold", "-5", "--silver", "t")


def plain(inside: Inside, *arguments: object) -> Any:
    return accepted(inside("odds", *arguments, "--json")).json()


# ---- all hands, as JSON


@pytest.mark.clause("CH26")
def test_ch26_corellian_house_counts_both_sizes_beside_the_printed_figures() -> None:
    ran = sabacc("odds", "corellian-house", "--json")
    odds = accepted(ran).json()
    assert ran.err == ""
    assert {size: hands["hands"] for size, hands in odds["cards"].items()} == {"4": 557_845, "5": 6_471_002}
    assert list(odds["cards"]["4"]["ranks"]) == list(odds["cards"]["5"]["ranks"]) == list(RANKS)
    assert odds["printed"]["Rule of Two"] == 76
    assert "17,974" in odds["wrong"]["Dewbacks"]


@pytest.mark.parametrize("preset", ["cloud-city", "classic", "pagat", "galactic"])
def test_the_76_card_family_is_counted_from_two_to_seven_cards(inside: Inside, preset: str) -> None:
    cards = plain(inside, preset)["cards"]
    assert list(cards) == ["2", "3", "4", "5", "6", "7"]
    assert all(list(hands) == CLASSIC_KEYS for hands in cards.values())
    assert (cards["2"]["hands"], cards["2"]["pure"], cards["3"]["totals"]["5"] > 0) == (2850, 64, True)


@pytest.mark.clause("D3")
def test_d3_house_rules_for_the_deck_are_respected(inside: Inside) -> None:
    odds = plain(inside, "classic", "-o", "star=-10", "-o", "moderation=-14")
    assert odds["rules"] == {"preset": "classic", "star": -10, "moderation": -14}
    assert odds["cards"]["2"]["totals"]["-20"] == 1  # two Stars
    assert "-34" not in odds["cards"]["2"]["totals"]


@pytest.mark.clause("FO3")
def test_fo3_force_is_counted_for_a_side(inside: Inside) -> None:
    odds = plain(inside, "force", "--side", "dark")
    assert (odds["side"], odds["cards"]["2"]["pure"]) == ("dark", 16)


@pytest.mark.clause("CS9")
def test_cs9_coruscant_shift_is_counted_for_each_gold_number(inside: Inside) -> None:
    gold = plain(inside, "coruscant-shift")["gold"]
    assert list(gold) == ["-10", "-5", "0", "5", "10"]
    assert list(gold["5"]) == ["distance", "suit_cards"]
    assert sum(gold["5"]["distance"].values()) == sum(gold["5"]["suit_cards"].values()) == 6_471_002


# ---- all hands, for people


@pytest.mark.clause("CH26")
def test_ch26_people_see_a_line_for_each_wrong_figure(inside: Inside) -> None:
    lines = accepted(inside("odds", "corellian-house")).out.splitlines()
    table = {line[4:19].strip(): line for line in lines}
    assert table["Gee Whizz!"].split()[-3:] == ["right", "for", "5"]
    assert table["Dewbacks"].split()[-2:] == ["13,314", "wrong"]
    assert [line.split(":")[0] for line in lines if ": Printed" in line] == [
        "Dreadnoughts",
        "Rhylet Neat",
        "Krayt Dragon",
        "Idiots Full",
        "Echelon",
        "Fleet",
        "Dewbacks",
        "The Idiots",
        "Yee-Haa",
        "Rule of Two",
    ]


def test_people_see_every_total_of_the_76_cards(inside: Inside) -> None:
    out = accepted(inside("odds", "classic")).out
    assert "2,186,189,400" in out
    firsts = [line.split("  ")[0] for line in out.splitlines()]
    assert [f"{total}".replace("-", "−") in firsts for total in range(-23, 24)] == [True] * 47


def test_people_are_told_that_the_suits_are_alike(inside: Inside) -> None:
    out = accepted(inside("odds", "coruscant-shift")).out
    assert "4,766,678" in out
    assert "suits are alike" in out


@pytest.mark.clause("FO3")
def test_fo3_people_are_told_which_way_totals_are_counted(inside: Inside) -> None:
    dark, light = (accepted(inside("odds", "force", "--side", side)).out for side in ("dark", "light"))
    assert dark.endswith("Totals are told as they are: the dark side aims at −23 (FO3).\n")
    assert light.endswith("Totals are told as they are: the light side aims at 23 (FO3).\n")
    assert "aims at −23" in accepted(inside("odds", "force", "--side", "dark", "--hand", "F2 ID")).out


# ---- on a narrow terminal


def rows(lines: list[str], label: str) -> list[list[str]]:
    """The cells of every row that begins so."""
    return [line.removeprefix(label).split() for line in lines if line.startswith(f"{label} ")]


def test_a_narrow_terminal_has_all_numbers_of_the_76_cards_whole() -> None:
    lines = on_terminal(40, "odds", "classic")
    assert max(map(len, lines)) <= 40
    assert rows(lines, "hands") == [
        ["2,850", "70,300"],
        ["1,282,975", "18,474,840"],
        ["218,618,940"],
        ["2,186,189,400"],
    ]
    assert rows(lines, "over 23") == [["7.58%", "26.5%", "38.9%"], ["47.9%", "56.1%", "62.8%"]]


def test_a_narrow_terminal_has_all_corellian_ranks_whole() -> None:
    lines = on_terminal(40, "odds", "corellian-house")
    assert max(map(len, lines)) <= 40
    assert rows(lines, "18 Rule of Two") == [["3,645", "152"], ["8,154", "793"], ["76", "wrong"]]


def test_a_narrow_terminal_has_all_gold_numbers_whole() -> None:
    lines = on_terminal(40, "odds", "coruscant-shift")
    assert max(map(len, lines)) <= 40
    assert rows(lines, "distance") == [["gold", "−10", "gold", "−5", "gold", "0"], ["gold", "5", "gold", "10"]]


@pytest.mark.parametrize(
    ("arguments", "heads"),
    [
        (("classic", "--hand", "S2 ID"), ["gain", "trade S2", "trade ID", "core shift"]),
        (("corellian-house", "--hand", "-7 +3 +7 -3"), ["draw", "add", "swap +7", "spike shift"]),
        (("coruscant-shift", *CORUSCANT_HAND), ["on it", "4 off", "mean", "worse"]),
    ],
)
def test_a_narrow_terminal_has_all_moves_whole(arguments: tuple[str, ...], heads: list[str]) -> None:
    lines = on_terminal(40, "odds", *arguments)
    assert max(map(len, lines)) <= 40
    assert [head for head in heads if not any(head in line for line in lines)] == []
    assert not any("…" in line for line in lines)


def test_shifts_by_dice_fit_a_usual_terminal() -> None:
    lines = on_terminal(80, "odds", "classic", "-o", "shift_kind=by-dice", "--hand", "S2 ID C3")
    assert rows(lines, " " * 15)[0] == ["core", "shift", "wild", "shift"]
    assert len(rows(lines, "worse")[0]) == 6


# ---- one step ahead


def test_one_step_ahead_says_what_each_move_brings(inside: Inside) -> None:
    odds = plain(inside, "classic", "--hand", "S7 C4", "--seen", "F12, T12")
    assert [(move["move"], move.get("card")) for move in odds["moves"]] == [
        ("gain", None),
        ("trade", "S7"),
        ("trade", "C4"),
    ]
    assert odds["moves"][0]["pure"] == 2 / 72  # two of the twelves are seen
    assert odds["shift"]["kind"] == "core"


def test_one_step_ahead_for_people_is_a_table_of_moves(inside: Inside) -> None:
    out = accepted(inside("odds", "classic", "--hand", "S7 C4")).out
    head, _, columns, *rows = out.splitlines()
    assert head == "S7 C4: Total 11. 74 cards are unseen."
    assert " ".join(columns.split()) == "gain trade S7 trade C4 core shift"
    assert [row.split()[1] for row in rows if row.startswith("23 ")] == ["5.41%"]


def test_a_protected_card_stays(inside: Inside) -> None:
    shift = plain(inside, "classic", "--hand", "S15 C4", "--field", "S15")["shift"]
    assert min(int(total) for total in shift["chances"]["totals"]) == 15 - 17


def test_a_corellian_hand_may_begin_with_a_minus_sign(inside: Inside) -> None:
    odds = plain(inside, "corellian-house", "--hand", "-7 +3 +7 -3", "--seen", "-1")
    assert odds["now"]["name"] == "Rule of Two"
    out = accepted(inside("odds", "corellian-house", "--hand", "-7 +3 +7 -3")).out
    assert "spike shift" in out
    assert "CH19" in out


def test_a_coruscant_hand_has_a_line_for_each_selection(inside: Inside) -> None:
    out = accepted(inside("odds", "coruscant-shift", *CORUSCANT_HAND)).out
    assert "is 1 off the number" in out.splitlines()[0]
    assert len(out.splitlines()) == 31 + 5


def test_what_can_not_be_told_is_explained(inside: Inside) -> None:
    out = accepted(inside("odds", "classic", "-o", "shift_kind=rim", "--hand", "S7 C4")).out
    assert "rim shift passes cards between players" in out


def test_people_are_told_that_an_array_has_its_total_too(inside: Inside) -> None:
    told = "An Idiot's Array is counted under its total too"
    assert told in accepted(inside("odds", "classic", "--hand", "S2 ID")).out
    assert told not in accepted(inside("odds", "classic", "--hand", "S7 C4", "--seen", "ID ID")).out


def test_one_unseen_card_is_one(inside: Inside) -> None:
    hand, seen = " ".join(CLASSIC.cards[:2]), " ".join(CLASSIC.cards[3:])
    assert "1 card is unseen." in accepted(inside("odds", "classic", "--hand", hand, "--seen", seen)).out


def test_without_unseen_cards_nothing_can_be_drawn(inside: Inside) -> None:
    hand, seen = " ".join(CLASSIC.cards[:2]), " ".join(CLASSIC.cards[2:])
    out = accepted(inside("odds", "classic", "--hand", hand, "--seen", seen)).out
    assert out.splitlines()[0] == "S1 S2: Total 3. No card is unseen: nothing can be drawn."


# ---- refusals


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("clasic",), ("Did you mean classic",)),
        (("force",), ("--side", "light")),
        (("classic", "--side", "dark"), ("no sides",)),
        (("classic", "--seen", "S7"), ("--seen", "--hand")),
        (("classic", "--field", "S7"), ("--field", "--hand")),
        (("coruscant-shift", "--gold", "5"), ("--gold", "--hand")),
        (("coruscant-shift", "--hand", "-7c +3t 0 -2s +9s"), ("--gold",)),
        (("classic", "--hand", ""), ("at least two",)),
        (("classic", "--hand", "S7 S7"), ("twice",)),
        (("classic", "--hand", "S7 C4", "--seen", "S7"), ("twice",)),
        (("classic", "--hand", "+7 -7"), ("no card", "76-card deck")),
        (("corellian-house", "--hand", "+7 -7"), ("four or five",)),
        (("classic", "-o", "star=-11"), ("star", "-17, -10")),
        (("classic", "--plot", "odds.pdf"), (".svg or .png",)),
        (("classic", "--plot", "odds"), (".svg or .png",)),
        (("cloud-city", "--hand", "S7 C4", "--plot", "/nowhere/at/all/odds.png"), ("can't be written",)),
    ],
)
def test_what_can_not_be_answered_is_refused(
    inside: Inside, arguments: tuple[str, ...], words: tuple[str, ...]
) -> None:
    refused(inside("odds", *arguments), *words)


# ---- plots


@pytest.mark.parametrize(
    "arguments",
    [
        ("classic",),
        ("corellian-house",),
        ("coruscant-shift",),
        ("force", "--side", "light", "--hand", "S7 C4 F9 ID"),
        ("corellian-house", "--hand", "-7 +3 +7 -3"),
        ("coruscant-shift", *CORUSCANT_HAND),
    ],
)
def test_a_plot_is_a_picture_with_a_title(inside: Inside, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    file = tmp_path / "odds.svg"
    ran = accepted(inside("odds", *arguments, "--plot", file))
    assert ran.out
    assert str(file) in ran.err
    root = ET.fromstring(file.read_text(encoding="utf-8"))
    assert root.tag.endswith("svg")
    assert len(list(root.iter())) > 100


def test_a_plot_may_be_a_png_and_json_stays_json(inside: Inside, tmp_path: Path) -> None:
    file = tmp_path / "odds.PNG"
    assert accepted(inside("odds", "classic", "--hand", "S7 C4", "--json", "--plot", file)).json()["hand"] == [
        "S7",
        "C4",
    ]
    assert file.read_bytes().startswith(b"\x89PNG")


def test_a_plot_is_the_same_whenever_it_is_drawn(inside: Inside, tmp_path: Path) -> None:
    for name in ("one.svg", "two.svg"):
        accepted(inside("odds", "cloud-city", "--hand", "S7 C4", "--plot", tmp_path / name))
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()


def test_a_hand_with_nothing_to_come_is_a_small_picture(inside: Inside, tmp_path: Path) -> None:
    hand, rest = " ".join(CLASSIC.cards[:2]), " ".join(CLASSIC.cards[2:])
    file = tmp_path / "odds.png"
    accepted(inside("odds", "classic", "--hand", hand, "--seen", rest, "--plot", file))
    assert int.from_bytes(file.read_bytes()[20:24], "big") < 200  # pixels high


def written_in(inside: Inside, folder: Path, *arguments: str) -> list[str]:
    """All that is written in a picture; matplotlib names each text in a comment."""
    file = folder / "odds.svg"
    accepted(inside("odds", *arguments, "--plot", file))
    return [unescape(text.strip()) for text in re.findall(r"<!--(.*?)-->", file.read_text(encoding="utf-8"))]


def test_a_picture_marks_arrays_and_names_what_can_not_be_counted(inside: Inside, tmp_path: Path) -> None:
    words = written_in(inside, tmp_path, "classic", "-o", "shift_kind=by-dice", "--hand", "S2 ID")
    assert "Idiot's Array" in words
    assert any(word.startswith("A rim shift passes cards between players") for word in words)


def test_minus_23_is_marked_only_where_it_is_special(inside: Inside, tmp_path: Path) -> None:
    (tmp_path / "force").mkdir()
    assert "23 and −23" in written_in(inside, tmp_path, "classic")
    force = written_in(inside, tmp_path / "force", "force", "--side", "dark")
    assert [word for word in ("23", "23 and −23", "−23") if word in force] == ["−23"]  # Dark's own
    assert "total of the hand" in force


def test_a_picture_of_ranks_names_the_preset_and_says_what_the_colours_mean(inside: Inside, tmp_path: Path) -> None:
    words = written_in(inside, tmp_path, "corellian-house", "--hand", "-7 +3 +7 -3")
    assert "-7 +3 +7 -3 (corellian-house): one step ahead" in words
    assert {"Banthas Wild or better", "sums to zero", "does not sum to zero"} <= set(words)


@pytest.mark.parametrize("kind", ["core", "wild", "pulse", "one-card"])
@pytest.mark.parametrize(("hand", "field"), [("S2 ID", ""), ("S2 ID C3", ""), ("F2 ID C9", "ID")])
@pytest.mark.parametrize(("preset", "side"), [("classic", None), ("force", "dark")])
def test_arrays_are_drawn_as_often_as_they_come(
    preset: str, side: str | None, hand: str, field: str, kind: str
) -> None:
    step = one_step({"preset": preset, "shift_kind": kind}, hand, "S3", side, field=field)
    for move in step.moves_by_name().values():
        assert isinstance(move, TotalChances)
        arrays = arrays_after(step, move)
        assert sum(arrays.values()) == pytest.approx(move.idiots_array)
        assert all(share <= move.totals[total] for total, share in arrays.items())


def test_a_plot_never_overwrites_a_file(inside: Inside, tmp_path: Path) -> None:
    file = tmp_path / "odds.svg"
    file.write_text("mine")
    refused(inside("odds", "cloud-city", "--hand", "S7 C4", "--plot", file), "already")
    assert file.read_text() == "mine"


def test_a_question_that_is_refused_leaves_no_file(inside: Inside, tmp_path: Path) -> None:
    refused(inside("odds", "classic", "--hand", "S7", "--plot", tmp_path / "odds.svg"), "at least two")
    assert list(tmp_path.iterdir()) == []


# ---- all in all


def test_the_help_gives_an_example() -> None:
    out = accepted(sabacc("odds", "--help")).out
    assert "Example: sabacc odds classic --hand" in out
