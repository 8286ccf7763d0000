"""The rounds of galactic (GA1–GA3, GA5, GA6, F4), and how hands end there and in pagat (E1, H6, H7, PG6).

The pulses (GA4) are in test_pulses.
"""

from __future__ import annotations

from typing import Any

import pytest

from sabacc.errors import IllegalAction, SabaccError
from sabacc.game.actions import FOLD
from sabacc.game.events import (
    Called,
    Dealt,
    Event,
    Paid,
    QuietRounds,
    Refunded,
    Rolled,
    Shown,
    SuddenDemise,
    Swept,
    TotalDeclared,
    Won,
)
from sabacc.game.hand import Hand
from sabacc.rules import find_preset
from sabacc.variants import new_game
from tests.clauses.test_pagat import THREE, asked, busy_rounds, may, quiet_round, quiet_step, until
from tests.tables import NAMES, only, open_table, play

ROUNDS = ("pagat", "galactic")
NO_PULSE = {("pulse", number): 11 for number in range(1, 30)}  # the droid draws one that is none, for 2 to 5 players


def table(hands: list[str] = THREE, deck: str = "", preset: str = "galactic", **more: Any) -> Hand:
    """A table at which seat 0 deals and no shift strikes."""
    return open_table(preset, hands, deck, **{"answers": NO_PULSE, "rolls": [(1, 2)] * 60, **more})[1]


def fifth_round(hands: list[str] = THREE, **more: Any) -> Hand:
    """The first round in which the hand may be called; all have paid 9, and seat 1 is on turn."""
    hand = table(hands, **more)
    busy_rounds(hand, 4)
    return hand


def finish(hand: Hand) -> list[Event]:
    """Nobody does anything more until the hand is over."""
    events: list[Event] = []
    while not hand.over:
        events += quiet_step(hand)
    return events


# ---- GA1, GA2: the deal and the rounds


@pytest.mark.clause("GA1", "CL1")
def test_ga1_each_antes_as_much_to_the_sabacc_pot_as_to_the_main_pot() -> None:
    hand = table(stacks=100, ante=4)
    assert (hand.stacks, hand.paid, hand.sabacc_pot) == ([92, 92, 92], [4, 4, 4], 12)


@pytest.mark.clause("GA1", "X8")
def test_ga1_two_cards_each_are_dealt_one_at_a_time() -> None:
    dealt = [(deal.seat, deal.card) for deal in only(Dealt, table().events)]
    assert dealt == [(1, "S8"), (2, "S7"), (0, "S9"), (1, "C8"), (2, "C7"), (0, "C9")]


@pytest.mark.clause("GA1", "HR10")
def test_ga1_declaring_the_first_total_is_a_house_rule_that_is_off() -> None:
    assert only(TotalDeclared, table().events) == []
    declared = only(TotalDeclared, table(declare_totals=True).events)
    assert declared == [TotalDeclared(1, 16), TotalDeclared(2, 14), TotalDeclared(0, 18)]


@pytest.mark.clause("GA2", "PG2")
def test_ga2_a_round_is_a_play_round_and_a_betting_round_both_from_the_dealers_left() -> None:
    hand = table(button=1)
    quiet_round(hand)
    draws, bets = [("draw", seat) for seat in (2, 0, 1)], [("bet", seat) for seat in (2, 0, 1)]
    assert asked(hand.events, "draw", "bet") == [*draws, *bets, ("draw", 2)]


@pytest.mark.clause("GA2")
def test_ga2_there_are_no_dice() -> None:
    hand = fifth_round()
    play(hand, "1 call-hand")
    assert not only(Rolled, [*hand.events, *finish(hand)])


@pytest.mark.clause("GA2", "PG3")
@pytest.mark.parametrize(
    ("move", "cards"), [("gain", ("S8", "C8", "T4")), ("trade S8", ("C8", "T4")), ("stand", ("S8", "C8"))]
)
def test_ga2_on_a_turn_one_gains_trades_or_stands(move: str, cards: tuple[str, ...]) -> None:
    hand = table(deck="T4")
    assert may(hand, 1, "gain", "trade", "stand", "call-hand") == {"gain", "trade S8", "trade C8", "stand"}
    play(hand, f"1 {move}")
    assert (hand.hands[1], hand.waiting) == (cards, (2,))


