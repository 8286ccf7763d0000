"""The rounds of pagat (PG1–PG5, F3), and T13 as it works in them. PG6 and E1 are in test_galactic."""

from __future__ import annotations

from typing import Any

import pytest

from sabacc.errors import IllegalAction
from sabacc.game.actions import FOLD, write_action
from sabacc.game.events import (
    Asked,
    Called,
    Dealt,
    Discarded,
    Dropped,
    Event,
    Paid,
    Rolled,
    RoundStarted,
    Shifted,
    Shown,
    TotalDeclared,
    Won,
)
from sabacc.game.hand import Hand
from sabacc.words.teller import Teller
from tests.tables import only, open_table, play

THREE = ["S9 C9", "S8 C8", "S7 C7"]  # seat 0 deals, so seats 1, 2, 0 is the order of everything


def table(hands: list[str] = THREE, deck: str = "", **more: Any) -> Hand:
    """A table of pagat at which, unless told otherwise, no shift strikes."""
    return open_table("pagat", hands, deck, **{"rolls": [(1, 2)] * 60, **more})[1]


def quiet_step(hand: Hand) -> list[Event]:
    """Who is asked stands, moves no card, checks or matches, or passes."""
    seat = hand.waiting[0]
    bet = "pass" if not hand.stacks[seat] else "match" if hand.owes(seat) else "check"
    move = {"draw": "stand", "field": "done"}.get(hand.kind, bet)
    return play(hand, f"{seat} {move}")


def until(kind: str, hand: Hand) -> list[Event]:
    """Nobody does anything until somebody is asked for this."""
    events: list[Event] = []
    while hand.kind != kind:
        events += quiet_step(hand)
    return events


def quiet_round(hand: Hand) -> list[Event]:
    """Nobody does anything for the rest of the round."""
    events: list[Event] = []
    number = hand.round
    while not hand.over and hand.round == number:
        events += quiet_step(hand)
    return events


def busy_rounds(hand: Hand, rounds: int) -> None:
    """Rounds in which the first to bet bets 1, so that the table does not call the hand (E1)."""
    for _ in range(rounds):
        until("bet", hand)
        play(hand, f"{hand.waiting[0]} raise 1")
        quiet_round(hand)


def fourth_betting(hands: list[str] = THREE, **more: Any) -> Hand:
    """The first betting round in which the hand may be called; all have paid 8, and seat 1 is asked first."""
    hand = table(hands, **more)
    busy_rounds(hand, 3)
    until("bet", hand)
    return hand


def may(hand: Hand, seat: int, *kinds: str) -> set[str]:
    """What a seat may do, in words; only what begins with one of these, if any are given."""
    actions = {write_action(action) for action in hand.options(seat)}
    return {action for action in actions if not kinds or action.split()[0] in kinds}


def asked(events: list[Event], *kinds: str) -> list[tuple[str, int]]:
    """Who was asked for what, one after the other."""
    return [(one.kind, one.seats[0]) for one in only(Asked, events) if one.kind in kinds]


# ---- PG1, PG2: the deal and the rounds


@pytest.mark.clause("PG1", "CL1")
def test_pg1_each_antes_as_much_to_the_sabacc_pot_as_to_the_hand_pot() -> None:
    hand = table(stacks=100, ante=4)
    assert (hand.stacks, hand.paid, hand.sabacc_pot) == ([92, 92, 92], [4, 4, 4], 12)


@pytest.mark.clause("PG1")
def test_pg1_two_cards_each_and_their_totals_are_declared_truly_and_in_public() -> None:
    hand = table(["S12 C11", "ST ID", "EO T2"])
    assert hand.hands == [("S12", "C11"), ("ST", "ID"), ("EO", "T2")]
    declared = [TotalDeclared(1, -17), TotalDeclared(2, -13), TotalDeclared(0, 23)]
    assert only(TotalDeclared, hand.view(None).events) == declared
    assert hand.view(2).totals == [23, -17, -13]


@pytest.mark.clause("PG2")
def test_pg2_a_round_is_a_play_round_and_a_betting_round_both_from_the_dealers_left() -> None:
    hand = table(button=1)
    quiet_round(hand)
    quiet_round(hand)
    draws, bets = [("draw", seat) for seat in (2, 0, 1)], [("bet", seat) for seat in (2, 0, 1)]
    assert asked(hand.events, "draw", "bet") == [*draws, *bets, *draws, *bets, ("draw", 2)]
    assert [started.round for started in only(RoundStarted, hand.events)] == [1, 2, 3]


# ---- PG3: the play round


@pytest.mark.clause("PG3", "F3")
def test_pg3_on_a_turn_one_gains_trades_or_stands_and_may_make_field_moves() -> None:
    assert may(table(), 1) == {"gain", "stand", "trade S8", "trade C8", "place S8", "place C8"}


