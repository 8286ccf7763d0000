"""`sabacc rank`."""

from __future__ import annotations

import json

import pytest

from tests.cli.command_runner import Ran, accepted, refused, sabacc
from tests.cli.conftest import Inside

KEYS = ["hand", "name", "rank", "total", "bombed_out", "towards"]


def ranked(inside: Inside, preset: str, *arguments: str) -> list[tuple[int, int, bool]]:
    """Rank, total and bombed out of each hand."""
    lines = accepted(inside("rank", preset, *arguments, "--json")).lines()
    return [(line["rank"], line["total"], line["bombed_out"]) for line in lines]


def order(ran: Ran) -> list[str]:
    """The table for people without its head: place, hand and worth, each line stripped."""
    return [" ".join(line.split()) for line in accepted(ran).out.splitlines()[1:]]


# ---- as JSON


def test_json_is_one_line_a_hand_in_the_order_given() -> None:
    ran = sabacc("rank", "classic", "S1 F4", "ID S2 F3", "S12 F11", "--json")
    lines = accepted(ran).lines()
    assert [line["hand"] for line in lines] == ["S1 F4", "ID S2 F3", "S12 F11"]
    assert [list(line) for line in lines] == [KEYS] * 3
    assert ran.err == ""


def test_json_of_a_hand_says_all_about_it(inside: Inside) -> None:
    assert accepted(inside("rank", "classic", "s14 c10", "--json")).json() == {
        "hand": "S14 C10",
        "name": "Bombed out at 24",
        "rank": 5,
        "total": 24,
        "bombed_out": True,
        "towards": 24,
    }


@pytest.mark.clause("H1", "H2", "H3", "H4")
@pytest.mark.parametrize(
    ("hand", "rank", "total"),
    [
        ("ID S2 F3", 1, 5),
        ("C3 T2 ID", 1, 5),
        ("S12 F11", 2, 23),
        ("EO EN", 3, -23),
        ("S12 F10", 4, 22),
        ("ST S1", 4, -16),
        ("S13 F11", 5, 24),
        ("ST EO", 5, -32),
        ("S2 QA", 5, 0),
        ("ID ID", 5, 0),
        ("ID S2 F3 C1", 4, 6),  # no fourth card
        ("ID QA F3", 4, 1),  # the Nightsister is no two
        ("ID S2", 4, 2),
        ("ID ID S2 F3", 4, 5),
        ("S12 F3 C2", 4, 17),
    ],
)
def test_h1_to_h4_rank_and_total_in_classic(inside: Inside, hand: str, rank: int, total: int) -> None:
    assert ranked(inside, "classic", hand) == [(rank, total, rank == 5)]


@pytest.mark.clause("H3")
@pytest.mark.parametrize(("preset", "rank"), [("classic", 3), ("pagat", 3), ("galactic", 3), ("cloud-city", 4)])
def test_h3_minus_23_is_a_pure_sabacc_only_where_it_counts(inside: Inside, preset: str, rank: int) -> None:
    assert ranked(inside, preset, "EO EN") == [(rank, -23, False)]


def test_a_house_rule_changes_what_a_hand_is_worth(inside: Inside) -> None:
    assert ranked(inside, "classic", "-o", "star=-10", "ST DE") == [(3, -23, False)]


def test_a_total_is_a_whole_number_whatever_the_house_rules_spelling(inside: Inside) -> None:
    ran = inside("rank", "classic", "-o", "star=-10.0", "ST S1", "--json")
    assert ran.code == 2 or '"total": -9,' in ran.out


# ---- sides


