"""Every five-card deal of coruscant-shift, counted by how near its best selection comes (CS5, CS9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import comb
from typing import Any

import msgspec

from sabacc.cards import CORUSCANT, SHAPES
from sabacc.odds.coruscant_ways import Made, best_made
from sabacc.rules import Rules, write_rules
from sabacc.variants.selection import CARDS, GOLD


class CoruscantDeals(msgspec.Struct, frozen=True):
    """All deals under one gold number: by the best distance, and by the most suit cards of a selection so near."""

    distance: dict[int, int]
    suit_cards: dict[int, int]


class CoruscantCounts(msgspec.Struct, frozen=True):
    """The deals under each gold number. The suits are alike, so these hold for whatever the silver die shows."""

    preset: str
    rules: dict[str, Any]
    hands: int
    gold: dict[int, CoruscantDeals]


def count_coruscant(rules: Rules, silver: str = next(iter(SHAPES))) -> CoruscantCounts:
    """Counts them all."""
    made = best_made(CORUSCANT.cards, CARDS, (), sorted(set(GOLD)), silver)
    gold = {number: CoruscantDeals(by_distance(found), by_suit_cards(found)) for number, found in made.items()}
    return CoruscantCounts(rules.preset, write_rules(rules), comb(len(CORUSCANT), CARDS), gold)


def by_distance(found: Counter[Made]) -> dict[int, int]:
    """What was made, by the distance only."""
    return _added_up((made.distance, count) for made, count in found.items())


def by_suit_cards(found: Counter[Made]) -> dict[int, int]:
    """What was made, by the cards of the suit only."""
    return _added_up((made.suit_cards, count) for made, count in found.items())


def _added_up(counts: Iterable[tuple[int, int]]) -> dict[int, int]:
    added: Counter[int] = Counter()
    for key, count in counts:
        added[key] += count
    return dict(sorted(added.items()))