@pytest.mark.clause("PG3")
@pytest.mark.parametrize(
    ("move", "cards", "junk"),
    [("gain", ("S8", "C8", "T4"), ()), ("trade S8", ("C8", "T4"), ("S8",)), ("stand", ("S8", "C8"), ())],
)
def test_pg3_no_card_is_dropped_except_in_a_trade(move: str, cards: tuple[str, ...], junk: tuple[str, ...]) -> None:
    hand = table(deck="T4")
    play(hand, f"1 {move}", "1 done")
    assert (hand.hands[1], hand.junk) == (cards, junk)
    assert hand.waiting == (2,)  # there is one draw in a turn


@pytest.mark.clause("PG3")
def test_pg3_a_traded_card_is_junked_before_the_new_one_is_drawn() -> None:
    events = play(table(deck="T4"), "1 trade S8")
    moved = [event for event in events if isinstance(event, (Dropped, Dealt))]
    assert moved == [Dropped(1, "junk", "S8"), Dealt(1, 1, 6, "T4")]


@pytest.mark.clause("PG3", "F3")
def test_pg3_field_moves_are_made_before_or_after_the_draw_and_then_the_player_rolls() -> None:
    hand = table(deck="T4")
    play(hand, "1 place S8")
    assert may(hand, 1, "trade") == {"trade C8"}
    assert only(Rolled, play(hand, "1 stand"))  # there is no further field move to wait for
    assert not only(Rolled, play(hand, "2 gain", "2 place T4"))
    assert (hand.kind, hand.fields) == ("field", [(), ("S8",), ("T4",)])
    assert only(Rolled, play(hand, "2 done"))


@pytest.mark.clause("PG3", "T10")
def test_pg3_who_does_not_answer_stands_and_makes_no_field_move() -> None:
    hand = table()
    play(hand, "1 time-out", "1 time-out")
    assert (hand.hands[1], hand.fields[1], hand.waiting) == (("S8", "C8"), (), (2,))


@pytest.mark.clause("PG3")
def test_pg3_each_player_rolls_the_sabacc_dice_at_the_end_of_their_turn() -> None:
    assert only(Rolled, until("bet", table())) == [Rolled(seat, (1, 2), 6) for seat in (1, 2, 0)]


@pytest.mark.clause("PG3", "X1")
@pytest.mark.parametrize("dice", [(1, 1), (4, 4), (6, 6), (1, 2), (5, 6)])
def test_pg3_doubles_bring_a_core_shift_and_other_dice_nothing(dice: tuple[int, int]) -> None:
    events = play(table(rolls=[dice]), "1 place S8", "1 stand")
    doubles = dice[0] == dice[1]
    assert only(Shifted, events) == ([Shifted("core")] if doubles else [])
    lost = [(gone.seat, gone.count) for gone in only(Discarded, events)]
    assert lost == ([(1, 1), (2, 2), (0, 2)] if doubles else [])


# ---- F3: one in, one out


@pytest.mark.clause("F3")
def test_f3_cards_are_moved_only_on_ones_own_turn_in_the_play_round() -> None:
    hand = table()
    assert [may(hand, seat, "place") for seat in range(3)] == [set(), {"place S8", "place C8"}, set()]
    until("bet", hand)
    assert [may(hand, seat, "place") for seat in range(3)] == [set(), set(), set()]
    with pytest.raises(IllegalAction):
        play(hand, "1 place S8")


@pytest.mark.clause("F3")
def test_f3_at_most_one_card_goes_in_in_a_turn_before_and_after_the_draw_together() -> None:
    hand = table(deck="T4")
    play(hand, "1 place S8")
    assert may(hand, 1, "place") == set()
    play(hand, "1 gain")
    assert hand.waiting == (2,)  # with T4 and C8 in hand there was nothing more to ask seat 1
    quiet_round(hand)
    assert may(hand, 1, "place") == {"place C8", "place T4"}


@pytest.mark.clause("F3")
def test_f3_at_most_one_card_comes_out_in_a_turn() -> None:
    hand = table()
    for card in ("S8", "C8"):
        play(hand, f"1 place {card}")
        quiet_round(hand)
    assert may(hand, 1, "take-back") == {"take-back S8", "take-back C8"}
    play(hand, "1 take-back S8")
    assert may(hand, 1, "take-back") == set()
    assert (hand.hands[1], hand.fields[1]) == (("S8",), ("C8",))


@pytest.mark.clause("F3")
@pytest.mark.parametrize("order", [["take-back S8", "place C8"], ["place C8", "take-back S8"]])
def test_f3_one_card_in_and_another_out_in_the_same_turn(order: list[str]) -> None:
    hand = table()
    play(hand, "1 place S8")
    quiet_round(hand)
    play(hand, f"1 {order[0]}", "1 stand", f"1 {order[1]}")
    assert (hand.hands[1], hand.fields[1]) == (("S8",), ("C8",))


