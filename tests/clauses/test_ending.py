"""How a hand ends: called by the table, with one player left, or with everybody bombed out (E1, E2, H5, H10–H12)."""

from __future__ import annotations

from typing import Any

import pytest

from sabacc.errors import RulesError
from sabacc.game.events import (
    Asked,
    Called,
    Paid,
    QuietRounds,
    Refunded,
    Rolled,
    Shifted,
    Shown,
    SuddenDemise,
    Swept,
    Won,
)
from sabacc.game.hand import Hand
from sabacc.rules import read_rules
from sabacc.words import describe
from tests.clauses.test_showdown import CALLER_PAYS, FAMILY, called, settled
from tests.tables import only, open_table, pass_all, play, quiet_turn

THREE = ["S9 C9", "S8 C8", "S7 C7"]
CALM = {"cloud-city": (6,), "classic": (1, 2), "force": (1, 2)}
TURNS = tuple(CALM)
AS_004 = ("classic", "force", "pagat", "galactic")  # H10's "others"


def table(preset: str, hands: list[str], deck: str = "", **more: Any) -> Hand:
    """A table whose dice never bring a shift; in force all play on the Light side."""
    hand = open_table(preset, hands, deck, **{"rolls": [CALM[preset]] * 40, **more})[1]
    while hand.kind == "side":
        play(hand, f"{hand.waiting[0]} choose-side light")
    return hand


def pot_built(preset: str, hands: list[str] = THREE, **more: Any) -> Hand:
    """A table at which everybody has had the turn before which nobody may call."""
    hand = table(preset, hands, **more)
    for _ in hands:
        quiet_turn(hand)
    return hand


def quiet_turns_left(hand: Hand) -> int:
    """How many whole turns without anything that counts are played before the table calls the hand."""
    turns = 0
    while True:
        quiet_turn(hand)
        if hand.over:
            return turns
        turns += 1


def busy_turn(hand: Hand) -> None:
    """The player on turn checks and trades a card; nobody folds or calls."""
    seat = hand.turn
    play(hand, f"{seat} check")
    while hand.kind != "draw" and not hand.over:
        pass_all(hand)
    if not hand.over:
        play(hand, f"{seat} trade {hand.hands[seat][0]}")


# ---- E1: the table calls


@pytest.mark.clause("E1")
@pytest.mark.parametrize("preset", TURNS)
@pytest.mark.parametrize("players", [2, 3])
def test_e1_the_table_calls_after_two_rounds_in_which_nothing_happens(preset: str, players: int) -> None:
    hand = pot_built(preset, THREE[:players])
    assert quiet_turns_left(hand) == 2 * players
    assert only(Called, hand.events) == [Called(None, "E1")]
    assert hand.result is not None
    assert hand.result.how == "table-called"


@pytest.mark.clause("E1")
@pytest.mark.parametrize("preset", TURNS)
def test_e1_the_tables_call_takes_the_place_of_the_next_call_window(preset: str) -> None:
    hand = pot_built(preset)
    for _ in range(6):
        quiet_turn(hand)
    play(hand, "1 check")
    events = pass_all(hand)
    assert [roll.seat for roll in only(Rolled, events)] == [1]
    assert not only(Asked, events)
    assert hand.over


@pytest.mark.clause("E1")
@pytest.mark.parametrize("preset", TURNS)
def test_e1_a_bet_starts_the_count_anew(preset: str) -> None:
    hand = pot_built(preset)
    quiet_turn(hand)
    play(hand, "2 raise 1")
    quiet_turn(hand)
    assert quiet_turns_left(hand) == 6


@pytest.mark.clause("E1")
@pytest.mark.parametrize("preset", TURNS)
def test_e1_so_does_a_bet_in_the_turn_in_which_the_table_would_call(preset: str) -> None:
    hand = pot_built(preset)
    for _ in range(6):
        quiet_turn(hand)
    play(hand, "1 raise 1")
    quiet_turn(hand)
    assert quiet_turns_left(hand) == 6


