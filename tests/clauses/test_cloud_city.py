"""The turns of cloud-city (CC1–CC9)."""

from __future__ import annotations

from typing import Any

import pytest

from sabacc.errors import IllegalAction
from sabacc.game.actions import CALL_HAND, CHECK, FOLD, GAIN, MATCH, PASS, STAND, Raise, Trade
from sabacc.game.events import Asked, Called, Dealt, Dropped, Event, Folded, Paid, Rolled, Shifted, Taken, TurnStarted
from sabacc.game.hand import Hand
from tests.tables import only, open_table, pass_all, play, quiet_turn

THREE = ["S9 C9", "S8 C8", "S7 C7"]


def table(hands: list[str] = THREE, deck: str = "", **more: Any) -> Hand:
    """A table of cloud-city at which seat 0 deals and, unless told otherwise, no shift strikes."""
    return open_table("cloud-city", hands, deck, **{"rolls": [(6,)] * 30, **more})[1]


def to_draw(hand: Hand) -> list[Event]:
    """The player on turn checks, and everybody passes until the draw."""
    events = play(hand, f"{hand.turn} check")
    while hand.kind != "draw":
        events += pass_all(hand)
    return events


# ---- CC1, CC2: antes, cards, turns


@pytest.mark.clause("CC1")
def test_cc1_each_antes_1_to_the_hand_pot_and_1_to_an_empty_sabacc_pot() -> None:
    hand = table(stacks=10)
    assert (hand.stacks, hand.paid, hand.sabacc_pot) == ([8, 8, 8], [1, 1, 1], 3)


@pytest.mark.clause("CC1")
def test_cc1_with_something_in_the_sabacc_pot_only_the_hand_pot_gets_an_ante() -> None:
    game, hand = open_table("cloud-city", THREE)
    play(hand, "1 fold", "2 fold")
    hand = game.deal()
    assert (hand.paid, hand.sabacc_pot) == ([1, 1, 1], 3 + 2)


@pytest.mark.clause("CC1")
def test_cc1_after_the_sabacc_pot_was_taken_all_ante_to_it_again() -> None:
    game, hand = open_table("cloud-city", ["S12 C11", "S8 C8"], rolls=[(6,)] * 3)
    quiet_turn(hand)
    quiet_turn(hand)
    play(hand, "1 check", "0 pass", "1 pass", "0 call-hand")
    assert game.sabacc_pot == 0
    assert game.deal().sabacc_pot == 2


@pytest.mark.clause("CC2")
def test_cc2_two_cards_each() -> None:
    assert [len(cards) for cards in table().hands] == [2, 2, 2]


@pytest.mark.clause("CC2")
def test_cc2_turns_go_round_from_the_dealers_left() -> None:
    hand = table(button=1)
    for _ in range(4):
        quiet_turn(hand)
    assert [turn.seat for turn in only(TurnStarted, hand.events)] == [2, 0, 1, 2, 0]


@pytest.mark.clause("CC2")
def test_cc2_a_turn_is_bet_shift_call_draw() -> None:
    hand = table()
    for _ in range(3):
        quiet_turn(hand)
    events = [event for event in quiet_turn(hand) if isinstance(event, (Asked, Rolled))]
    steps = [event.kind if isinstance(event, Asked) else "roll" for event in events]
    assert steps == ["fold-window", "roll", "call-window", "draw", "bet"]  # the last is the next player's


# ---- CC3: the bet


@pytest.mark.clause("CC3", "B4")
def test_cc3_the_player_on_turn_checks_bets_1_to_3_or_folds() -> None:
    hand = table()
    assert hand.waiting == (1,)
    assert set(hand.options(1)) == {CHECK, FOLD, Raise(1), Raise(2), Raise(3)}


@pytest.mark.clause("CC3")
def test_cc3_each_other_player_to_the_left_folds_matches_or_raises_by_1_to_3() -> None:
    hand = table()
    play(hand, "1 raise 2")
    assert hand.waiting == (2,)
    assert set(hand.options(2)) == {MATCH, FOLD, Raise(3), Raise(4), Raise(5)}
    play(hand, "2 match")
    assert hand.waiting == (0,)
    assert hand.options(0).price(MATCH) == 2


@pytest.mark.clause("CC3")
def test_cc3_a_raise_goes_round_until_all_live_players_have_matched() -> None:
    hand = table(stacks=50)
    play(hand, "1 raise 2", "2 raise 5", "0 match", "1 raise 8")
    assert hand.waiting == (2,)
    play(hand, "2 match")
    assert hand.waiting == (0,)
    play(hand, "0 match")
    assert hand.kind == "fold-window"
    assert hand.paid == [9, 9, 9]