@pytest.mark.clause("GA2", "PG4")
def test_ga2_betting_goes_round_and_round_until_all_have_matched() -> None:
    hand = table(static_field="none", max_bet=5)
    until("bet", hand)
    assert may(hand, 1, "check", "match", "fold") == {"check", "fold"}
    play(hand, "1 check", "2 raise 5")
    assert may(hand, 0) == {"match", "fold", *(f"raise {to}" for to in range(6, 11))}
    play(hand, "0 raise 10", "1 match", "2 match")
    assert (hand.paid, hand.round) == ([15, 15, 15], 2)


@pytest.mark.clause("GA2")
def test_ga2_folding_costs_nothing() -> None:
    hand = table()
    until("bet", hand)
    assert hand.options(1).price(FOLD) == 0
    assert not only(Paid, play(hand, "1 fold"))
    assert (hand.stacks[1], hand.hand_pot(), hand.sabacc_pot) == (190, 15, 15)


# ---- GA3: calling


@pytest.mark.clause("GA3")
def test_ga3_nobody_calls_in_rounds_1_to_4() -> None:
    hand = table()
    for number in (1, 2, 3, 4):
        assert (hand.round, may(hand, 1, "call-hand")) == (number, set())
        busy_rounds(hand, 1)
    assert (hand.round, may(hand, 1, "call-hand")) == (5, {"call-hand"})


@pytest.mark.clause("GA3")
def test_ga3_the_hand_is_called_in_ones_turn_and_not_with_a_bet() -> None:
    hand = fifth_round(max_bet=1, static_field="none")
    assert may(hand, 2) == set()
    until("bet", hand)
    assert may(hand, 1) == {"check", "fold", "raise 1"}


@pytest.mark.clause("GA3")
def test_ga3_one_calls_instead_of_drawing_and_nobody_plays_after_it() -> None:
    hand = fifth_round(deck="T4")
    events = play(hand, "1 gain", "2 call-hand")
    assert only(Called, events) == [Called(2, "GA3")]
    assert [len(cards) for cards in hand.hands] == [2, 3, 2]
    assert not {("draw", 0), ("field", 2)} & set(asked([*events, *finish(hand)], "draw", "field"))


@pytest.mark.clause("GA3")
@pytest.mark.parametrize(("caller", "order"), [(1, [1, 2, 0]), (2, [2, 0, 1]), (0, [0, 1, 2])])
def test_ga3_a_last_betting_round_starts_with_the_caller(caller: int, order: list[int]) -> None:
    hand = fifth_round()
    while hand.turn != caller:
        quiet_step(hand)
    events = play(hand, f"{caller} call-hand")
    assert "raise 10" in may(hand, caller)
    events += finish(hand)
    assert asked(events, "bet") == [("bet", seat) for seat in order]
    assert {shown.seat for shown in only(Shown, events)} == {0, 1, 2}


@pytest.mark.clause("GA3", "T13")
def test_ga3_an_all_in_player_may_call_and_the_next_one_bets_first() -> None:
    hand = fifth_round(stacks=[200, 11, 200])
    assert hand.stacks[1] == 0
    assert asked(play(hand, "1 call-hand", "2 check"), "bet") == [("bet", 2), ("bet", 0)]


@pytest.mark.clause("GA2", "T13")
def test_ga2_an_all_in_player_draws_but_is_not_asked_to_bet() -> None:
    hand = table(stacks=[200, 11, 200])
    busy_rounds(hand, 1)
    assert asked(quiet_round(hand), "draw", "bet") == [("draw", 2), ("draw", 0), ("bet", 2), ("bet", 0), ("draw", 1)]


# ---- F4: the field


@pytest.mark.clause("F4")
def test_f4_a_card_is_placed_at_any_time_before_the_reveal_on_turn_or_not() -> None:
    hand = fifth_round()
    for move in ("1 stand", "2 call-hand", "2 check", "0 check"):
        for seat in range(3):
            assert may(hand, seat, "place") == {f"place {card}" for card in hand.hands[seat]}
        play(hand, move)
    play(hand, "2 place S7", "2 place C7")
    assert not hand.over
    assert only(Shown, play(hand, "1 check"))
    assert may(hand, 1) == set()


