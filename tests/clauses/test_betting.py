"""B: bets, all-in and side pots; house penalties and limits (HR1, HR2); players short of credits (T4, T5, T13)."""

from __future__ import annotations

from typing import Any

import pytest

from sabacc.betting import make_pots, uncalled
from sabacc.errors import IllegalAction, RulesError
from sabacc.game.actions import CALL_HAND, CHECK, FOLD, GAIN, MATCH, Raise
from sabacc.game.events import Asked, Called, Paid, Refunded, Rolled, SuddenDemise, Won
from sabacc.game.hand import Hand
from sabacc.game.result import Result
from sabacc.game.table import Game
from sabacc.rules import read_rules
from tests.tables import only, open_table, pass_all, play, quiet_turn

CALM: dict[str, Any] = {"shift_trigger": "none"}
HIGH, MIDDLE, LOW, BOMB = "S12 C10", "T9 F9", "S2 C3", "S14 C11"


def finish(hand: Hand) -> Result:
    """Nobody does anything more until the table calls the hand (E1)."""
    while not hand.over:
        quiet_turn(hand)
    assert hand.result is not None
    return hand.result


def to_call_window(hand: Hand) -> None:
    """Everybody has completed one quiet turn, and the next player on turn has bet nothing."""
    for _ in hand.seating.dealt_in:
        quiet_turn(hand)
    if hand.kind == "bet":
        play(hand, f"{hand.turn} check")
    if hand.kind == "fold-window":
        pass_all(hand)
    assert hand.kind == "call-window"


def three_all_in(hands: list[str]) -> tuple[Game, Hand]:
    """The example of B1: 25, 50 and 100 in the hand pot, antes counted."""
    game, hand = open_table("cloud-city", hands, button=1, stacks=[26, 51, 101], max_bet=None, **CALM)
    play(hand, "2 raise 99", "0 match", "1 match")
    assert hand.paid == [25, 50, 100]
    return game, hand


# ---- B1 and B2: all-in and side pots


@pytest.mark.clause("B1")
@pytest.mark.parametrize("preset", ["cloud-city", "classic"])
def test_b1_who_cannot_match_may_put_in_all_they_have(preset: str) -> None:
    _, hand = open_table(preset, [LOW, MIDDLE], stacks=[14, 200], max_bet=50, **CALM)
    play(hand, "1 raise 40")
    if preset == "classic":
        play(hand, "0 pass", "1 stand")
    left = hand.stacks[0]
    assert hand.options(0).price(MATCH) == left
    play(hand, "0 match")
    assert (hand.stacks[0], hand.bets[0], hand.live[0]) == (0, left, True)


@pytest.mark.clause("B1", "B2")
def test_b1_an_all_in_player_contests_only_what_they_matched() -> None:
    game, hand = three_all_in([HIGH, MIDDLE, LOW])
    result = finish(hand)
    assert result.won == (75, 50, 0)
    assert only(Refunded, hand.events) == [Refunded(2, 50)]
    assert (game.stacks, game.sabacc_pot) == ([75, 50, 50], 3)


@pytest.mark.clause("B2")
def test_b2_the_best_hand_among_those_who_contest_it_wins_each_pot() -> None:
    _, hand = three_all_in([LOW, MIDDLE, HIGH])
    finish(hand)
    assert [(won.seat, won.amount, won.pot) for won in only(Won, hand.events)] == [(2, 75, 0), (2, 50, 1)]


@pytest.mark.clause("B1", "B2")
def test_b2_the_main_pots_winner_may_not_contest_the_side_pot() -> None:
    _, hand = three_all_in([MIDDLE, LOW, HIGH])
    assert finish(hand).won == (0, 0, 125)
    _, hand = three_all_in([HIGH, LOW, MIDDLE])
    assert finish(hand).won == (75, 0, 50)


@pytest.mark.clause("B1")
def test_b1_uncalled_excess_goes_back_to_the_largest_payer_above_the_next_largest() -> None:
    assert uncalled([25, 50, 100], [True, True, True]) == (2, 50)
    assert uncalled([50, 50, 20], [True, True, True]) is None


@pytest.mark.clause("B1")
def test_b1_a_folders_payment_counts_as_the_next_largest() -> None:
    game, hand = open_table("cloud-city", [LOW, MIDDLE, HIGH], **CALM)
    play(hand, "1 raise 2", "2 raise 5", "0 fold", "1 fold")
    assert only(Refunded, hand.events) == [Refunded(2, 3)]
    assert only(Won, hand.events) == [Won(2, 3 + 2 + 2, 0, "H5")]
    assert (game.stacks, game.sabacc_pot) == ([97, 95, 103], 3 + 2)


