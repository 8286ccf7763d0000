"""What a seat sees and remembers, as numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sabacc.envs.bounds import Bounds
from sabacc.envs.moments import Moment
from sabacc.envs.numbering import Numbering
from sabacc.envs.recall import seen
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


class Rows:
    """Memories as rows: who, what kind of event, which action, which cards, and a number that goes with it."""

    def __init__(self, numbering: Numbering, players: int, bounds: Bounds) -> None:
        self.numbering = numbering
        self.cards = {card: place for place, card in enumerate(numbering.cards)}
        self.kinds = players
        self.actions = self.kinds + len(KINDS)
        self.faces = self.actions + len(numbering) + 1  # the last action is one whose choice is hidden
        self.amount = self.faces + len(self.cards)
        self.shape = (bounds.memories, self.amount + 1)
        self.size = bounds.memories * (self.amount + 1)

    def write(self, moment: Moment, seat: int | None, table: Numbers) -> None:
        """Fills a table of zeros; what comes after the last decision has no row."""
        told = [event for event in seen(moment, seat) if type(event) in KINDS]
        for row, event in zip(table, told, strict=False):  # at the very end there may be more than rows
            self._write_one(event, row)

    def _write_one(self, event: Event, row: Numbers) -> None:
        who = getattr(event, "seat", None)
        if who is not None:
            row[who] = 1
        row[self.kinds + KINDS.index(type(event))] = 1
        if isinstance(event, Acted):
            known = event.action in self.numbering
            row[self.actions + (self.numbering.number(event.action) if known else len(self.numbering))] = 1
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


class Table:
    """The table as it lies now: cards in sight, and credits."""

    def __init__(self, numbering: Numbering, players: int) -> None:
        self.cards = {card: place for place, card in enumerate(numbering.cards)}
        self.players = players

    def pieces(self, private: bool, public: bool) -> dict[str, tuple[int, ...]]:
        """What there is, by name and shape."""
        n, c = self.players, len(self.cards)
        shapes: dict[str, tuple[int, ...]] = {"own_cards": (c,)} if private else {}
        if public:
            shapes |= {"fields": (n, c), "pile": (c,), "seats": (n, 5), "pots": (2,)}
        return shapes

    def write(self, moment: Moment, seat: int, pieces: dict[str, Any]) -> None:
        """Fills pieces of zeros."""
        if moment.hand is None:
            return
        view = moment.hand.view(seat)
        if "own_cards" in pieces:
            for card in view.cards:
                pieces["own_cards"][self.cards[card]] += 1
        if "pots" not in pieces:
            return
        for card in view.pile[-1:]:
            pieces["pile"][self.cards[card]] = 1
        for one in range(self.players):
            for card in view.fields[one]:
                pieces["fields"][one, self.cards[card]] += 1
            pieces["seats"][one] = (view.stacks[one], view.bets[one], view.paid[one], view.counts[one], view.live[one])
        pieces["pots"][:] = (view.hand_pot, view.sabacc_pot)
