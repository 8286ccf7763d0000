"""E1 against a count of its own: hands of patient players, in which somebody stirs now and then, and the dice shift."""

from __future__ import annotations

import random
from typing import Any

import pytest

from sabacc.game.actions import Action, CallHand, Check, Fold, Gain, Match, Place, Raise, TakeBack, TakeDiscard, Trade
from sabacc.game.events import Called, Event, RoundStarted, Shifted, TurnStarted
from sabacc.game.hand import Hand
from sabacc.policy import random_step
from sabacc.rules import find_preset
from sabacc.variants import new_game
from tests.strategies import SOAK
from tests.tables import NAMES

STIRS = (Raise, Fold, Gain, Trade, TakeDiscard, Place, TakeBack)
PRESETS = ("cloud-city", "classic", "force", "pagat", "galactic")
HANDS = 500 if SOAK else 40


class Patience:
    """What E1 asks for, counted from what players are offered and what they do."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.in_rounds = find_preset(hand.seating.rules.preset).alternates_play_and_betting
        self.declined: set[int] = set()  # since the last shift
        self.quiet = 0  # turns, or rounds, running
        self.stirred = False  # in the present one
        self.offered = False
        self.turns = [0] * len(hand.live)
        self.on_turn = hand.turn
        self.table_called = 0

    def act(self, seat: int, action: Action) -> None:
        options = self.hand.options(seat)
        could_call = options.may_call or any(isinstance(one, CallHand) for one in options.actions)
        calls = isinstance(action, CallHand) or (isinstance(action, (Check, Match, Raise)) and action.and_call)
        if could_call and not calls and not action.free:
            self.declined.add(seat)
            self.offered = True
        self.stirred |= isinstance(action, STIRS)
        for event in self.hand.act(seat, action):
            self.follow(event)

    def follow(self, event: Event) -> None:
        if isinstance(event, Shifted):
            self.declined.clear()
        elif isinstance(event, TurnStarted):
            self.end_turn(event.seat)
        elif isinstance(event, RoundStarted):
            self.end_turn(-1)
            self.count()
        elif isinstance(event, Called) and event.seat is None:
            self.table_called += 1
            if self.in_rounds:
                self.end_turn(-1)
            assert self.is_due(), "the table calls too soon"

    def end_turn(self, following: int) -> None:
        if self.on_turn >= 0:
            self.turns[self.on_turn] += 1
            if not self.in_rounds:
                self.count()
        self.on_turn = following

    def count(self) -> None:
        self.quiet = self.quiet + 1 if self.offered and not self.stirred else 0
        self.offered = self.stirred = False

    def is_due(self) -> bool:
        rules = self.hand.seating.rules
        live = [seat for seat, is_live in enumerate(self.hand.live) if is_live]
        if min(self.turns[seat] for seat in live) >= rules.max_rounds:
            return True
        least = rules.quiet_rounds * (1 if self.in_rounds else len(live))
        return bool(least) and self.quiet >= least and not self.stirred and set(live) <= self.declined


def play_patiently(preset: str, seed: str, **options: Any) -> Patience:
    """A hand in which most do nothing most of the time."""
    luck = random.Random(seed)
    players = luck.choice([2, 3, 4])
    stirs = luck.choice([0.0, 0.02, 0.1])
    game = new_game({"preset": preset, **options}, NAMES[:players], seed=seed)
    patience = Patience(game.deal())
    hand = patience.hand
    asked = 0
    while not hand.over:
        seat = hand.waiting[0]
        patient = hand.phase.default(hand, seat)
        if hand.kind == "call-window" and hand.question != asked:  # it opens
            assert not patience.is_due(), "the table should have called"
        asked = hand.question
        patience.act(*(random_step(hand, luck) if luck.random() < stirs else (seat, patient)))
    return patience


@pytest.mark.clause("E1")
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("quiet_rounds", [0, 1, 2, 3])
def test_e1_the_table_calls_when_it_is_due_and_never_sooner(preset: str, quiet_rounds: int) -> None:
    called = sum(
        play_patiently(preset, f"patience {number}", quiet_rounds=quiet_rounds).table_called for number in range(HANDS)
    )
    assert called > HANDS // 3


@pytest.mark.clause("E1", "HR5")
@pytest.mark.parametrize("preset", PRESETS)
def test_e1_so_it_does_where_shifts_come_at_any_time(preset: str) -> None:
    options = {"shift_trigger": "randomiser", "pot_building_rounds": 2}
    called = sum(play_patiently(preset, f"timer {number}", **options).table_called for number in range(HANDS))
    assert called > HANDS // 3