@pytest.mark.clause("E1")
def test_e1_a_raise_starts_the_count_anew() -> None:
    hand = pot_built("classic")
    play(hand, "1 raise 1")
    quiet_turn(hand)
    quiet_turn(hand)
    play(hand, "0 raise 2")
    quiet_turn(hand)
    assert quiet_turns_left(hand) == 6


@pytest.mark.clause("E1")
@pytest.mark.parametrize("preset", TURNS)
def test_e1_a_fold_starts_the_count_anew_with_one_player_fewer(preset: str) -> None:
    hand = table(preset, THREE)
    for _ in range(3):
        quiet_turn(hand)
    play(hand, "1 check", "2 fold")
    quiet_turn(hand)
    assert quiet_turns_left(hand) == 4


@pytest.mark.clause("E1")
@pytest.mark.parametrize("preset", TURNS)
def test_e1_a_gain_starts_the_count_anew(preset: str) -> None:
    hand = pot_built(preset)
    quiet_turn(hand)
    play(hand, "2 check")
    pass_all(hand)
    pass_all(hand)
    play(hand, "2 gain")
    assert quiet_turns_left(hand) == 6


@pytest.mark.clause("E1")
def test_e1_a_trade_starts_the_count_anew() -> None:
    hand = pot_built("classic")
    quiet_turn(hand)
    busy_turn(hand)
    assert quiet_turns_left(hand) == 6


@pytest.mark.clause("E1")
def test_e1_a_field_move_starts_the_count_anew() -> None:
    hand = pot_built("classic")
    quiet_turn(hand)
    play(hand, "0 place S9")
    quiet_turn(hand)
    assert quiet_turns_left(hand) == 6


@pytest.mark.clause("E1")
@pytest.mark.parametrize("preset", TURNS)
def test_e1_pot_building_turns_are_not_quiet_rounds(preset: str) -> None:
    hand = table(preset, THREE[:2], pot_building_rounds=3)
    assert quiet_turns_left(hand) == 6 + 4


@pytest.mark.clause("E1")
@pytest.mark.parametrize("preset", TURNS)
@pytest.mark.parametrize("rounds", [1, 3])
def test_e1_the_table_may_want_more_or_fewer_quiet_rounds(preset: str, rounds: int) -> None:
    assert quiet_turns_left(pot_built(preset, quiet_rounds=rounds)) == 3 * rounds


@pytest.mark.clause("E1")
@pytest.mark.parametrize("preset", TURNS)
def test_e1_without_quiet_rounds_only_the_most_rounds_end_it(preset: str) -> None:
    hand = table(preset, THREE, quiet_rounds=0, max_rounds=9)
    assert quiet_turns_left(hand) == 27


@pytest.mark.clause("E1")
@pytest.mark.parametrize(("preset", "shift"), [("cloud-city", (1,)), ("classic", (3, 3)), ("force", (3, 3))])
def test_e1_after_a_shift_every_live_player_is_asked_before_the_table_calls(
    preset: str, shift: tuple[int, ...]
) -> None:
    hand = pot_built(preset, rolls=[*[CALM[preset]] * 9, shift, *[CALM[preset]] * 9])
    for _ in range(6):
        quiet_turn(hand)
    events = quiet_turn(hand)  # it would be called now, but a shift strikes
    assert len(only(Shifted, events)) == 1
    assert [asked.seats for asked in only(Asked, events) if asked.kind == "call-window"] == [(2, 0)]
    assert hand.view(None).quiet_left == 1  # nobody is told that the table calls next
    events = quiet_turn(hand)  # the one who was on turn is asked too
    assert [asked.seats for asked in only(Asked, events) if asked.kind == "call-window"] == [(0, 1)]
    assert quiet_turns_left(hand) == 0


@pytest.mark.clause("E1")
def test_e1_a_window_that_lapses_counts_as_declined() -> None:
    hand = pot_built("classic", THREE[:2])
    for _ in range(4):
        seat = hand.turn
        play(hand, f"{seat} check")
        while hand.kind != "draw":
            play(hand, f"{hand.waiting[0]} time-out")
        play(hand, f"{seat} stand")
    assert quiet_turns_left(hand) == 0


