"""`master`: what it spends, when it stops, and how it guesses."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import msgspec
import pytest

from sabacc.bots.judges.base import Judge
from sabacc.bots.judges.registry import judge_of
from sabacc.bots.search.master import MasterBot, Search
from sabacc.bots.search.rollout import likelihood, play_out, resample_future, result_value
from sabacc.bots.spot import spot_of_view
from sabacc.cards import Card
from sabacc.chance import Chance
from sabacc.game.actions import FOLD, Action, Raise, read_action
from sabacc.game.events import Dealt
from sabacc.game.hand import Hand
from sabacc.game.view import View
from sabacc.sampling import Witness, sample
from tests.hand_probes import shown_to, state_of
from tests.tables import open_table, pass_all, play


def undecided() -> View:
    """A view with several things worth thinking about: 14 against a bet."""
    _, hand = open_table("classic", ["S4 F6", "S12 F9", "T5 C9"], shift_trigger="none")
    play(hand, "1 raise 5")
    pass_all(hand)
    play(hand, "1 stand")
    assert hand.waiting == (2,)
    return hand.view(2)


def play_outs_in(deed: Callable[[], object]) -> int:
    """How many hands are played out while something is done, plain or compiled."""
    code = getattr(play_out, "__code__", None)
    count = 0

    def watch(frame: FrameType, event: str, arg: Any) -> None:
        nonlocal count
        count += (event == "call" and frame.f_code is code) or (event == "c_call" and arg is play_out)

    sys.setprofile(watch)
    try:
        deed()
    finally:
        sys.setprofile(None)
    return count


# ---- what it spends


@pytest.mark.parametrize("budget", [8, 30, 75])
def test_no_more_is_played_out_than_the_budget_allows(budget: int) -> None:
    view = undecided()
    bot = MasterBot("budget", budget, seconds=60)
    spent = play_outs_in(lambda: bot.act(view))
    assert 0 < spent <= budget


def test_a_budget_too_small_for_a_single_guess_leaves_it_to_judgement() -> None:
    view = undecided()
    bot = MasterBot("none", 1)
    assert play_outs_in(lambda: bot.act(view)) == 0
    assert bot.act(view) == judge_of(view.rules, seasoned=True).best(spot_of_view(view))


def test_the_clock_is_a_safety_stop_and_is_reported() -> None:
    view = undecided()
    bot = MasterBot("clock", 10**9, seconds=0)
    assert bot.act(view) in view.options
    assert bot.act(view) in view.options
    assert (bot.cut_short, bot.decisions) == (2, 2)


def test_with_time_enough_nothing_is_cut_short() -> None:
    bot = MasterBot("time", 40, seconds=600)
    bot.act(undecided())
    assert (bot.cut_short, bot.decisions) == (0, 1)


def test_what_has_no_alternative_is_not_searched() -> None:
    _, hand = open_table("classic", ["S4 F6", "S12 F11"])  # there are cards to protect
    bot = MasterBot("one", 1000)
    assert play_outs_in(lambda: bot.act(hand.view(1))) == 0


def test_a_view_that_nobody_can_guess_is_left_to_judgement() -> None:
    view = undecided()
    mine = [at for at, event in enumerate(view.events) if isinstance(event, Dealt) and event.seat == 2]
    view.events[mine[0]] = msgspec.structs.replace(view.events[mine[0]], card="C9")  # now it was dealt twice
    expected = judge_of(view.rules, seasoned=True).best(spot_of_view(view))
    assert MasterBot("puzzle", 100).act(view) == expected


# ---- how it decides


def search_with(differences: list[float]) -> Search:
    """A search of two ideas whose second came off better than the first by so much in each guess."""
    search = Search(undecided(), judge_of(undecided().rules), [read_action("match"), FOLD])
    search.weights = [0.0] * len(differences)
    search.results = [[0.0] * len(differences), differences]
    return search


@pytest.mark.parametrize(
    ("differences", "chosen"),
    [
        ([5.0, 6.0, 4.0, 5.0, 5.0, 5.0], FOLD),
        ([50.0, -45.0, 40.0, -40.0, 5.0, 5.0], read_action("match")),
        ([-5.0, -6.0, -4.0, -5.0, -5.0, -5.0], read_action("match")),
        ([5.0] * 4, read_action("match")),
    ],
    ids=["clearly better", "better by luck", "worse", "hardly tried"],
)
def test_judgement_stands_until_something_is_clearly_better(differences: list[float], chosen: Action) -> None:
    assert search_with(differences)._choose() == chosen


def test_a_guess_that_is_unlikely_hardly_counts() -> None:
    search = search_with([5.0, 6.0, 4.0, 5.0, 5.0, 5.0, -900.0])
    assert search._choose() == read_action("match")
    search.weights[-1] = -30.0
    assert search._choose() == FOLD


def test_judgement_stands_where_one_guess_outweighs_all_others() -> None:
    search = search_with([5.0, 6.0, 4.0, 5.0, 5.0, 5.0, 5.0])
    search.weights = [0.0] + [-30.0] * 6
    assert search._choose() == read_action("match")


def test_the_hopeless_is_given_up() -> None:
    search = search_with([-5.0, -6.0, -4.0, -5.0, -5.0])
    search._prune()
    assert search.remaining == [0]


# ---- play-outs


def test_a_play_out_leaves_the_hand_as_it_is() -> None:
    _, hand = open_table("classic", ["S4 F6", "S12 F9", "T5 C9"])
    before = state_of(hand)
    judge = judge_of(hand.seating.rules)
    first, second = (play_out(hand, judge, judge, 1, Raise(3)) for _ in range(2))
    assert first == second
    assert state_of(hand) == before


def test_a_fold_comes_to_what_it_costs() -> None:
    _, hand = open_table("galactic", ["S4 F6", "S12 F9"], fold_fee=0)
    while hand.kind != "bet":
        play(hand, f"{hand.waiting[0]} stand")
    judge = judge_of(hand.seating.rules)
    assert play_out(hand, judge, judge, hand.waiting[0], FOLD) == pytest.approx(0, abs=hand.sabacc_pot)


def test_t3_what_was_paid_to_the_sabacc_pot_is_not_all_lost() -> None:
    _, hand = open_table("classic", ["S4 F6", "S12 F9", "T5 C9"], fold_fee=4)
    after = hand.copy()
    play(after, "1 fold")
    assert -4 < result_value(hand, after, 1) < 0


def test_another_future_keeps_what_anybody_has_seen_and_shuffles_the_rest() -> None:
    _, hand = open_table("classic", ["S4 F6", "S12 F9", "T5 C9"], "C1 C2")
    play(hand, "1 check")
    pass_all(hand)
    play(hand, "1 gain")
    twin = resample_future(hand, Chance("another"))
    for seat in (0, 1, 2, None):
        assert shown_to(twin, seat) == shown_to(hand, seat)
    assert twin.hands == hand.hands
    assert twin.undealt() != hand.undealt()
    assert sorted(twin.undealt()) == sorted(hand.undealt())


def test_another_future_is_dealt_from_and_the_hand_itself_is_not() -> None:
    _, hand = open_table("classic", ["S4 F6", "S12 F9", "T5 C9"], "C1 C2", shift_trigger="none")
    play(hand, "1 check")
    pass_all(hand)
    before = state_of(hand)
    drawn = set()
    for number in range(6):
        twin = resample_future(hand, Chance(f"{number}"))
        play(twin, "1 gain")
        drawn.add(twin.hands[1][-1])
    assert len(drawn) > 2
    assert state_of(hand) == before


# ---- how likely it was


def raised(cards: str) -> tuple[Hand, Judge]:
    """Seat 1 may raise, with these cards."""
    _, hand = open_table("galactic", ["S4 F6", cards], shift_trigger="none")
    while hand.kind != "bet":
        play(hand, f"{hand.waiting[0]} stand")
    return hand, judge_of(hand.seating.rules)


def test_a_raise_is_likelier_from_a_good_hand() -> None:
    good, bad = (likelihood(*raised(cards), 1, Raise(10)) for cards in ("S12 F11", "S15 F15"))
    assert bad < good <= 0


def test_a_fold_is_likelier_from_a_bad_hand() -> None:
    good, bad = (likelihood(*raised(cards), 1, FOLD) for cards in ("S12 F11", "S15 F15"))
    assert good < bad


def test_free_moves_and_passes_tell_nothing() -> None:
    _, hand = open_table("classic", ["S4 F6", "S12 F9"])
    judge = judge_of(hand.seating.rules)
    assert likelihood(hand, judge, 0, read_action("place S4")) == 0
    play(hand, "1 check")
    assert hand.kind == "fold-window"
    assert likelihood(hand, judge, 0, read_action("pass")) == 0


class Doubter(Witness):
    """Weighs a guess by how likely one seat would have acted so."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self.log = 0.0

    def begin(self) -> None:
        self.log = 0.0

    def sees(self, hand: Hand, seat: int, action: Action) -> None:
        if seat == 1:
            self.log += likelihood(hand, self.judge, seat, action)


