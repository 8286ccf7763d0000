"""The shifts nobody could foresee: what a randomiser or the droid must have drawn, for a guess that fits a view."""

from __future__ import annotations

from typing import Any

from sabacc.game.events import Acted, Event, Folded, RoundStarted, Shifted
from sabacc.game.view import View
from sabacc.sampling.luck import Luck
from sabacc.variants.shifts import RANDOMISER


def pulse_answers(view: View, luck: Luck) -> dict[Any, Any]:
    """The secret draws so far, and for the present round one that may still strike."""
    if view.rules.shift_trigger == "randomiser":
        return _randomiser(view.events)
    return _droid(view, luck) if view.rules.shift_trigger == "pulse" else {}


def _randomiser(events: list[Event]) -> dict[Any, Any]:
    """Every action that was not followed by a shift was drawn as one that isn't (HR5)."""
    answers: dict[Any, Any] = {}
    actions = 0
    for event in events:
        if isinstance(event, Acted) and event.question:
            actions += 1
            answers["randomiser", actions] = RANDOMISER - 1
        elif isinstance(event, Shifted):
            answers["randomiser", actions] = 0
    return answers


def _droid(view: View, luck: Luck) -> dict[Any, Any]:
    """For each round the action after which its pulse struck; if it is still open, whether and when it will (GA4)."""
    answers: dict[Any, Any] = {}
    live = len(view.dealt_in)
    rounds: list[tuple[int, int, int, bool]] = []  # round, live players at its start, actions counted, struck
    for event in view.events:
        if isinstance(event, RoundStarted):
            rounds.append((event.round, live, 0, False))
        elif isinstance(event, Folded):
            live -= 1
        elif rounds:
            number, n, actions, struck = rounds[-1]
            if isinstance(event, Acted) and event.question and event.action.counts and not struck:
                rounds[-1] = (number, n, actions + 1, struck)
            elif isinstance(event, Shifted):
                rounds[-1] = (number, n, actions, True)
    for number, n, actions, struck in rounds:
        if struck:  # by this action, or at the round's end by a later one
            answers["pulse", number] = actions - 1
        elif number < rounds[-1][0] or view.over:
            answers["pulse", number] = 2 * n
        else:
            left = 2 * n - actions
            drawn = luck.below(left + 6 * n)
            answers["pulse", number] = actions + drawn
    return answers