@pytest.mark.clause("E1")
@pytest.mark.parametrize("preset", TURNS)
def test_e1_whoever_watches_sees_how_many_quiet_rounds_are_left(preset: str) -> None:
    hand = pot_built(preset)
    assert hand.view(None).quiet_left is None  # nobody could call yet
    quiet_turn(hand)
    assert hand.view(None).quiet_left == 2
    for _ in range(2):
        quiet_turn(hand)
    assert hand.view(None).quiet_left == 1
    busy = hand.copy()
    play(busy, "1 raise 1")
    quiet_turn(busy)
    assert busy.view(None).quiet_left == 2
    assert only(QuietRounds, busy.events) == [QuietRounds(2), QuietRounds(1), QuietRounds(2)]
    assert "The table calls the hand after 1 quiet round." in describe(hand.view(None))
    for _ in range(3):
        quiet_turn(hand)
    assert hand.view(None).quiet_left == 0
    assert "The table calls the hand soon" in describe(hand.view(None))
    quiet_turn(hand)
    assert "The table calls" not in describe(hand.view(None)).partition("\n")[0]


@pytest.mark.clause("E1")
@pytest.mark.parametrize("preset", TURNS)
def test_e1_the_table_does_not_call_before_calls_are_allowed(preset: str) -> None:
    hand = table(preset, THREE[:2], pot_building_rounds=4)
    assert quiet_turns_left(hand) >= 8


@pytest.mark.clause("E1")
def test_e1_the_table_calls_when_every_live_player_has_completed_max_rounds_turns() -> None:
    hand = table("classic", THREE, max_rounds=3)
    for _ in range(9):
        busy_turn(hand)
    assert not hand.over
    busy_turn(hand)
    assert only(Called, hand.events) == [Called(None, "E1")]


@pytest.mark.clause("E1")
def test_e1_max_rounds_is_twelve_by_default() -> None:
    hand = table("classic", THREE[:2])
    for _ in range(24):
        busy_turn(hand)
    assert not hand.over
    busy_turn(hand)
    assert hand.over


@pytest.mark.clause("E1")
def test_e1_who_has_folded_does_not_hold_up_max_rounds() -> None:
    hand = table("classic", THREE, max_rounds=3)
    busy_turn(hand)
    play(hand, "2 fold")
    pass_all(hand)
    for _ in range(5):
        busy_turn(hand)
    assert not hand.over
    busy_turn(hand)
    assert hand.over


@pytest.mark.clause("E1")
def test_e1_max_rounds_is_at_least_two_more_than_pot_building() -> None:
    assert read_rules({"preset": "classic", "pot_building_rounds": 4, "max_rounds": 6}).max_rounds == 6
    with pytest.raises(RulesError, match="at least 6"):
        read_rules({"preset": "classic", "pot_building_rounds": 4, "max_rounds": 5})


@pytest.mark.clause("E1", "H6", "H7")
@pytest.mark.parametrize("preset", TURNS)
def test_e1_nobody_is_then_the_caller_but_bomb_outs_pay(preset: str) -> None:
    hand = table(preset, ["S9 C9", "S8 C8", "S12 C12"])
    quiet_turns_left(hand)
    assert hand.result is not None
    assert [paid.why for paid in only(Paid, hand.result.reasons)] == ["bomb-out"]
    assert [seat for seat, amount in enumerate(hand.result.penalties) if amount] == [2]


# ---- E2, H5: one player is left


@pytest.mark.clause("E2", "W1")
@pytest.mark.parametrize("preset", TURNS)
def test_e2_a_hand_ends_at_once_and_without_a_roll_when_one_live_player_is_left(preset: str) -> None:
    hand = table(preset, THREE)
    play(hand, "1 fold")
    events = play(hand, "0 fold")
    assert hand.over
    assert not only(Rolled, events)


@pytest.mark.clause("E2")
def test_e2_a_hand_ends_when_all_others_fold_to_a_bet() -> None:
    hand = table("cloud-city", THREE)
    play(hand, "1 raise 3", "2 fold", "0 fold")
    assert hand.result is not None
    assert (hand.result.how, hand.result.winners) == ("folded", (1,))


