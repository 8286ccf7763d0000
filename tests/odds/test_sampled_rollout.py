"""Play-outs: what bots are shown in them, and how they end."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from sabacc.game.actions import Action, CallHand, Check, Fold, Place
from sabacc.game.events import Shown
from sabacc.game.hand import Hand
from sabacc.game.view import View
from sabacc.odds.sampled.rollout import Outcome, Playout
from sabacc.policy import PLAYERS, Bot, PolicyName, RandomBot, SeatViews, SimpleBot, random_step
from sabacc.rules import PRESETS
from sabacc.variants import new_game
from tests.strategies import SOAK
from tests.tables import NAMES, open_table, pass_all, play, quiet_turn

HANDS = 40 if SOAK else 4


def seen(view: View) -> dict[str, Any]:
    """All of a view, for comparing."""
    options = view.options
    bounds = (options.actions, options.raise_from, options.raise_to, options.owed, options.bet)
    return {**vars(view), "options": bounds}


@pytest.mark.parametrize("key", PRESETS)
def test_onlookers_see_what_the_hand_would_show_them(key: str) -> None:
    for number in range(HANDS):
        hand = new_game(key, NAMES[:3], seed=f"onlookers {number}").deal()
        luck = random.Random(number)
        for _ in range(7):
            if len(hand.waiting) and not hand.over:
                hand.act(*random_step(hand, luck))
        if hand.over:
            continue
        first = SeatViews(hand)
        for _ in range(2):  # the second copy must not see what the first has seen
            table = first.copy_for(hand.copy())
            while not table.hand.over:
                seat, action = random_step(table.hand, luck)
                assert seen(table.view(seat)) == seen(table.hand.view(seat))
                table.act(seat, action)


@pytest.mark.parametrize("policy", PLAYERS)
@pytest.mark.parametrize("key", PRESETS)
def test_the_same_luck_ends_the_same_way_and_leaves_the_guess_alone(key: str, policy: PolicyName) -> None:
    hand = new_game(key, NAMES[:3], seed="twice").deal()
    seat = hand.waiting[0]
    events = len(hand.events)
    playout = Playout(hand, PLAYERS[policy], 7)
    for action in hand.options(seat).actions:
        assert playout.after(seat, action) == playout.after(seat, action)
    assert len(hand.events) == events


def test_who_folds_pays_the_fee_and_nothing_more() -> None:
    _, hand = open_table("classic", ["C9 S13", "S2 BA"], button=1, fold_fee=3)
    assert Playout(hand, SimpleBot, 1).after(0, Fold()) == Outcome(0, 0, 0, -3)


def test_the_last_player_wins_the_pot_but_not_the_sabacc_pot() -> None:
    _, hand = open_table("classic", ["S11 C12", "S2 BA"], button=1)

    class Folds(Bot):
        def act(self, view: View) -> Action:
            return Fold() if Fold() in view.options else view.options.actions[0]

    outcome = Playout(hand, Folds, 1).after(0, Check())
    assert outcome == Outcome(1, 0, 0, 10)


def calling(mine: str, theirs: str) -> Outcome:
    """Nobody has bet, both have stood, and Ben calls: how it ends for him."""
    return Playout(stood([theirs, mine]), SimpleBot, 1).after(1, CallHand())


def stood(hands: list[str], deck: str = "") -> Hand:
    """A hand of classic in which all have checked and stood, and the first checks again; the others may call."""
    seats = range(len(hands))
    _, hand = open_table("classic", hands, deck, button=seats[-1], rolls=[(1, 2)] * 9)
    for _ in seats:
        quiet_turn(hand)
    play(hand, "0 check")
    pass_all(hand)
    assert hand.waiting == tuple(seats[1:])
    assert hand.kind == "call-window"
    return hand


def test_a_pure_sabacc_takes_both_pots() -> None:
    assert calling("S11 C12", "S2 S3") == Outcome(1, 0, 1, 20)


def test_who_calls_and_loses_pays_the_pot() -> None:
    assert calling("S2 S3", "S11 C11") == Outcome(0, 0, 0, -10)


def test_who_holds_more_than_23_bombs_out() -> None:
    assert calling("S15 C15", "S11 C11") == Outcome(0, 1, 0, -10)


@pytest.mark.clause("H10")
def test_who_goes_over_with_a_sudden_demise_card_has_not_bombed_out() -> None:
    hand = stood(["S10 C10", "T10 F10"], "S15 F15")
    shown = [event for event in hand.copy().act(1, CallHand()) if isinstance(event, Shown) and event.seat == 1]
    assert [event.bombed_out for event in shown] == [False, True]
    assert Playout(hand, SimpleBot, 1).after(1, CallHand()) == Outcome(0, 0, 0, 0)


def test_coruscant_shift_is_won_by_rounds() -> None:
    hand = new_game("coruscant-shift", NAMES[:2], seed="rounds").deal()
    action = hand.options(0).actions[0]
    outcomes = {Playout(hand, RandomBot, luck).after(0, action) for luck in range(40)}
    assert {outcome.win for outcome in outcomes} == {0, 1}
    assert {outcome.credits for outcome in outcomes} == {0}


def test_in_a_window_anybody_may_be_the_first() -> None:
    """Ben and Cy would both call, and who does and loses pays; it must not always be the same one of them."""
    hand = stood(["S1 S2", "S11 C11", "F12 T10", "S12 F11"])
    lost = {Playout(hand, SimpleBot, luck).after(1, Place("S11")).credits for luck in range(20)}
    assert lost == {0, -20}


def test_an_outcome_is_plain_numbers() -> None:
    assert msgspec.json.encode(calling("S11 C12", "S2 S3")) == b"[1,0,1,20]"
