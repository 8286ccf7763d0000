"""What the rankers of all families have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from sabacc.cards import Deck
from sabacc.errors import CardError
from sabacc.odds.kernels.codes import read_hands
from sabacc.odds.kernels.loops import Cards, Keys
from sabacc.rules import Part

UNREACHABLE_KEY = 1 << 62  # no key is so far from zero


class DealSizes(NamedTuple):
    """How many cards a hand has when hands are dealt in bulk."""

    usual: int
    allowed: Sequence[int]
    chooses: bool = False  # the best selection of the hand is what counts (CS5)


DEAL_SIZES: Part[DealSizes] = Part("deal_sizes")


class Ranker(ABC):
    """Ranks many hands of one game at once; the keys are those of the plain ranker, the best highest."""

    deck: Deck
    bombed_out: int = -UNREACHABLE_KEY  # hands with this key or a lower one have bombed out
    least_special: int = UNREACHABLE_KEY  # hands with this key or a higher one are special

    def rank_many(self, hands: ArrayLike) -> Keys:
        """The key of each hand of an array that has a row of card codes for each (`encode`)."""
        cards = read_hands(self.deck, hands)
        if cards.shape[1] > len(self.deck):
            raise CardError(f"a hand has at most the {len(self.deck)} cards of the deck, not {cards.shape[1]}.")
        self.check(cards)
        keys = np.empty(len(cards), np.int64)
        self.weigh(cards, keys)
        return keys

    def check(self, cards: Cards) -> None:  # noqa: B027  # most games know hands of any kind
        """Refuses hands that the game doesn't know."""

    @abstractmethod
    def weigh(self, cards: Cards, keys: Keys) -> None:
        """Writes the keys of hands that are known to be right."""
