"""W: windows; and T10: decisions that are not made in time, and players who leave."""

from __future__ import annotations

from typing import Any

import pytest

from sabacc.errors import IllegalAction
from sabacc.game.actions import CALL_HAND, CHECK, FOLD, PASS, STAND, Action, ChooseSide
from sabacc.game.events import Acted, Asked, Called, Left, Placed, Rolled, SideDeclared
from sabacc.game.hand import Hand
from tests.tables import only, open_table, pass_all, play, quiet_turn

CALM: dict[str, Any] = {"shift_trigger": "none"}
THREE = ["S1 C1", "S2 C2", "S3 C3"]
TURNS = ("cloud-city", "classic")


def asked(hand: Hand) -> tuple[str, tuple[int, ...]]:
    return hand.kind, hand.waiting


def to_call_window(hand: Hand) -> None:
    """Everybody has completed one quiet turn, and the next player on turn has checked."""
    for _ in hand.seating.dealt_in:
        quiet_turn(hand)
    play(hand, f"{hand.turn} check")
    pass_all(hand)
    assert hand.kind == "call-window"


# ---- W1: who is asked


@pytest.mark.clause("W1", "CC4")
def test_w1_the_fold_window_is_open_to_all_at_once_in_order_from_the_left_of_the_player_on_turn() -> None:
    _, hand = open_table("cloud-city", THREE, **CALM)
    play(hand, "1 check")
    assert asked(hand) == ("fold-window", (2, 0, 1))
    assert [list(hand.options(seat)) for seat in range(3)] == [[PASS, FOLD]] * 3


@pytest.mark.clause("W1", "CL3")
def test_w1_the_fold_window_of_classic_is_open_to_all_but_the_player_on_turn() -> None:
    _, hand = open_table("classic", THREE, **CALM)
    play(hand, "1 check")
    assert asked(hand) == ("fold-window", (2, 0))
    assert FOLD not in hand.options(1)


@pytest.mark.clause("W1", "CC6", "CL5")
@pytest.mark.parametrize("preset", TURNS)
def test_w1_the_call_window_is_open_to_all_but_the_player_on_turn(preset: str) -> None:
    _, hand = open_table(preset, THREE, **CALM)
    to_call_window(hand)
    assert asked(hand) == ("call-window", (2, 0))
    assert all(CALL_HAND in hand.options(seat) for seat in (2, 0))
    assert CALL_HAND not in hand.options(1)


@pytest.mark.clause("W1")
def test_w1_folded_players_are_not_entitled() -> None:
    _, hand = open_table("cloud-city", [*THREE, "S4 C4"], **CALM)
    play(hand, "1 check", "3 fold")
    pass_all(hand)
    play(hand, "1 stand", "2 check")
    assert asked(hand) == ("fold-window", (0, 1, 2))


# ---- W1: in which order answers count


@pytest.mark.clause("W1")
@pytest.mark.parametrize("preset", TURNS)
def test_w1_answers_count_in_the_order_received(preset: str) -> None:
    _, hand = open_table(preset, THREE, **CALM)
    to_call_window(hand)
    play(hand, "0 call-hand")  # asked after seat 2, but answers before it
    assert [called.seat for called in only(Called, hand.events)] == [0]


@pytest.mark.clause("W1")
def test_w1_who_answered_cannot_answer_again() -> None:
    _, hand = open_table("cloud-city", THREE, **CALM)
    play(hand, "1 check", "0 pass")
    with pytest.raises(IllegalAction, match="seat 0 may do nothing now"):
        play(hand, "0 fold")
    assert asked(hand) == ("fold-window", (2, 1))


# ---- W1: when a window closes


@pytest.mark.clause("W1")
def test_w1_a_window_closes_when_all_have_answered() -> None:
    _, hand = open_table("cloud-city", THREE, rolls=[(6,)])
    play(hand, "1 check", "2 pass", "1 pass")
    assert not only(Rolled, hand.events)
    play(hand, "0 pass")
    assert only(Rolled, hand.events) == [Rolled(1, (6,), 6)]
    assert asked(hand) == ("draw", (1,))


@pytest.mark.clause("W1")
def test_w1_a_fold_does_not_close_the_window_while_two_are_live() -> None:
    _, hand = open_table("cloud-city", THREE, **CALM)
    play(hand, "1 check", "2 fold")
    assert asked(hand) == ("fold-window", (0, 1))


