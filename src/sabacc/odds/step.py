"""One step ahead: the exact chances of each thing a player can do next.

>>> from sabacc.odds import one_step
>>> step = one_step("classic", "S12 F9", seen="C2 T2")
>>> [(move.move, move.card, round(move.pure, 4), round(move.bomb_out, 3)) for move in step.moves]
[('gain', None, 0.0278, 0.694), ('trade', 'S12', 0.0556, 0.056), ('trade', 'F9', 0.0556, 0.208)]
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from sabacc.cards import Card
from sabacc.odds.classic_step import ClassicShift, ClassicStep, TotalChances
from sabacc.odds.corellian_step import CorellianShift, CorellianStep, RankChances
from sabacc.odds.coruscant_step import CoruscantShift, CoruscantStep, DistanceChances
from sabacc.odds.known import Cards, Known, read_known
from sabacc.rules import Rules, find_preset, write_rules

MoveChances = TotalChances | RankChances | DistanceChances


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
    moves: tuple[TotalChances, ...] | tuple[RankChances, ...] | tuple[DistanceChances, ...]
    shift: ClassicShift | CorellianShift | CoruscantShift


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
    known = read_known(rules, hand, seen, side, gold, silver, field)
    ahead = _ahead(known)
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
        now=ahead.now(),
        moves=ahead.moves(),
        shift=ahead.shift(),
    )


def _ahead(known: Known) -> ClassicStep | CorellianStep | CoruscantStep:
    family = find_preset(known.rules.preset).family
    if family == "76":
        return ClassicStep(known)
    return CorellianStep(known) if family == "corellian" else CoruscantStep(known)
