"""The showdown with side pots (H13, and H6–H12 where there are several pots)."""

from __future__ import annotations

import pytest

from sabacc.game.events import Event, Paid, Refunded, Shown, SuddenDemise, Swept, Won
from tests.clauses.test_showdown import CALLER_PAYS, FAMILY, settled
from tests.tables import only, open_table, pass_all, play, quiet_turn

# Seat 0 is all in for 25 and contests the main pot of 75; seats 1 and 2 contest a side pot of 50 besides.
PAID = (25, 50, 50)
AS_004 = ("classic", "force", "pagat", "galactic")  # H10's "others"


def won(events: list[Event]) -> list[tuple[int, int, int]]:
    """Who won how much from which pot; −1 is the sabacc pot."""
    return [(event.seat, event.amount, event.pot) for event in only(Won, events)]


# ---- H13: each pot among those who contest it


@pytest.mark.clause("H13", "B2")
@pytest.mark.parametrize("preset", FAMILY)
def test_h13_each_pot_goes_to_the_best_hand_among_those_who_contest_it(preset: str) -> None:
    outcome = settled(preset, "S10 C10", "S9 C9", "S8 C8", paid=PAID)
    assert won(outcome.events) == [(0, 75, 0), (1, 50, 1)]
    assert outcome.stacks == [175, 150, 100]


@pytest.mark.clause("H13", "B2")
@pytest.mark.parametrize("preset", FAMILY)
def test_h13_the_best_hand_of_all_takes_every_pot_it_contests(preset: str) -> None:
    assert settled(preset, "S8 C8", "S9 C9", "S10 C10", paid=PAID).stacks == [100, 100, 225]


@pytest.mark.clause("H13", "B1", "B2")
def test_h13_three_all_in_with_25_50_and_100_at_the_table() -> None:
    hands = ["S10 C10", "S9 C9", "S8 C8"]
    game, hand = open_table("classic", hands, stacks=[30, 55, 105], rolls=[(1, 2)] * 4, max_bet=None)
    quiet_turn(hand)
    play(hand, "2 raise 95")
    quiet_turn(hand)
    quiet_turn(hand)
    events = play(hand, "1 match", "0 call-hand")
    assert only(Refunded, events) == [Refunded(2, 50)]
    assert won(events) == [(0, 75, 0), (1, 50, 1)]
    assert (game.stacks, game.sabacc_pot) == ([75, 50, 50], 15)


@pytest.mark.clause("H13", "B1")
@pytest.mark.parametrize("folders", [40, 60])
def test_h13_a_folders_credits_go_to_the_pots_of_those_who_stayed(folders: int) -> None:
    outcome = settled("classic", "S10 C10", "S9 C9", "S8 C8", "S7 C7", paid=[25, 50, 50, folders], folded=[3])
    assert won(outcome.events) == [(0, 100, 0), (1, 25 + 25 + folders - 25, 1)]


@pytest.mark.clause("H13", "H9", "B3")
def test_h13_a_side_pot_is_split_by_itself_with_its_own_odd_credit() -> None:
    outcome = settled(
        "classic", "S10 C10", "S8 F10", "C8 T10", "S1 C1", demise="S2 C2", paid=[25, 50, 50, 26], folded=[3]
    )
    assert won(outcome.events) == [(0, 100, 0), (1, 26, 1), (2, 25, 1)]


# ---- H13: sudden demise with several pots


@pytest.mark.clause("H13", "H9")
@pytest.mark.parametrize("preset", FAMILY)
def test_h13_the_main_pot_is_settled_first(preset: str) -> None:
    outcome = settled(preset, "S9 C11", "C9 S11", "S8 C10", "C8 S10", demise="S1 C2 S4 C5", paid=[25, 25, 50, 50])
    assert [(demise.seats, demise.pot) for demise in only(SuddenDemise, outcome.events)] == [((0, 1), 0), ((2, 3), 1)]
    assert won(outcome.events) == [(1, 100, 0), (3, 50, 1)]


@pytest.mark.clause("H13", "H9")
@pytest.mark.parametrize("preset", FAMILY)
def test_h13_a_player_gets_at_most_one_sudden_demise_card_a_hand(preset: str) -> None:
    outcome = settled(preset, "S9 C11", "C9 S11", "S10 C10", demise="S2 C1 QA S3 C3", paid=PAID)
    assert max(len(shown.cards) for shown in only(Shown, outcome.events)) == 3
    assert won(outcome.events) == [(0, 75, 0), (1, 50, 1)]  # 22, 21 and 18


