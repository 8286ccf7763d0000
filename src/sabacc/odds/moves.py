"""The moves of a step by what people call them, for tables and plots."""

from __future__ import annotations

from sabacc.odds.classic_step import ClassicShift
from sabacc.odds.corellian_step import CorellianShift
from sabacc.odds.coruscant_step import DistanceChances
from sabacc.odds.step import MoveChances, Step

DRAWN = "To draw is to look at the card, then to do the best: add it, swap it for one of yours, or push it back (CH13)."


def by_name(step: Step) -> dict[str, MoveChances]:
    """Every move, and every shift that can be told, under its name."""
    moves = {_name(move): move for move in step.moves}
    return {**moves, **{_shift(kind): kind.chances for kind in _kinds(step) if kind.chances is not None}}


def notes(step: Step) -> list[str]:
    """What has to be said about moves and shift, each thing once."""
    if isinstance(step.shift, CorellianShift):
        return [DRAWN, step.shift.note] if step.moves else [step.shift.note]
    if isinstance(step.shift, ClassicShift):
        return list(dict.fromkeys(kind.note for kind in _kinds(step) if kind.note))
    return [step.shift.note]


def _kinds(step: Step) -> tuple[ClassicShift | CorellianShift, ...]:
    if isinstance(step.shift, ClassicShift):
        return step.shift.kinds or (step.shift,)
    return (step.shift,) if isinstance(step.shift, CorellianShift) else ()


def _name(move: MoveChances) -> str:
    if isinstance(move, DistanceChances):
        return " ".join(move.cards)
    return f"{move.move} {move.card}" if move.card else move.move


def _shift(kind: ClassicShift | CorellianShift) -> str:
    """The kind of shift, and the doubles that bring it (HR6)."""
    name = "pulse" if kind.kind == "pulse" else f"{kind.kind} shift"
    dice = kind.dice if isinstance(kind, ClassicShift) else ()
    return f"{name} (double {', '.join(map(str, dice))})" if dice else name