@pytest.mark.clause("F4")
def test_f4_a_card_is_taken_back_only_on_ones_own_play_turn() -> None:
    hand = table()
    play(hand, "0 place S9", "1 stand")
    while hand.turn != 0:
        assert may(hand, 0, "take-back") == set()
        quiet_step(hand)
    assert may(hand, 0, "take-back") == {"take-back S9"}
    until("bet", hand)
    with pytest.raises(IllegalAction):
        play(hand, "0 take-back S9")
    play(hand, "1 check", "2 check")
    assert (hand.waiting, may(hand, 0, "take-back")) == ((0,), set())  # it is asked, but not in a play turn


@pytest.mark.clause("F4", "GA3")
def test_f4_a_caller_takes_nothing_back_any_more() -> None:
    hand = fifth_round()
    play(hand, "2 place S7", "1 stand")
    assert may(hand, 2, "take-back") == {"take-back S7"}
    play(hand, "2 call-hand")
    assert may(hand, 2, "place", "take-back") == {"place C7"}


@pytest.mark.clause("F4", "GA2")
def test_f4_a_card_is_taken_back_before_or_after_the_draw() -> None:
    hand = table()
    play(hand, "1 place S8", "1 place C8")
    quiet_round(hand)
    play(hand, "1 take-back S8", "1 stand")
    assert (hand.kind, may(hand, 1, "take-back")) == ("field", {"take-back C8"})
    play(hand, "1 take-back C8")
    assert (hand.hands[1], hand.fields[1]) == (("S8", "C8"), ())


@pytest.mark.clause("F4")
def test_f4_a_card_moves_at_most_once_in_a_turn() -> None:
    hand = table()
    play(hand, "1 place S8")
    assert may(hand, 1, "take-back") == set()
    quiet_round(hand)
    play(hand, "1 take-back S8")
    assert may(hand, 1, "place", "take-back") == {"place C8"}
    play(hand, "1 stand")
    assert may(hand, 1, "place") == {"place S8", "place C8"}  # the turn is seat 2's


# ---- GA5, PG6: the showdown


def called(hands: list[str], preset: str = "galactic", deck: str = "", caller: int = 1, **more: Any) -> Hand:
    """A hand that this player calls as soon as it is possible."""
    hand = table(hands, deck, preset, **more)
    busy_rounds(hand, 4 if preset == "galactic" else 3)
    until("draw" if preset == "galactic" else "bet", hand)
    while hand.waiting != (caller,):
        quiet_step(hand)
    play(hand, f"{caller} {'call-hand' if preset == 'galactic' else 'check and call'}")
    finish(hand)
    assert only(Called, hand.events)[0].seat == caller
    return hand


@pytest.mark.clause("GA5", "PG6", "H7")
@pytest.mark.parametrize("preset", ROUNDS)
@pytest.mark.parametrize("caller", [1, 2])
def test_ga5_pg6_a_caller_who_does_not_win_pays_nothing(preset: str, caller: int) -> None:
    result = called(THREE, preset, caller=caller).result
    assert result is not None
    assert (result.how, result.winners, result.penalties, result.sabacc_pot) == ("called", (0,), (0, 0, 0), 15)


@pytest.mark.clause("GA5", "PG6", "H6")
@pytest.mark.parametrize(("preset", "pot"), [("pagat", 24), ("galactic", 27)])
@pytest.mark.parametrize("caller", [1, 2])
def test_ga5_pg6_who_has_bombed_out_pays_the_hand_pot_once_caller_or_not(preset: str, pot: int, caller: int) -> None:
    hand = called(["S9 C9", "S8 C8", "S15 C15"], preset, caller=caller)
    assert [paid for paid in only(Paid, hand.events) if paid.clause == "H6"] == [
        Paid(2, pot, "sabacc", "bomb-out", "H6")
    ]
    assert hand.sabacc_pot == 15 + pot


