"""Sampled chances against what can be counted, and the promises about seeds, processes and stopping."""

from __future__ import annotations

import itertools
import math
import random
from functools import cache

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from sabacc.cards import CLASSIC
from sabacc.errors import SabaccError
from sabacc.game.actions import Action, CallHand, Fold, Match, Pass, Raise, Select
from sabacc.game.hand import Hand
from sabacc.game.view import View
from sabacc.hands.classic import Scale, Worth
from sabacc.odds import ActionChances, Chances, Limits, chances, running_chances
from sabacc.odds.sampled.moves import moves_of
from sabacc.policy import PLAYERS, Bot, random_step
from sabacc.rules import PRESETS, Rules
from sabacc.sampling import may_give_up
from sabacc.variants import new_game
from tests.hand_probes import open_game, play_on
from tests.strategies import SOAK, STEADY, house_rules
from tests.tables import NAMES, open_table, pass_all, play, quiet_turn

SAMPLES = 20_000 if SOAK else 1500
MINE = ("S9", "C7")


def to_call(mine: str = " ".join(MINE), theirs: str = "S2 S3") -> Hand:
    """Two players of classic have checked and stood; Ben may call, and then nobody decides anything any more."""
    _, hand = open_table("classic", [theirs, mine], button=1, rolls=[(1, 2)] * 3)
    quiet_turn(hand)
    quiet_turn(hand)
    play(hand, "0 check")
    pass_all(hand)
    assert (hand.kind, hand.waiting) == ("call-window", (1,))
    return hand


def of(result: Chances, action: str) -> ActionChances:
    return next(one for one in result.actions if one.action == action)


# ---- against exact counts


@cache
def worth_of(cards: tuple[str, ...]) -> Worth:
    return Scale(PRESETS["classic"].rules).worth(cards)


def exact_call() -> tuple[float, float, float]:
    """Ben calls with 16, in a pot of 10: his chance to win, to take the sabacc pot, and what he gains, over all that Ana
    may hold and all sudden demise cards. Ana is on the dealer's left and gets hers first."""
    left = [card for card in CLASSIC.cards if card not in MINE]
    totals = [0.0, 0.0, 0.0]
    pairs = list(itertools.combinations(range(len(left)), 2))
    mine = worth_of(MINE)
    for one, other in pairs:
        theirs = worth_of(tuple(sorted((left[one], left[other]))))
        if theirs.bombed_out or mine.key > theirs.key:
            result = (1.0, 0.0, 10.0)
        elif mine.key < theirs.key:
            result = (0.0, 0.0, -10.0)
        else:
            rest = [card for at, card in enumerate(left) if at not in (one, other)]
            result = exact_demise((left[one], left[other]), rest)
        totals = [total + part for total, part in zip(totals, result, strict=True)]
    return totals[0] / len(pairs), totals[1] / len(pairs), totals[2] / len(pairs)


def exact_demise(theirs: tuple[str, ...], rest: list[str]) -> tuple[float, float, float]:
    """Both hold 16, and each gets a card: the better one wins, equals share, and if both bomb out nobody does (H9, H10).

    A card that makes a Pure Sabacc takes the sabacc pot of 10 too.
    """
    mine_with = [worth_of(tuple(sorted((*MINE, card)))) for card in rest]
    theirs_with = [worth_of(tuple(sorted((*theirs, card)))) for card in rest]
    win = gain = sabacc_pot = 0.0
    for one, mine in enumerate(mine_with):
        for other, their in enumerate(theirs_with):
            if one == other:
                continue
            if mine.bombed_out or (not their.bombed_out and their.key > mine.key):
                gain -= 0.0 if their.bombed_out else 10.0  # excused if both bomb out
            elif their.bombed_out or mine.key > their.key:
                win, gain = win + 1, gain + 10 * (1 + mine.special)
                sabacc_pot += mine.special
            else:
                win, gain = win + 1, gain + 5 * (1 + mine.special)
                sabacc_pot += mine.special
    ways = len(rest) * (len(rest) - 1)
    return win / ways, sabacc_pot / ways, gain / ways


def test_calling_the_hand_agrees_with_a_count_of_all_that_the_other_may_hold() -> None:
    win, sabacc_pot, gain = exact_call()
    found = chances(to_call().view(1), actions=[CallHand()], samples=SAMPLES).actions[0]
    assert 0.3 < win < 0.9
    low, high = found.intervals.win
    assert abs(found.win - win) < high - low < 0.06  # four standard errors, so that it fails for a reason
    assert abs(found.credits - gain) < found.high - found.low < 1.2
    assert abs(found.sabacc_pot - sabacc_pot) < 0.005
    assert 0 < sabacc_pot < 0.005  # by a sudden demise card alone
    assert found.bomb_out == 0


def test_a_hand_that_is_over_23_bombs_out_for_sure() -> None:
    found = chances(to_call("S15 C14").view(1), actions=[CallHand()], samples=50, processes=1).actions[0]
    assert (found.bomb_out, found.win) == (1, 0)
    assert found.credits == -10