@pytest.mark.clause("W1")
@pytest.mark.parametrize("preset", TURNS)
def test_w1_a_window_closes_on_a_call(preset: str) -> None:
    _, hand = open_table(preset, [*THREE, "S4 C4"], **CALM)
    to_call_window(hand)
    question = hand.question
    assert asked(hand) == ("call-window", (2, 3, 0))
    play(hand, "2 pass", "3 call-hand")
    with pytest.raises(IllegalAction):
        hand.act(0, CALL_HAND, question)


@pytest.mark.clause("W1")
def test_w1_a_late_answer_to_a_closed_window_is_refused_and_changes_nothing() -> None:
    _, hand = open_table("cloud-city", THREE, **CALM)
    play(hand, "1 check")
    question = hand.question
    pass_all(hand)
    play(hand, "1 stand", "2 check")
    before = len(hand.events)
    with pytest.raises(IllegalAction, match=f"question {question} is closed"):
        hand.act(0, FOLD, question)
    assert (hand.live, len(hand.events)) == ([True] * 3, before)


@pytest.mark.clause("W1", "E2")
@pytest.mark.parametrize("preset", TURNS)
def test_w1_the_hand_ends_at_once_with_no_roll_when_one_live_player_is_left(preset: str) -> None:
    _, hand = open_table(preset, THREE)
    play(hand, "1 check", "2 fold", "0 fold")
    assert hand.over
    assert not only(Rolled, hand.events)


@pytest.mark.clause("W1")
def test_w1_the_last_live_player_cannot_fold() -> None:
    _, hand = open_table("cloud-city", THREE)
    play(hand, "1 check", "2 fold", "1 fold")  # seat 0 has not answered
    assert hand.over
    with pytest.raises(IllegalAction, match="over"):
        play(hand, "0 fold")
    assert hand.result is not None
    assert hand.result.winners == (0,)


@pytest.mark.clause("W1")
@pytest.mark.parametrize("preset", TURNS)
def test_w1_folds_while_betting_can_leave_the_last_player_too(preset: str) -> None:
    _, hand = open_table(preset, THREE[:2])
    play(hand, "1 fold")
    assert hand.over
    assert not only(Rolled, hand.events)


# ---- T10: the clock answers


def answer_of_clock(hand: Hand, seat: int) -> Action:
    """What the clock does for a seat; it is also what the question says it will do."""
    default = hand.pending[seat].default
    acted = only(Acted, play(hand, f"{seat} time-out"))[0]
    assert (acted.seat, acted.by, acted.action) == (seat, "clock", default)
    return acted.action


@pytest.mark.clause("T10")
@pytest.mark.parametrize("preset", TURNS)
def test_t10_the_clock_checks_if_that_is_free(preset: str) -> None:
    _, hand = open_table(preset, THREE, **CALM)
    assert answer_of_clock(hand, 1) == CHECK


@pytest.mark.clause("T10")
def test_t10_the_clock_folds_if_a_bet_must_be_matched() -> None:
    _, hand = open_table("cloud-city", THREE, **CALM)
    play(hand, "1 raise 1")
    assert answer_of_clock(hand, 2) == FOLD
    assert (hand.live[2], hand.sabacc_pot) == (False, 3 + 1)


@pytest.mark.clause("T10", "CL6")
def test_t10_the_clock_folds_for_who_is_behind_when_the_hand_is_called() -> None:
    _, hand = open_table("classic", THREE, **CALM)
    for _ in range(3):
        quiet_turn(hand)
    play(hand, "1 raise 5")
    pass_all(hand)
    play(hand, "2 call-hand")
    assert asked(hand) == ("bet", (0,))
    assert answer_of_clock(hand, 0) == FOLD


@pytest.mark.clause("T10")
@pytest.mark.parametrize("preset", TURNS)
def test_t10_the_clock_passes_in_windows_and_stands(preset: str) -> None:
    _, hand = open_table(preset, THREE, **CALM)
    for _ in range(3):
        quiet_turn(hand)
    play(hand, "1 check")
    assert answer_of_clock(hand, 0) == PASS
    pass_all(hand)
    assert answer_of_clock(hand, 0) == PASS
    play(hand, "2 pass")
    assert answer_of_clock(hand, 1) == STAND


@pytest.mark.clause("T10")
def test_t10_the_clock_makes_no_field_move() -> None:
    _, hand = open_table("classic", THREE, **CALM)
    while not hand.over:
        play(hand, f"{hand.waiting[0]} time-out")
    assert not only(Placed, hand.events)


@pytest.mark.clause("T10", "FO1")
def test_t10_a_side_not_chosen_is_drawn_by_chance() -> None:
    _, hand = open_table("force", THREE, answers={("side", 0): 0, ("side", 2): 1}, **CALM)
    play(hand, "2 time-out", "1 choose-side light")
    assert answer_of_clock(hand, 0) == ChooseSide("chance")
    assert [(declared.seat, declared.side) for declared in only(SideDeclared, hand.events)] == [
        (0, "light"),
        (1, "light"),
        (2, "dark"),
    ]