@pytest.mark.clause("B1")
def test_b1_nothing_goes_back_where_the_largest_payer_has_folded() -> None:
    assert uncalled([10, 30, 20], [True, False, True]) is None


@pytest.mark.clause("B1")
def test_b1_what_no_live_player_matched_joins_the_last_pot() -> None:
    game, hand = open_table("cloud-city", [MIDDLE, LOW, HIGH], stacks=[4, 100, 3], **CALM)
    play(hand, "1 raise 3", "2 match", "0 match")  # 4, 2 and 3 with the antes
    play(hand, "1 fold")
    result = finish(hand)
    assert [(won.seat, won.amount, won.pot) for won in only(Won, hand.events)] == [(2, 6, 0), (0, 2 + 1, 1)]
    assert not only(Refunded, hand.events)
    assert (game.stacks, result.sabacc_pot) == ([3, 94, 6], 3 + 1)


@pytest.mark.clause("B1")
def test_b1_fees_paid_to_the_hand_pot_lie_in_the_main_pot_and_are_no_bets() -> None:
    _, hand = open_table(
        "cloud-city", [HIGH, MIDDLE, LOW, "S1 C1"], stacks=[4, 9, 9, 9], fold_fee=4, fold_fee_to="hand", **CALM
    )
    play(hand, "1 raise 3", "2 match", "3 fold", "0 match")
    assert (hand.paid, hand.fees, hand.sabacc_pot) == ([3, 4, 4, 1], 4, 4)
    finish(hand)
    assert not only(Refunded, hand.events)
    assert [(won.seat, won.amount) for won in only(Won, hand.events)] == [(0, 3 * 3 + 1 + 4), (1, 2)]


@pytest.mark.clause("B1")
def test_b1_every_credit_is_in_exactly_one_pot() -> None:
    paid, live = [7, 30, 12, 12, 3], [True, False, True, True, False]
    pots = make_pots(paid, live, fees=5)
    assert [pot.contested_by for pot in pots] == [(0, 2, 3), (2, 3)]
    assert [pot.amount for pot in pots] == [4 * 7 + 3 + 5, 3 * 5 + 18]


# ---- B3 to B5: odd credits and limits


@pytest.mark.clause("B3")
@pytest.mark.parametrize(("button", "first", "second"), [(0, 1, 2), (1, 2, 1)])
def test_b3_odd_credits_go_one_each_from_the_dealers_left(button: int, first: int, second: int) -> None:
    _, hand = open_table("classic", [LOW, "S10 S9", "C10 C9"], "F1 T1", button=button, **CALM)
    result = finish(hand)
    assert only(SuddenDemise, hand.events) == [SuddenDemise((first, second), 0)]
    assert (result.won[first], result.won[second]) == (8, 7)


@pytest.mark.clause("B4", "HR2")
@pytest.mark.parametrize(
    ("stakes", "least", "most", "bet"), [("low", 3, 5, 10), ("mid", 20, 50, 100), ("high", 200, 500, 1000)]
)
def test_b4_stakes_name_the_smallest_and_largest_ante_and_the_largest_bet(
    stakes: str, least: int, most: int, bet: int
) -> None:
    for ante in (least, most):
        rules = read_rules({"preset": "classic", "stakes": stakes, "ante": ante})
        assert (rules.ante, rules.max_bet) == (ante, bet)
    for ante in (least - 1, most + 1):
        with pytest.raises(RulesError, match=f"from {least} to {most}"):
            read_rules({"preset": "classic", "stakes": stakes, "ante": ante})


@pytest.mark.clause("B4")
def test_b4_the_table_fixes_one_ante_for_all() -> None:
    _, hand = open_table("classic", [LOW, MIDDLE, HIGH], stacks=[50, 100, 1000], stakes="mid", ante=25, **CALM)
    assert [(paid.amount, paid.why) for paid in only(Paid, hand.events)] == [(25, "ante")] * 6


@pytest.mark.clause("B4")
def test_b4_the_smallest_raise_is_one_and_the_limit_is_on_the_increase() -> None:
    _, hand = open_table("classic", [LOW, MIDDLE, HIGH], stakes="low", ante=5, **CALM)
    assert (hand.options(1).raise_from, hand.options(1).raise_to) == (1, 10)
    play(hand, "1 raise 10", "2 pass", "0 pass", "1 stand")
    assert (hand.options(2).raise_from, hand.options(2).raise_to) == (11, 20)
    with pytest.raises(IllegalAction, match="raise to 11–20"):
        play(hand, "2 raise 21")