@pytest.mark.clause("H13", "H9")
@pytest.mark.parametrize("preset", FAMILY)
def test_h13_a_demise_card_that_bombs_does_not_count_in_a_pot_not_tied_for(preset: str) -> None:
    outcome = settled(preset, "S9 C11", "C9 S11", "S8 C8", demise="QA S4", paid=PAID)
    assert won(outcome.events) == [(0, 75, 0), (1, 50, 1)]


@pytest.mark.clause("H13", "H10")
@pytest.mark.parametrize("preset", AS_004)
def test_h13_who_bombs_out_of_the_main_pot_with_all_tied_may_still_win_a_side_pot(preset: str) -> None:
    outcome = settled(preset, "S9 C11", "C9 S11", "S8 C8", demise="S5 C4", paid=PAID)
    assert won(outcome.events) == [(2, 75, 0), (1, 50, 1)]
    assert not only(Paid, outcome.events)


@pytest.mark.clause("H13", "H10")
@pytest.mark.parametrize("preset", AS_004)
def test_h13_all_tied_bomb_out_of_both_pots_with_the_same_cards(preset: str) -> None:
    outcome = settled(preset, "S8 C8", "C9 S11", "S9 C11", demise="S5 C4", paid=PAID)
    assert won(outcome.events) == [(0, 75, 0)]
    assert only(Swept, outcome.events) == [Swept(50, 1, "H10")]


@pytest.mark.clause("H13", "H10")
def test_h13_in_cloud_city_the_nearest_of_those_in_a_side_pot_wins_it() -> None:
    outcome = settled("cloud-city", "S9 C11", "C9 S11", "S10 C10", demise="S4 C6 S5", paid=PAID)
    assert won(outcome.events) == [(0, 75, 0), (2, 50, 1)]  # 24, 26 and 25


# ---- H13: pots nobody can win, and the sabacc pot


@pytest.mark.clause("H13", "H8")
@pytest.mark.parametrize("preset", FAMILY)
def test_h13_a_pot_nobody_can_win_goes_into_the_sabacc_pot_after_all_awards(preset: str) -> None:
    outcome = settled(preset, "S12 C11", "F12 T12", "C12 S13", paid=PAID, stacks=200)
    assert won(outcome.events) == [(0, 75, 0), (0, 50 + 2 * 125, -1)]
    assert outcome.events[-1] == Swept(50, 1, "H13")
    assert outcome.sabacc_pot == 50


@pytest.mark.clause("H13")
def test_h13_a_swept_pot_stays_for_the_next_hand() -> None:
    hands = ["S12 C11", "F12 T12", "C12 S13"]
    game, hand = open_table("cloud-city", hands, stacks=[4, 50, 50], rolls=[(6,)] * 4)
    play(hand, "1 raise 3", "2 match", "0 match")
    for _ in range(3):
        quiet_turn(hand)
    play(hand, "1 check")
    pass_all(hand)
    play(hand, "0 call-hand")
    assert game.stacks == [9 + 3 + 2 * 11, 34, 34]
    assert game.sabacc_pot == 2
    assert game.deal().sabacc_pot == 2  # not empty, so nobody antes to it (CC1)


@pytest.mark.clause("H13", "H12")
@pytest.mark.parametrize("preset", FAMILY)
def test_h13_when_all_bomb_out_every_pot_goes_into_the_sabacc_pot(preset: str) -> None:
    outcome = settled(preset, "S12 C12", "F12 T12", "S13 C13", paid=PAID, stacks=200)
    assert outcome.stacks == [75, 75, 75]
    assert outcome.sabacc_pot == 50 + 3 * 125 + 125


@pytest.mark.clause("H13", "H10")
@pytest.mark.parametrize("preset", AS_004)
def test_h13_a_main_pot_nobody_can_win_is_swept_while_the_side_pot_is_won(preset: str) -> None:
    outcome = settled(preset, "S9 C11", "C9 S11", "S12 C12", demise="S5 C4", paid=PAID, stacks=200)
    assert won(outcome.events) == [(1, 50, 1)]
    assert only(Swept, outcome.events) == [Swept(75, 0, "H10")]
    assert outcome.sabacc_pot == 50 + 125 + 75


