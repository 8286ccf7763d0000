"""The turns of classic (CL1–CL7)."""

from __future__ import annotations

from typing import Any

import pytest

from sabacc.errors import IllegalAction, RulesError
from sabacc.game.actions import CALL_HAND, CHECK, FOLD, GAIN, MATCH, PASS, STAND, Action, FreeMove, Raise, Trade
from sabacc.game.events import (
    Asked,
    Called,
    Dealt,
    Discarded,
    Dropped,
    Event,
    Paid,
    Rolled,
    Shifted,
    Shown,
    TurnStarted,
    Won,
)
from sabacc.game.hand import Hand
from sabacc.rules import read_rules
from tests.tables import only, open_table, pass_all, play, quiet_turn

THREE = ["S9 C9", "S8 C8", "S7 C7"]


def table(hands: list[str] = THREE, deck: str = "", **more: Any) -> Hand:
    """A table of classic at which seat 0 deals and, unless told otherwise, no shift strikes."""
    return open_table("classic", hands, deck, **{"rolls": [(1, 2)] * 30, **more})[1]


def until(kind: str, hand: Hand) -> None:
    """Players check or match, pass and stand until one is asked for this."""
    while hand.kind != kind:
        move = {"bet": "match" if hand.owes(hand.turn) else "check", "draw": "stand"}.get(hand.kind, "pass")
        play(hand, f"{hand.waiting[0]} {move}")


def answers(hand: Hand, seat: int) -> set[Action]:
    """What a seat may answer, field moves aside."""
    return {action for action in hand.options(seat) if not isinstance(action, FreeMove)}


def fees(events: list[Event]) -> list[tuple[int, int, str]]:
    """Who paid how much to which pot for folding."""
    return [(paid.seat, paid.amount, paid.pot) for paid in only(Paid, events) if paid.why == "fold-fee"]


# ---- CL1, CL2: antes, cards, turns


@pytest.mark.clause("CL1")
def test_cl1_each_antes_as_much_to_the_sabacc_pot_as_to_the_hand_pot() -> None:
    hand = table(stacks=100, ante=4)
    assert (hand.stacks, hand.paid, hand.sabacc_pot) == ([92, 92, 92], [4, 4, 4], 12)


@pytest.mark.clause("CL1")
def test_cl1_both_antes_are_paid_every_hand() -> None:
    game, hand = open_table("classic", THREE)
    play(hand, "1 fold", "2 fold")
    hand = game.deal()
    assert (hand.paid, hand.sabacc_pot) == ([5, 5, 5], 15 + 2 + 15)


@pytest.mark.clause("CL1")
def test_cl1_the_ante_is_at_least_1() -> None:
    assert read_rules({"preset": "classic", "ante": 1}).ante == 1
    with pytest.raises(RulesError, match="at least 1"):
        read_rules({"preset": "classic", "ante": 0})


@pytest.mark.clause("CL2")
def test_cl2_two_cards_each_and_turns_from_the_dealers_left() -> None:
    hand = table(button=1)
    assert [len(cards) for cards in hand.hands] == [2, 2, 2]
    for _ in range(3):
        quiet_turn(hand)
    assert [turn.seat for turn in only(TurnStarted, hand.events)] == [2, 0, 1, 2]


@pytest.mark.clause("CL2")
def test_cl2_a_turn_is_bet_roll_call_draw() -> None:
    hand = table()
    for _ in range(3):
        quiet_turn(hand)
    events = [event for event in quiet_turn(hand) if isinstance(event, (Asked, Rolled))]
    steps = [event.kind if isinstance(event, Asked) else "roll" for event in events]
    assert steps == ["fold-window", "roll", "call-window", "draw", "bet"]  # the last is the next player's


# ---- CL3: the standing bet


@pytest.mark.clause("CL3", "B4")
def test_cl3_level_with_the_standing_bet_one_checks_raises_or_folds() -> None:
    hand = table(max_bet=2)
    assert answers(hand, 1) == {CHECK, FOLD, Raise(1), Raise(2)}


@pytest.mark.clause("CL3")
def test_cl3_behind_the_standing_bet_one_calls_raises_or_folds() -> None:
    hand = table(max_bet=2)
    play(hand, "1 raise 2")
    quiet_turn(hand)
    assert (hand.kind, hand.waiting) == ("bet", (2,))
    assert answers(hand, 2) == {MATCH, FOLD, Raise(3), Raise(4)}
    assert hand.options(2).price(MATCH) == 2


@pytest.mark.clause("CL3")
def test_cl3_only_the_player_on_turn_bets() -> None:
    hand = table()
    play(hand, "1 raise 4")
    assert (hand.kind, hand.waiting) == ("fold-window", (2, 0))
    assert answers(hand, 2) == {PASS, FOLD}
    pass_all(hand)
    assert hand.paid == [5, 9, 5]