@pytest.mark.clause("CC3")
def test_cc3_who_folds_to_a_bet_is_not_asked_again() -> None:
    hand = table()
    play(hand, "1 raise 2", "2 fold", "0 raise 3")
    assert hand.waiting == (1,)
    play(hand, "1 match")
    assert hand.kind == "fold-window"


@pytest.mark.clause("CC3", "B1", "T13")
def test_cc3_who_can_not_match_goes_all_in_and_is_not_asked_again() -> None:
    hand = table(stacks=[100, 100, 3])
    play(hand, "1 raise 3", "2 match", "0 raise 6")
    assert (hand.paid[2], hand.stacks[2]) == (2, 0)
    assert hand.waiting == (1,)
    play(hand, "1 match")
    assert hand.kind == "fold-window"


@pytest.mark.clause("CC3")
def test_cc3_nobody_but_the_player_on_turn_may_open() -> None:
    hand = table()
    with pytest.raises(IllegalAction):
        play(hand, "2 raise 1")
    play(hand, "1 check")
    assert hand.kind == "fold-window"
    assert set(hand.options(2)) == {PASS, FOLD}


@pytest.mark.clause("CC3")
def test_cc3_a_new_turn_starts_with_nothing_to_match() -> None:
    hand = table()
    play(hand, "1 raise 3", "2 match", "0 match")
    quiet_turn(hand)
    assert hand.waiting == (2,)
    assert set(hand.options(2)) == {CHECK, FOLD, Raise(1), Raise(2), Raise(3)}


# ---- CC4: folding


@pytest.mark.clause("CC4", "W1")
def test_cc4_after_a_check_every_live_player_may_still_fold() -> None:
    hand = table()
    play(hand, "1 check")
    assert (hand.kind, hand.waiting) == ("fold-window", (2, 0, 1))


@pytest.mark.clause("CC4")
def test_cc4_after_a_matched_bet_every_live_player_may_still_fold() -> None:
    hand = table()
    play(hand, "1 raise 2", "2 match", "0 match")
    assert (hand.kind, hand.waiting) == ("fold-window", (2, 0, 1))
    play(hand, "0 fold")
    assert hand.live == [False, True, True]


@pytest.mark.clause("CC4")
def test_cc4_who_has_folded_is_not_asked() -> None:
    hand = table()
    play(hand, "1 fold")
    assert (hand.kind, hand.waiting) == ("fold-window", (2, 0))


@pytest.mark.clause("CC4")
@pytest.mark.parametrize("moves", [["1 fold"], ["1 raise 2", "2 fold"], ["1 check", "0 fold"], ["1 check", "1 fold"]])
def test_cc4_folding_costs_1_to_the_sabacc_pot(moves: list[str]) -> None:
    hand = table()
    fees = [paid for paid in only(Paid, play(hand, *moves)) if paid.why == "fold-fee"]
    assert [(paid.amount, paid.pot) for paid in fees] == [(1, "sabacc")]
    assert hand.sabacc_pot == 4


@pytest.mark.clause("CC4")
def test_cc4_nobody_can_fold_after_the_bet_phase() -> None:
    hand = table()
    for _ in range(3):
        quiet_turn(hand)
    play(hand, "1 check")
    pass_all(hand)
    assert hand.kind == "call-window"
    assert FOLD not in hand.options(2)
    pass_all(hand)
    assert hand.kind == "draw"
    assert FOLD not in hand.options(1)


# ---- CC5: the shift


@pytest.mark.clause("CC5", "X4")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_cc5_the_player_on_turn_rolls_a_d6_and_1_to_3_brings_a_one_card_shift(die: int) -> None:
    hand = table(rolls=[(die,)])
    play(hand, "1 check")
    events = pass_all(hand)
    assert only(Rolled, events) == [Rolled(1, (die,), 6)]
    assert only(Shifted, events) == ([Shifted("one-card")] if die <= 3 else [])
    assert [taken.seat for taken in only(Taken, events)] == ([1, 2, 0] if die <= 3 else [])


@pytest.mark.clause("CC5", "X7")
def test_cc5_who_has_just_folded_still_rolls_but_the_shift_passes_them_by() -> None:
    hand = table(rolls=[(2,)])
    play(hand, "1 fold")
    events = pass_all(hand)
    assert [roll.seat for roll in only(Rolled, events)] == [1]
    assert [taken.seat for taken in only(Taken, events)] == [2, 0]


# ---- CC6, CC7: the call