@pytest.mark.clause("H13", "H5")
@pytest.mark.parametrize("preset", FAMILY)
def test_h13_the_sabacc_pot_goes_with_the_main_pot(preset: str) -> None:
    outcome = settled(preset, "ID S2 C3", "S12 C11", "S8 C8", paid=PAID)
    assert won(outcome.events) == [(0, 75, 0), (0, 50, -1), (1, 50, 1)]
    assert outcome.special


@pytest.mark.clause("H13", "H10")
@pytest.mark.parametrize("preset", AS_004)
def test_h13_a_special_hand_that_wins_a_side_pot_only_takes_no_sabacc_pot(preset: str) -> None:
    outcome = settled(preset, "S12 C11", "C12 S11", "S8 C8", demise="S1 C1", paid=PAID)
    assert won(outcome.events) == [(2, 75, 0), (1, 50, 1)]
    assert (outcome.sabacc_pot, outcome.special) == (50, False)


# ---- H6, H7, H11 where there are several pots


@pytest.mark.clause("H6")
@pytest.mark.parametrize("preset", FAMILY)
def test_h6_the_penalty_counts_all_pots_of_the_hand(preset: str) -> None:
    outcome = settled(preset, "S12 C12", "S9 C9", "S8 C8", paid=PAID, stacks=200)
    assert (outcome.stacks, outcome.sabacc_pot) == ([75, 325, 200], 175)


@pytest.mark.clause("H7")
@pytest.mark.parametrize("preset", CALLER_PAYS)
def test_h7_a_caller_who_wins_a_side_pot_only_has_won(preset: str) -> None:
    assert settled(preset, "S10 C10", "S9 C9", "S8 C8", paid=PAID, caller=1).stacks == [175, 150, 100]


@pytest.mark.clause("H7", "H9")
@pytest.mark.parametrize("preset", CALLER_PAYS)
def test_h7_a_caller_who_gets_a_share_of_a_side_pot_has_won(preset: str) -> None:
    outcome = settled(preset, "S10 C10", "S8 C9", "C8 S9", demise="S1 C1", paid=PAID, caller=2)
    assert outcome.stacks == [175, 125, 125]


@pytest.mark.clause("H7")
def test_h7_a_side_pot_won_by_the_caller_at_the_table() -> None:
    hands = ["S10 C10", "S8 C8", "S9 C9"]
    game, hand = open_table("cloud-city", hands, stacks=[4, 100, 100], rolls=[(6,)] * 4)
    play(hand, "1 raise 3", "2 match", "0 match")
    for _ in range(3):
        quiet_turn(hand)
    play(hand, "1 check")
    pass_all(hand)
    play(hand, "2 call-hand")
    assert (game.stacks, game.sabacc_pot) == ([9, 95, 97], 3)


@pytest.mark.clause("H7", "H6")
@pytest.mark.parametrize("preset", CALLER_PAYS)
def test_h7_a_caller_who_wins_no_pot_pays_as_much_as_all_pots(preset: str) -> None:
    outcome = settled(preset, "S10 C10", "S9 C9", "S8 C8", paid=PAID, stacks=200, caller=2)
    assert only(Paid, outcome.events) == [Paid(2, 125, "sabacc", "caller", "H7")]


@pytest.mark.clause("H7", "H8")
@pytest.mark.parametrize("preset", CALLER_PAYS)
def test_h7_a_caller_who_only_gets_uncalled_credits_back_has_not_won(preset: str) -> None:
    outcome = settled(preset, "S10 C10", "S9 C9", paid=[25, 60], stacks=[0, 30], caller=1)
    assert only(Refunded, outcome.events) == [Refunded(1, 35)]
    assert outcome.stacks == [50, 30 + 35 - 50]


@pytest.mark.clause("H11")
@pytest.mark.parametrize("preset", CALLER_PAYS)
def test_h11_a_caller_who_loses_a_sudden_demise_for_a_side_pot_pays(preset: str) -> None:
    outcome = settled(preset, "S10 C10", "S8 C9", "C8 S9", demise="S2 C1", paid=PAID, stacks=200, caller=2)
    assert won(outcome.events) == [(0, 75, 0), (1, 50, 1)]
    assert only(Paid, outcome.events) == [Paid(2, 125, "sabacc", "caller", "H7")]