def test_weighed_by_its_bets_somebody_who_raised_has_the_better_cards() -> None:
    hand, judge = raised("S12 F11")
    play(hand, "1 raise 10")
    view = hand.view(0)
    plain = weighed = total = 0.0
    for number in range(120):
        witness = Doubter(judge)
        guess = sample(view, Chance(f"{number}"), witness)
        good = float(judge_level(guess.hand) >= 40)  # 16 and more
        share = math.exp(witness.log)
        plain += good / 120
        weighed += good * share
        total += share
    assert weighed / total > plain + 0.05


def judge_level(hand: Hand) -> int:
    """How good seat 1's cards are."""
    from sabacc.bots.judges.classic_careers import careers_of

    return careers_of(hand.seating.rules, None).level(hand.hands[1])


# ---- the selections of others (CS5)


class Teller(Witness):
    """Says that others laid down the first of their cards."""

    def __init__(self) -> None:
        self.told: list[tuple[tuple[Card, ...], int]] = []

    def selects(self, view: View, cards: tuple[Card, ...], count: int) -> tuple[Card, ...] | None:
        self.told.append((cards, count))
        return cards[:count]


def selected() -> Hand:
    """A round of coruscant-shift in which everybody has laid down some cards."""
    hands = ["+8s +7s +10c -2c +5s", "+9c -4t 0 +2s -7c", "+10s -3c +6t -8t +1c"]
    _, hand = open_table("coruscant-shift", hands, rolls=[(3, 3)])
    play(hand, "1 select +9c -4t 0", "2 select +10s -3c +6t -8t", "0 select +5s")
    return hand


def test_cs5_a_witness_says_what_others_selected_and_the_view_stays_as_it_is() -> None:
    hand = selected()
    for number in range(10):
        witness = Teller()
        guess = sample(hand.view(0), Chance(f"{number}"), witness)
        assert shown_to(guess.hand, 0) == shown_to(hand, 0)
        assert sorted(len(chosen) for chosen in guess.hand.chosen) == [1, 3, 4]
        assert [count for _, count in witness.told] == [3, 4]
        assert [guess.hand.chosen[seat] for seat in (1, 2)] == [cards[:count] for cards, count in witness.told]
        assert guess.hand.chosen[0] == ("+5s",)


def test_cs5_without_an_opinion_any_selection_is_guessed() -> None:
    hand = selected()
    guesses = {sample(hand.view(0), Chance(f"{number}"), Witness()).hand.chosen[1] for number in range(20)}
    assert len(guesses) > 10
