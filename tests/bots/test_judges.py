"""What judgement says where any player would agree."""

from __future__ import annotations

from typing import Any

import pytest

from sabacc.bots.judges.registry import judge_of
from sabacc.bots.spot import spot_of_view
from sabacc.cards import CORUSCANT
from sabacc.game.actions import (
    CALL_HAND,
    FOLD,
    GAIN,
    STAND,
    Action,
    Buy,
    ChooseSide,
    Improve,
    Keep,
    Match,
    Place,
    Raise,
    Select,
    Trade,
    write_action,
)
from sabacc.game.hand import Hand
from tests.tables import open_table, play

both = pytest.mark.parametrize("seasoned", [False, True], ids=["plain", "seasoned"])


def judged(hand: Hand, seat: int, seasoned: bool = False) -> Action:
    """What the judge of the table would do in somebody's place."""
    return judge_of(hand.seating.rules, seasoned).best(spot_of_view(hand.view(seat)))


def value(hand: Hand, seat: int, action: Action) -> float:
    """What the judge thinks an action is worth."""
    values = judge_of(hand.seating.rules).values(spot_of_view(hand.view(seat)))
    return {write_action(one): worth for one, worth in values}[write_action(action)]


def quiet_step(hand: Hand) -> None:
    """Whoever is asked first does nothing in particular."""
    seat = hand.waiting[0]
    moves = {"bet": "match" if hand.owes(seat) else "check", "draw": "stand", "field": "done", "decide": "go-on"}
    play(hand, f"{seat} {moves.get(hand.kind, 'pass')}")


def until(kind: str, hand: Hand, seat: int = 1) -> Hand:
    """Quiet play until a seat is asked this."""
    while hand.kind != kind or hand.waiting[0] != seat:
        quiet_step(hand)
    return hand


def drawing(cards: str) -> Hand:
    """Seat 1 is asked what to draw, with these two or three cards, in a classic game without shifts."""
    two, third = cards.split()[:2], cards.split()[2:]
    _, hand = open_table("classic", ["S4 F6", " ".join(two), "T3 C8"], " ".join(third), shift_trigger="none")
    until("draw", hand)
    if third:
        play(hand, "1 gain")
        until("draw", hand)
    assert set(hand.hands[1]) == set(cards.split())
    return hand


def betting(preset: str, *hands: str, **options: Any) -> Hand:
    """Seat 1 begins the first betting of a game without shifts."""
    return until("bet", open_table(preset, list(hands), **{"shift_trigger": "none", **options})[1])


# ---- the 76-card family


@both
@pytest.mark.parametrize("cards", ["S12 F10", "S12 F11", "S15 T8", "ID C2 F3", "S9 F8 C5"])
def test_a_hand_near_23_stands(cards: str, seasoned: bool) -> None:
    assert judged(drawing(cards), 1, seasoned) == STAND


@both
@pytest.mark.parametrize("cards", ["S15 T15", "S14 F12 C4"])
def test_a_hand_that_bombs_out_trades(cards: str, seasoned: bool) -> None:
    assert isinstance(judged(drawing(cards), 1, seasoned), Trade)


@both
def test_two_small_cards_want_another(seasoned: bool) -> None:
    assert judged(drawing("S5 F7"), 1, seasoned) in (GAIN, Trade("S5"), Trade("F7"))


def test_cards_seen_in_the_field_no_longer_come() -> None:
    """With 12 a hand wants an 11 or a 10; if most of them lie in the field, a draw is worth less."""
    hand = drawing("S5 F7")
    twin = drawing("S5 F7")
    for card in ("S4", "F6"):
        play(twin, f"0 place {card}")
    assert value(hand, 1, GAIN) != value(twin, 1, GAIN)


@both
@pytest.mark.parametrize("preset", ["cloud-city", "classic"])
def test_a_pure_sabacc_calls_the_hand_and_a_bad_hand_does_not(preset: str, seasoned: bool) -> None:
    called = []
    for cards in ("S12 F11", "S1 F2"):
        _, hand = open_table(preset, ["S4 F6", cards], shift_trigger="none")
        until_it_may_call(hand, 1)
        called.append(judged(hand, 1, seasoned) == CALL_HAND)
    assert called == [True, False]


def until_it_may_call(hand: Hand, seat: int) -> None:
    """Quiet play until this seat is asked something that it may answer with a call of the hand."""
    while seat not in hand.waiting or CALL_HAND not in hand.options(seat):
        quiet_step(hand)


@both
def test_junk_folds_to_a_big_bet(seasoned: bool) -> None:
    hand = betting("galactic", "S4 F6", "S12 F11", "QA ST", max_bet=200, stacks=400)
    play(hand, "1 raise 100")
    assert judged(until("bet", hand, 2), 2, seasoned) == FOLD


