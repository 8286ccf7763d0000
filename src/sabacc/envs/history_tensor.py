"""All that a seat remembers, as rows of numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from sabacc.cards import SHAPES
from sabacc.envs.action_space import ActionSpace
from sabacc.envs.bounds import Bounds
from sabacc.envs.information_state import observed_events
from sabacc.envs.nodes import Node
from sabacc.game.events import (
    Acted,
    BoardDealt,
    BoardFilled,
    Dealt,
    Discarded,
    Dropped,
    Event,
    Offered,
    Peeked,
    PileTaken,
    Rolled,
    Shifted,
    SideDeclared,
    Taken,
    TargetSet,
    TotalDeclared,
)
from sabacc.game.types import KnownShiftKind

Numbers = NDArray[np.float32]

KINDS: tuple[type[Event], ...] = (
    Acted, Dealt, Dropped, PileTaken, Rolled, Shifted, Discarded, Taken, SideDeclared, TotalDeclared,
    BoardDealt, BoardFilled, Peeked, Offered, TargetSet,
)  # fmt: skip

SUITS = tuple(SHAPES)
SHIFTS: tuple[str, ...] = get_args(KnownShiftKind)
AMOUNTS: dict[type[Event], Callable[[Any], int]] = {
    Rolled: lambda event: sum(die * 100**place for place, die in enumerate(event.dice)),
    TotalDeclared: lambda event: int(event.total),
    BoardDealt: lambda event: int(event.place),
    BoardFilled: lambda event: int(event.place),
    TargetSet: lambda event: int(event.gold * 100 + SUITS.index(event.silver)),
    Shifted: lambda event: SHIFTS.index(event.kind),
    SideDeclared: lambda event: int(event.side == "dark"),
}


class HistoryTensor:
    """Memories as rows: who, what kind of event, which action, which cards, and a number that goes with it."""

    def __init__(self, action_space: ActionSpace, players: int, bounds: Bounds) -> None:
        self.action_space = action_space
        self.cards = {card: place for place, card in enumerate(action_space.cards)}
        self.kinds = players
        self.actions = self.kinds + len(KINDS)
        self.faces = self.actions + len(action_space) + 1  # the last action is one whose choice is hidden
        self.amount = self.faces + len(self.cards)
        self.shape = (bounds.observations, self.amount + 1)
        self.size = bounds.observations * (self.amount + 1)

    def write(self, node: Node, seat: int | None, table: Numbers) -> None:
        """Fills a table of zeros; what comes after the last decision has no row."""
        events = [event for event in observed_events(node, seat) if type(event) in KINDS]
        for row, event in zip(table, events, strict=False):  # at the very end there may be more than rows
            self._write_one(event, row)

    def _write_one(self, event: Event, row: Numbers) -> None:
        who = getattr(event, "seat", None)
        if who is not None:
            row[who] = 1
        row[self.kinds + KINDS.index(type(event))] = 1
        if isinstance(event, Acted):
            number = self.action_space.number_in_memory(event.action)
            row[self.actions + (len(self.action_space) if number is None else number)] = 1
        for card in _faces(event):
            row[self.faces + self.cards[card]] += 1
        row[self.amount] = _amount(event)


def _faces(event: Event) -> tuple[str, ...]:
    if isinstance(event, Acted):
        return getattr(event.action, "cards", None) or ()  # another card is in the action's number
    card = getattr(event, "card", None)
    return (card,) if card is not None else getattr(event, "cards", None) or ()


def _amount(event: Event) -> int:
    """The number that tells two events of a kind apart."""
    amount = AMOUNTS.get(type(event))
    return 0 if amount is None else amount(event)