@pytest.mark.clause("FO2", "FO3")
@pytest.mark.parametrize(
    ("side", "hand", "rank", "total"),
    [
        ("light", "S12 C11", 2, 23),
        ("dark", "F12 T11", 2, -23),
        ("light", "F12 T11", 4, -23),  # the other 23 is just a very low hand
        ("dark", "S12 C11", 4, 23),
        ("light", "S15 EO", 5, 0),
        ("dark", "F1 EO", 4, 14),
        ("dark", "ID F2 S3", 1, 1),
        ("light", "ID F2 S3", 1, 1),
    ],
)
def test_fo3_totals_are_told_as_they_are(inside: Inside, side: str, hand: str, rank: int, total: int) -> None:
    assert ranked(inside, "force", "--side", side, hand) == [(rank, total, rank == 5)]
    line = accepted(inside("rank", "force", "--side", side, hand, "--json")).json()
    assert line["towards"] == (-total if side == "dark" else total)


def test_force_without_a_side_asks_for_one(inside: Inside) -> None:
    refused(inside("rank", "force", "S1 S2"), "--side light", "--side dark")


@pytest.mark.parametrize("side", ["", "left", "both"])
def test_a_side_that_is_none_is_refused(inside: Inside, side: str) -> None:
    refused(inside("rank", "force", "S1 S2", "--side", side), "light", "dark")


def test_a_side_where_there_are_none_is_refused(inside: Inside) -> None:
    refused(inside("rank", "classic", "S1 S2", "--side", "dark"), "no sides")


# ---- for people


def test_people_see_the_best_hand_first() -> None:
    ran = sabacc("rank", "classic", "S1 F4", "S13 F11", "EO EN", "ID S2 F3", "S12 F11", "ST S1")
    hands = ["ID S2 F3", "S12 F11", "EO EN", "S1 F4", "ST S1", "S13 F11"]
    assert [line.split(" ", 1)[1].startswith(hand) for line, hand in zip(order(ran), hands, strict=True)] == [True] * 6


def test_ties_are_marked_and_share_a_place(inside: Inside) -> None:
    lines = order(inside("rank", "classic", "S1 F4", "S12 F11", "C12 T11"))
    assert [line.split()[0] for line in lines] == ["=1", "=1", "3"]


def test_hands_of_equal_total_that_bombed_out_are_not_ahead_of_anybody(inside: Inside) -> None:
    lines = order(inside("rank", "classic", "S14 F15", "ST S1", "C14 T15"))
    assert lines[0].startswith("1 ST S1")


def test_one_hand_is_no_tie(inside: Inside) -> None:
    assert order(inside("rank", "classic", "S12 F11")) == ["1 S12 F11 Pure Sabacc 23"]


# ---- hands from standard input


def test_a_dash_reads_one_hand_a_line() -> None:
    ran = sabacc("rank", "classic", "-", "--json", stdin="S12 F11\n\nthe idiot, 2 of coins, 3 of staves\n")
    assert [line["rank"] for line in accepted(ran).lines()] == [2, 1]


def test_the_same_card_may_stand_in_two_hands(inside: Inside) -> None:
    ran = inside("rank", "classic", "-", "--json", stdin="S12 F11\nS12 C11\n")
    assert [line["total"] for line in accepted(ran).lines()] == [23, 23]


def test_arguments_may_share_cards_too(inside: Inside) -> None:
    assert [total for _, total, _ in ranked(inside, "classic", "S12 F11", "S12 F11")] == [23, 23]


def test_windows_line_ends_are_line_ends(inside: Inside) -> None:
    ran = inside("rank", "classic", "-", "--json", stdin="S12 F11\r\nS1 F4\r\n")
    assert [line["hand"] for line in accepted(ran).lines()] == ["S12 F11", "S1 F4"]


def test_a_last_line_without_its_end_counts(inside: Inside) -> None:
    assert len(accepted(inside("rank", "classic", "-", "--json", stdin="S12 F11\nS1 F4")).lines()) == 2


def test_a_dash_among_hands_keeps_its_place(inside: Inside) -> None:
    ran = inside("rank", "classic", "S1 F1", "-", "S4 F4", "--json", stdin="S2 F2\nS3 F3\n")
    assert [line["total"] for line in accepted(ran).lines()] == [2, 4, 6, 8]