@pytest.mark.clause("T10", "FO1")
def test_t10_chance_knows_both_sides() -> None:
    drawn = set()
    for seed in "abcdefgh":
        _, hand = open_table("force", THREE, seed=seed, **CALM)
        play(hand, "0 time-out", "1 time-out", "2 time-out")
        drawn |= set(hand.sides)
    assert drawn == {"light", "dark"}


@pytest.mark.clause("T10")
def test_t10_the_clock_answers_only_for_who_is_asked() -> None:
    _, hand = open_table("classic", THREE, **CALM)
    with pytest.raises(IllegalAction, match="no question open"):
        play(hand, "0 time-out")


# ---- T10: players who leave


@pytest.mark.clause("T10")
@pytest.mark.parametrize("preset", TURNS)
def test_t10_who_leaves_on_turn_to_bet_folds_at_once(preset: str) -> None:
    _, hand = open_table(preset, THREE, **CALM)
    acted = only(Acted, play(hand, "1 leave"))
    assert [(act.seat, act.action, act.by) for act in acted] == [(1, FOLD, "table")]
    assert not hand.live[1]


@pytest.mark.clause("T10")
def test_t10_who_leaves_in_the_fold_window_folds_at_once() -> None:
    _, hand = open_table("classic", THREE, **CALM)
    play(hand, "1 check", "0 leave")
    assert hand.live == [False, True, True]
    assert asked(hand) == ("fold-window", (2,))


@pytest.mark.clause("T10")
def test_t10_who_leaves_unasked_folds_at_the_first_chance() -> None:
    _, hand = open_table("classic", THREE, **CALM)
    play(hand, "0 leave")
    assert hand.live[0]
    play(hand, "1 check")
    assert not hand.live[0]


@pytest.mark.clause("T10")
def test_t10_who_leaves_in_the_call_window_passes_and_stays_until_they_can_fold() -> None:
    _, hand = open_table("cloud-city", THREE, **CALM)
    to_call_window(hand)
    acted = only(Acted, play(hand, "2 leave"))
    assert [(act.seat, act.action, act.by) for act in acted] == [(2, PASS, "table")]
    play(hand, "0 pass")
    assert hand.live[2]
    play(hand, "1 stand")  # now it is seat 2's turn to bet
    assert not hand.live[2]


@pytest.mark.clause("T10")
def test_t10_who_leaves_before_drawing_stands_and_folds_in_the_next_bet_phase() -> None:
    _, hand = open_table("classic", THREE, **CALM)
    play(hand, "1 check", "2 pass", "0 pass", "1 leave")
    assert (hand.turn, hand.live[1], len(hand.cards_of(1))) == (2, True, 2)
    play(hand, "2 check")
    assert not hand.live[1]


@pytest.mark.clause("T10", "FO1")
def test_t10_who_leaves_before_choosing_a_side_is_given_one_and_folded() -> None:
    _, hand = open_table("force", THREE, answers={("side", 1): 1}, **CALM)
    play(hand, "1 leave", "0 choose-side light", "2 choose-side light")
    assert (hand.sides[1], hand.live[1]) == ("dark", False)


@pytest.mark.clause("T10")
def test_t10_who_has_left_makes_no_field_moves() -> None:
    _, hand = open_table("classic", THREE, **CALM)
    assert len(hand.options(0)) == 2
    play(hand, "0 leave")
    assert len(hand.options(0)) == 0


@pytest.mark.clause("T10")
def test_t10_what_a_leaver_staked_stays_and_the_rest_goes_with_them() -> None:
    game, hand = open_table("cloud-city", THREE, **CALM)
    play(hand, "1 raise 3", "2 match", "0 match")
    game.leave(2)
    play(hand, "0 fold")
    assert only(Left, game.events) == [Left(2, 100 - 2 - 3 - 1)]
    assert game.names == ["Ana", "Ben", ""]
    assert (game.stacks, game.sabacc_pot) == ([94, 95 + 12, 0], 3 + 2)


@pytest.mark.clause("T10")
def test_t10_windows_do_not_wait_for_who_has_left() -> None:
    _, hand = open_table("cloud-city", [*THREE, "S4 C4"], **CALM)
    play(hand, "2 leave", "1 check")
    last = only(Asked, hand.events)[-1]
    assert (last.kind, hand.waiting) == ("fold-window", (3, 0, 1))