@pytest.mark.clause("H5", "E2")
@pytest.mark.parametrize("preset", TURNS)
def test_h5_the_last_player_takes_the_hand_pot_only_and_shows_nothing(preset: str) -> None:
    hand = table(preset, ["S9 C9", "S12 C11", "S7 C7"], stacks=100)
    ante = hand.paid[0]
    play(hand, "1 check", "2 fold", "0 fold")
    assert hand.stacks == [99 - 2 * ante, 100 + ante, 99 - 2 * ante]
    assert hand.sabacc_pot == 3 * ante + 2
    assert not only(Shown, hand.events)


@pytest.mark.clause("H5", "B1")
def test_h5_the_last_player_gets_an_uncalled_bet_back_beside_the_pot() -> None:
    hand = table("cloud-city", THREE, stacks=100)
    events = play(hand, "1 raise 3", "2 fold", "0 fold")
    assert only(Refunded, events) == [Refunded(1, 3)]
    assert only(Won, events) == [Won(1, 3, 0, "H5")]


# ---- H10: all tied players bomb out in the sudden demise


@pytest.mark.clause("H10")
@pytest.mark.parametrize(
    ("tied", "demise"),
    [
        (("S9 C11", "C9 S11"), "S5 C4"),  # 25 and 24
        (("BA ID", "ST S6"), "DE C11"),  # −24 and 0
        (("S9 C5", "S10 C4"), "MO S15"),  # 0 and 29
    ],
)
def test_h10_in_cloud_city_the_one_nearest_to_23_wins(tied: tuple[str, str], demise: str) -> None:
    outcome = settled("cloud-city", *tied, "BA EO F9", demise=demise)
    assert (outcome.stacks, outcome.sabacc_pot) == ([100, 130, 100], 50)


@pytest.mark.clause("H10", "H9")
def test_h10_in_cloud_city_the_nearest_of_tied_special_hands_takes_both_pots() -> None:
    outcome = settled("cloud-city", "S12 C11", "C12 S11", demise="S1 C2")
    assert (outcome.stacks, outcome.sabacc_pot) == ([170, 100], 0)


@pytest.mark.clause("H10")
def test_h10_in_cloud_city_equally_near_hands_split() -> None:
    assert settled("cloud-city", "S9 C11", "C9 S11", "S8 C8", demise="S5 C5").stacks == [115, 115, 100]


@pytest.mark.clause("H10")
@pytest.mark.parametrize("preset", AS_004)
def test_h10_elsewhere_the_best_of_the_rest_wins_and_nobody_pays(preset: str) -> None:
    outcome = settled(preset, "S9 C11", "C9 S11", "S8 C8", "S7 C7", demise="S5 C4")
    assert (outcome.stacks, outcome.sabacc_pot) == ([100, 100, 140, 100], 50)


@pytest.mark.clause("H10", "H7")
@pytest.mark.parametrize("preset", CALLER_PAYS[1:])
def test_h10_a_caller_among_the_tied_is_excused_and_one_among_the_rest_is_not(preset: str) -> None:
    hands = ("S9 C11", "C9 S11", "S8 C8", "S7 C7")
    assert settled(preset, *hands, demise="S5 C4", caller=1).stacks == [100, 100, 140, 100]
    assert settled(preset, *hands, demise="S5 C4", caller=3).stacks == [100, 100, 140, 60]


@pytest.mark.clause("H10")
@pytest.mark.parametrize("preset", AS_004)
def test_h10_a_tie_among_the_rest_is_a_new_sudden_demise(preset: str) -> None:
    outcome = settled(preset, "S9 C11", "C9 S11", "S8 C10", "C8 S10", demise="S5 C4 S1 C2")
    assert [demise.seats for demise in only(SuddenDemise, outcome.events)] == [(0, 1), (2, 3)]
    assert outcome.stacks == [100, 100, 100, 140]


@pytest.mark.clause("H10")
@pytest.mark.parametrize("preset", AS_004)
def test_h10_when_the_rest_bomb_out_of_their_demise_too_the_next_best_wins(preset: str) -> None:
    outcome = settled(preset, "S9 C11", "C9 S11", "S8 C10", "C8 S10", "S2 C2", demise="S5 C4 S6 C7")
    assert outcome.stacks == [100, 100, 100, 100, 150]


