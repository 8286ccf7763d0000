"""Every five-card deal of coruscant-shift, counted by how near its best selection comes (CS5, CS9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import comb
from typing import Any

import msgspec

from sabacc.cards import CORUSCANT, SHAPES
from sabacc.hands.coruscant import HAND_SIZE
from sabacc.hands.dice import GOLD
from sabacc.odds.exact.coruscant.ways import SelectionResult, best_selections
from sabacc.rules import Rules, write_rules


class CoruscantDeals(msgspec.Struct, frozen=True):
    """All deals under one gold number: by the best distance, and by the most suit cards of a selection so near."""

    distance: dict[int, int]
    suit_cards: dict[int, int]


class CoruscantCounts(msgspec.Struct, frozen=True):
    """The deals under each gold number; the suits are alike, so they hold for each silver die."""

    preset: str
    rules: dict[str, Any]
    hands: int
    gold: dict[int, CoruscantDeals]


def count_hands(rules: Rules, side: str | None = None, silver: str = next(iter(SHAPES))) -> CoruscantCounts:
    """Counts them all."""
    made = best_selections(CORUSCANT.cards, HAND_SIZE, (), sorted(set(GOLD)), silver)
    gold = {number: CoruscantDeals(by_distance(found), by_suit_cards(found)) for number, found in made.items()}
    return CoruscantCounts(rules.preset, write_rules(rules), comb(len(CORUSCANT), HAND_SIZE), gold)


def by_distance(found: Counter[SelectionResult]) -> dict[int, int]:
    """What was made, by the distance only."""
    return _sum_by_key((made.distance, count) for made, count in found.items())


def by_suit_cards(found: Counter[SelectionResult]) -> dict[int, int]:
    """What was made, by the cards of the suit only."""
    return _sum_by_key((made.suit_cards, count) for made, count in found.items())


def _sum_by_key(counts: Iterable[tuple[int, int]]) -> dict[int, int]:
    added: Counter[int] = Counter()
    for key, count in counts:
        added[key] += count
    return dict(sorted(added.items()))