@pytest.mark.clause("CL3")
def test_cl3_the_standing_bet_is_the_most_anyone_has_put_in_through_the_whole_hand() -> None:
    hand = table()
    play(hand, "1 raise 4")
    quiet_turn(hand)
    play(hand, "2 raise 10")
    quiet_turn(hand)
    quiet_turn(hand)  # seat 0 matches
    assert hand.paid == [15, 9, 15]
    assert hand.options(1).price(MATCH) == 6
    quiet_turn(hand)
    assert CHECK in hand.options(2)


@pytest.mark.clause("CL3", "B1")
def test_cl3_who_can_not_match_may_put_in_all_they_have() -> None:
    hand = table(stacks=[200, 200, 13])
    play(hand, "1 raise 10")
    quiet_turn(hand)
    assert answers(hand, 2) == {MATCH, FOLD}
    play(hand, "2 match")
    assert (hand.paid[2], hand.stacks[2]) == (8, 0)


@pytest.mark.clause("CL3", "W1")
@pytest.mark.parametrize("move", ["1 check", "1 raise 3"])
def test_cl3_after_the_bet_every_other_live_player_may_fold(move: str) -> None:
    hand = table()
    play(hand, move)
    assert (hand.kind, hand.waiting) == ("fold-window", (2, 0))


@pytest.mark.clause("CL3")
def test_cl3_who_folded_is_not_asked_whether_to_fold() -> None:
    hand = table([*THREE, "S6 C6"])
    play(hand, "1 check", "3 fold")
    quiet_turn(hand)
    play(hand, "2 check")
    assert (hand.kind, hand.waiting) == ("fold-window", (0, 1))


@pytest.mark.clause("CL3")
@pytest.mark.parametrize(("moves", "seat"), [(["1 fold"], 1), (["1 check", "0 fold"], 0)])
def test_cl3_folding_costs_1_to_the_sabacc_pot(moves: list[str], seat: int) -> None:
    hand = table()
    assert fees(play(hand, *moves)) == [(seat, 1, "sabacc")]
    assert hand.sabacc_pot == 16


# ---- CL4: the roll


@pytest.mark.clause("CL4", "X1")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_cl4_doubles_bring_a_core_shift(die: int) -> None:
    hand = table(rolls=[(die, die)])
    play(hand, "1 check")
    events = pass_all(hand)
    assert only(Rolled, events) == [Rolled(1, (die, die), 6)]
    assert only(Shifted, events) == [Shifted("core")]
    assert [(gone.seat, gone.count) for gone in only(Discarded, events)] == [(1, 2), (2, 2), (0, 2)]


@pytest.mark.clause("CL4")
@pytest.mark.parametrize("dice", [(1, 2), (3, 2), (6, 5)])
def test_cl4_other_dice_bring_nothing(dice: tuple[int, int]) -> None:
    hand = table(rolls=[dice])
    play(hand, "1 check")
    events = pass_all(hand)
    assert only(Rolled, events) == [Rolled(1, dice, 6)]
    assert not only(Shifted, events)


@pytest.mark.clause("CL4", "X7")
def test_cl4_who_has_just_folded_still_rolls_but_the_shift_passes_them_by() -> None:
    hand = table(rolls=[(4, 4)])
    play(hand, "1 fold")
    events = pass_all(hand)
    assert [roll.seat for roll in only(Rolled, events)] == [1]
    assert [gone.seat for gone in only(Discarded, events)] == [2, 0]
    assert hand.hands[1] == ()


# ---- CL5, CL6: the call


def all_others_behind(**more: Any) -> Hand:
    """All four have bet 5; in the second round seat 1 raises to 10, and 2, 3 and 0 may call the hand."""
    hand = table([*THREE, "S6 C6"], **more)
    play(hand, "1 raise 5")
    for _ in range(4):
        quiet_turn(hand)
    play(hand, "1 raise 10")
    pass_all(hand)
    return hand


@pytest.mark.clause("CL5")
@pytest.mark.parametrize("rounds", [1, 4, 6])
def test_cl5_no_call_before_every_player_has_completed_the_pot_building_rounds(rounds: int) -> None:
    hand = table(pot_building_rounds=rounds)
    for _ in range(3 * rounds - 1):
        quiet_turn(hand)
    play(hand, "0 raise 1")  # so that the table does not call (E1)
    quiet_turn(hand)
    assert "call-window" not in [asked.kind for asked in only(Asked, hand.events)]
    until("call-window", hand)
    assert (hand.turn, hand.waiting) == (1, (2, 0))


@pytest.mark.clause("CL5")
def test_cl5_the_player_on_turn_can_not_call() -> None:
    hand = table()
    until("call-window", hand)
    with pytest.raises(IllegalAction):
        play(hand, "1 call-hand")