@pytest.mark.clause("GA5", "PG6", "H6")
@pytest.mark.parametrize(
    ("preset", "shift"), [("pagat", {"rolls": [(1, 2)] * 12 + [(5, 5)]}), ("galactic", {"answers": {("pulse", 5): 3}})]
)
def test_ga5_pg6_bomb_outs_are_judged_as_revealed_whatever_struck_after_the_call(
    preset: str, shift: dict[str, Any]
) -> None:
    deck = ["S14", "S1", "S2", "C14", "C1", "C2"]
    script = {**NO_PULSE, ("shuffle", 2): deck, **shift.get("answers", {})}
    hand = called(["S9 C9", "S8 C8", "S15 C15"], preset, " ".join(deck), **{**shift, "answers": script})
    assert {shown.seat: shown.total for shown in only(Shown, hand.events)} == {1: 28, 2: 2, 0: 4}
    assert hand.result is not None
    assert (hand.result.winners, [seat for seat, due in enumerate(hand.result.penalties) if due]) == ((0,), [1])


@pytest.mark.clause("GA5", "H9")
def test_ga5_tied_hands_get_one_more_card_each_from_the_dealers_left() -> None:
    hand = called(["S10 C8", "C10 S8", "S7 C7"], deck="T2 T1")
    assert only(SuddenDemise, hand.events) == [SuddenDemise((1, 0), 0)]
    assert [(shown.seat, shown.total) for shown in only(Shown, hand.events)[3:]] == [(1, 20), (0, 19)]
    assert only(Won, hand.events) == [Won(1, 27, 0, "H9")]


@pytest.mark.clause("GA5", "H10", "H11")
def test_ga5_if_all_the_tied_bomb_out_in_the_sudden_demise_the_best_of_the_rest_wins_and_nobody_pays() -> None:
    hand = called(["S10 C10", "T10 F10", "S7 C7"], deck="T4 T5")
    assert [(won.seat, won.amount) for won in only(Won, hand.events)] == [(2, 27)]
    assert hand.sabacc_pot == 15


@pytest.mark.clause("GA5", "H12")
def test_ga5_if_all_bomb_out_at_the_call_all_pay_and_the_hand_pot_goes_into_the_sabacc_pot() -> None:
    hand = called(["S15 C15", "S14 C14", "S13 C13"])
    assert only(Swept, hand.events) == [Swept(27, 0, "H12")]
    assert (hand.stacks, hand.sabacc_pot) == ([200 - 14 - 27] * 3, 15 + 27 + 3 * 27)


@pytest.mark.clause("GA5", "H13", "B1")
def test_ga5_side_pots_are_settled_each_among_those_who_contest_it() -> None:
    hand = called(["S9 C9", "S12 C10", "S7 C7"], stacks=[200, 12, 16])
    won = [(won.seat, won.amount, won.pot) for won in only(Won, hand.events)]
    assert won == [(1, 21, 0), (0, 4, 1)]  # seat 1 is in for 7, the others for 9
    assert not only(Refunded, hand.events)


@pytest.mark.clause("GA6", "T9")
def test_ga6_four_to_six_play_and_at_most_eight() -> None:
    assert find_preset("galactic").players == (2, 8)
    for players in (4, 5, 6, 8):
        hand = new_game("galactic", NAMES[:players], seed="droid").deal()
        finish(hand)
        assert len(only(Shown, hand.events)) >= players
    with pytest.raises(SabaccError, match="2 to 8 players, not 9"):
        new_game("galactic", [*NAMES, "Ivo"])


# ---- E1: the table calls


def round_of_the_tables_call(hand: Hand) -> int:
    finish(hand)
    assert only(Called, hand.events) == [Called(None, "E1")]
    return hand.round


@pytest.mark.clause("E1")
@pytest.mark.parametrize(("preset", "building"), [("pagat", 3), ("galactic", 4), ("pagat", 6), ("galactic", 6)])
def test_e1_the_table_does_not_call_before_calls_are_allowed(preset: str, building: int) -> None:
    hand = table(preset=preset, pot_building_rounds=building)
    # Two quiet rounds come first; the third betting round is called in pagat, and galactic's third round.
    assert round_of_the_tables_call(hand) == building + 3


PLAY_ROUND = ["1 stand", "2 stand", "0 stand"]
STIRS = [  # in round 6, after a bet in round 5; the round in which the table calls
    ([], 8),
    (["1 place S8"], 9),
    (["1 gain"], 9),
    (["1 trade S8"], 9),
    ([*PLAY_ROUND, "1 raise 1"], 9),
    ([*PLAY_ROUND, "1 check", "2 raise 1", "0 raise 2"], 9),
    ([*PLAY_ROUND, "1 fold"], 9),
]


