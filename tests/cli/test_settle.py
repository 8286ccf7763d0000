"""`sabacc settle`: hands settled by the rulebook, and how cases come in and answers go out."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.cases import Case, as_lines, case, with_player
from tests.cli.command_runner import accepted, sabacc
from tests.cli.conftest import Inside


@pytest.fixture
def settled(inside: Inside) -> Any:
    """Settles one case, and gives the answer."""

    def settle(given: Case) -> Any:
        return accepted(inside("settle", "-", "--json", stdin=json.dumps(given))).json()

    return settle


def credits_in(given: Case) -> int:
    """All credits on the table."""
    players: list[dict[str, int]] = given["players"]
    pots: int = given["sabacc_pot"] + given["fees"]
    return pots + sum(player["stack"] + player["paid"] for player in players)


# ---- the answer's form


def test_json_answers_have_just_the_keys_that_were_promised() -> None:
    answer = accepted(sabacc("settle", "-", "--json", stdin=json.dumps(case("S12 F11", "C9 T9")))).json()
    assert list(answer) == ["stacks", "sabacc_pot", "sudden_demise_used", "players", "pots", "explanation"]
    assert list(answer["players"][0]) == ["name", "hand_name", "total", "bombed_out", "penalty", "won"]
    assert list(answer["pots"][0]) == ["amount", "contested_by", "winners"]


def test_a_whole_answer(settled: Any) -> None:
    answer = settled(case("S12 F11", "C9 T9", caller=1))
    explanation = answer.pop("explanation")
    assert answer == {
        "stacks": [190, 80],
        "sabacc_pot": 0,
        "sudden_demise_used": 0,
        "players": [
            {"name": "Ana", "hand_name": "Pure Sabacc", "total": 23, "bombed_out": False, "penalty": 0, "won": 90},
            {"name": "Ben", "hand_name": "Total 18", "total": 18, "bombed_out": False, "penalty": 20, "won": 0},
        ],
        "pots": [{"amount": 20, "contested_by": [0, 1], "winners": [0]}],
    }
    assert [clause for clause in ("(H3)", "(H5)", "(H7)") if not any(clause in line for line in explanation)] == []


def test_people_are_told_the_story_with_its_clauses() -> None:
    ran = accepted(sabacc("settle", "-", stdin=json.dumps(case("S12 F11", "C9 T9", caller=1))))
    assert "Ana shows S12 F11: Pure Sabacc." in ran.out
    assert re.search(r"^Ben .*\b20\b.*sabacc pot.*\(H7\)$", ran.out, re.MULTILINE)
    assert re.search(r"^Ana .*sabacc pot.*\b70\b.*\(H5\)$", ran.out, re.MULTILINE)
    assert ran.out.splitlines()[-1] == "In the end: Ana 190, Ben 80; in the sabacc pot 0."


# ---- how cases come in


def test_a_file_with_one_case_over_many_lines(inside: Inside, tmp_path: Path) -> None:
    file = tmp_path / "argument.json"
    file.write_text(json.dumps(case("S12 F11", "C9 T9"), indent=4))
    assert accepted(inside("settle", file, "--json")).json()["stacks"] == [170, 100]


def test_one_case_a_line_is_answered_line_by_line_in_order(inside: Inside) -> None:
    given = [case("S12 F11", "C9 T9"), case("S1 F1", "C9 T9"), case("ID S2 F3", "S12 F11", sabacc_pot=0)]
    answers = accepted(inside("settle", "-", "--json", stdin=as_lines(*given))).lines()
    assert [answer["stacks"] for answer in answers] == [[170, 100], [100, 120], [120, 100]]


@pytest.mark.parametrize("ends", ["\r\n", "\n\n", "\n  \n\r\n"])
def test_empty_lines_and_windows_line_ends_do_not_matter(inside: Inside, ends: str) -> None:
    stdin = as_lines(case("S12 F11", "C9 T9"), case("S1 F1", "C9 T9")).replace("\n", ends)
    assert len(accepted(inside("settle", "-", "--json", stdin=stdin)).lines()) == 2


def test_a_windows_file_with_a_byte_order_mark_is_read(inside: Inside, tmp_path: Path) -> None:
    file = tmp_path / "notepad.json"
    file.write_text(json.dumps(case("S12 F11", "C9 T9")), encoding="utf-8-sig")
    assert accepted(inside("settle", file, "--json")).json()["stacks"] == [170, 100]


@pytest.mark.parametrize("name", ["Zoë", "Люк", "千", "🤖", 'D\'Arc "Q"', "[bold]Ana[/bold]", "{n}", "%s"])
def test_any_name_comes_back_as_it_was(inside: Inside, name: str) -> None:
    given = json.dumps(with_player(name=name), ensure_ascii=False)
    assert accepted(inside("settle", "-", "--json", stdin=given)).json()["players"][0]["name"] == name
    assert f"{name} wins the hand pot: 20." in accepted(inside("settle", "-", stdin=given)).out


def test_a_name_with_colons_is_no_picture(inside: Inside) -> None:
    out = accepted(inside("settle", "-", stdin=json.dumps(with_player(name=":heart:")))).out
    assert ":heart: wins the hand pot: 20." in out


@pytest.mark.parametrize("odd", ["\u2028", "\u2029", "\u0085"])
def test_only_a_line_feed_ends_a_line(inside: Inside, odd: str) -> None:
    """JSON may have these in a string; the note is odd, but the file is one case a line."""
    line = json.dumps({**with_player(), "result": f"A{odd}B"}, ensure_ascii=False)
    assert len(accepted(inside("settle", "-", "--json", stdin=f"{line}\n{line}\n")).out.split("\n")) == 3


def test_hands_may_be_written_as_text(settled: Any) -> None:
    assert settled(with_player(hand="commander of sabers, 11 of flasks"))["players"][0]["total"] == 23


def test_cards_may_have_their_full_names(settled: Any) -> None:
    assert settled(with_player(hand=["the idiot", "2 of coins", "3 of staves"]))["players"][0]["total"] == 5


def test_what_may_be_left_out_may_be_left_out(settled: Any) -> None:
    given = case("S12 F11", "C9 T9")
    for key in ("caller", "sabacc_pot", "fees", "sudden_demise"):
        del given[key]
    assert settled(given)["stacks"] == [120, 100]


def test_a_case_may_carry_somebody_elses_result(settled: Any) -> None:
    assert settled({**case("S12 F11", "C9 T9"), "result": {"stacks": [0, 0]}})["stacks"] == [170, 100]


def test_the_largest_sums_are_settled_exactly(settled: Any) -> None:
    most = 1_000_000_000_000
    given = case("S12 F11", "C9 T9", stacks=most, paid=most, sabacc_pot=most, fees=most)
    assert settled(given)["stacks"] == [5 * most, most]


# ---- by the rulebook


@pytest.mark.clause("H4")
@pytest.mark.parametrize(
    ("better", "worse"),
    [("S12 F10", "C9 T9"), ("S1 EO", "F1 ST"), ("S2 F1", "C1 QA"), ("C1 QA", "S1 EO")],
)
@pytest.mark.parametrize("preset", ["cloud-city", "classic", "pagat", "galactic"])
def test_h4_the_higher_total_wins(settled: Any, better: str, worse: str, preset: str) -> None:
    assert settled(case(worse, better, preset=preset))["pots"][0]["winners"] == [1]


@pytest.mark.clause("H3", "H5")
@pytest.mark.parametrize(
    ("preset", "stacks", "pot"),
    [
        ("classic", [170, 100], 0),
        ("pagat", [170, 100], 0),
        ("galactic", [170, 100], 0),
        ("cloud-city", [100, 120], 50),
    ],
)
def test_h3_minus_23_wins_the_sabacc_pot_where_it_counts(
    settled: Any, preset: str, stacks: list[int], pot: int
) -> None:
    answer = settled(case("EO EN", "C9 T9", preset=preset))
    assert (answer["stacks"], answer["sabacc_pot"]) == (stacks, pot)


@pytest.mark.clause("H2", "H5")
def test_h2_the_array_beats_a_pure_sabacc_and_takes_the_sabacc_pot(settled: Any) -> None:
    answer = settled(case("S12 F11", "ID C2 T3"))
    assert (answer["stacks"], answer["sabacc_pot"]) == ([100, 170], 0)


@pytest.mark.clause("H5")
def test_h5_the_last_player_takes_the_hand_pot_and_shows_nothing(settled: Any) -> None:
    answer = settled(case("S12 F11", "", folded=[1]))
    assert (answer["stacks"], answer["sabacc_pot"]) == ([120, 100], 50)
    assert [player["hand_name"] for player in answer["players"]] == [None, None]


@pytest.mark.clause("H6")
def test_h6_a_bomb_out_pays_as_much_as_all_pots_hold(settled: Any) -> None:
    answer = settled(case("S10 F10", "C14 T14", "S1 F1", paid=[10, 20, 20]))
    assert [player["penalty"] for player in answer["players"]] == [0, 50, 0]
    assert (answer["stacks"], answer["sabacc_pot"]) == ([130, 50, 120], 100)


@pytest.mark.clause("H7")
@pytest.mark.parametrize(("preset", "penalty"), [("cloud-city", 20), ("classic", 20), ("pagat", 0), ("galactic", 0)])
def test_h7_a_caller_who_does_not_win_pays_where_callers_do(settled: Any, preset: str, penalty: int) -> None:
    answer = settled(case("S10 F10", "C9 T9", preset=preset, caller=1))
    assert answer["players"][1]["penalty"] == penalty
    assert answer["sabacc_pot"] == 50 + penalty


@pytest.mark.clause("H7")
def test_h7_a_caller_who_also_bombed_out_pays_once(settled: Any) -> None:
    assert settled(case("S10 F10", "C14 T14", caller=1))["players"][1]["penalty"] == 20


@pytest.mark.clause("H7")
def test_h7_a_caller_who_wins_a_side_pot_has_won(settled: Any) -> None:
    answer = settled(case("S10 F10", "C9 T9", "S1 F1", paid=[10, 20, 20], caller=1))
    assert answer["players"][1]["penalty"] == 0


@pytest.mark.clause("H8")
def test_h8_a_special_hand_takes_the_penalties_too(settled: Any) -> None:
    answer = settled(case("S12 F11", "C14 T14"))
    assert (answer["stacks"], answer["sabacc_pot"]) == ([190, 80], 0)


@pytest.mark.clause("T5")
def test_t5_a_penalty_takes_no_more_than_there_is(settled: Any) -> None:
    answer = settled(case("S10 F10", "C14 T14", stacks=[100, 3]))
    assert (answer["stacks"], answer["sabacc_pot"]) == ([120, 0], 53)


@pytest.mark.clause("HR1")
def test_hr1_a_fixed_penalty_is_due_whatever_the_pot(settled: Any) -> None:
    answer = settled(case("S10 F10", "C14 T14", bomb_out_penalty=7))
    assert (answer["stacks"], answer["sabacc_pot"]) == ([120, 93], 57)
    assert any("(HR1)" in line for line in answer["explanation"])


@pytest.mark.clause("H9")
def test_h9_a_tie_is_broken_by_a_card_each_from_the_dealers_left(settled: Any) -> None:
    answer = settled(case("S10 F8", "C9 T9", demise="S1 S4 C1"))
    assert (answer["stacks"], answer["sudden_demise_used"]) == ([100, 120], 2)


@pytest.mark.clause("H9")
def test_h9_the_dealers_left_gets_the_first_card(settled: Any) -> None:
    answer = settled(case("S10 F8", "C9 T9", demise="S1 S4", dealer=0))
    assert answer["stacks"] == [120, 100]


@pytest.mark.clause("H9", "B3")
@pytest.mark.parametrize(("dealer", "stacks"), [(1, [111, 110]), (0, [110, 111])])
def test_h9_still_tied_is_split_with_the_odd_credit_to_the_dealers_left(
    settled: Any, dealer: int, stacks: list[int]
) -> None:
    assert settled(case("S10 F8", "C9 T9", demise="S1 F1", fees=1, dealer=dealer))["stacks"] == stacks


@pytest.mark.clause("H9")
def test_h9_hands_special_before_the_card_play_for_the_sabacc_pot(settled: Any) -> None:
    answer = settled(case("S12 F11", "C12 T11", demise="QA S1"))
    assert (answer["stacks"], answer["sabacc_pot"]) == ([170, 100], 0)


@pytest.mark.clause("H9")
def test_h9_so_does_a_hand_that_becomes_special_by_the_card(settled: Any) -> None:
    answer = settled(case("S10 F8", "C9 T9", demise="S5 S1"))
    assert (answer["stacks"], answer["sabacc_pot"]) == ([170, 100], 0)


@pytest.mark.clause("H9")
def test_h9_a_plain_hand_that_the_card_makes_better_does_not(settled: Any) -> None:
    answer = settled(case("S10 F8", "C9 T9", demise="S4 S1"))
    assert (answer["stacks"], answer["sabacc_pot"]) == ([120, 100], 50)


@pytest.mark.clause("H10")
@pytest.mark.parametrize(("preset", "winner"), [("cloud-city", 0), ("classic", 2), ("pagat", 2), ("galactic", 2)])
def test_h10_when_all_tied_players_bomb_out_by_the_card(settled: Any, preset: str, winner: int) -> None:
    answer = settled(case("S10 F8", "C9 T9", "S2 F3", preset=preset, demise="S6 F7"))
    assert answer["pots"][0]["winners"] == [winner]
    assert sum(player["penalty"] for player in answer["players"]) == 0


@pytest.mark.clause("H10")
def test_h10_a_caller_among_them_is_excused(settled: Any) -> None:
    answer = settled(case("S10 F8", "C9 T9", "S2 F3", demise="S6 F7", caller=0))
    assert answer["stacks"] == [100, 100, 130]


@pytest.mark.clause("H10")
def test_h10_with_nobody_left_the_pot_goes_into_the_sabacc_pot(settled: Any) -> None:
    answer = settled(case("S10 F8", "C9 T9", demise="S6 F7"))
    assert (answer["stacks"], answer["sabacc_pot"]) == ([100, 100], 70)
    assert any("(H10)" in line for line in answer["explanation"])


@pytest.mark.clause("H11")
def test_h11_a_caller_who_merely_loses_a_sudden_demise_pays(settled: Any) -> None:
    answer = settled(case("S10 F8", "C9 T9", demise="S1 S4", caller=0))
    assert (answer["stacks"], answer["sabacc_pot"]) == ([80, 120], 70)


@pytest.mark.clause("H12")
@pytest.mark.parametrize("preset", ["cloud-city", "classic", "pagat", "galactic"])
def test_h12_when_all_bomb_out_all_pay_and_nobody_wins(settled: Any, preset: str) -> None:
    answer = settled(case("S14 F14", "C14 T14", preset=preset, demise="S1 F1"))
    assert (answer["stacks"], answer["sabacc_pot"]) == ([80, 80], 110)
    assert (answer["pots"][0]["winners"], answer["sudden_demise_used"]) == ([], 0)


@pytest.mark.clause("H13")
def test_h13_a_side_pot_nobody_can_win_stays_for_the_next_hand(settled: Any) -> None:
    answer = settled(case("S12 F11", "C14 T14", "S14 F14", paid=[10, 30, 30], stacks=0))
    assert (answer["stacks"], answer["sabacc_pot"]) == ([80, 0, 0], 40)


@pytest.mark.clause("B1", "B2")
def test_b1_the_rulebooks_example_of_side_pots(settled: Any) -> None:
    answer = settled(case("S10 F10", "S9 F9", "S8 F8", paid=[25, 50, 100], stacks=0))
    assert answer["stacks"] == [75, 50, 50]
    assert answer["pots"] == [
        {"amount": 75, "contested_by": [0, 1, 2], "winners": [0]},
        {"amount": 50, "contested_by": [1, 2], "winners": [1]},
    ]


@pytest.mark.clause("B1")
def test_b1_fees_lie_in_the_main_pot(settled: Any) -> None:
    answer = settled(case("S10 F10", "S9 F9", "S8 F8", paid=[25, 50, 50], stacks=0, fees=3))
    assert [pot["amount"] for pot in answer["pots"]] == [78, 50]


@pytest.mark.clause("B1", "H5")
def test_b1_what_nobody_matched_goes_back(settled: Any) -> None:
    answer = settled(case("S1 F1", "C9 T9", paid=[5, 12], folded=[0]))
    assert answer["stacks"] == [100, 117]
    assert answer["players"][1]["won"] == 10


@pytest.mark.clause("B1")
def test_b1_what_no_live_player_matched_joins_the_last_pot(settled: Any) -> None:
    answer = settled(case("S10 F10", "C9 T9", "S1 F1", paid=[5, 10, 30], folded=[2]))
    assert [(pot["amount"], pot["winners"]) for pot in answer["pots"]] == [(15, [0]), (30, [1])]


@pytest.mark.clause("FO4")
def test_fo4_an_exact_light_23_beats_an_exact_dark_one(settled: Any) -> None:
    answer = settled(case("F12 T11", "S12 C11", preset="force", sides=["dark", "light"]))
    assert (answer["stacks"], answer["sabacc_pot"]) == ([100, 170], 0)


@pytest.mark.clause("FO4")
def test_fo4_other_equal_hands_of_two_sides_are_a_tie(settled: Any) -> None:
    answer = settled(case("F9 T9", "S9 C9", preset="force", sides=["dark", "light"], demise="F3 S1"))
    assert (answer["stacks"], answer["sudden_demise_used"]) == ([120, 100], 2)


@pytest.mark.clause("HR8")
def test_hr8_a_card_of_anothers_field_may_be_counted(settled: Any) -> None:
    given = case("S10 F2", "C9 F4", community_field=True)
    given["players"][0]["field"] = ["S10"]
    assert settled(given)["stacks"] == [100, 170]


@pytest.mark.clause("FO1")
def test_a_side_means_nothing_where_there_are_none(inside: Inside) -> None:
    """Two Pure Sabaccs of classic are tied, whatever side somebody wrote down; or the side is refused."""
    given = case("S12 F11", "C12 T11", sides=["light", "dark"], demise="S1 QA")
    ran = inside("settle", "-", "--json", stdin=json.dumps(given))
    assert ran.code == 2 or ran.json()["stacks"] == [100, 170]


@pytest.mark.clause("PG5", "GA3")
@pytest.mark.parametrize("preset", ["pagat", "galactic"])
def test_a_caller_may_fold_in_the_betting_round_that_follows(settled: Any, preset: str) -> None:
    """In these two the round is played out after the call, so somebody may raise and the caller may fold."""
    answer = settled(case("S10 F10", "C9 T9", "S1 F1", preset=preset, paid=[20, 20, 10], caller=2, folded=[2]))
    assert answer["stacks"] == [150, 100, 100]


@pytest.mark.clause("T1")
@pytest.mark.parametrize(
    "given",
    [
        case("S12 F11", "C14 T14", "S1 F1", paid=[7, 30, 11], stacks=[0, 5, 9], fees=2, caller=2),
        case("S14 F14", "C14 T14", "S13 F13", paid=[7, 30, 11], stacks=[0, 5, 9], fees=2, caller=2),
        case("S10 F8", "C9 T9", "S11 F7", paid=[7, 7, 7], demise="S1 F1 C1", sabacc_pot=1),
    ],
)
def test_t1_credits_are_neither_made_nor_lost(settled: Any, given: Case) -> None:
    answer = settled(given)
    assert sum(answer["stacks"]) + answer["sabacc_pot"] == credits_in(given)
