"""One step ahead: the exact chances of each thing a player can do next.

>>> from sabacc.odds import one_step
>>> step = one_step("classic", "S12 F9", seen="C2 T2")
>>> [(move.move, move.card, round(move.pure, 4), round(move.bomb_out, 3)) for move in step.moves]
[('gain', None, 0.0278, 0.694), ('trade', 'S12', 0.0556, 0.056), ('trade', 'F9', 0.0556, 0.208)]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Protocol

import msgspec

from sabacc.cards import Card
from sabacc.odds.exact.known_cards import Cards, KnownCards, read_known_cards
from sabacc.rules import Part, Rules, family_of, write_rules


class MoveChances(Protocol):
    """What one move makes of a hand; a family adds what its hands come to."""

    @property
    def name(self) -> str:
        """What people call the move."""

    @property
    def better(self) -> float:
        """The chance that the hand gets better than it is."""

    @property
    def worse(self) -> float:
        """The chance that it gets worse."""


class ShiftChances(Protocol):
    """What a shift would do to a hand."""

    has_notes: ClassVar[bool]  # whether they stand below a picture

    def chances_by_name(self) -> Mapping[str, MoveChances]:
        """Every kind of shift whose chances can be told, under its name."""

    def notes(self, with_moves: bool) -> list[str]:
        """What has to be said about moves, if there are any, and shift."""


class Step(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A hand as it is, what each move makes of it, and what a shift would do."""

    preset: str
    rules: dict[str, Any]
    side: str | None = None
    gold: int | None = None
    silver: str | None = None
    hand: tuple[Card, ...]
    field: tuple[Card, ...] = ()
    seen: tuple[Card, ...]
    unseen: int
    now: dict[str, Any]
    moves: tuple[Any, ...]  # each is a MoveChances of the family's own
    shift: Any  # a ShiftChances of the family's own

    def moves_by_name(self) -> dict[str, Any]:
        """Every move, and every shift whose chances can be told, under its name."""
        moves: Mapping[str, MoveChances] = {move.name: move for move in self.moves}
        shift: ShiftChances = self.shift
        return {**moves, **shift.chances_by_name()}

    def notes(self) -> list[str]:
        """What has to be said about moves and shift, each thing once."""
        shift: ShiftChances = self.shift
        return shift.notes(bool(self.moves))


def one_step(
    rules: str | Mapping[str, Any] | Rules,
    hand: Cards,
    seen: Cards = (),
    side: str | None = None,
    gold: int | None = None,
    silver: str | None = None,
    field: Cards = (),
) -> Step:
    """What can come of a hand in one step, when all cards but one's own and those `seen` are equally likely.

    `field` are those of the hand that lie safe from shifts.
    """
    known = read_known_cards(rules, hand, seen, side, gold, silver, field)
    next_step = NEXT_STEP.of(family_of(known.rules))(known)
    return Step(
        preset=known.rules.preset,
        rules=write_rules(known.rules),
        side=side,
        gold=gold,
        silver=silver,
        hand=known.hand,
        field=known.field,
        seen=known.seen,
        unseen=known.unseen.total(),
        now=next_step.now(),
        moves=next_step.moves(),
        shift=next_step.shift(),
    )


class NextStep(Protocol):
    """The next step from what a player knows."""

    def now(self) -> dict[str, Any]:
        """The hand as it is."""

    def moves(self) -> tuple[MoveChances, ...]:
        """What each move makes of it."""

    def shift(self) -> ShiftChances:
        """What a shift would do."""


NEXT_STEP: Part[Callable[[KnownCards], NextStep]] = Part("next_step")
