"""The table as it lies, as numbers: what a seat sees of cards and credits now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from sabacc.cards import SHAPES, Card
from sabacc.game.board import PETALS
from sabacc.game.types import KnownQuestionKind
from sabacc.game.view import View
from sabacc.rules import Part, Rules, deck_of, family_of

Floats = NDArray[np.float32]

PRIVATE = ("own_cards", "peeked", "selected")
SEAT = ("stack", "bet", "paid", "cards", "live", "selected", "dealer", "caller", "side")  # the columns of `seats`
BETS = ("hand_pot", "sabacc_pot", "standing", "raise_from", "raise_to", "round")  # those of `bets`
QUESTIONS: tuple[str, ...] = get_args(KnownQuestionKind)
BETTING = ("bet", "fold-window", "call-window")  # questions in which bets count; elsewhere they are written as 0
SUITS = tuple(SHAPES)
SIDES = {None: 0, "light": 1, "dark": 2}
OBSERVED: Part[tuple[str, ...]] = Part("observed", ("peeked", "selected", "fields", "board", "target"))


class TableTensor:
    """Which blocks of numbers there are, and how they are filled. Seats stand clockwise from the one that looks."""

    def __init__(self, rules: Rules, players: int) -> None:
        self.faces = {card: place for place, card in enumerate(deck_of(rules).copies)}
        self.players = players
        n, c = players, len(self.faces)
        shapes: dict[str, tuple[int, ...]] = {
            "own_cards": (c,), "peeked": (c,), "selected": (c,), "question": (len(QUESTIONS),), "fields": (n, c),
            "pile": (c,), "board": (PETALS, c), "target": (2,), "seats": (n, len(SEAT)), "bets": (len(BETS),),
        }  # fmt: skip
        only_some = {"peeked", "selected", "fields", "board", "target"} - set(OBSERVED.of(family_of(rules)))
        self.shapes = {name: shape for name, shape in shapes.items() if name not in only_some}
        self.size = sum(int(np.prod(shape)) for shape in self.shapes.values())

    def parts_of(self, flat: Floats) -> dict[str, Floats]:
        """The blocks in one row of numbers, by their names."""
        parts, at = {}, 0
        for name, shape in self.shapes.items():
            size = int(np.prod(shape))
            parts[name] = flat[at : at + size].reshape(shape)
            at += size
        return parts

    def flat(self, view: View) -> Floats:
        """All blocks of what a view's seat sees, in one row."""
        row = np.zeros(self.size, np.float32)
        self.write(view, self.parts_of(row))
        return row

    def write(self, view: View, parts: Mapping[str, Any]) -> None:
        """Fills those blocks that are there, all of them zeros."""
        own = {"own_cards": view.cards, "selected": view.chosen, "peeked": (view.peeked,) if view.peeked else ()}
        for name, cards in own.items():
            if name in parts:
                self._count(cards, parts[name])
        if "bets" not in parts:
            return
        self._count(view.pile[-1:], parts["pile"])
        for place, card in enumerate(view.board if "board" in parts else ()):
            self._count((card,) if card else (), parts["board"][place])
        if "target" in parts and view.gold is not None:
            parts["target"][:] = (view.gold, 1 + SUITS.index(str(view.silver)))
        if view.question is not None and view.question.kind in QUESTIONS:
            parts["question"][QUESTIONS.index(view.question.kind)] = 1
        for place in range(self.players):
            self._write_seat(view, (self._eyes(view) + place) % self.players, place, parts)
        standing = view.standing if self._is_betting(view) else 0
        bounds = (view.options.raise_from, view.options.raise_to)
        parts["bets"][:] = (view.hand_pot, view.sabacc_pot, standing, *bounds, view.round)

    def _write_seat(self, view: View, seat: int, place: int, parts: Mapping[str, Any]) -> None:
        if "fields" in parts:
            self._count(view.fields[seat], parts["fields"][place])
        parts["seats"][place] = (
            view.stacks[seat],
            view.bets[seat] if self._is_betting(view) else 0,
            view.paid[seat],
            view.counts[seat],
            view.live[seat],
            view.chosen_counts[seat],
            seat == view.button,
            seat == view.caller,
            SIDES[view.sides[seat]],
        )

    def _is_betting(self, view: View) -> bool:
        return view.question is not None and view.question.kind in BETTING

    def _eyes(self, view: View) -> int:
        return view.seat or 0

    def _count(self, cards: tuple[Card, ...], block: Any) -> None:
        for card in cards:
            block[self.faces[card]] += 1