@pytest.mark.clause("E1")
@pytest.mark.parametrize("preset", ROUNDS)
@pytest.mark.parametrize(("moves", "in_round"), STIRS)
def test_e1_the_table_calls_after_two_rounds_without_bet_raise_fold_gain_trade_or_field_move(
    preset: str, moves: list[str], in_round: int
) -> None:
    hand = table(preset=preset, static_field="free")
    busy_rounds(hand, 5)
    play(hand, *moves)
    assert round_of_the_tables_call(hand) == in_round


@pytest.mark.clause("E1")
@pytest.mark.parametrize("preset", ROUNDS)
@pytest.mark.parametrize("rounds", [1, 3])
def test_e1_the_table_may_want_more_or_fewer_quiet_rounds(preset: str, rounds: int) -> None:
    building = find_preset(preset).rules.pot_building_rounds
    assert round_of_the_tables_call(table(preset=preset, quiet_rounds=rounds)) == building + rounds + 1


@pytest.mark.clause("E1", "GA4")
def test_e1_in_galactic_a_pulse_gives_everybody_one_more_chance_to_call() -> None:
    hand = table(answers={**NO_PULSE, ("pulse", 6): 1})  # after the second action of the second quiet round
    assert round_of_the_tables_call(hand) == 8  # not 7: the first player had declined before the pulse


@pytest.mark.clause("E1", "PG3")
def test_e1_in_pagat_a_shift_gives_everybody_one_more_chance_to_call() -> None:
    hand = table(preset="pagat", rolls=[*[(1, 2)] * 15, (4, 4), *[(1, 2)] * 40])  # the first roll of round 6
    assert round_of_the_tables_call(hand) == 7  # in the betting of round 6 everybody is asked anew


@pytest.mark.clause("E1")
@pytest.mark.parametrize("preset", ROUNDS)
def test_e1_whoever_watches_sees_how_many_quiet_rounds_are_left(preset: str) -> None:
    hand = table(preset=preset)
    round_of_the_tables_call(hand)
    assert only(QuietRounds, hand.events) == [QuietRounds(1), QuietRounds(0)]


@pytest.mark.clause("E1", "HR10")
@pytest.mark.parametrize(("preset", "ends"), [("pagat", 0), ("galactic", 1)])
@pytest.mark.parametrize("rounds", [6, 12])
def test_e1_the_table_calls_when_every_live_player_has_completed_max_rounds_turns(
    preset: str, ends: int, rounds: int
) -> None:
    options: dict[str, Any] = {} if rounds == 12 else {"max_rounds": rounds}  # 12 is the default
    hand = table(preset=preset, **options)
    busy_rounds(hand, rounds - 1 + ends)
    until("bet", hand)
    assert (hand.turns, hand.round) == ([rounds] * 3, rounds + ends)
    assert only(Called, hand.events) == [Called(None, "E1")]


@pytest.mark.clause("E1", "PG5", "H6")
def test_e1_in_pagat_the_next_betting_round_is_played_as_called() -> None:
    hand = table(["S9 C9", "S8 C8", "S15 C15"], preset="pagat")
    for _ in range(5):
        quiet_round(hand)
    until("bet", hand)
    assert may(hand, 1, "check") == {"check"}  # nobody can call it once more
    events = play(hand, "1 raise 5", "2 match", "0 match")
    assert [roll.seat for roll in only(Rolled, events)] == [0]
    assert hand.result is not None
    assert (hand.result.how, hand.result.penalties) == ("table-called", (0, 0, 30))


@pytest.mark.clause("E1", "H6")
def test_e1_in_galactic_a_last_betting_round_starts_from_the_dealers_left() -> None:
    hand = table(["S9 C9", "S8 C8", "S15 C15"], button=1)
    while not hand.called:
        assert hand.round <= 6
        quiet_step(hand)
    assert (hand.round, hand.kind, hand.waiting, hand.turns) == (7, "bet", (2,), [6, 6, 6])
    assert asked(play(hand, "2 raise 5", "0 match", "1 match"), "bet") == [("bet", 0), ("bet", 1)]
    assert hand.result is not None
    assert (hand.result.how, hand.result.penalties) == ("table-called", (0, 0, 30))
