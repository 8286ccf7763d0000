"""How a bot plays, counted from what happened in its hands."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sabacc.game.actions import Action, Check, Fold, Match, Place, Raise
from sabacc.game.events import Acted, Asked, Called, Event
from sabacc.game.result import SeatResult, seat_results


class PlayStats(msgspec.Struct):
    """What a bot did, and what became of it; a hand counts once for each of its seats that was dealt in."""

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

    def add(self, other: PlayStats) -> None:
        """Counts another's in."""
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


ANSWERS: dict[type[Action], str] = {Raise: "raised", Match: "matched", Check: "checked", Fold: "folded"}


def count_play(events: Sequence[Event], by_seat: Sequence[PlayStats]) -> None:
    """Counts a hand that is over; seats may share their counts."""
    kinds: dict[int, str] = {}
    for event in events:
        if isinstance(event, Asked):
            kinds[event.question] = event.kind
        elif isinstance(event, Acted):
            _count_action(event, kinds.get(event.question, ""), by_seat[event.seat])
        elif isinstance(event, Called) and event.seat is not None:
            by_seat[event.seat].calls += 1
    for result, habits in zip(seat_results(events), by_seat, strict=True):
        _count_ending(result, habits)


def _count_action(acted: Acted, kind: str, stats: PlayStats) -> None:
    action = acted.action
    stats.decisions += 1
    stats.folds += isinstance(action, Fold)
    stats.fields += isinstance(action, Place)
    if kind == "bet":
        stats.bets += 1
        name = ANSWERS.get(type(action))
        if name is not None:
            setattr(stats, name, getattr(stats, name) + 1)


def _count_ending(result: SeatResult, stats: PlayStats) -> None:
    stats.hands += result.dealt_in
    stats.hands_won += result.took_pot
    stats.showdowns += result.showed
    stats.showdowns_won += result.showed and result.took_pot
    stats.bombed_out += result.bombed_out
