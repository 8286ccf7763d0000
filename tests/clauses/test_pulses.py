"""Shifts that nobody can foresee: the droid's pulses (GA4, X5) and the randomiser (HR5, T7)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from sabacc.chance import Chance, ChanceNeeded, ScriptedChance
from sabacc.errors import IllegalAction
from sabacc.game.events import (
    Acted,
    ClockStruck,
    Dealt,
    Discarded,
    Dropped,
    Event,
    HandStarted,
    RoundStarted,
    Shifted,
    Shown,
    Shuffled,
    SuddenDemise,
)
from sabacc.game.hand import Hand
from sabacc.records import record_game, record_hand, replay, verify
from sabacc.sampling import sample
from sabacc.variants import new_game
from tests.clauses.test_galactic import NO_PULSE, ROUNDS, THREE, busy_rounds, finish
from tests.clauses.test_pagat import may, quiet_round, quiet_step, until
from tests.tables import NAMES, only, open_table, play

FOUR = [*THREE, "S6 C6"]


def pulsing(pulses: dict[int, int], hands: list[str] = THREE, deck: str = "", **more: Any) -> Hand:
    """A table of galactic at which, in each of these rounds, a pulse strikes after the action of that number."""
    script = {**NO_PULSE, **{("pulse", number): after - 1 for number, after in pulses.items()}}
    return open_table("galactic", hands, deck, **{"answers": script, **more})[1]


def struck_after(hand: Hand) -> list[tuple[int, int]]:
    """For each shift its round, and how many actions but field moves that round had seen."""
    struck: list[tuple[int, int]] = []
    number = actions = 0
    for event in hand.events:
        if isinstance(event, RoundStarted):
            number, actions = event.round, 0
        elif isinstance(event, Acted) and event.question and event.action.counts:
            actions += 1
        elif isinstance(event, Shifted):
            struck.append((number, actions))
    return struck


# ---- GA4: what the droid draws


@pytest.mark.clause("GA4")
@pytest.mark.parametrize("players", range(2, 9))
def test_ga4_the_droid_draws_evenly_among_8n_at_the_start_of_a_round(players: int) -> None:
    top = [f"{suit}{n}" for suit in "SC" for n in range(1, players + 1)]
    open_chance = ScriptedChance({("dealer", 0): 0, ("shuffle", 1): top})
    with pytest.raises(ChanceNeeded) as needed:
        new_game("galactic", NAMES[:players], chance=open_chance).deal()
    assert needed.value.key == ("pulse", 1)
    assert needed.value.outcomes == dict.fromkeys(range(8 * players), 1 / (8 * players))


@pytest.mark.clause("GA4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_ga4_one_draw_in_four_strikes_once_even_from_action_1_to_2n(players: int) -> None:
    strikes: Counter[int | None] = Counter()
    for drawn in range(8 * players):
        _, hand = open_table("galactic", FOUR[:players], answers={("pulse", 1): drawn})
        quiet_round(hand)
        struck = struck_after(hand)
        assert len(struck) <= 1
        strikes[struck[0][1] if struck else None] += 1
    assert strikes == {None: 6 * players, **dict.fromkeys(range(1, 2 * players + 1), 1)}


@pytest.mark.clause("GA4")
def test_ga4_n_is_the_number_of_live_players_when_the_round_starts() -> None:
    for drawn, strikes in [(0, [(2, 1)]), (3, [(2, 4)]), (4, []), (15, [])]:
        _, hand = open_table("galactic", THREE, answers={**NO_PULSE, ("pulse", 2): drawn})
        until("bet", hand)
        play(hand, "1 check", "2 fold", "0 check")
        quiet_round(hand)
        assert struck_after(hand) == strikes  # two are left: 4 of 16 draws strike


@pytest.mark.clause("GA4")
def test_ga4_each_round_has_a_draw_of_its_own() -> None:
    hand = pulsing({1: 2, 3: 1, 5: 4})
    finish(hand)
    assert struck_after(hand) == [(1, 2), (3, 1), (5, 3)]  # round 5 has three actions only


@pytest.mark.clause("GA4", "T6")
def test_ga4_the_draw_is_secret_until_it_strikes() -> None:
    one, other = pulsing({1: 5}), pulsing({})
    for move in ("1 stand", "2 stand", "0 stand", "1 check"):
        for seat in (0, 1, 2, None):
            assert one.view(seat).events == other.view(seat).events
        play(one, move)
        play(other, move)
    assert only(Shifted, play(one, "2 check"))
    assert not only(Shifted, play(other, "2 check"))


@pytest.mark.clause("GA4")
def test_ga4_over_five_rounds_one_is_usual_two_not_rare_three_or_more_one_in_ten() -> None:
    hands = 1000
    pulses: Counter[int] = Counter()
    for number in range(hands):
        hand = new_game("galactic", NAMES[:2], seed=f"droid {number}").deal()
        finish(hand)
        assert hand.round == 5
        pulses[len(only(Shifted, hand.events))] += 1
    share = {count: seen / hands for count, seen in pulses.items()}
    assert share[1] == max(share.values())
    expected = {0: 0.237, 1: 0.396, 2: 0.264}
    assert all(abs(share[count] - chance) < 0.05 for count, chance in expected.items())
    assert abs(1 - share[0] - share[1] - share[2] - 0.104) < 0.03


# ---- GA4: when it strikes


@pytest.mark.clause("GA4")
@pytest.mark.parametrize(("after", "move"), [(2, "2 trade S7"), (4, "1 raise 3"), (5, "2 fold"), (7, "1 match")])
def test_ga4_play_and_betting_actions_count_beyond_2n_too(after: int, move: str) -> None:
    """A pulse drawn for action k strikes at once after it. With raises a round has more than 2n actions; 2n is 8 here."""
    hand = pulsing({1: after}, FOUR)
    moves = ["1 gain", "2 trade S7", "3 stand", "1 raise 3", "2 fold"]
    if after != 5:
        moves = ["1 gain", "2 trade S7", "0 stand", "1 raise 3", "2 match", "0 raise 5", "1 match"]
        hand = pulsing({1: after})
    for move_made in moves[:after] if after != 5 else ["1 gain", "2 trade S7", "3 stand", "0 stand", "1 raise 3"]:
        events = play(hand, move_made)
    assert struck_after(hand) == [(1, after)]
    assert only(Shifted, events)