def test_a_pure_sabacc_takes_the_sabacc_pot_as_often_as_it_wins() -> None:
    found = chances(to_call("S12 C11").view(1), actions=[CallHand()], samples=200, processes=1).actions[0]
    assert found.win == found.sabacc_pot > 0.9


@pytest.mark.parametrize("key", ["classic", "cloud-city", "pagat"])
def test_folding_costs_the_fee_and_nothing_else(key: str) -> None:
    """What lies in the pot already is gone whatever one does, and isn't counted."""
    hand = new_game(key, NAMES[:3], seed="fold").deal()
    while Fold() not in hand.options(hand.waiting[0]):
        hand.time_out(hand.waiting[0])
    found = chances(hand.view(hand.waiting[0]), actions=[Fold()], samples=20, processes=1).actions[0]
    assert (found.credits, found.low, found.high) == pytest.approx((-1, -1, -1))
    assert (found.win, found.bomb_out, found.sabacc_pot) == (0, 0, 0)


class Folds(Bot):
    """Folds whenever it can."""

    def act(self, view: View) -> Action:
        return Fold() if Fold() in view.options else view.options.actions[0]


def test_a_bot_may_be_the_policy() -> None:
    _, hand = open_table("classic", ["S1 S2", "S3 S4"], button=1)
    result = chances(hand.view(0), Folds, samples=20, processes=1)
    assert result.policy == "Folds"
    assert (of(result, "check").win, of(result, "check").credits) == (1, 10)


# ---- seeds and processes


def test_the_number_of_processes_changes_nothing() -> None:
    view = to_call().view(1)
    one, two = (chances(view, samples=70, processes=processes) for processes in (1, 2))
    assert one == two


def test_the_precision_is_reached_at_the_same_sample_by_any_number_of_processes() -> None:
    view = to_call().view(1)
    one, three = (chances(view, actions=[CallHand()], precision=0.07, processes=processes) for processes in (1, 3))
    assert one == three
    assert one.stopped_by == "precision"
    assert 0.06 < one.precision <= 0.07


def test_another_seed_makes_other_guesses() -> None:
    view = to_call().view(1)
    assert (
        chances(view, seed="a", samples=40, processes=1).actions
        != chances(view, seed="b", samples=40, processes=1).actions
    )


def test_what_the_others_really_hold_makes_no_difference() -> None:
    one, other = to_call(theirs="S2 S3"), to_call(theirs="ID QA")
    assert chances(one.view(1), samples=40, processes=1) == chances(other.view(1), samples=40, processes=1)


def test_the_guesses_do_not_depend_on_which_actions_are_asked_for() -> None:
    view = to_call().view(1)
    assert chances(view, actions=[CallHand()], samples=40, processes=1).actions[0] == of(
        chances(view, samples=40, processes=1), "call-hand"
    )


# ---- stopping


def test_so_many_samples_are_exactly_so_many() -> None:
    result = chances(to_call().view(1), samples=37, processes=1)
    assert result.samples == 37
    assert {one.samples for one in result.actions} == {37}
    assert result.stopped_by == "samples"


def test_the_interval_narrows_with_the_root_of_the_samples() -> None:
    running = list(running_chances(to_call().view(1), limits=Limits(samples=512), actions=[CallHand()]))
    widths = {one.samples: one.actions[0].high - one.actions[0].low for one in running}
    assert widths[32] / widths[512] == pytest.approx(math.sqrt(512 / 32), rel=0.25)


def test_running_chances_end_with_what_chances_returns() -> None:
    view = to_call().view(1)
    running = list(running_chances(view, limits=Limits(samples=40), processes=1))
    assert [one.stopped_by for one in running] == [None, None, "samples"]
    assert running[-1] == chances(view, samples=40, processes=1)


def test_the_clock_stops_it_too() -> None:
    result = chances(to_call().view(1), seconds=0.01, precision=0.001)
    assert result.stopped_by == "seconds"
    assert result.samples > 0


def test_whatever_comes_first_stops_it() -> None:
    assert chances(to_call().view(1), samples=32, precision=0.9, seconds=100).samples == 16


def test_without_limits_three_in_a_hundred_are_good_enough() -> None:
    result = chances(to_call().view(1), actions=[CallHand()])
    assert result.stopped_by == "precision"
    assert 0.02 < result.precision <= 0.03


# ---- actions


@pytest.mark.parametrize("key", PRESETS)
def test_every_preset_gives_chances_of_all_its_actions(key: str) -> None:
    hand = new_game(key, NAMES[:3], seed="all presets").deal()
    luck = random.Random(5)
    kinds: set[str] = set()
    while not hand.over:
        seat = hand.waiting[0]
        if hand.kind not in kinds:
            kinds.add(hand.kind)
            result = chances(hand.view(seat), "random", samples=3, processes=1)
            assert len(result.actions) == len(moves_of(hand.view(seat)))
            assert all(0 <= one.intervals.win[0] <= one.win <= one.intervals.win[1] <= 1 for one in result.actions)
            assert all(one.low <= one.credits <= one.high for one in result.actions)
        hand.act(*random_step(hand, luck))


