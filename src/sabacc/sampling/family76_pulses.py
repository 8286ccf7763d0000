"""The shifts nobody could foresee: what a randomiser or the droid must have drawn, for a guess that fits a view."""

from __future__ import annotations

from typing import Any

from sabacc.game.events import Acted, BettingStarted, Event, Folded, RoundStarted, Shifted, TurnStarted
from sabacc.game.view import View
from sabacc.sampling.weighted_chance import WeightedChance
from sabacc.variants.family76.shifts import RANDOMISER, pulse_odds


def pulse_answers(view: View, chance: WeightedChance) -> dict[Any, Any]:
    """The secret draws so far, and for the present round one that may still strike."""
    if view.rules.shift_trigger == "randomiser":
        return _randomiser(view.events)
    if view.rules.shift_trigger != "pulse":
        return {}
    rounds = _rounds(view)
    answers: dict[Any, Any] = {}
    struck = 0
    for one in rounds:
        one.odds = pulse_odds(struck)
        struck += one.struck
        last = one is rounds[-1] and not view.over
        answers["pulse", one.number] = one.drawn(chance, still_open=last)
    return answers


def _randomiser(events: list[Event]) -> dict[Any, Any]:
    """Every action that was not followed by a shift was drawn as one that isn't (HR5)."""
    answers: dict[Any, Any] = {}
    actions = 0
    for event in events:
        if isinstance(event, Acted) and event.question and event.action.counts:
            actions += 1
            answers["randomiser", actions] = RANDOMISER - 1
        elif isinstance(event, Shifted):
            answers["randomiser", actions] = 0
    return answers


class _Round:
    """What was seen of one round of play and betting (GA4)."""

    def __init__(self, number: int, live: int) -> None:
        self.number = number
        self.most = 2 * live
        self.odds = 1  # one round in so many has a pulse
        self.actions = 0
        self.struck = False
        self.at_its_end = False  # it struck only when the round was over
        self.moved_on = False

    def drawn(self, chance: WeightedChance, still_open: bool) -> int:
        """A draw that would have looked so: below `most` it is the action, counted from 0, after which a pulse strikes."""
        if self.at_its_end:
            return self.actions + chance.below(self.most - self.actions)
        if self.struck:
            return self.actions - 1
        left = self.most - self.actions if still_open else 0
        if left <= 0:
            return self.most
        return self.actions + chance.below(left + (self.odds - 1) * self.most)


def _rounds(view: View) -> list[_Round]:
    rounds: list[_Round] = []
    live = len(view.dealt_in)
    for event in view.events:
        if isinstance(event, RoundStarted):
            rounds.append(_Round(event.round, live))
        elif isinstance(event, Folded):
            live -= 1
        elif rounds and not rounds[-1].struck:
            one = rounds[-1]
            if isinstance(event, Acted) and event.question and event.action.counts:
                one.actions += 1
                one.moved_on = False
            elif isinstance(event, (BettingStarted, TurnStarted)):
                one.moved_on = True
            elif isinstance(event, Shifted):
                one.struck = True
                one.at_its_end = one.moved_on and one.actions < one.most
    return rounds
