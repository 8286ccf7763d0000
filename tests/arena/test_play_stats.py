"""What bots do, counted."""

from __future__ import annotations

import pytest

from sabacc import new_game
from sabacc.arena import play_match
from sabacc.arena.play_stats import PlayStats, count_play
from sabacc.game.actions import CALL_HAND, CHECK, FOLD, MATCH, PASS, STAND, Place, Raise
from sabacc.game.events import Shown
from sabacc.game.hand import Hand
from sabacc.rules import PRESETS
from tests.arena.contestants import SIMPLE, Entry
from tests.tables import only, open_table, pass_all, play, quiet_turn


def counted(hand: Hand, seats: int) -> list[PlayStats]:
    stats = [PlayStats() for _ in range(seats)]
    count_play(hand.events, stats)
    return stats


def play_to_the_end(hand: Hand) -> None:
    while not hand.over:
        hand.time_out(hand.waiting[0])


def called(hands: list[str], deck: str = "") -> Hand:
    """A classic hand that everybody stood through, and the second player has called."""
    _, hand = open_table("classic", hands, deck, button=len(hands) - 1, rolls=[(1, 2)] * 9)
    for _ in hands:
        quiet_turn(hand)
    play(hand, "0 check")
    pass_all(hand)
    hand.act(1, CALL_HAND)
    play_to_the_end(hand)
    return hand


def test_a_raise_and_two_folds() -> None:
    hand = new_game("classic", ["Ana", "Ben", "Cy"], seed="00ff").deal()
    hand.act(1, Raise(to=9))
    while not hand.over:
        seat = hand.waiting[0]
        hand.act(seat, FOLD if FOLD in hand.options(seat) and seat != 1 else PASS)
    ana, ben, cy = counted(hand, 3)
    assert (ben.bets, ben.raised, ben.folds, ben.hands_won) == (1, 1, 0, 1)
    assert (ana.folds, cy.folds) == (1, 1)
    assert (ana.hands_won, cy.hands_won) == (0, 0)
    assert [one.showdowns for one in (ana, ben, cy)] == [0, 0, 0]
    assert [one.hands for one in (ana, ben, cy)] == [1, 1, 1]


def test_cards_placed_are_counted_as_fields_and_not_as_bets() -> None:
    hand = new_game("classic", ["Ana", "Ben"], seed="7").deal()
    seat = hand.waiting[0]
    hand.act(seat, next(action for action in hand.options(seat) if isinstance(action, Place)))
    hand.act(seat, CHECK)
    play_to_the_end(hand)
    stats = counted(hand, 2)[seat]
    assert stats.fields == 1
    assert stats.checked == stats.bets > 0


def test_a_call_of_the_hand_leads_to_a_showdown() -> None:
    hand = new_game("classic", ["Ana", "Ben"], seed="7").deal()
    caller = None
    while not hand.over:
        seat = hand.waiting[0]
        options = hand.options(seat)
        action = next(action for action in (CALL_HAND, CHECK, MATCH, STAND, PASS) if action in options)
        caller = seat if action is CALL_HAND else caller
        hand.act(seat, action)
    assert caller is not None
    stats = counted(hand, 2)
    assert [one.calls for one in stats] == [int(seat == caller) for seat in range(2)]
    assert [one.showdowns for one in stats] == [1, 1]


@pytest.mark.clause("H10")
def test_h10_who_goes_over_with_a_sudden_demise_card_has_not_bombed_out() -> None:
    hand = called(["S10 C10", "T10 F10"], "S15 F15")
    assert [(event.seat, event.bombed_out) for event in only(Shown, hand.events)] == [
        (0, False),
        (1, False),
        (0, True),
        (1, True),
    ]
    habits = counted(hand, 2)
    assert [(one.showdowns, one.bombed_out, one.hands_won) for one in habits] == [(1, 0, 0), (1, 0, 0)]


def test_who_holds_more_than_23_has_bombed_out() -> None:
    assert [one.bombed_out for one in counted(called(["S10 C10", "S15 C15"]), 2)] == [0, 1]


def test_who_always_raises_raises_more_than_who_never_does() -> None:
    scores = play_match("pagat", [Entry("raiser"), Entry("sleeper")], hands=20, processes=1)
    raiser, sleeper = scores.stats("raiser"), scores.stats("sleeper")
    assert raiser.raised / raiser.bets > 0.5
    assert sleeper.raised == 0


@pytest.mark.parametrize("preset", PRESETS)
def test_the_counts_fit_together(preset: str) -> None:
    scores = play_match(preset, [SIMPLE, "droid"], hands=60, players=3, processes=1)
    for name in scores.match.names:
        stats = scores.stats(name)
        assert stats.raised + stats.matched + stats.checked + stats.folded <= stats.bets
        assert 0 < stats.bets <= stats.decisions - stats.fields
        assert stats.folded <= stats.folds <= stats.hands
        assert stats.showdowns_won <= stats.showdowns <= stats.hands - stats.folds
        assert stats.showdowns_won <= stats.hands_won
        assert stats.bombed_out <= stats.showdowns


def test_habits_add_up() -> None:
    stats = PlayStats(hands=1, raised=2)
    stats.add(PlayStats(hands=10, folds=3))
    assert stats == PlayStats(hands=11, raised=2, folds=3)
