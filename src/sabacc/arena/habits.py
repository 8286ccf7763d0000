"""How a bot plays, counted from what happened in its hands."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sabacc.game.actions import Action, Check, Fold, Match, Place, Raise
from sabacc.game.events import Acted, Asked, Called, Event, HandStarted, Shown
from sabacc.game.result import result_of


class Habits(msgspec.Struct):
    """What a bot did, and what became of it. A hand counts once for each of its seats that was dealt in."""

    hands: int = 0
    decisions: int = 0  # free moves too
    bets: int = 0  # answers to the question what to bet
    raised: int = 0
    matched: int = 0
    checked: int = 0
    folded: int = 0  # when asked to bet
    folds: int = 0  # whenever
    calls: int = 0  # of the hand
    fields: int = 0  # cards placed in the static field
    showdowns: int = 0
    showdowns_won: int = 0
    bombed_out: int = 0
    hands_won: int = 0
    faults: int = 0  # illegal answers, errors, and free moves without end

    def add(self, other: Habits) -> None:
        """Counts another's in."""
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


ANSWERS: dict[type[Action], str] = {Raise: "raised", Match: "matched", Check: "checked", Fold: "folded"}


def count_habits(events: Sequence[Event], by_seat: Sequence[Habits]) -> None:
    """Counts a hand that is over; seats may share their habits."""
    kinds: dict[int, str] = {}
    bombed: dict[int, bool] = {}
    for event in events:
        if isinstance(event, Asked):
            kinds[event.question] = event.kind
        elif isinstance(event, Acted):
            _count_action(event, kinds.get(event.question, ""), by_seat[event.seat])
        elif isinstance(event, Called) and event.seat is not None:
            by_seat[event.seat].calls += 1
        elif isinstance(event, Shown):
            bombed[event.seat] = event.bombed_out
        elif isinstance(event, HandStarted):
            for seat in event.dealt_in:
                by_seat[seat].hands += 1
    _count_ending(events, bombed, by_seat)


def _count_action(acted: Acted, kind: str, habits: Habits) -> None:
    action = acted.action
    habits.decisions += 1
    habits.folds += isinstance(action, Fold)
    habits.fields += isinstance(action, Place)
    if kind == "bet":
        habits.bets += 1
        name = ANSWERS.get(type(action))
        if name is not None:
            setattr(habits, name, getattr(habits, name) + 1)


def _count_ending(events: Sequence[Event], bombed: dict[int, bool], by_seat: Sequence[Habits]) -> None:
    result = result_of(events)
    assert result is not None
    for seat in result.winners:
        by_seat[seat].hands_won += 1
    for seat, out in bombed.items():
        by_seat[seat].showdowns += 1
        by_seat[seat].showdowns_won += seat in result.winners
        by_seat[seat].bombed_out += out