@both
@pytest.mark.parametrize("preset", ["cloud-city", "galactic", "pagat", "classic"])
def test_a_pure_sabacc_does_not_fold_to_a_big_bet(preset: str, seasoned: bool) -> None:
    hand = betting(preset, "S4 F6", "S1 F1", "S12 F11", max_bet=50, stacks=400)
    play(hand, f"1 raise {hand.options(1).raise_to}")
    while 2 not in hand.waiting:
        quiet_step(hand)
    assert judged(hand, 2, seasoned) != FOLD


@both
def test_f1_good_cards_are_put_into_the_field_where_a_shift_may_come(seasoned: bool) -> None:
    hand = betting("classic", "S4 F6", "S12 F11", shift_trigger="doubles")
    assert isinstance(judged(hand, 1, seasoned), Place)


@both
def test_bad_cards_are_not_put_into_the_field(seasoned: bool) -> None:
    hand = betting("classic", "S4 F6", "S1 F2", shift_trigger="doubles")
    assert not isinstance(judged(hand, 1, seasoned), Place)


def test_a_better_hand_makes_a_raise_worth_more() -> None:
    values = [value(betting("galactic", "S4 F6", cards), 1, Raise(10)) for cards in ("S1 F2", "S9 F9", "S12 F11")]
    assert values == sorted(values)
    assert values[0] < values[-1]


def test_a_bet_is_matched_with_less_joy_the_larger_it_is() -> None:
    values = []
    for amount in (5, 20, 80):
        hand = betting("galactic", "S4 F6", "S12 F11", "S9 F5", max_bet=100, stacks=400)
        play(hand, f"1 raise {amount}")
        values.append(value(hand, 2, Match()) - value(hand, 2, FOLD) - hand.hand_pot())
    assert values == sorted(values, reverse=True)


def test_fo4_a_side_chosen_without_cards_is_light() -> None:
    _, hand = open_table("force", ["S4 F6", "S12 F11"])
    assert hand.kind == "side"
    assert judged(hand, 1) == ChooseSide("light")


# ---- corellian-house


@both
def test_a_board_card_that_makes_banthas_wild_is_bought(seasoned: bool) -> None:
    hand = buying("+7 +7 -10 +3", "+1 +2 -7 +8 -9 -6 +9")
    bought = judged(hand, hand.waiting[0], seasoned)
    assert isinstance(bought, Buy)
    assert hand.board[bought.place] == "-7"


@both
def test_a_board_card_that_helps_nobody_is_left(seasoned: bool) -> None:
    hand = buying("+5 +5 -5 -5", "+1 +2 +8 -9 -6 +9 +3")
    assert not isinstance(judged(hand, hand.waiting[0], seasoned), Buy)


def buying(cards: str, board: str) -> Hand:
    """Seat 0, with these cards, may buy from the flower."""
    _, hand = open_table("corellian-house", [cards, "+2 +3 +4 +6"], board, button=1, stacks=10000)
    return until("board", hand, 0)


@both
def test_what_a_peek_makes_of_the_hand_is_kept_or_pushed_back(seasoned: bool) -> None:
    kept = []
    for stub in ("-7", "+9"):
        hand = buying("+7 +7 -10 +3", f"+1 +2 +8 -9 -6 +9 -8 {stub} +1 +1")
        play(hand, f"{hand.waiting[0]} peek")
        kept.append(isinstance(judged(hand, hand.waiting[0], seasoned), Keep))
    assert kept == [True, False]


# ---- coruscant-shift


def selecting(cards: str) -> Hand:
    """Seat 1 selects, with gold +10 and silver triangles."""
    _, hand = open_table("coruscant-shift", ["+1c +2c +3c +4c +5c", cards], "+3s -10c +9c -8c", rolls=[(5, 3)])
    assert (hand.kind, hand.target) == ("select", (10, "t"))
    return hand


@both
def test_the_exact_gold_number_is_selected(seasoned: bool) -> None:
    selected = judged(selecting("+7t +3t -9s -8s +9s"), 1, seasoned)
    assert isinstance(selected, Select)
    assert sorted(selected.cards or ()) == ["+3t", "+7t"]


@both
def test_what_comes_exactly_to_the_gold_number_is_added(seasoned: bool) -> None:
    hand = selecting("+7t +9s -9s -8s +8s")
    play(hand, "0 select +5c", "1 select +7t")
    improved = judged(until("improve", hand), 1, seasoned)
    assert "+3s" in hand.hands[1]
    assert isinstance(improved, Improve)
    assert sum(CORUSCANT.values[card] for card in improved.cards or ()) == 3