def test_a_bad_hand_on_standard_input_names_its_line(inside: Inside) -> None:
    refused(inside("rank", "classic", "-", stdin="S12 F11\n\nS16 F1\n"), "line 3", "S16")


@pytest.mark.parametrize("stdin", ["", "\n \n\r\n"])
def test_no_hands_at_all_make_no_lines(inside: Inside, stdin: str) -> None:
    ran = inside("rank", "classic", "-", "--json", stdin=stdin)
    assert ran.out == ""


def test_people_who_give_no_hands_are_told_so(inside: Inside) -> None:
    """An empty table answers nothing."""
    refused(inside("rank", "classic", "-", stdin=""), "hand")


def test_a_thousand_hands_are_ranked_in_one_go(inside: Inside) -> None:
    assert len(accepted(inside("rank", "classic", "-", "--json", stdin="S12 F11\n" * 1000)).lines()) == 1000


# ---- how cards are written


@pytest.mark.parametrize(
    "hand",
    [
        "S7 C12",
        "s7,c12",
        "S7;C12",
        "  S7 ,  C12  ",
        "7 of sabers, commander of coins",
        "Seven of Sabers; the Commander of Coins",
        "7 of Sabers and 12 of Coins",
    ],
)
def test_cards_may_be_written_as_people_write_them(inside: Inside, hand: str) -> None:
    assert accepted(inside("rank", "classic", hand, "--json")).json()["hand"] == "S7 C12"


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("S16 F1", "'S16'"),
        ("S0 F1", "'S0'"),
        ("X1 F1", "'X1'"),
        ("-7 +3", "7' is no card"),
        ("-2", "2' is no card"),
        ("💥 S1", "no card"),
        ("S1 S1", "twice"),
        ("ST ST ST", "three times"),
        ("S1", "at least two"),
        ("", "at least two"),
        (" , ; ", "at least two"),
    ],
)
def test_a_hand_that_is_none_is_refused_with_what_would_be_right(inside: Inside, hand: str, said: str) -> None:
    refused(inside("rank", "classic", hand), said)


def test_a_hand_that_begins_with_a_minus_sign_is_no_option() -> None:
    refused(sabacc("rank", "classic", "-7 +3"), "is no card", "7 of sabers")


def test_a_hand_that_begins_with_a_minus_sign_needs_no_dashes_before_it(inside: Inside) -> None:
    plain = accepted(inside("rank", "corellian-house", "-7 +3 -2 +6", "--json")).out
    assert plain == accepted(inside("rank", "corellian-house", "--json", "--", "-7 +3 -2 +6")).out
    assert json.loads(plain)["hand"] == "-7 +3 -2 +6"


@pytest.mark.parametrize("gold", ["-5", "-10", "5", "0"])
def test_a_die_below_nothing_is_still_a_number(inside: Inside, gold: str) -> None:
    """What is done for hands that begin with a minus sign must not be done to numbers."""
    ran = inside("rank", "coruscant-shift", "--gold", gold, "--silver", "c", "-7c +3t", "--json")
    assert len(accepted(ran).lines()) == 1


def test_a_bad_hand_among_good_ones_names_which(inside: Inside) -> None:
    refused(inside("rank", "classic", "S1 F1", "S1 F16", "--json"), "hand 2", "F16")


def test_the_whole_deck_is_a_hand(inside: Inside) -> None:
    from sabacc.cards import CLASSIC

    total = sum(CLASSIC.values[card] for card in CLASSIC.cards) + 2  # two Moderations of −13 (D3)
    assert ranked(inside, "classic", " ".join(CLASSIC.cards)) == [(5, total, True)]


def test_bytes_that_are_no_text_are_no_card() -> None:
    refused(sabacc("rank", "classic", b"S1 \xff"), "no card")