# ---- PG4: the betting round


@pytest.mark.clause("PG4", "B4")
def test_pg4_one_checks_bets_or_folds_and_then_calls_raises_or_folds() -> None:
    hand = table(max_bet=2)
    until("bet", hand)
    assert may(hand, 1) == {"check", "fold", "raise 1", "raise 2"}
    play(hand, "1 raise 2")
    assert may(hand, 2) == {"match", "fold", "raise 3", "raise 4"}


@pytest.mark.clause("PG4", "B5")
def test_pg4_betting_goes_round_and_round_until_all_have_matched() -> None:
    hand = table()
    until("bet", hand)
    events = play(hand, "1 check", "2 raise 3", "0 match", "1 raise 8", "2 raise 9", "0 match", "1 match")
    assert asked(events, "bet") == [("bet", seat) for seat in (2, 0, 1, 2, 0, 1)]
    assert (hand.paid, hand.round, hand.kind) == ([14, 14, 14], 2, "draw")
    until("bet", hand)
    assert "check" in may(hand, 1)  # the next betting round starts from nothing


@pytest.mark.clause("PG4", "T13", "B1")
def test_pg4_an_all_in_player_is_not_waited_for() -> None:
    hand = table(stacks=[200, 200, 13])
    until("bet", hand)
    events = play(hand, "1 raise 5", "2 match", "0 raise 9", "1 match")
    assert asked(events, "bet") == [("bet", 2), ("bet", 0), ("bet", 1)]
    assert (hand.paid, hand.round) == ([14, 14, 8], 2)


@pytest.mark.clause("PG4", "T13")
def test_pg4_nobody_bets_against_players_who_are_all_in() -> None:
    hand = table(stacks=[200, 11, 11])
    busy_rounds(hand, 1)
    until("bet", hand)
    assert (hand.waiting, may(hand, 0)) == ((0,), {"check", "fold"})


@pytest.mark.clause("PG4", "B1", "H5")
def test_pg4_the_fold_fee_of_1_goes_to_the_hand_pot() -> None:
    hand = table()
    until("bet", hand)
    assert hand.options(1).price(FOLD) == 1
    assert only(Paid, play(hand, "1 fold")) == [Paid(1, 1, "fees", "fold-fee", "PG4")]
    assert (hand.stacks[1], hand.hand_pot(), hand.sabacc_pot) == (189, 15 + 1, 15)
    assert only(Won, play(hand, "2 fold")) == [Won(0, 17, 0, "H5")]


@pytest.mark.clause("PG4", "X7")
def test_pg4_who_has_folded_takes_no_further_part() -> None:
    hand = table()
    until("bet", hand)
    play(hand, "1 check", "2 fold", "0 check")
    events = quiet_round(hand)
    assert asked(events, "draw", "bet") == [("draw", 0), ("bet", 1), ("bet", 0), ("draw", 1)]
    assert [roll.seat for roll in only(Rolled, events)] == [1, 0]


# ---- PG5: calling


@pytest.mark.clause("PG5")
def test_pg5_nobody_calls_before_the_fourth_betting_round() -> None:
    hand = table(max_bet=1)
    for number in (1, 2, 3):
        until("bet", hand)
        assert (hand.round, may(hand, 1)) == (number, {"check", "fold", "raise 1"})
        busy_rounds(hand, 1)
    until("bet", hand)
    assert (hand.round, may(hand, 1, "check")) == (4, {"check", "check and call"})


@pytest.mark.clause("PG5")
def test_pg5_one_calls_with_a_check_call_bet_or_raise_not_with_a_fold() -> None:
    hand = fourth_betting(max_bet=1)
    assert may(hand, 1) == {"check", "check and call", "raise 1", "raise 1 and call", "fold"}
    play(hand, "1 raise 1")
    assert may(hand, 2) == {"match", "match and call", "raise 2", "raise 2 and call", "fold"}


@pytest.mark.clause("PG5")
@pytest.mark.parametrize(
    ("before", "seat", "move", "paid"),
    [
        ([], 1, "check and call", 8),
        ([], 1, "raise 4 and call", 12),
        (["1 raise 4"], 2, "match and call", 12),
        (["1 raise 4"], 2, "raise 9 and call", 17),
    ],
)
def test_pg5_the_call_goes_with_the_bet(before: list[str], seat: int, move: str, paid: int) -> None:
    hand = fourth_betting()
    play(hand, *before)
    assert only(Called, play(hand, f"{seat} {move}")) == [Called(seat, "PG5")]
    assert hand.paid[seat] == paid


