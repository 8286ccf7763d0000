"""Force: classic with a Light and a Dark side (FO1–FO4)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from sabacc.cards import CLASSIC
from sabacc.errors import IllegalAction
from sabacc.game.actions import ChooseSide
from sabacc.game.events import Asked, Dealt, Shown, SideDeclared, SuddenDemise, TotalDeclared, Won
from sabacc.game.hand import Hand
from sabacc.game.table import Game
from sabacc.hands.classic import Scale
from sabacc.hands.sides import DARK, LIGHT
from sabacc.rules import read_rules
from tests.clauses.test_showdown import called, settled
from tests.tables import only, open_table, play

SCALE = Scale(read_rules("force"))
TWO = ["S9 C9", "S8 C8"]


def table(hands: Sequence[str], sides: Sequence[str], deck: str = "") -> tuple[Game, Hand]:
    """A table of force, without shifts, at which all have declared their sides."""
    game, hand = open_table("force", hands, deck, rolls=[(1, 2)] * 30)
    declare(hand, sides)
    return game, hand


def declare(hand: Hand, sides: Sequence[str]) -> None:
    """The seats that are asked declare, in the order of the seats."""
    for seat, side in zip(sorted(hand.waiting), sides, strict=True):
        play(hand, f"{seat} choose-side {side}")


def winners(*hands: str, sides: Sequence[str], demise: str = "") -> list[int]:
    """Who wins the hand pot."""
    return [won.seat for won in only(Won, settled("force", *hands, sides=sides, demise=demise).events) if won.pot == 0]


# ---- FO1: declaring


@pytest.mark.clause("FO1")
def test_fo1_all_are_asked_at_once_for_light_or_dark_when_the_game_starts() -> None:
    _, hand = open_table("force", [*TWO, "S7 C7"])
    assert (hand.kind, set(hand.waiting)) == ("side", {0, 1, 2})
    assert {ChooseSide("light"), ChooseSide("dark")} <= set(hand.options(2))
    assert not only(Dealt, hand.events)


@pytest.mark.clause("FO1", "T6")
def test_fo1_a_choice_is_sealed_until_all_have_chosen() -> None:
    _, hand = open_table("force", TWO)
    play(hand, "0 choose-side dark")
    for seat in (1, None):
        view = hand.view(seat)
        assert view.sides == [None, None]
        assert "dark" not in repr(view.events)
    assert not only(SideDeclared, hand.events)


@pytest.mark.clause("FO1")
def test_fo1_then_all_sides_are_public() -> None:
    _, hand = table(TWO, ["dark", "light"])
    assert only(SideDeclared, hand.events) == [SideDeclared(0, "dark"), SideDeclared(1, "light")]
    assert hand.view(None).sides == ["dark", "light"]


@pytest.mark.clause("FO1")
@pytest.mark.parametrize("sides", [["light", "light"], ["dark", "dark"], ["light", "dark"]])
def test_fo1_any_mix_of_sides_may_play(sides: list[str]) -> None:
    _, hand = table(TWO, sides)
    assert list(hand.sides) == sides
    assert hand.kind == "bet"


@pytest.mark.clause("FO1")
def test_fo1_a_choice_can_not_be_changed() -> None:
    _, hand = open_table("force", TWO)
    play(hand, "0 choose-side dark")
    with pytest.raises(IllegalAction):
        play(hand, "0 choose-side light")


@pytest.mark.clause("FO1", "T10")
@pytest.mark.parametrize(("number", "side"), [(0, "light"), (1, "dark")])
def test_fo1_who_does_not_choose_in_time_gets_a_side_by_chance(number: int, side: str) -> None:
    _, hand = open_table("force", TWO, answers={("side", 1): number})
    play(hand, "0 choose-side light", "1 time-out")
    assert hand.sides[1] == side


@pytest.mark.clause("FO1", "T11")
def test_fo1_sides_stay_while_the_game_lasts() -> None:
    game, hand = table(TWO, ["dark", "light"])
    play(hand, "1 fold")
    hand = game.deal()
    assert hand.kind == "bet"
    assert hand.sides == ("dark", "light")
    assert "side" not in [asked.kind for asked in only(Asked, hand.events)]


@pytest.mark.clause("FO1", "T12")
def test_fo1_a_newcomer_alone_declares() -> None:
    game, hand = table(TWO, ["dark", "light"])
    play(hand, "1 fold")
    game.sit("Cy", 100)
    hand = game.deal()
    assert (hand.kind, hand.waiting) == ("side", (2,))
    play(hand, "2 choose-side dark")
    assert hand.sides == ("dark", "light", "dark")


@pytest.mark.clause("FO1", "T12")
def test_fo1_a_newcomer_in_a_seat_given_up_does_not_inherit_its_side() -> None:
    game, hand = table([*TWO, "S7 C7"], ["dark", "light", "dark"])
    play(hand, "1 fold", "2 fold")
    game.leave(2)
    game.sit("Dee", 100, seat=2)
    hand = game.deal()
    assert (hand.kind, hand.waiting) == ("side", (2,))


@pytest.mark.clause("FO1", "T11")
@pytest.mark.parametrize(("hands", "sides"), [(["S12 C11", "S8 C8"], "light"), (["F12 T11", "F8 T8"], "dark")])
def test_fo1_after_a_special_hand_a_new_game_starts_and_all_declare_anew(hands: list[str], sides: str) -> None:
    game, hand = table(hands, [sides, sides])
    called(hand, by=0)
    hand = game.deal()
    assert (hand.kind, set(hand.waiting)) == ("side", {0, 1})
    declare(hand, ["dark", "light"])
    assert hand.sides == ("dark", "light")


# ---- FO2: what cards are worth


@pytest.mark.clause("FO2")
@pytest.mark.parametrize("number", range(1, 16))
def test_fo2_sabers_and_coins_count_up_and_flasks_and_staves_count_down(number: int) -> None:
    for suit, value in (("S", number), ("C", number), ("F", -number), ("T", -number)):
        assert SCALE.total([f"{suit}{number}"], LIGHT) == value
        assert SCALE.total([f"{suit}{number}"], DARK) == value


@pytest.mark.clause("FO2")
@pytest.mark.parametrize("card", ["ST", "EO", "MO", "DE", "BA", "EN", "QA", "ID"])
def test_fo2_arcana_are_negative_for_light_and_positive_for_dark(card: str) -> None:
    value = {**CLASSIC.values, "MO": -13}[card]  # D3
    assert SCALE.total([card], LIGHT) == value
    assert SCALE.total([card], DARK) == -value


@pytest.mark.clause("FO2")
def test_fo2_star_and_flask_lead_light_down_together_and_dark_apart() -> None:
    assert winners("ST F5", "S1 F2", sides=[LIGHT, LIGHT]) == [1]  # −22 under −1
    assert winners("BA F15", "S1 F2", sides=[DARK, DARK]) == [0]  # +11 − 15 = −4 beats −1 (FO3)


@pytest.mark.clause("FO3", "H1")
@pytest.mark.parametrize("side", [LIGHT, DARK])
def test_fo3_totals_are_told_as_they_are(side: str) -> None:
    shown = only(Shown, settled("force", "F9 T9", "S2 C2", sides=[side, LIGHT]).events)
    assert [(show.total, show.name) for show in shown] == [(-18, "Total -18"), (4, "Total 4")]


@pytest.mark.clause("FO3", "H1")
@pytest.mark.parametrize(
    ("cards", "total", "name"), [("F10 T15", -25, "Bombed out at -25"), ("F12 T11", -23, "Pure Sabacc")]
)
def test_fo3_so_are_a_dark_bomb_out_and_a_dark_pure_sabacc(cards: str, total: int, name: str) -> None:
    worth = SCALE.worth(tuple(cards.split()), DARK)
    assert (worth.total, worth.towards, worth.name) == (total, -total, name)


@pytest.mark.clause("FO3", "HR10", "PG1")
@pytest.mark.parametrize("side", [LIGHT, DARK])
def test_fo3_first_totals_are_declared_as_they_are(side: str) -> None:
    _, hand = open_table("force", ["F9 T9", "S2 C2"], declare_totals=True)
    declare(hand, [side, "light"])
    assert only(TotalDeclared, hand.events) == [TotalDeclared(1, 4), TotalDeclared(0, -18)]


# ---- FO3: what each side aims at


@pytest.mark.clause("FO3")
def test_fo3_a_dark_hand_wins_the_lower_its_total() -> None:
    assert winners("F9 T9", "F8 T8", "S9 C9", sides=[DARK] * 3) == [0]
    assert winners("F9 T9", "F8 T8", "S9 C9", sides=[LIGHT] * 3) == [2]


@pytest.mark.clause("FO3")
def test_fo3_hands_of_two_sides_are_compared_by_how_high_each_counts_for_its_own() -> None:
    assert winners("S9 C9", "F10 T9", sides=[LIGHT, DARK]) == [1]
    assert winners("S9 C9", "F9 T8", sides=[LIGHT, DARK]) == [0]


@pytest.mark.clause("FO3", "H5")
@pytest.mark.parametrize(("cards", "side"), [("S12 C11", LIGHT), ("F12 T11", DARK)])
def test_fo3_ones_own_23_is_a_pure_sabacc(cards: str, side: str) -> None:
    outcome = settled("force", cards, "S1 F2", sides=[side, DARK])
    assert (outcome.stacks, outcome.sabacc_pot, outcome.special) == ([170, 100], 0, True)


@pytest.mark.clause("FO3", "H3")
@pytest.mark.parametrize(("cards", "side"), [("F12 T11", LIGHT), ("S12 C11", DARK), ("EN EO", LIGHT)])
def test_fo3_the_other_sides_23_is_just_a_very_low_hand(cards: str, side: str) -> None:
    low = {LIGHT: "F9 T13", DARK: "S9 C13"}[side]
    outcome = settled("force", cards, low, "S15 C15", sides=[side, side, LIGHT])
    assert outcome.stacks == [100, 130, 70]  # 22 the wrong way beats 23 the wrong way; 30 pays, 23 does not
    assert not outcome.special


@pytest.mark.clause("FO3", "H1", "H6")
@pytest.mark.parametrize("cards", ["F12 T12", "S12 C12", "F5 S5", "DE BA"])
def test_fo3_a_dark_hand_bombs_out_under_minus_23_over_23_and_at_0(cards: str) -> None:
    assert settled("force", cards, "S2 C2", sides=[DARK, LIGHT]).stacks == [80, 120]


@pytest.mark.clause("FO3", "H9")
def test_fo3_dark_hands_go_to_sudden_demise_by_their_own_count() -> None:
    assert winners("F9 T9", "F10 T8", sides=[DARK, DARK], demise="T4 S2") == [0]


@pytest.mark.clause("FO3", "H2")
@pytest.mark.parametrize("cards", ["ID S2 C3", "ID F2 T3", "ID S2 T3"])
@pytest.mark.parametrize("side", [LIGHT, DARK])
def test_fo3_the_two_and_three_of_an_array_go_by_number_whatever_the_sign(cards: str, side: str) -> None:
    outcome = settled("force", cards, "S12 C11", sides=[side, LIGHT])
    assert (outcome.stacks, outcome.sabacc_pot) == ([170, 100], 0)


# ---- FO4: Light against Dark


@pytest.mark.clause("FO4")
def test_fo4_an_exact_light_23_beats_an_exact_dark_minus_23() -> None:
    outcome = settled("force", "F12 T11", "S12 C11", sides=[DARK, LIGHT])
    assert outcome.stacks == [100, 170]
    assert not only(SuddenDemise, outcome.events)


@pytest.mark.clause("FO4", "H9")
@pytest.mark.parametrize(
    ("hands", "sides"),
    [
        (("S9 C9", "F9 T9"), (LIGHT, DARK)),
        (("QA S1", "S2 F1"), (LIGHT, DARK)),
        (("ID S2 C3", "ID F2 T3"), (LIGHT, DARK)),
        (("F12 T11", "T12 F11"), (DARK, DARK)),
    ],
)
def test_fo4_other_equal_hands_of_two_sides_are_a_tie(hands: tuple[str, str], sides: tuple[str, str]) -> None:
    outcome = settled("force", *hands, sides=sides, demise="S4 S5")
    assert [demise.seats for demise in only(SuddenDemise, outcome.events)] == [(0, 1)]


@pytest.mark.clause("FO4", "FO3")
def test_fo4_light_and_dark_meet_at_the_table() -> None:
    game, hand = table(["S12 C11", "F12 T11", "S9 C9"], ["light", "dark", "light"])
    called(hand, by=0)
    assert (game.stacks, game.sabacc_pot) == ([190 + 15 + 15, 190, 190], 0)
