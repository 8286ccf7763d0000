"""Events that an older behaviour stored, as they would be stored now: for telling and showing them, never for digests.

Behaviour 1 stored the differences from a preset in `rules-changed`, and turned the sign of a Dark player's total.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from sabacc.game.events import Event, HandStarted, RulesChanged, Shown, SideDeclared, TotalDeclared
from sabacc.game.types import Side
from sabacc.rules import Rules, load_rules, store_rules


def upgrade_events(events: Sequence[Event], rules: Rules, behaviour: int) -> list[Event]:
    """The events of a behaviour as events of now, each in its place; `rules` are those that they begin with."""
    upgrade = EventUpgrade(rules, behaviour)
    return [upgrade.event(event) for event in events]


class EventUpgrade:
    """Follows the rules and everybody's side, event by event."""

    def __init__(self, rules: Rules, behaviour: int) -> None:
        self.rules = rules
        self.sides: dict[int, Side | None] = {}
        self.event: Callable[[Event], Event] = self._from_behaviour_1 if behaviour == 1 else _as_it_is

    def _from_behaviour_1(self, event: Event) -> Event:
        if isinstance(event, HandStarted):
            self.sides = dict(enumerate(event.sides))
        elif isinstance(event, SideDeclared):
            self.sides[event.seat] = event.side
        elif isinstance(event, RulesChanged):
            self.rules = load_rules(event.rules, behaviour=1)
            return RulesChanged(store_rules(self.rules))
        elif isinstance(event, TotalDeclared) and self._is_dark(event.seat):
            return msgspec.structs.replace(event, total=-event.total)
        elif isinstance(event, Shown) and self._is_dark(event.seat):
            return msgspec.structs.replace(event, total=-event.total, name=_turned(event.name, event.total))
        return event

    def _is_dark(self, seat: int) -> bool:
        return self.rules.sides and self.sides.get(seat) == "dark"


def _as_it_is(event: Event) -> Event:
    return event


def _turned(name: str, total: int) -> str:
    """A hand's name with the sign of its total turned, if the name has it: Total 18, Bombed out at 25."""
    start = name.removesuffix(f" {total}")
    return name if start == name else f"{start} {-total}"