@pytest.mark.clause("B4", "CC1", "CC3")
def test_b4_cloud_city_has_an_ante_of_1_and_bets_and_raises_of_1_to_3() -> None:
    _, hand = open_table("cloud-city", [LOW, MIDDLE], **CALM)
    assert hand.paid == [1, 1]
    assert [to for to in range(6) if Raise(to) in hand.options(1)] == [1, 2, 3]
    play(hand, "1 raise 2")
    assert [to for to in range(8) if Raise(to) in hand.options(0)] == [3, 4, 5]


@pytest.mark.clause("B5")
def test_b5_raises_may_follow_without_end() -> None:
    _, hand = open_table("cloud-city", [LOW, MIDDLE], **CALM)
    for to in range(1, 61):
        play(hand, f"{to % 2} raise {to}")
    assert hand.options(1).raise_from == 61
    assert hand.options(1).price(MATCH) == 1  # to the 59 bet already


# ---- HR1 and HR2: penalties and limits of the house


@pytest.mark.clause("HR1", "H6")
@pytest.mark.parametrize(("penalty", "pays"), [("pot", 15), (7, 7), (40, 40), (0, 0)])
def test_hr1_a_bomb_out_pays_the_hand_pot_or_a_fixed_sum(penalty: str | int, pays: int) -> None:
    _, hand = open_table("classic", [BOMB, LOW, MIDDLE], bomb_out_penalty=penalty, **CALM)
    finish(hand)
    assert (hand.stacks, hand.sabacc_pot) == ([190 - pays, 190, 205], 15 + pays)


@pytest.mark.clause("HR1", "H7")
@pytest.mark.parametrize("preset", ["cloud-city", "classic"])
def test_hr1_a_caller_who_does_not_win_pays_the_same(preset: str) -> None:
    _, hand = open_table(preset, [LOW, MIDDLE, HIGH], bomb_out_penalty=7, **CALM)
    to_call_window(hand)
    play(hand, "0 call-hand")
    assert [(paid.seat, paid.amount) for paid in only(Paid, hand.events) if paid.why == "caller"] == [(0, 7)]


@pytest.mark.clause("HR2", "B4")
@pytest.mark.parametrize("preset", ["cloud-city", "classic"])
@pytest.mark.parametrize(("max_bet", "most"), [(1, 1), (25, 25), (None, 80)])
def test_hr2_the_largest_bet_is_the_tables(preset: str, max_bet: int | None, most: int) -> None:
    _, hand = open_table(preset, [LOW, MIDDLE, HIGH], max_bet=max_bet, ante=10, stacks=100, **CALM)
    assert (hand.options(1).raise_from, hand.options(1).raise_to) == (1, most)
    assert Raise(most + 1) not in hand.options(1)


@pytest.mark.clause("HR2")
def test_hr2_the_ante_is_at_least_one() -> None:
    with pytest.raises(RulesError, match="at least 1"):
        read_rules({"preset": "classic", "ante": 0})
    assert open_table("classic", [LOW, MIDDLE, HIGH], ante=1, **CALM)[1].hand_pot() == 3


# ---- T4 and T5: antes and forced payments


@pytest.mark.clause("T4")
def test_t4_who_cannot_pay_the_full_ante_is_not_dealt_in() -> None:
    _, hand = open_table("classic", ["S1 C1", "S2 C2", "S3 C3"], stacks=[10, 9, 200], **CALM)
    assert hand.seating.dealt_in == (2, 0)
    assert hand.stacks == [0, 9, 190]
    assert hand.cards_of(1) == ()


@pytest.mark.clause("T4", "CC1")
def test_t4_the_full_ante_of_cloud_city_is_two_only_while_the_sabacc_pot_is_empty() -> None:
    game, hand = open_table("cloud-city", ["S1 C1", "S2 C2", "S3 C3"], stacks=[9, 9, 1], **CALM)
    assert hand.seating.dealt_in == (1, 0)
    play(hand, "1 fold")
    assert set(game.deal().seating.dealt_in) == {0, 1, 2}


@pytest.mark.clause("T5")
def test_t5_a_fold_fee_larger_than_the_stack_takes_the_whole_stack() -> None:
    _, hand = open_table("classic", [LOW, MIDDLE, HIGH], stacks=[200, 30, 200], fold_fee=50, **CALM)
    assert hand.options(1).price(FOLD) == 20
    play(hand, "1 fold")
    assert (hand.stacks[1], hand.sabacc_pot) == (0, 15 + 20)


