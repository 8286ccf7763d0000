"""The showdown: what hands are worth, who wins, who pays, and sudden demise (H1–H9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pytest

from sabacc.cards import CLASSIC, Card
from sabacc.game.events import Dealt, Event, NoSuddenDemise, Paid, Refunded, Shown, SuddenDemise, Won
from sabacc.game.hand import Hand
from sabacc.hands.classic import Scale, Worth
from sabacc.rules import read_rules
from sabacc.variants.case import Case
from sabacc.variants.family76.showdown import settle
from tests.tables import only, open_table, pass_all, play, quiet_turn

FAMILY = ("cloud-city", "classic", "pagat", "galactic")
CALLER_PAYS = ("cloud-city", "classic", "force")


class Outcome(NamedTuple):
    """What a settlement left behind."""

    stacks: list[int]
    sabacc_pot: int
    special: bool
    events: list[Event]


def settled(
    preset: str,
    *hands: str,
    demise: str = "",
    caller: int | None = None,
    paid: int | Sequence[int] = 10,
    stacks: int | Sequence[int] = 100,
    sabacc_pot: int = 50,
    folded: Sequence[int] = (),
    sides: Sequence[str] = (),
) -> Outcome:
    """Settles a called hand; seat 0 is left of the dealer, and `demise` are the cards left in the deck."""
    n = len(hands)
    CLASSIC.read_all(" ".join([*hands, demise]))  # one deck must have them all
    deck = demise.split()

    def draw(seats: tuple[int, ...]) -> dict[int, Card] | None:
        return None if len(deck) < len(seats) else {seat: deck.pop(0) for seat in seats}

    case = Case(
        rules=read_rules(preset),
        order=range(n),
        stacks=[stacks] * n if isinstance(stacks, int) else stacks,
        paid=[paid] * n if isinstance(paid, int) else paid,
        live=[seat not in folded for seat in range(n)],
        hands=[tuple(hand.split()) for hand in hands],
        fees=0,
        sabacc_pot=sabacc_pot,
        caller=caller,
        sides=sides,
    )
    events: list[Event] = []
    special = settle(case, events.append, draw)
    return Outcome(case.stacks, case.sabacc_pot, special, events)


def called(hand: Hand, by: int) -> list[Event]:
    """A round in which nothing happens, then the next player checks and `by` calls the hand."""
    for _ in hand.seating.dealt_in:
        quiet_turn(hand)
    play(hand, f"{hand.turn} check")
    pass_all(hand)
    return play(hand, f"{by} call-hand")


def worth(preset: str, cards: str) -> Worth:
    return Scale(read_rules(preset)).worth(tuple(cards.split()))


# ---- H1–H4: what hands are worth


@pytest.mark.clause("H1")
def test_h1_a_total_is_the_sum_of_all_cards() -> None:
    assert worth("classic", "S9 C15 QA ID").total == 9 + 15 - 2 + 0


@pytest.mark.clause("H1")
@pytest.mark.parametrize("preset", FAMILY)
@pytest.mark.parametrize("cards", ["S12 C12", "BA DE", "S8 EN", "QA C2"])
def test_h1_over_23_under_minus_23_and_exactly_0_bomb_out(preset: str, cards: str) -> None:
    assert worth(preset, cards).bombed_out


@pytest.mark.clause("H1")
@pytest.mark.parametrize("preset", FAMILY)
@pytest.mark.parametrize("cards", ["S12 C11", "EN EO", "S1 ID", "QA C1"])
def test_h1_23_minus_23_and_what_lies_next_to_0_are_no_bomb_outs(preset: str, cards: str) -> None:
    assert not worth(preset, cards).bombed_out


@pytest.mark.clause("H2")
@pytest.mark.parametrize("cards", ["ID S2 S3", "F2 ID T3", "C3 T2 ID"])
def test_h2_an_idiots_array_is_an_idiot_a_2_and_a_3_of_any_suits(cards: str) -> None:
    assert worth("classic", cards).name == "Idiot's Array"


@pytest.mark.clause("H2")
@pytest.mark.parametrize("cards", ["ID S2 S3 C4", "ID S2 S3 ID", "ID QA S3", "ID S12 C3", "S2 S3", "ID S5"])
def test_h2_nothing_more_and_nothing_else_makes_an_array(cards: str) -> None:
    assert not worth("classic", cards).special


@pytest.mark.clause("H2", "H5")
@pytest.mark.parametrize("preset", FAMILY)
def test_h2_an_idiots_array_beats_a_pure_sabacc(preset: str) -> None:
    assert settled(preset, "S12 C11", "ID S2 F3", "S10 C10").stacks == [100, 180, 100]


@pytest.mark.clause("H3", "H5")
@pytest.mark.parametrize("preset", FAMILY)
def test_h3_a_pure_sabacc_is_exactly_23_and_beats_22(preset: str) -> None:
    outcome = settled(preset, "S11 C11", "S12 F11")
    assert outcome.stacks == [100, 170]
    assert outcome.special


@pytest.mark.clause("H3")
@pytest.mark.parametrize("preset", ["classic", "pagat", "galactic"])
def test_h3_minus_23_is_a_pure_sabacc_over_22_and_under_23(preset: str) -> None:
    assert settled(preset, "S11 C11", "EN EO").stacks == [100, 170]
    assert settled(preset, "S12 C11", "EN EO").stacks == [170, 100]


@pytest.mark.clause("H3")
def test_h3_in_cloud_city_minus_23_is_just_a_very_low_hand() -> None:
    outcome = settled("cloud-city", "EN EO", "BA BA")
    assert (outcome.stacks, outcome.special) == ([100, 120], False)
    assert settled("cloud-city", "EN EO", "S12 C12").stacks == [120, 80]


@pytest.mark.clause("H4")
@pytest.mark.parametrize("preset", FAMILY)
@pytest.mark.parametrize(
    ("better", "worse"), [("S11 C11", "S10 F11"), ("EO S14", "ST S1 QA QA"), ("C1 ID", "QA S1"), ("BA BA", "S15 C15")]
)
def test_h4_the_highest_total_that_has_not_bombed_out_wins(preset: str, better: str, worse: str) -> None:
    assert [won.seat for won in only(Won, settled(preset, worse, better).events)] == [1]


# ---- H5–H8: who takes what, and who pays


@pytest.mark.clause("H5")
@pytest.mark.parametrize("preset", FAMILY)
def test_h5_a_plain_hand_takes_the_hand_pot_and_leaves_the_sabacc_pot(preset: str) -> None:
    outcome = settled(preset, "S9 C9", "S8 C8", "S7 C7")
    assert (outcome.stacks, outcome.sabacc_pot, outcome.special) == ([130, 100, 100], 50, False)


@pytest.mark.clause("H5")
def test_h5_a_pure_sabacc_takes_both_pots_at_the_table() -> None:
    game, hand = open_table("cloud-city", ["S12 C11", "S9 C9", "S8 C8"], rolls=[(6,)] * 4)
    called(hand, by=0)
    assert (game.stacks, game.sabacc_pot) == ([98 + 3 + 3, 98, 98], 0)


@pytest.mark.clause("H6")
@pytest.mark.parametrize("preset", FAMILY)
def test_h6_each_bombed_out_player_pays_the_sabacc_pot_as_much_as_the_hand_pot(preset: str) -> None:
    outcome = settled(preset, "S9 C9", "S12 C12", "S8 EN")
    assert (outcome.stacks, outcome.sabacc_pot) == ([130, 70, 70], 50 + 30 + 30)


@pytest.mark.clause("H6", "T5")
def test_h6_who_has_less_than_the_penalty_pays_all_they_have() -> None:
    outcome = settled("classic", "S9 C9", "S12 C12", stacks=[100, 7])
    assert (outcome.stacks, outcome.sabacc_pot) == ([120, 0], 57)


@pytest.mark.clause("H7")
@pytest.mark.parametrize("preset", CALLER_PAYS)
def test_h7_a_caller_who_does_not_win_pays_the_same(preset: str) -> None:
    outcome = settled(preset, "S9 C9", "S8 C8", "S7 C7", caller=1)
    assert (outcome.stacks, outcome.sabacc_pot) == ([130, 70, 100], 80)


@pytest.mark.clause("H7", "PG6", "GA5")
@pytest.mark.parametrize("preset", ["pagat", "galactic"])
def test_h7_in_pagat_and_galactic_there_is_no_callers_penalty(preset: str) -> None:
    assert settled(preset, "S9 C9", "S8 C8", "S7 C7", caller=1).stacks == [130, 100, 100]


@pytest.mark.clause("H7")
@pytest.mark.parametrize("preset", CALLER_PAYS)
def test_h7_a_caller_who_also_bombed_out_pays_once(preset: str) -> None:
    outcome = settled(preset, "S9 C9", "S12 C12", "S7 C7", caller=1)
    assert (outcome.stacks, outcome.sabacc_pot) == ([130, 70, 100], 80)


@pytest.mark.clause("H7")
def test_h7_a_caller_who_wins_or_shares_pays_nothing() -> None:
    assert settled("classic", "S9 C9", "S8 C8", caller=0).stacks == [120, 100]
    assert settled("classic", "S9 C11", "S11 C9", demise="S1 C1", caller=1).stacks == [110, 110]


@pytest.mark.clause("H6", "H7")
def test_h7_caller_and_bomb_out_pay_at_the_table() -> None:
    game, hand = open_table("cloud-city", ["S12 C12", "S9 C9", "S8 C8"], rolls=[(6,)] * 4)
    events = called(hand, by=2)
    assert [(paid.seat, paid.amount, paid.why) for paid in only(Paid, events)] == [(2, 3, "caller"), (0, 3, "bomb-out")]
    assert (game.stacks, game.sabacc_pot) == ([95, 101, 95], 9)


@pytest.mark.clause("H8")
def test_h8_uncalled_credits_go_back_before_the_penalty_is_measured() -> None:
    outcome = settled("classic", "S9 C9", "S12 C12", "S7 C7", paid=[10, 40, 10], stacks=[100, 0, 100])
    assert only(Refunded, outcome.events) == [Refunded(1, 30)]
    assert (outcome.stacks, outcome.sabacc_pot) == ([130, 0, 100], 80)


@pytest.mark.clause("H8")
def test_h8_hands_are_compared_then_demises_dealt_then_penalties_paid_then_pots_awarded() -> None:
    outcome = settled("classic", "S9 C11", "C9 S11", "S12 C12", demise="S1 C2", paid=[20, 10, 10])
    kinds = list(dict.fromkeys(type(event) for event in outcome.events))
    assert kinds == [Refunded, Shown, SuddenDemise, Paid, Won]


@pytest.mark.clause("H8")
def test_h8_a_special_hand_takes_the_penalties_with_the_sabacc_pot() -> None:
    outcome = settled("classic", "S12 C11", "F12 T12", "S7 C7", caller=2)
    assert (outcome.stacks, outcome.sabacc_pot) == ([100 + 30 + 50 + 60, 70, 70], 0)


# ---- H9: sudden demise


@pytest.mark.clause("H9")
def test_h9_tied_hands_draw_one_card_each_from_the_dealers_left() -> None:
    _, hand = open_table("classic", ["S9 C11", "S8 C8", "C9 S11"], "S1 C2", rolls=[(1, 2)] * 4)
    events = called(hand, by=0)
    assert [(card.seat, card.card, card.up) for card in only(Dealt, events)] == [(2, "S1", True), (0, "C2", True)]


@pytest.mark.clause("H9")
@pytest.mark.parametrize("preset", FAMILY)
def test_h9_the_card_counts_and_the_best_modified_hand_wins(preset: str) -> None:
    outcome = settled(preset, "S9 C11", "C9 S11", "S8 C8", demise="S1 C2")
    assert outcome.stacks == [100, 130, 100]
    assert [shown.total for shown in only(Shown, outcome.events)[-2:]] == [21, 22]


@pytest.mark.clause("H9")
@pytest.mark.parametrize("preset", FAMILY)
def test_h9_a_tied_player_who_bombs_out_loses_to_one_who_does_not(preset: str) -> None:
    assert settled(preset, "S9 C11", "C9 S11", demise="S4 QA").stacks == [100, 120]


@pytest.mark.clause("H9", "H3")
def test_h9_modified_hands_go_by_the_variants_own_ranks() -> None:
    tied = ("EN ID", "BA S3")  # the Evil One makes it −23, an Ace 7
    assert settled("classic", *tied, demise="EO S15").stacks == [120 + 50, 100]  # and the sabacc pot
    assert settled("cloud-city", *tied, demise="EO S15").stacks == [100, 120]


@pytest.mark.clause("H9")
@pytest.mark.parametrize("preset", FAMILY)
def test_h9_hands_tied_for_less_than_the_best_draw_nothing(preset: str) -> None:
    outcome = settled(preset, "S10 C10", "S9 C9", "S8 F10", demise="S1 C2")
    assert not only(SuddenDemise, outcome.events)


@pytest.mark.clause("H9")
@pytest.mark.parametrize("preset", FAMILY)
def test_h9_tied_special_hands_play_for_the_sabacc_pot_whatever_the_card_makes_of_them(preset: str) -> None:
    outcome = settled(preset, "S12 C11", "C12 S11", demise="QA EN")
    assert (outcome.stacks, outcome.sabacc_pot, outcome.special) == ([170, 100], 0, True)


@pytest.mark.clause("H9")
@pytest.mark.parametrize("preset", FAMILY)
def test_h9_a_23_made_by_the_card_takes_the_sabacc_pot(preset: str) -> None:
    outcome = settled(preset, "S9 C11", "C9 S11", demise="S3 C1")
    assert (outcome.stacks, outcome.sabacc_pot, outcome.special) == ([120 + 50, 100], 0, True)


@pytest.mark.clause("H9", "H3")
@pytest.mark.parametrize("preset", [one for one in FAMILY if one != "cloud-city"])
def test_h9_so_does_a_minus_23_where_that_is_a_pure_sabacc(preset: str) -> None:
    outcome = settled(preset, "EN ID", "BA S3", demise="EO S1")
    assert (outcome.stacks, outcome.sabacc_pot, outcome.special) == ([120 + 50, 100], 0, True)


@pytest.mark.clause("H9", "H5")
@pytest.mark.parametrize("preset", FAMILY)
def test_h9_a_pure_sabacc_that_both_cards_make_splits_the_sabacc_pot_too(preset: str) -> None:
    outcome = settled(preset, "S9 C11", "C9 S11", demise="S3 C3")
    assert (outcome.stacks, outcome.sabacc_pot, outcome.special) == ([110 + 25, 110 + 25], 0, True)


@pytest.mark.clause("H9")
@pytest.mark.parametrize("preset", FAMILY)
def test_h9_a_plain_hand_made_by_the_card_takes_the_hand_pot_only(preset: str) -> None:
    outcome = settled(preset, "S9 C11", "C9 S11", demise="S2 C1")
    assert (outcome.stacks, outcome.sabacc_pot, outcome.special) == ([120, 100], 50, False)


@pytest.mark.clause("H9")
@pytest.mark.parametrize("preset", FAMILY)
def test_h9_an_array_made_by_the_card_takes_the_sabacc_pot(preset: str) -> None:
    outcome = settled(preset, "ID S2", "ID C2", demise="F3 S15")
    assert (outcome.stacks, outcome.sabacc_pot, outcome.special) == ([120 + 50, 100], 0, True)


@pytest.mark.clause("H9", "B3")
@pytest.mark.parametrize("preset", FAMILY)
def test_h9_still_tied_split_what_was_tied_for_with_odd_credits_from_the_dealers_left(preset: str) -> None:
    outcome = settled(
        preset, "S12 C11", "C12 S11", "S1 C1", demise="QA QA", paid=[10, 10, 5], sabacc_pot=51, folded=[2]
    )
    assert outcome.stacks == [100 + 13 + 26, 100 + 12 + 25, 100]


@pytest.mark.clause("H9", "D4")
@pytest.mark.parametrize("preset", FAMILY)
def test_h9_without_enough_cards_nobody_draws_and_the_tie_is_split(preset: str) -> None:
    outcome = settled(preset, "S9 C11", "C9 S11", demise="S1")
    assert outcome.stacks == [110, 110]
    assert only(NoSuddenDemise, outcome.events)
