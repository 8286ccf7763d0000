"""Coruscant selections in bulk, and the best selections of whole hands (CS5, CS9)."""

from __future__ import annotations

import numpy as np

from sabacc.cards import CORUSCANT
from sabacc.errors import CardError
from sabacc.hands.coruscant import DISTANCE_KEY, HAND_SIZE, worth
from sabacc.odds.kernels.backend import rank_best_selections, rank_selections
from sabacc.odds.kernels.codes import ALL_CODES, NO_CARD, has_gaps
from sabacc.odds.kernels.loops import Cards, Keys
from sabacc.odds.kernels.ranker import DealSizes, Ranker
from sabacc.rules import Rules

SIZES = DealSizes(HAND_SIZE, (HAND_SIZE,), chooses=True)


class CoruscantRanker(Ranker):
    """Ranks selections against the dice; with `choose`, the best selection that each hand has."""

    deck = CORUSCANT

    def __init__(self, gold: int, silver: str, choose: bool = False) -> None:
        plain = [worth((card,), 0, silver) for card in CORUSCANT.copies]
        self.over = np.zeros(ALL_CODES, np.int16)  # no card counts nothing
        self.under = np.zeros(ALL_CODES, np.int16)
        self.over[: len(plain)] = [DISTANCE_KEY * one.total - one.suit_cards for one in plain]
        self.under[: len(plain)] = [-DISTANCE_KEY * one.total - one.suit_cards for one in plain]
        self.goal = DISTANCE_KEY * gold
        self.choose = choose

    def check(self, cards: Cards) -> None:
        if self.choose:
            if cards.shape[1] != HAND_SIZE or has_gaps(cards):
                raise CardError("selections are chosen from hands of five cards (CS3), and some have more or fewer.")
        elif not cards.shape[1] or (has_gaps(cards) and (cards == NO_CARD).all(axis=1).any()):
            raise CardError("a selection has at least one card (CS5).")

    def weigh(self, cards: Cards, keys: Keys) -> None:
        rank = rank_best_selections if self.choose else rank_selections
        rank(cards, self.over, self.under, self.goal, keys)


def make_ranker(rules: Rules, side: str | None, gold: int | None, silver: str | None, choose: bool) -> CoruscantRanker:
    """The family's ranker."""
    return CoruscantRanker(gold or 0, str(silver), choose)