@pytest.mark.clause("CL6")
def test_cl6_a_caller_behind_the_standing_bet_matches_it_as_part_of_calling() -> None:
    hand = all_others_behind()
    assert hand.options(3).price(CALL_HAND) == 5
    events = play(hand, "3 call-hand")
    assert only(Paid, events) == [Paid(3, 5, "hand", "bet")]


@pytest.mark.clause("CL6")
def test_cl6_a_caller_who_can_not_match_goes_all_in() -> None:
    hand = all_others_behind(stacks=[200, 200, 200, 17])
    events = play(hand, "3 call-hand")
    assert only(Paid, events) == [Paid(3, 2, "hand", "bet")]
    assert hand.stacks[3] == 0


@pytest.mark.clause("CL6")
def test_cl6_only_the_others_behind_are_asked_from_the_callers_left() -> None:
    hand = all_others_behind()
    events = play(hand, "3 call-hand", "0 match", "2 match")
    assert [(asked.kind, asked.seats) for asked in only(Asked, events)] == [("bet", (0,)), ("bet", (2,))]
    assert hand.over


@pytest.mark.clause("CL6")
def test_cl6_they_call_or_fold_with_the_fee_and_nobody_raises() -> None:
    hand = all_others_behind()
    play(hand, "3 call-hand")
    assert set(hand.options(0)) == {MATCH, FOLD}
    assert fees(play(hand, "0 fold")) == [(0, 1, "sabacc")]
    assert hand.live == [False, True, True, True]


@pytest.mark.clause("CL6")
def test_cl6_they_may_go_all_in() -> None:
    hand = all_others_behind(stacks=[17, 200, 200, 200])
    play(hand, "3 call-hand", "0 match")
    assert (hand.paid[0], hand.stacks[0]) == (5 + 5 + 2, 0)


@pytest.mark.clause("CL6", "H5")
def test_cl6_if_all_others_fold_the_caller_wins_the_hand_pot_and_shows_nothing() -> None:
    hand = table(["S9 C9", "S8 C8", "S12 C11"])
    quiet_turn(hand)
    play(hand, "2 raise 5")
    quiet_turn(hand)
    play(hand, "0 fold")
    pass_all(hand)
    events = play(hand, "2 call-hand", "1 fold")
    assert only(Won, events) == [Won(2, 15, 0, "H5")]
    assert not only(Shown, events)
    assert hand.over


@pytest.mark.clause("CL6", "E1")
def test_cl6_if_the_table_called_the_first_asked_is_left_of_the_player_on_turn() -> None:
    hand = table(max_rounds=3)
    for _ in range(3):
        quiet_turn(hand)
    play(hand, "1 raise 1")
    for _ in range(6):
        quiet_turn(hand)
    play(hand, "1 raise 6")
    events = pass_all(hand)
    assert only(Called, events) == [Called(None, "E1")]
    assert (hand.kind, hand.waiting) == ("bet", (2,))
    play(hand, "2 match")
    assert hand.waiting == (0,)
    assert set(hand.options(0)) == {MATCH, FOLD}


@pytest.mark.clause("CL6")
def test_cl6_the_draw_of_a_called_turn_does_not_happen() -> None:
    hand = table()
    until("call-window", hand)
    events = play(hand, "0 call-hand")
    assert not only(Asked, events)
    assert hand.over


# ---- CL7: the draw


@pytest.mark.clause("CL7")
def test_cl7_one_gains_trades_or_stands_even_with_two_cards() -> None:
    hand = table()
    until("draw", hand)
    assert answers(hand, 1) == {STAND, GAIN, Trade("S8"), Trade("C8")}


@pytest.mark.clause("CL7")
@pytest.mark.parametrize(
    ("move", "cards"),
    [("1 gain", ("S8", "C8", "T4")), ("1 trade S8", ("C8", "T4")), ("1 stand", ("S8", "C8"))],
)
def test_cl7_one_draw_a_turn(move: str, cards: tuple[str, ...]) -> None:
    hand = table(deck="T4")
    until("draw", hand)
    play(hand, move)
    assert hand.hands[1] == cards
    assert hand.turn == 2


@pytest.mark.clause("CL7")
def test_cl7_a_traded_card_is_junked_before_the_new_one_is_drawn() -> None:
    hand = table(deck="T4")
    until("draw", hand)
    events = [event for event in play(hand, "1 trade S8") if isinstance(event, (Dropped, Dealt))]
    assert events == [Dropped(1, "junk", "S8"), Dealt(1, 1, 6, "T4")]


@pytest.mark.clause("CL7", "F6")
def test_cl7_field_cards_count_towards_the_two_but_can_not_be_traded() -> None:
    hand = table()
    play(hand, "1 place S8")
    until("draw", hand)
    assert answers(hand, 1) == {STAND, GAIN, Trade("C8")}
