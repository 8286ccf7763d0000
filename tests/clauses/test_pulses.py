"""Shifts that nobody can foresee: the droid's pulses (GA4, X5) and the randomiser (HR5, T7)."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
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
from sabacc.rules import PRESETS
from sabacc.sampling import sample
from sabacc.variants import new_game
from sabacc.variants.family76.shifts import pulse_odds
from tests.clauses.test_galactic import NO_PULSE, ROUNDS, finish
from tests.clauses.test_pagat import THREE, busy_rounds, quiet_round, quiet_step, until
from tests.strategies import SOAK
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
def test_ga4_the_droid_draws_evenly_among_6n_at_the_start_of_a_round(players: int) -> None:
    top = [f"{suit}{n}" for suit in "SC" for n in range(1, players + 1)]
    open_chance = ScriptedChance({("dealer", 0): 0, ("shuffle", 1): top})
    with pytest.raises(ChanceNeeded) as needed:
        new_game("galactic", NAMES[:players], chance=open_chance).deal()
    assert needed.value.key == ("pulse", 1)
    assert needed.value.outcomes == dict.fromkeys(range(6 * players), 1 / (6 * players))


@pytest.mark.clause("GA4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_ga4_the_first_time_one_draw_in_three_strikes_once_even_from_action_1_to_2n(players: int) -> None:
    strikes: Counter[int | None] = Counter()
    for drawn in range(6 * players):
        _, hand = open_table("galactic", FOUR[:players], answers={("pulse", 1): drawn})
        quiet_round(hand)
        struck = struck_after(hand)
        assert len(struck) <= 1
        strikes[struck[0][1] if struck else None] += 1
    assert strikes.pop(None) == 4 * players
    assert strikes == dict.fromkeys(range(1, 2 * players + 1), 1)


@pytest.mark.clause("GA4")
def test_ga4_n_is_the_number_of_live_players_when_the_round_starts() -> None:
    for drawn, strikes in [(0, [(2, 1)]), (3, [(2, 4)]), (4, []), (11, [])]:
        _, hand = open_table("galactic", THREE, answers={**NO_PULSE, ("pulse", 2): drawn})
        until("bet", hand)
        play(hand, "1 check", "2 fold", "0 check")
        quiet_round(hand)
        assert struck_after(hand) == strikes  # two are left: 4 of 12 draws strike


@pytest.mark.clause("GA4")
def test_ga4_each_round_has_a_draw_of_its_own() -> None:
    hand = pulsing({1: 2, 3: 1, 5: 4})
    finish(hand)
    assert struck_after(hand) == [(1, 2), (3, 1), (5, 4)]


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
@pytest.mark.parametrize(("struck", "odds"), [(0, 3), (1, 6), (2, 48), (3, 48)])
def test_ga4_the_more_have_struck_the_seldomer_the_next(struck: int, odds: int) -> None:
    draws = {("pulse", number): 0 for number in range(1, struck + 1)}  # after the first action of each round so far
    hand = open_table("galactic", THREE[:2], answers=draws, static_field="none")[1]
    for _ in range(struck):
        quiet_round(hand)
    assert hand.pulses == struck
    assert pulse_odds(struck) == odds


def shares_by_length(rounds: int) -> list[float]:
    """The chances of no pulse, one, two, and three or more in so many rounds."""
    shares = [1.0, 0.0, 0.0, 0.0]
    for _ in range(rounds):
        strikes = [share / pulse_odds(struck) for struck, share in enumerate(shares[:3])]
        shares = [
            shares[0] - strikes[0],
            shares[1] - strikes[1] + strikes[0],
            shares[2] - strikes[2] + strikes[1],
            shares[3] + strikes[2],
        ]
    return shares


@pytest.mark.clause("GA4")
@pytest.mark.parametrize("rounds", range(5, 13))
def test_ga4_one_or_two_come_in_most_hands_and_three_in_fewer_than_one_in_ten(rounds: int) -> None:
    none, one, two, more = shares_by_length(rounds)
    assert one + two > 1 / 2
    assert more < 1 / 10
    assert none + one + two + more == pytest.approx(1)


def called_in_round(rounds: int, seed: str) -> Hand:
    """A hand of chance in which nobody does anything but call it in a round, so that it has as many rounds."""
    rules = {"preset": "galactic", "quiet_rounds": 0, "static_field": "none"}
    hand = new_game(rules, NAMES[:2], seed=seed).deal()
    while not hand.over:
        calls = hand.kind == "draw" and hand.round == rounds
        quiet = "stand" if hand.kind == "draw" else "check"
        play(hand, f"{hand.waiting[0]} {'call-hand' if calls else quiet}")
    return hand


@pytest.mark.clause("GA4")
@pytest.mark.parametrize("rounds", range(5, 13))
def test_ga4_hands_of_a_length_have_as_many_pulses_as_the_odds_say(rounds: int) -> None:
    hands = 3000 if SOAK else 200
    pulses: Counter[int] = Counter()
    for number in range(hands):
        hand = called_in_round(rounds, f"droid {number}")
        assert hand.round == rounds
        pulses[min(3, len(only(Shifted, hand.events)))] += 1
    expected = shares_by_length(rounds)
    assert all(abs(pulses[count] / hands - share) < 4 * (0.25 / hands) ** 0.5 for count, share in enumerate(expected))


@pytest.mark.clause("GA4")
def test_ga4_the_page_says_how_many_pulses_hands_of_a_length_have() -> None:
    page = (Path(__file__).parent.parent.parent / "docs" / "rules" / "galactic.md").read_text(encoding="utf-8")
    for rounds in range(5, 13):
        none, one, two, more = (f"{share:.0%}".replace("%", " %") for share in shares_by_length(rounds))
        assert f"| {rounds} | {none} | {one} | {two} | {more} |" in page


# ---- GA4: when it strikes


ROUND = ["1 trade S8", "2 gain", "0 stand", "1 raise 3", "2 match", "0 fold"]


@pytest.mark.clause("GA4")
@pytest.mark.parametrize("after", range(1, 7))
def test_ga4_it_strikes_at_once_after_the_play_or_betting_action_drawn(after: int) -> None:
    hand = pulsing({1: after})
    events = [play(hand, move) for move in ROUND]
    assert [bool(only(Shifted, what)) for what in events] == [number == after for number in range(1, 7)]


@pytest.mark.clause("GA4", "T10")
def test_ga4_decisions_made_for_a_player_count_too() -> None:
    hand = pulsing({1: 2})
    play(hand, "1 time-out", "2 time-out")
    assert struck_after(hand) == [(1, 2)]


@pytest.mark.clause("GA4", "F4")
def test_ga4_field_moves_do_not_count() -> None:
    hand = pulsing({2: 3})
    play(hand, "1 place S8", "0 place S9")
    quiet_round(hand)
    assert not only(Shifted, play(hand, "1 place C8", "1 stand", "1 take-back S8", "1 done", "2 place S7", "2 stand"))
    assert not only(Shifted, play(hand, "0 take-back S9"))
    assert only(Shifted, play(hand, "0 stand"))


@pytest.mark.clause("GA4", "T13")
def test_ga4_if_the_round_ends_sooner_it_strikes_at_its_end() -> None:
    hand = pulsing({2: 6}, stacks=[200, 200, 11])
    busy_rounds(hand, 1)
    events = [event for event in quiet_round(hand) if isinstance(event, (Acted, Shifted, RoundStarted))]
    assert len(only(Acted, events)) == 5  # seat 2 is all-in and does not bet
    assert events[-2:] == [Shifted("pulse"), RoundStarted(3)]


@pytest.mark.clause("GA4", "GA3")
@pytest.mark.parametrize(("drawn", "struck"), [(1, 1), (2, 2), (4, 4), (5, 4), (6, 4)])
def test_ga4_the_last_betting_round_belongs_to_the_round_it_was_called_in(drawn: int, struck: int) -> None:
    hand = pulsing({5: drawn})
    busy_rounds(hand, 4)
    play(hand, "1 call-hand", "1 check", "2 check", "0 check")
    assert struck_after(hand) == [(5, struck)]
    order = [type(event) for event in hand.events if isinstance(event, (Shifted, Shown))]
    assert order == [Shifted, Shown, Shown, Shown]  # before the reveal


@pytest.mark.clause("GA4", "E1")
def test_ga4_so_does_a_last_betting_round_that_the_table_called_even_with_nobody_to_bet() -> None:
    betting = pulsing({7: 2})
    finish(betting)
    assert struck_after(betting) == [(7, 2)]
    all_in = pulsing({7: 2}, stacks=10)
    finish(all_in)
    assert struck_after(all_in) == [(7, 0)]


@pytest.mark.clause("GA4", "H5")
@pytest.mark.parametrize("drawn", [5, 6])
def test_ga4_no_pulse_strikes_once_one_player_is_left(drawn: int) -> None:
    hand = pulsing({1: drawn})
    until("bet", hand)
    play(hand, "1 fold", "2 fold")
    assert hand.over
    assert struck_after(hand) == []


@pytest.mark.clause("X6", "GA4", "H9")
def test_x6_no_pulse_strikes_after_the_reveal() -> None:
    tie = {("shuffle", 2): ["S10", "C10", "S1", "F10", "T10"]}  # 20 for seats 1 and 2, once a pulse has struck
    hand = pulsing({}, answers={**NO_PULSE, ("pulse", 5): 5, **tie})
    finish(hand)
    kinds = [type(event) for event in hand.events if isinstance(event, (Shifted, Shown, SuddenDemise))]
    assert kinds[:5] == [Shifted, Shown, Shown, Shown, SuddenDemise]
    assert Shifted not in kinds[1:]


# ---- X5: what a pulse does


def pulsed() -> tuple[Hand, list[Event]]:
    """Seat 1 trades, seat 2 gains and protects a card, seat 3 folds; then a pulse strikes."""
    hand = pulsing({2: 1}, FOUR)
    play(hand, "1 trade S8", "2 gain", "2 place S7", "3 stand", "0 stand", "1 check", "2 check", "3 fold", "0 check")
    assert sorted(hand.junk) == ["C6", "S6", "S8"]
    return hand, play(hand, "1 stand")


@pytest.mark.clause("X5")
def test_x5_all_unprotected_cards_and_the_deck_but_not_the_junk_are_shuffled_together() -> None:
    hand, events = pulsed()
    assert only(Shuffled, events) == [Shuffled(2, 76 - 3 - 1, ("hands", "deck"), "deck")]
    assert sorted(hand.junk) == ["C6", "S6", "S8"]
    assert not only(Discarded, events) + only(Dropped, events)


@pytest.mark.clause("X5", "X7", "X8", "F1")
def test_x5_and_redealt_in_the_same_numbers_to_the_live_players() -> None:
    hand, events = pulsed()
    assert [deal.seat for deal in only(Dealt, events)] == [1, 2, 0, 1, 2, 0]
    assert [len(cards) for cards in hand.hands] == [2, 2, 2, 0]
    assert hand.fields[2] == ("S7",)


# ---- the droid's draw, guessed and replayed


@pytest.mark.clause("GA4", "T7")
def test_ga4_a_hand_with_pulses_replays() -> None:
    hand = new_game("galactic", NAMES[:4], seed="pulses").deal()
    finish(hand)
    assert only(Shifted, hand.events)
    assert replay(record_hand(hand)).events == hand.events


@pytest.mark.clause("GA4", "B5")
def test_ga4_a_guess_can_be_made_in_a_round_of_any_length() -> None:
    hand = pulsing({}, THREE[:2])
    play(hand, "1 stand", "0 stand")
    for to in range(1, 20):
        play(hand, f"{hand.waiting[0]} raise {to}")
        view = hand.view(0)
        assert sample(view, Chance(str(to))).hand.view(0).events == view.events


@pytest.mark.clause("GA4", "E1")
def test_ga4_a_guess_fits_a_pulse_in_a_round_without_actions() -> None:
    hand = pulsing({7: 1}, stacks=10)
    finish(hand)
    assert struck_after(hand) == [(7, 0)]
    view = hand.view(1)
    assert sample(view, Chance("guess")).hand.view(1).events == view.events


# ---- HR5: the randomiser


def random_table(preset: str, struck: list[int], hands: list[str] = THREE, **more: Any) -> Hand:
    """A table whose randomiser goes off after the actions of these numbers."""
    script = {("randomiser", number): 0 if number in struck else 1 for number in range(1, 99)}
    return open_table(preset, hands, shift_trigger="randomiser", answers=script, **more)[1]


def quiet_answer(hand: Hand) -> list[Event]:
    """As `quiet_step`, at tables with windows too."""
    return play(hand, f"{hand.waiting[0]} pass") if hand.kind.endswith("window") else quiet_step(hand)


@pytest.mark.clause("HR5")
@pytest.mark.parametrize("preset", ROUNDS)
def test_hr5_without_a_clock_one_of_20_equal_draws_after_an_action_strikes(preset: str) -> None:
    rules = {"preset": preset, "shift_trigger": "randomiser", "static_field": "none"}
    dealer = 1 if PRESETS[preset].rules.house_dealer else 0  # seat 1 is first (T8)
    script = {("dealer", 0): dealer, ("shuffle", 1): ["S8", "S7", "S9", "C8", "C7", "C9"]}
    with pytest.raises(ChanceNeeded) as needed:
        play(new_game(rules, NAMES[:3], chance=ScriptedChance(script)).deal(), "1 stand")
    assert (needed.value.key, needed.value.outcomes) == (("randomiser", 1), dict.fromkeys(range(20), 1 / 20))
    for drawn in range(20):
        options: dict[str, Any] = {"answers": {("randomiser", 1): drawn}, **rules}
        _, hand = open_table(hands=THREE, **options)
        assert bool(only(Shifted, play(hand, "1 stand"))) == (drawn == 0)


@pytest.mark.clause("HR5", "HR6")
@pytest.mark.parametrize(("preset", "kind"), [("pagat", "core"), ("galactic", "pulse"), ("classic", "core")])
def test_hr5_every_action_of_the_hand_is_drawn_for_and_brings_the_tables_kind_of_shift(preset: str, kind: str) -> None:
    hand = random_table(preset, [2, 5, 7], static_field="free")
    for number in range(1, 8):
        assert bool(only(Shifted, quiet_answer(hand))) == (number in (2, 5, 7))
    assert only(Shifted, hand.events) == [Shifted(kind)] * 3


@pytest.mark.clause("HR5", "X6")
@pytest.mark.parametrize("preset", ROUNDS)
def test_hr5_after_the_last_action_it_still_strikes_before_the_reveal(preset: str) -> None:
    calm = random_table(preset, [], static_field="free")
    finish(calm)
    hand = random_table(preset, [len(only(Acted, calm.events))], static_field="free")
    finish(hand)
    assert [type(event) for event in hand.events if isinstance(event, (Shifted, Shown))][:2] == [Shifted, Shown]


# ---- HR5, T7: the randomiser on a clock


def clocked(preset: str) -> Hand:
    """A table whose randomiser runs on a clock; without one it would go off after every action."""
    rules = {"preset": preset, "shift_trigger": "randomiser", "static_field": "free"}
    chance = ScriptedChance({("randomiser", number): 0 for number in range(1, 99)}, Chance("clock"))
    return new_game(rules, NAMES[:3], chance=chance, clock=True).deal()


@pytest.mark.clause("HR5")
@pytest.mark.parametrize("preset", ROUNDS)
def test_hr5_on_a_clock_it_strikes_when_the_clock_goes_off_and_not_after_actions(preset: str) -> None:
    hand = clocked(preset)
    before = (hand.waiting, hand.kind, hand.question)
    events = hand.clock_strikes()
    assert [type(event) for event in events[:2]] == [ClockStruck, Shifted]
    assert (hand.waiting, hand.kind, hand.question) == before  # the question stays open
    finish(hand)
    assert len(only(Shifted, hand.events)) == 1


@pytest.mark.clause("HR5", "T7")
@pytest.mark.parametrize("preset", [*ROUNDS, "classic"])
def test_t7_shifts_struck_by_a_clock_are_recorded_as_actions_and_replay(preset: str) -> None:
    rules = {"preset": preset, "shift_trigger": "randomiser"}
    game = new_game(rules, NAMES[:3], seed="clock", clock=True)
    hand = game.deal()
    for _ in range(5):
        hand.clock_strikes()
        quiet_answer(hand)
    hand.clock_strikes()
    while not hand.over:
        quiet_answer(hand)
    assert only(HandStarted, hand.events)[0].clock
    assert len(only(ClockStruck, hand.events)) == len(only(Shifted, hand.events)) == 6
    assert replay(record_hand(hand)).events == hand.events
    assert replay(record_game(game)).events == game.events
    assert verify(record_hand(hand, 1)).hands == 1


@pytest.mark.clause("HR5", "X6")
@pytest.mark.parametrize("preset", ROUNDS)
def test_hr5_the_clock_may_strike_between_the_call_and_the_reveal(preset: str) -> None:
    hand = clocked(preset)
    while not hand.called:
        quiet_step(hand)
    assert only(Shifted, hand.clock_strikes())


@pytest.mark.clause("HR5", "X6")
def test_x6_in_classic_the_clock_brings_nothing_once_the_hand_is_called() -> None:
    hand = clocked("classic")
    while hand.round < 2:
        quiet_answer(hand)
    play(hand, f"{hand.turn} raise 5")
    while hand.kind != "call-window":
        quiet_answer(hand)
    play(hand, f"{hand.waiting[0]} call-hand")
    assert hand.kind == "bet"
    assert hand.clock_strikes() == (ClockStruck(),)


@pytest.mark.clause("HR5")
def test_hr5_the_clock_is_refused_where_there_is_none_and_when_the_hand_is_over() -> None:
    with pytest.raises(IllegalAction, match="no randomiser runs on a clock here"):
        random_table("pagat", []).clock_strikes()
    hand = clocked("galactic")
    finish(hand)
    with pytest.raises(IllegalAction, match="the hand is over"):
        hand.clock_strikes()
