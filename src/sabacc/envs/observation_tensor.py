"""What a seat sees and remembers, as numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sabacc.envs.action_space import ActionSpace
from sabacc.envs.bounds import Bounds
from sabacc.envs.information_state import observed_events
from sabacc.envs.nodes import Node
from sabacc.game.events import (
    Acted,
    Dealt,
    Discarded,
    Dropped,
    Event,
    PileTaken,
    Rolled,
    Shifted,
    SideDeclared,
    Taken,
    TotalDeclared,
)
from sabacc.rules.model import SHIFT_KINDS

Numbers = NDArray[np.float32]

KINDS: tuple[type[Event], ...] = (
    Acted, Dealt, Dropped, PileTaken, Rolled, Shifted, Discarded, Taken, SideDeclared, TotalDeclared,
)  # fmt: skip


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
            known = event.action in self.action_space
            row[self.actions + (self.action_space.number(event.action) if known else len(self.action_space))] = 1
        for card in _faces(event):
            row[self.faces + self.cards[card]] += 1
        row[self.amount] = _amount(event)


def _faces(event: Event) -> tuple[str, ...]:
    card = getattr(event, "card", None)
    return (card,) if card is not None else getattr(event, "cards", None) or ()


def _amount(event: Event) -> int:
    """The number that tells two events of a kind apart."""
    if isinstance(event, Rolled):
        return sum(die * 100**place for place, die in enumerate(event.dice))
    if isinstance(event, TotalDeclared):
        return event.total
    if isinstance(event, Shifted):
        return SHIFT_KINDS.index(event.kind)
    return int(isinstance(event, SideDeclared) and event.side == "dark")


class TableTensor:
    """The table as it lies now: cards in sight, and credits."""

    def __init__(self, action_space: ActionSpace, players: int) -> None:
        self.cards = {card: place for place, card in enumerate(action_space.cards)}
        self.players = players

    def shapes(self, private: bool, public: bool) -> dict[str, tuple[int, ...]]:
        """What there is, by name and shape."""
        n, c = self.players, len(self.cards)
        shapes: dict[str, tuple[int, ...]] = {"own_cards": (c,)} if private else {}
        if public:
            shapes |= {"fields": (n, c), "pile": (c,), "seats": (n, 5), "pots": (2,)}
        return shapes

    def write(self, node: Node, seat: int, parts: dict[str, Any]) -> None:
        """Fills parts of zeros."""
        if node.hand is None:
            return
        view = node.hand.view(seat)
        if "own_cards" in parts:
            for card in view.cards:
                parts["own_cards"][self.cards[card]] += 1
        if "pots" not in parts:
            return
        for card in view.pile[-1:]:
            parts["pile"][self.cards[card]] = 1
        for one in range(self.players):
            for card in view.fields[one]:
                parts["fields"][one, self.cards[card]] += 1
            parts["seats"][one] = (view.stacks[one], view.bets[one], view.paid[one], view.counts[one], view.live[one])
        parts["pots"][:] = (view.hand_pot, view.sabacc_pot)
