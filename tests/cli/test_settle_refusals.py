"""Cases that can't have been played so: refused in a sentence, with the line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.cases import Case, as_lines, case, with_changes, with_player, without
from tests.cli.command_runner import refused, sabacc
from tests.cli.conftest import Inside

NO_AMOUNTS = [1.5, 100.0, float("nan"), float("inf"), "90", "", True, None, [], {}, -1, 10**13, 10**400]


def said_of(value: Any) -> str:
    """A name for a test."""
    return repr(value)[:20]


# ---- amounts


@pytest.mark.parametrize("amount", NO_AMOUNTS, ids=said_of)
@pytest.mark.parametrize("what", ["stack", "paid"])
def test_what_is_no_amount_of_a_player_is_refused(inside: Inside, what: str, amount: Any) -> None:
    refused(inside("settle", "-", "--json", stdin=json.dumps(with_player(**{what: amount}))), what)


@pytest.mark.parametrize("amount", NO_AMOUNTS, ids=said_of)
@pytest.mark.parametrize("what", ["sabacc_pot", "fees"])
def test_what_is_no_amount_on_the_table_is_refused(inside: Inside, what: str, amount: Any) -> None:
    refused(inside("settle", "-", "--json", stdin=json.dumps(with_changes(**{what: amount}))), what)


def test_an_amount_with_thousands_of_digits_is_refused(inside: Inside) -> None:
    stdin = json.dumps(with_changes(fees=1234)).replace("1234", "9" * 5000)
    refused(inside("settle", "-", stdin=stdin), "line 1")


def test_too_large_an_amount_is_not_called_too_small(inside: Inside) -> None:
    ran = inside("settle", "-", stdin=json.dumps(with_player(stack=10**13)))
    assert ran.code == 2
    assert "from 0 up" not in ran.err  # which it is


# ---- seats and players


@pytest.mark.parametrize("seat", [2, -1, 99, 10**30, 1.0, True, "Ana", None, [0]], ids=said_of)
def test_a_dealer_who_is_no_seat_is_refused(inside: Inside, seat: Any) -> None:
    refused(inside("settle", "-", stdin=json.dumps(with_changes(dealer=seat))), "dealer")


@pytest.mark.parametrize("seat", [2, -1, 99, 1.0, True, "Ana", [0]], ids=said_of)
def test_a_caller_who_is_no_seat_is_refused(inside: Inside, seat: Any) -> None:
    refused(inside("settle", "-", stdin=json.dumps(with_changes(caller=seat))), "caller")


@pytest.mark.clause("CL6")
@pytest.mark.parametrize("preset", ["cloud-city", "classic"])
def test_cl6_a_caller_can_not_have_folded(inside: Inside, preset: str) -> None:
    given = case("S1 F1", "S2 F2", "S3 F3", preset=preset, caller=1, folded=[1])
    refused(inside("settle", "-", stdin=json.dumps(given)), "Ben", "folded")


@pytest.mark.clause("T9")
@pytest.mark.parametrize("n", [0, 1, 9, 100])
def test_t9_too_few_or_too_many_players_are_refused(inside: Inside, n: int) -> None:
    players = [
        {"name": f"P{i}", "stack": 1, "paid": 1, "folded": i > 1, "hand": [f"S{i + 1}", f"F{i + 1}"] if i < 2 else []}
        for i in range(n)
    ]
    refused(inside("settle", "-", stdin=json.dumps(with_changes(players=players, dealer=0))), "2 to 8 players")


def test_somebody_must_be_left(inside: Inside) -> None:
    refused(inside("settle", "-", stdin=json.dumps(case("S1 F1", "S2 F2", folded=[0, 1]))), "folded")


@pytest.mark.parametrize("key", ["rules", "dealer", "players"])
def test_what_every_case_needs_can_not_be_left_out(inside: Inside, key: str) -> None:
    refused(inside("settle", "-", stdin=json.dumps(without(key))), key)


@pytest.mark.parametrize("key", ["name", "stack", "paid"])
def test_what_every_player_needs_can_not_be_left_out(inside: Inside, key: str) -> None:
    given = case("S12 F11", "C9 T9")
    del given["players"][1][key]
    refused(inside("settle", "-", stdin=json.dumps(given)), key)


@pytest.mark.parametrize("given", [with_changes(pot=5), with_player(bet=5), with_changes(Dealer=0)], ids=said_of)
def test_an_unknown_key_is_refused_by_name(inside: Inside, given: Case) -> None:
    new = (set(given) | set(given["players"][0])) & {"pot", "bet", "Dealer"}
    refused(inside("settle", "-", stdin=json.dumps(given)), *new)


@pytest.mark.parametrize(
    ("what", "value"),
    [("name", 5), ("name", None), ("folded", 1), ("folded", "no"), ("hand", None), ("hand", 5), ("hand", [1, 2])],
)
def test_what_is_of_the_wrong_sort_is_refused(inside: Inside, what: str, value: Any) -> None:
    refused(inside("settle", "-", stdin=json.dumps(with_player(**{what: value}))), what)


# ---- sides


@pytest.mark.clause("FO1")
def test_fo1_force_needs_a_side_from_everybody_who_shows(inside: Inside) -> None:
    refused(inside("settle", "-", stdin=json.dumps(case("S1 F1", "S2 F2", preset="force"))), "Ana", "light or dark")


@pytest.mark.parametrize("side", ["left", "", "LIGHT", 5, ["light"]], ids=said_of)
def test_a_side_that_is_none_is_refused(inside: Inside, side: Any) -> None:
    given = case("S1 F1", "S2 F2", preset="force", sides=["light", "dark"])
    given["players"][0]["side"] = side
    refused(inside("settle", "-", stdin=json.dumps(given)), "side")


# ---- cards


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (with_player(hand=["S12", "S12"]), ["S12", "twice"]),
        (with_player(hand=["C9", "F11"]), ["C9", "twice"]),
        (with_changes(sudden_demise=["S12"]), ["S12", "twice"]),
        (with_changes(sudden_demise=["ID", "ID", "ID"]), ["ID", "three times"]),
        (with_player(hand=["S16", "F11"]), ["S16"]),
        (with_player(hand=["", "F11"]), ["no card"]),
        (with_player(hand=["-7", "+3"]), ["no card"]),
        (with_player(hand=["S12"]), ["Ana", "two cards"]),
        (with_player(hand=[]), ["Ana", "two cards"]),
        (with_changes(sudden_demise=None), ["sudden_demise"]),
        (with_changes(sudden_demise=[1]), ["sudden_demise"]),
        (with_player(field=["S1"]), ["S1", "field"]),
    ],
)
def test_cards_that_can_not_lie_so_are_refused(inside: Inside, given: Case, said: list[str]) -> None:
    refused(inside("settle", "-", stdin=json.dumps(given)), *said)


def test_a_folders_cards_count_as_dealt(inside: Inside) -> None:
    given = case("S12 F11", "C9 T9", "S12 F1", folded=[2])
    refused(inside("settle", "-", stdin=json.dumps(given)), "S12", "twice")


def test_a_card_lies_in_the_field_no_more_often_than_in_the_hand(inside: Inside) -> None:
    """With a community field the second Idiot would be counted by the others."""
    given = case("ID S5", "C9 T9", community_field=True)
    given["players"][0]["field"] = ["ID", "ID"]
    refused(inside("settle", "-", stdin=json.dumps(given)), "ID", "field")


@pytest.mark.clause("H9")
@pytest.mark.parametrize("demise", ["", "S1"])
def test_h9_a_tie_without_cards_for_it_asks_for_them(inside: Inside, demise: str) -> None:
    given = case("S10 F8", "C9 T9", demise=demise)
    refused(inside("settle", "-", stdin=json.dumps(given)), "Ana and Ben", "tied", "sudden_demise")


# ---- rules


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (None, "preset"),
        (5, "preset"),
        ([], "preset"),
        ({}, "preset"),
        ({"preset": None}, "classic"),
        ({"preset": ["classic"]}, "classic"),
        ({"preset": "clasic"}, "Did you mean classic?"),
        ({"preset": "classic", "antes": 3}, "ante"),
        ({"preset": "classic", "ante": 1.5}, "whole number"),
        ({"preset": "classic", "bomb_out_penalty": -1}, "whole number"),
        ({"preset": "classic", "bomb_out_penalty": {}}, "whole number"),
        ({"preset": "classic", "shift_trigger": []}, "doubles"),
        ({"preset": "classic", "stakes": []}, "low"),
    ],
)
def test_rules_that_are_none_are_refused(inside: Inside, rules: Any, said: str) -> None:
    refused(inside("settle", "-", stdin=json.dumps(with_changes(rules=rules))), said)


# ---- the file


@pytest.mark.parametrize(
    "stdin",
    [
        b"",
        b"\n\n",
        b"nonsense",
        b"{",
        b'{"rules": ',
        b"[]",
        b"5",
        b"null",
        b'"classic"',
        b"{}",
        b"\x00\x01\x02",
        b"\x89PNG\r\n\x1a\n\x00\x00",
        b"{} {}",
        b"{}\n[]\n",
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b"'",
    ],
    ids=said_of,
)
def test_what_is_no_case_is_refused(inside: Inside, stdin: bytes) -> None:
    refused(inside("settle", "-", "--json", stdin=stdin))


def test_what_is_no_json_names_its_line(inside: Inside) -> None:
    stdin = json.dumps(case("S12 F11", "C9 T9"), indent=1).replace('"dealer": 1', '"dealer": one')
    line = next(number for number, text in enumerate(stdin.splitlines(), 1) if "one" in text)
    refused(inside("settle", "-", stdin=stdin), f"line {line}:")


def test_a_bad_case_among_good_ones_names_its_line(inside: Inside, tmp_path: Path) -> None:
    file = tmp_path / "evening.jsonl"
    file.write_text("\n" + as_lines(case("S12 F11", "C9 T9"), with_player(stack=-1), case("S1 F1", "C9 T9")))
    refused(inside("settle", file, "--json"), "evening.jsonl", "line 3", "stack")


def test_a_line_that_is_no_json_among_good_ones_names_itself(inside: Inside) -> None:
    good = as_lines(case("S12 F11", "C9 T9"))
    refused(inside("settle", "-", stdin=good + good + "{oops\n" + good), "line 3", "JSON")


def test_a_bad_first_line_is_named_among_good_ones(inside: Inside) -> None:
    good = as_lines(case("S12 F11", "C9 T9"))
    refused(inside("settle", "-", stdin=good.replace('"dealer": 1', '"dealer": one') + good), "line 1")


def test_a_single_bad_case_on_one_line_names_it_too(inside: Inside) -> None:
    refused(inside("settle", "-", stdin=as_lines(with_player(stack=-1))), "line 1", "stack")


def test_a_file_cut_off_in_its_last_line_is_refused(inside: Inside) -> None:
    stdin = as_lines(case("S12 F11", "C9 T9"), case("S1 F1", "C9 T9"))
    refused(inside("settle", "-", stdin=stdin[:-30]), "line 2")


# ---- names that are more than names


def test_half_a_character_in_a_name_is_no_reason_for_a_traceback() -> None:
    for arguments in (["settle", "-", "--json"], ["settle", "-"]):
        ran = sabacc(*arguments, stdin=json.dumps(with_player(name="\ud800")))
        assert "Traceback" not in ran.err
        assert ran.code in (0, 2)


@pytest.mark.parametrize("name", ["\x1b[31mAna", "A\nBen wins the sabacc pot: 900. (H5)", "A\rB", "\x07"])
def test_a_name_can_not_forge_the_story(inside: Inside, name: str) -> None:
    """No new lines, no colours: the terminal shows what was settled, or the name is refused."""
    ran = inside("settle", "-", stdin=json.dumps(with_player(name=name)))
    plain = inside("settle", "-", stdin=json.dumps(with_player(name="Ana")))
    assert ran.code == 2 or len(ran.out.splitlines()) == len(plain.out.splitlines())
    assert not set(ran.out) & {"\x1b", "\r", "\x07"}


def test_a_name_must_say_something(inside: Inside) -> None:
    refused(inside("settle", "-", stdin=json.dumps(with_player(name=""))), "name")
