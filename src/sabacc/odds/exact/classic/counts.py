"""Every hand of the 76-card family, counted by its total (H1–H3)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from sabacc.cards import Card
from sabacc.hands.classic import PURE, Scale
from sabacc.odds.exact.classic.ways import signed_total, total_results
from sabacc.rules import Rules, deck_of, write_rules

SIZES = range(2, 8)


class ClassicHands(msgspec.Struct, frozen=True):
    """All hands of one size: how many have each total, Idiot's Arrays among them, and how many are remarkable."""

    hands: int
    totals: dict[int, int]
    idiots_array: int
    pure: int  # one's own 23: on the Dark side −23
    pure_negative: int  # the other 23, whether or not the table counts it as a Pure Sabacc
    bomb_out: int


class ClassicCounts(msgspec.Struct, frozen=True):
    """The hands of two to seven cards."""

    preset: str
    rules: dict[str, Any]
    side: str | None
    cards: dict[int, ClassicHands]


def count_hands(rules: Rules, side: str | None = None) -> ClassicCounts:
    """Counts them all, with the table's own deck; totals are as they are told (FO3)."""
    values = Scale(rules).towards(side)
    pool = Counter(deck_of(rules).cards)
    cards = {size: _hands(pool, values, size, side) for size in SIZES if size <= pool.total()}
    return ClassicCounts(rules.preset, write_rules(rules), side, cards)


def _hands(pool: Counter[Card], values: dict[Card, int], size: int, side: str | None) -> ClassicHands:
    found = total_results(pool, size, (), values)
    totals: Counter[int] = Counter()
    for result, count in found.items():
        totals[signed_total(result.total, side)] += count
    return ClassicHands(
        hands=found.total(),
        totals=dict(sorted(totals.items())),
        idiots_array=sum(count for result, count in found.items() if result.array),
        pure=totals[signed_total(PURE, side)],
        pure_negative=totals[signed_total(-PURE, side)],
        bomb_out=sum(count for result, count in found.items() if result.bombed_out),
    )