@pytest.mark.clause("PG5")
@pytest.mark.parametrize(
    ("me", "told"), [(None, "Ben bets 4 and calls the hand with it."), (1, "You bet 4 and call the hand with it.")]
)
def test_pg5_a_call_that_goes_with_a_bet_is_told_once(me: int | None, told: str) -> None:
    teller = Teller(["Ana", "Ben", "Cy"], me)
    said = [teller.tell(event) for event in play(fourth_betting(), "1 raise 4 and call")]
    assert [one for one in said if "the hand" in one] == [told]


@pytest.mark.clause("PG5")
def test_pg5_the_round_is_played_out_after_the_call() -> None:
    hand = fourth_betting()
    events = play(hand, "1 check and call", "2 raise 5", "0 fold", "1 raise 9")
    assert asked(events, "bet") == [("bet", 2), ("bet", 0), ("bet", 1), ("bet", 2)]
    assert not only(Shown, events)
    assert {shown.seat for shown in only(Shown, play(hand, "2 match"))} == {1, 2}


@pytest.mark.clause("PG5")
def test_pg5_later_calls_change_nothing() -> None:
    hand = fourth_betting()
    play(hand, "1 check and call")
    assert may(hand, 2, "check") == {"check"}
    quiet_round(hand)
    assert only(Called, hand.events) == [Called(1, "PG5")]


def with_an_all_in_player() -> Hand:
    """The fourth betting round, seat 2 all-in since the first."""
    hand = fourth_betting(stacks=[200, 200, 11])
    assert hand.stacks[2] == 0
    return hand


@pytest.mark.clause("PG5", "T13")
def test_pg5_an_all_in_player_may_pass_or_call_the_hand() -> None:
    hand = with_an_all_in_player()
    play(hand, "1 check")
    assert (hand.waiting, may(hand, 2)) == ((2,), {"pass", "call-hand"})
    assert only(Called, play(hand, "2 call-hand")) == [Called(2, "PG5")]


@pytest.mark.clause("PG5", "T13", "T10")
def test_pg5_an_all_in_player_is_asked_once_a_betting_round() -> None:
    hand = with_an_all_in_player()
    events = play(hand, "1 check", "2 time-out", "0 raise 3", "1 raise 6", "0 match")
    assert asked(events, "bet") == [("bet", 2), ("bet", 0), ("bet", 1), ("bet", 0)]
    assert not hand.called
    until("bet", hand)
    assert asked(play(hand, "1 check"), "bet") == [("bet", 2)]


@pytest.mark.clause("PG5", "T13")
def test_pg5_an_all_in_player_is_not_asked_while_nobody_may_call_nor_after_the_call() -> None:
    hand = with_an_all_in_player()
    assert asked(hand.events, "bet").count(("bet", 2)) == 1  # where seat 2 went all-in
    assert asked(play(hand, "1 check and call"), "bet") == [("bet", 0)]


@pytest.mark.clause("PG5", "T13")
def test_pg5_all_in_players_among_themselves_can_still_call() -> None:
    hand = table(stacks=11)
    until("bet", hand)
    play(hand, "1 raise 1", "2 match", "0 match")
    while hand.kind != "bet":
        play(hand, f"{hand.waiting[0]} {'gain' if hand.kind == 'draw' else 'done'}")  # no quiet turns
    assert hand.round == 4
    play(hand, "1 pass", "2 call-hand")
    assert hand.over
    assert only(Called, hand.events) == [Called(2, "PG5")]


@pytest.mark.clause("PG5")
@pytest.mark.parametrize("last", ["check", "fold"])
def test_pg5_the_dealer_in_the_hand_or_not_rolls_once_more_before_the_hands_are_shown(last: str) -> None:
    hand = fourth_betting(button=2)
    events = play(hand, "0 check and call", "1 check", f"2 {last}")
    steps = [type(event) for event in events if isinstance(event, (Rolled, Shifted, Shown))]
    assert steps[:3] == [Rolled, Shown, Shown]
    assert only(Rolled, events) == [Rolled(2, (1, 2), 6)]


@pytest.mark.clause("PG5", "X6")
def test_pg5_doubles_of_the_last_roll_bring_a_shift() -> None:
    hand = fourth_betting(rolls=[(1, 2)] * 12 + [(5, 5)])
    events = play(hand, "1 check and call", "2 check", "0 check")
    assert only(Shifted, events) == [Shifted("core")]
    assert not {card for shown in only(Shown, events) for card in shown.cards} & set(" ".join(THREE).split())


@pytest.mark.clause("PG5", "E2", "H5")
def test_pg5_with_one_player_left_there_is_no_last_roll() -> None:
    hand = fourth_betting()
    events = play(hand, "1 check and call", "2 fold", "0 fold")
    assert hand.over
    assert not only(Rolled, events) + only(Shown, events)
    assert [(won.seat, won.clause) for won in only(Won, events)] == [(1, "H5")]