@pytest.mark.clause("T5", "H6")
def test_t5_a_bomb_out_larger_than_the_stack_takes_the_whole_stack() -> None:
    game, hand = open_table("classic", [LOW, BOMB, MIDDLE], stacks=[200, 13, 200], **CALM)
    assert finish(hand).penalties == (0, 3, 0)
    assert (game.stacks, game.sabacc_pot) == ([190, 0, 205], 15 + 3)


@pytest.mark.clause("T5", "H7")
def test_t5_a_callers_penalty_larger_than_the_stack_takes_the_whole_stack() -> None:
    game, hand = open_table("classic", [LOW, HIGH, MIDDLE], stacks=[13, 200, 200], **CALM)
    to_call_window(hand)
    play(hand, "0 call-hand")
    assert (game.stacks, game.sabacc_pot) == ([0, 205, 190], 15 + 3)


# ---- T13: live and all-in


@pytest.mark.clause("T13")
def test_t13_live_is_dealt_in_and_not_folded() -> None:
    _, hand = open_table("classic", [LOW, MIDDLE, HIGH, "S1 C1"], stacks=[200, 200, 9, 10], **CALM)
    play(hand, "1 check", "0 fold")
    assert hand.live == [False, True, False, True]  # seat 2 could not ante, seat 3 is all-in


@pytest.mark.clause("T13")
def test_t13_an_all_in_player_skips_betting_but_rolls_and_draws() -> None:
    _, hand = open_table("classic", [LOW, HIGH, MIDDLE], "T1", stacks=[200, 10, 200], rolls=[(1, 2)])
    assert hand.turn == 1
    assert [(asked.kind, asked.seats) for asked in only(Asked, hand.events)] == [("fold-window", (2, 0))]
    play(hand, "2 pass", "0 pass")
    assert [roll.seat for roll in only(Rolled, hand.events)] == [1]
    assert GAIN in hand.options(1)
    play(hand, "1 gain")
    assert hand.hands[1] == ("S12", "C10", "T1")


@pytest.mark.clause("T13")
def test_t13_an_all_in_player_is_skipped_when_others_raise() -> None:
    _, hand = open_table("cloud-city", [LOW, MIDDLE, HIGH], stacks=[100, 100, 2], **CALM)
    play(hand, "1 raise 3")
    assert hand.waiting == (0,)
    play(hand, "0 raise 5")
    assert hand.waiting == (1,)


@pytest.mark.clause("T13")
def test_t13_an_all_in_player_may_call_the_hand() -> None:
    _, hand = open_table("classic", [HIGH, MIDDLE, LOW], stacks=[10, 200, 200], **CALM)
    to_call_window(hand)
    assert CALL_HAND in hand.options(0)
    play(hand, "0 call-hand")
    assert only(Called, hand.events)[0].seat == 0
    assert hand.result is not None
    assert hand.result.won == (15, 0, 0)


@pytest.mark.clause("T13")
@pytest.mark.parametrize("preset", ["cloud-city", "classic"])
def test_t13_nobody_may_bet_if_no_other_live_player_has_credits(preset: str) -> None:
    ante = 2 if preset == "cloud-city" else 10
    _, hand = open_table(preset, [LOW, MIDDLE, HIGH], stacks=[ante, 100, ante], **CALM)
    assert list(hand.options(1))[:2] == [CHECK, FOLD]
    assert not any(isinstance(action, Raise) for action in hand.options(1))


@pytest.mark.clause("T13")
def test_t13_a_bet_may_be_matched_but_not_raised_if_no_other_live_player_has_credits() -> None:
    _, hand = open_table("cloud-city", [LOW, MIDDLE], stacks=[100, 5], **CALM)
    play(hand, "1 raise 3")
    assert list(hand.options(0)) == [MATCH, FOLD]


@pytest.mark.clause("T13")
def test_t13_credits_of_a_folded_player_are_not_there_to_bet_against() -> None:
    _, hand = open_table("classic", [LOW, MIDDLE, HIGH], stacks=[10, 100, 100], **CALM)
    assert Raise(1) in hand.options(1)
    play(hand, "1 check", "2 fold")
    quiet_turn(hand)
    quiet_turn(hand)
    assert (hand.turn, hand.kind) == (1, "bet")
    assert Raise(1) not in hand.options(1)