@pytest.mark.clause("CC6", "W1")
def test_cc6_any_live_player_but_the_one_on_turn_may_call() -> None:
    hand = table([*THREE, "S6 C6"])
    play(hand, "1 check", "3 fold")
    pass_all(hand)
    play(hand, "1 stand")
    quiet_turn(hand)
    quiet_turn(hand)
    play(hand, "1 check")
    pass_all(hand)
    assert (hand.kind, hand.waiting) == ("call-window", (2, 0))
    assert set(hand.options(2)) == {PASS, CALL_HAND}
    with pytest.raises(IllegalAction):
        play(hand, "1 call-hand")


@pytest.mark.clause("CC6", "W1")
def test_cc6_the_first_to_answer_call_has_called() -> None:
    hand = table()
    for _ in range(3):
        quiet_turn(hand)
    play(hand, "1 check")
    pass_all(hand)
    events = play(hand, "0 call-hand")
    assert [call.seat for call in only(Called, events)] == [0]
    assert hand.over


@pytest.mark.clause("CC6", "T13")
def test_cc6_an_all_in_player_may_call() -> None:
    hand = table(stacks=[100, 100, 3])
    play(hand, "1 raise 1", "2 match", "0 match")
    for _ in range(3):
        quiet_turn(hand)
    play(hand, "1 check")
    pass_all(hand)
    assert hand.waiting == (2, 0)


@pytest.mark.clause("CC7")
@pytest.mark.parametrize("rounds", [1, 2])
def test_cc7_no_call_before_every_player_has_completed_the_turns(rounds: int) -> None:
    hand = table(pot_building_rounds=rounds)
    for _ in range(3 * rounds - 1):
        quiet_turn(hand)
    to_draw(hand)
    play(hand, "0 gain")  # so that the table does not call (E1)
    assert "call-window" not in [asked.kind for asked in only(Asked, hand.events)]
    play(hand, "1 check")
    pass_all(hand)
    assert hand.kind == "call-window"


@pytest.mark.clause("CC7")
def test_cc7_who_folded_before_their_turn_counts_as_having_had_it() -> None:
    hand = table()
    play(hand, "1 check", "0 fold")
    quiet_turn(hand)
    quiet_turn(hand)
    play(hand, "1 check")
    pass_all(hand)
    assert (hand.kind, hand.waiting) == ("call-window", (2,))


# ---- CC8, CC9: the draw


def with_three_cards() -> Hand:
    """Seat 1 holds S8, C8 and S5 and is to draw; T4 is on top of the deck."""
    hand = table(["S9 C9", "S8 C8"], "S5 T4")
    to_draw(hand)
    play(hand, "1 gain")
    quiet_turn(hand)
    to_draw(hand)
    return hand


@pytest.mark.clause("CC8")
def test_cc8_with_two_cards_one_stands_or_adds_a_card() -> None:
    hand = table(deck="S5")
    to_draw(hand)
    assert set(hand.options(1)) == {STAND, GAIN}
    play(hand, "1 gain")
    assert hand.hands[1] == ("S8", "C8", "S5")
    assert hand.turn == 2


@pytest.mark.clause("CC8")
def test_cc8_with_more_than_two_cards_one_may_also_exchange_one_of_them() -> None:
    hand = with_three_cards()
    assert set(hand.options(1)) == {STAND, GAIN, Trade("S8"), Trade("C8"), Trade("S5")}


@pytest.mark.clause("CC8")
def test_cc8_the_card_is_dropped_first_and_then_one_drawn_and_no_more() -> None:
    hand = with_three_cards()
    events = [event for event in play(hand, "1 trade C8") if isinstance(event, (Dropped, Dealt))]
    assert [type(event) for event in events] == [Dropped, Dealt]
    assert hand.hands[1] == ("S8", "S5", "T4")
    assert hand.turn == 0


@pytest.mark.clause("CC8")
def test_cc8_dropped_cards_are_out_of_play() -> None:
    hand = with_three_cards()
    play(hand, "1 trade C8")
    assert hand.junk == ("C8",)
    assert "C8" not in hand.undealt()


@pytest.mark.clause("CC8")
def test_cc8_there_is_no_limit_to_the_cards_held() -> None:
    hand = table(["S9 C9", "S8 C8"])
    for _ in range(20):
        to_draw(hand)
        play(hand, f"{hand.turn} gain")
    assert [len(cards) for cards in hand.hands] == [12, 12]


@pytest.mark.clause("CC9")
def test_cc9_who_folds_on_their_turn_does_not_draw_and_takes_no_further_turn() -> None:
    hand = table()
    play(hand, "1 fold")
    pass_all(hand)
    assert (hand.kind, hand.turn) == ("bet", 2)
    quiet_turn(hand)
    quiet_turn(hand)
    assert hand.turn == 2
    assert only(Folded, hand.events) == [Folded(1)]