@pytest.mark.clause("H10")
@pytest.mark.parametrize("preset", AS_004)
def test_h10_the_sabacc_pot_stays_if_the_hand_of_the_rest_is_not_special(preset: str) -> None:
    outcome = settled(preset, "S12 C11", "C12 S11", "S8 C8", demise="S1 C1")
    assert (outcome.stacks, outcome.sabacc_pot, outcome.special) == ([100, 100, 130], 50, False)


@pytest.mark.clause("H10", "H3")
@pytest.mark.parametrize("preset", ["classic", "pagat", "galactic"])
def test_h10_a_special_hand_of_the_rest_takes_the_sabacc_pot(preset: str) -> None:
    outcome = settled(preset, "S12 C11", "C12 S11", "EN EO", demise="S1 C1")
    assert (outcome.stacks, outcome.sabacc_pot, outcome.special) == ([100, 100, 180], 0, True)


@pytest.mark.clause("H10", "H6")
@pytest.mark.parametrize("preset", AS_004)
def test_h10_with_nobody_left_to_win_the_pot_goes_into_the_sabacc_pot(preset: str) -> None:
    outcome = settled(preset, "S9 C11", "C9 S11", "S12 C12", demise="S5 C4", caller=0)
    assert only(Swept, outcome.events) == [Swept(30, 0, "H10")]
    assert (outcome.stacks, outcome.sabacc_pot) == ([100, 100, 70], 50 + 30 + 30)


@pytest.mark.clause("H10")
@pytest.mark.parametrize(
    ("preset", "stacks"), [("cloud-city", [101, 98, 98]), ("classic", [190, 190, 205]), ("force", [190, 190, 205])]
)
def test_h10_all_tied_players_bomb_out_at_the_table(preset: str, stacks: list[int]) -> None:
    hand = table(preset, ["S9 C11", "C9 S11", "S8 C8"], "S5 C4")  # 25 for seat 1, 24 for seat 0
    called(hand, by=0)
    assert hand.stacks == stacks


# ---- H11, H12


@pytest.mark.clause("H11")
@pytest.mark.parametrize("preset", FAMILY)
def test_h11_bombing_out_in_a_sudden_demise_costs_nothing(preset: str) -> None:
    assert settled(preset, "S9 C11", "C9 S11", demise="S5 C1").stacks == [100, 120]


@pytest.mark.clause("H11", "H7")
@pytest.mark.parametrize("preset", CALLER_PAYS)
@pytest.mark.parametrize("demise", ["S1 C2", "S5 C2"])
def test_h11_a_caller_who_loses_a_sudden_demise_pays(preset: str, demise: str) -> None:
    outcome = settled(preset, "S9 C11", "C9 S11", demise=demise, caller=0)
    assert only(Paid, outcome.events) == [Paid(0, 20, "sabacc", "caller", "H7")]


@pytest.mark.clause("H12", "H7")
@pytest.mark.parametrize("preset", [*FAMILY, "force"])
def test_h12_when_all_bomb_out_all_pay_once_and_the_hand_pot_goes_into_the_sabacc_pot(preset: str) -> None:
    outcome = settled(preset, "S12 C12", "S13 C11", "S15 C14", demise="QA EN BA", caller=0)
    assert not only(SuddenDemise, outcome.events)
    assert (outcome.stacks, outcome.sabacc_pot) == ([70, 70, 70], 50 + 3 * 30 + 30)


@pytest.mark.clause("H12")
@pytest.mark.parametrize(("preset", "ante"), [("cloud-city", 1), ("classic", 5), ("force", 5)])
def test_h12_all_players_bomb_out_at_the_table(preset: str, ante: int) -> None:
    hand = table(preset, ["S12 C12", "C13 S11"], stacks=100)
    called(hand, by=0)
    assert hand.stacks == [100 - 4 * ante, 100 - 4 * ante]
    assert hand.sabacc_pot == 2 * ante + 4 * ante + 2 * ante