def test_a_short_range_of_raises_is_asked_for_one_by_one() -> None:
    _, hand = open_table("classic", ["S1 S2", "S3 S4"], button=1)
    assert [move.to for move in moves_of(hand.view(0)) if isinstance(move, Raise)] == list(range(1, 11))


def test_of_a_long_range_of_raises_four_stand_for_all() -> None:
    """Blinds of 50 and 100 and a button who owes 100: half the pot is 125 after matching, and the pot 250."""
    hand = new_game("corellian-house", NAMES[:3], seed="raises").deal()
    while hand.kind != "bet":
        hand.time_out(hand.waiting[0])
    view = hand.view(hand.waiting[0])
    pot = view.hand_pot + 100
    amounts = [move.to for move in moves_of(view) if isinstance(move, Raise)]
    assert amounts == [200, 100 + pot // 2, 100 + pot, view.options.raise_to]


def test_any_raise_can_be_asked_for() -> None:
    hand = new_game("corellian-house", NAMES[:3], seed="raises").deal()
    while hand.kind != "bet":
        hand.time_out(hand.waiting[0])
    view = hand.view(hand.waiting[0])
    assert [one.action for one in chances(view, actions=[Raise(777)], samples=2, processes=1).actions] == ["raise 777"]


def test_a_raise_that_calls_the_hand_is_another_action() -> None:
    hand = new_game({"preset": "pagat", "pot_building_rounds": 1}, NAMES[:3], seed="pg5").deal()
    while not hand.options(hand.waiting[0]).may_call:
        seat = hand.waiting[0]
        answers = (Raise(1), Match(), hand.pending[seat].default)  # never a quiet round, or the table calls (E1)
        hand.act(seat, next(answer for answer in answers if answer in hand.options(seat)))
    moves = moves_of(hand.view(hand.waiting[0]))
    assert Raise(3) in moves
    assert Raise(3, True) in moves
    assert len(set(moves)) == len(moves)


def test_a_selection_may_name_its_cards_in_any_order() -> None:
    hand = new_game("coruscant-shift", NAMES[:2], seed="order").deal()
    cards = hand.view(0).cards[:2]
    assert chances(hand.view(0), actions=[Select(cards[::-1])], samples=2, processes=1).samples == 2


# ---- refused


def test_a_seat_that_may_do_nothing_has_no_chances_to_ask_for() -> None:
    hand = new_game("cloud-city", NAMES[:3], seed="turn").deal()
    other = next(seat for seat in range(3) if seat not in hand.waiting)
    with pytest.raises(SabaccError, match=f"seat {other} may do nothing now"):
        chances(hand.view(other))


def test_a_spectator_has_no_chances() -> None:
    with pytest.raises(SabaccError, match="spectator"):
        chances(to_call().view(None))


def test_an_action_that_is_not_legal_is_refused_with_those_that_are() -> None:
    with pytest.raises(SabaccError, match=r"can't raise 5 now. It may: pass, call-hand"):
        chances(to_call().view(1), actions=[Pass(), Raise(5)])


def test_an_unknown_policy_is_refused_with_those_there_are() -> None:
    with pytest.raises(SabaccError, match="no policy 'clever'; the policies are random, simple"):
        chances(to_call().view(1), "clever")  # type: ignore[arg-type]  # there is none


@pytest.mark.parametrize("limits", [{"samples": 0}, {"precision": 0.0}, {"precision": 1.0}, {"seconds": 0.0}])
def test_limits_that_make_no_sense_are_refused(limits: dict[str, float]) -> None:
    name = next(iter(limits))
    with pytest.raises(SabaccError, match=name):
        chances(to_call().view(1), **limits)  # type: ignore[arg-type]  # that is what is tested
    with pytest.raises(SabaccError, match="precision"):
        chances(to_call().view(1), precision=math.nan)


def test_no_processes_at_all_are_refused() -> None:
    with pytest.raises(SabaccError, match="processes is a whole number from 1 up"):
        chances(to_call().view(1), processes=0)


# ---- whatever the house rules


@settings(derandomize=STEADY, max_examples=600 if SOAK else 25, deadline=None, suppress_health_check=list(HealthCheck))
@given(rules=house_rules(), players=st.integers(2, 5), seed=st.integers(0, 10**6).map(str), steps=st.integers(0, 60))
def test_any_table_has_chances_at_any_decision(rules: Rules, players: int, seed: str, steps: int) -> None:
    assume(not may_give_up(rules))
    hand = open_game(rules, players, seed).deal()
    play_on(hand, random.Random(seed), steps)
    assume(not hand.over)
    view = hand.view(hand.waiting[0])
    for policy in PLAYERS:
        result = chances(view, policy, actions=moves_of(view)[:4], samples=2, processes=1)
        assert all(one.low <= one.credits <= one.high for one in result.actions)
