"""Every hand of the 76-card family, counted by its total (H1–H3)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from sabacc.cards import Card
from sabacc.hands.classic import PURE, Scale
from sabacc.odds.classic_ways import results
from sabacc.rules import Rules, deck_of, write_rules

SIZES = range(2, 8)


class ClassicHands(msgspec.Struct, frozen=True):
    """All hands of one size: how many have each total, Idiot's Arrays among them, and how many are remarkable."""

    hands: int
    totals: dict[int, int]
    idiots_array: int
    pure: int
    pure_negative: int  # −23, whether or not the table counts it as a Pure Sabacc
    bomb_out: int


class ClassicCounts(msgspec.Struct, frozen=True):
    """The hands of two to seven cards."""

    preset: str
    rules: dict[str, Any]
    side: str | None
    cards: dict[int, ClassicHands]


def count_classic(rules: Rules, side: str | None = None) -> ClassicCounts:
    """Counts them all, with the table's own deck; totals count towards the side's own 23 (FO3)."""
    values = Scale(rules).values(side)
    pool = Counter(deck_of(rules).cards)
    cards = {size: _hands(pool, values, size) for size in SIZES if size <= pool.total()}
    return ClassicCounts(rules.preset, write_rules(rules), side, cards)


def _hands(pool: Counter[Card], values: dict[Card, int], size: int) -> ClassicHands:
    found = results(pool, size, (), values)
    totals: Counter[int] = Counter()
    for result, count in found.items():
        totals[result.total] += count
    return ClassicHands(
        hands=found.total(),
        totals=dict(sorted(totals.items())),
        idiots_array=sum(count for result, count in found.items() if result.array),
        pure=totals[PURE],
        pure_negative=totals[-PURE],
        bomb_out=sum(count for result, count in found.items() if result.bombed_out),
    )
