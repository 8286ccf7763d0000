"""Hands of the 76-card family in bulk (H1–H4, FO2–FO4)."""

from __future__ import annotations

import numpy as np

from sabacc.cards import CLASSIC, Card
from sabacc.hands.classic import Scale
from sabacc.odds.kernels.backend import rank_totals
from sabacc.odds.kernels.codes import ALL_CODES
from sabacc.odds.kernels.loops import MAX_TOTAL, TOTAL_BITS, Cards, Keys
from sabacc.odds.kernels.ranker import DealSizes, Ranker
from sabacc.rules import Rules

IDIOT, TWO, THREE, NO_PART = 1, 1 << 10, 1 << 20, 1 << 30  # far enough apart to be counted in one sum
ARRAY = IDIOT + TWO + THREE  # an Idiot, a 2 and a 3, and nothing else (H2)
IDIOTS_ARRAY = ("ID", "S2", "S3")
MINUS_TWO = "QA"
SIZES = DealSizes(2, range(1, 13))  # the rules set no limit


class ClassicRanker(Ranker):
    """Ranks hands of any number of cards by a table's rules, towards a side's own 23 where there are sides."""

    deck = CLASSIC

    def __init__(self, rules: Rules, side: str | None = None) -> None:
        scale = Scale(rules)
        values = scale.towards(side)
        self.weights = np.zeros(ALL_CODES, np.int64)  # no card weighs nothing
        for code, card in enumerate(CLASSIC.copies):
            self.weights[code] = values[card] + (_part(card) << TOTAL_BITS)
        plain = [scale.worth(_hand_of(total, values), side) for total in range(-MAX_TOTAL, MAX_TOTAL + 1)]
        array = scale.worth(IDIOTS_ARRAY, side)
        self.by_total = np.array([worth.key for worth in plain])
        self.array_key = array.key
        self.bombed_out = max(worth.key for worth in plain if worth.bombed_out)
        self.least_special = min(worth.key for worth in (*plain, array) if worth.special)

    def weigh(self, cards: Cards, keys: Keys) -> None:
        rank_totals(cards, self.weights, self.by_total, ARRAY, self.array_key, keys)


def _part(card: Card) -> int:
    """The card's part in an Idiot's Array; the Nightsister's −2 is not a two (H2)."""
    if card == "ID":
        return IDIOT
    return {"2": TWO, "3": THREE}.get(card[1:], NO_PART)


def _hand_of(total: int, values: dict[Card, int]) -> tuple[Card, ...]:
    """Cards with that total, for the plain ranker to weigh; it doesn't mind how often a card is there."""
    one = next(card for card, value in values.items() if value == 1)
    if total > 0:
        return (one,) * total
    return (MINUS_TWO,) * (-(total // 2)) + (one,) * (total % 2)


def make_ranker(rules: Rules, side: str | None, gold: int | None, silver: str | None, choose: bool) -> ClassicRanker:
    """The family's ranker."""
    return ClassicRanker(rules, side)
