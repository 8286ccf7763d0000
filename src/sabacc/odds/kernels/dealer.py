"""Dealing by number: deal i of a seed is always the same deal, whoever deals it and whatever was dealt before.

A deal is the first steps of a Fisher–Yates shuffle of the cards that may come. Its random words are those of
SplitMix64, asked by number, from a base that the seed's `Chance` gives; one word makes five steps, and no card is
favoured (words that would favour one are replaced).
"""

from __future__ import annotations

from functools import lru_cache
from math import prod

import numpy as np

from sabacc.chance import Chance
from sabacc.odds.kernels.backend import deal_cards, draw_slots, tally
from sabacc.odds.kernels.codes import encode
from sabacc.odds.kernels.deal_spec import DealSpec
from sabacc.odds.kernels.loops import FRACTION_BITS, Cards, Keys

STEPS_PER_WORD = 5
BATCH = 1 << 13  # deals: their cards stay in a near cache
_WORD = 1 << 32


class Dealer:
    """Deals the hands of a spec and compares them."""

    def __init__(self, spec: DealSpec) -> None:
        self.spec = spec
        self.rankers = spec.rankers()
        rest, steps = spec.unseen(), spec.to_deal()
        self.deck = encode(spec.deck, [rest]).reshape(-1)
        self.left = np.arange(len(rest), len(rest) - steps, -1).astype(np.uint8)
        self.starts = np.array([*range(0, steps, STEPS_PER_WORD), steps])
        self.limits = np.array(
            [2**FRACTION_BITS % prod(map(int, self.left[at : at + STEPS_PER_WORD])) for at in self.starts[:-1]],
            np.uint64,
        )
        chance = Chance(spec.seed)
        high, low = (chance.below("deals in bulk", number, _WORD) for number in (1, 2))
        self.base = np.uint64(high * _WORD + low)
        self._assign_rows()

    def _assign_rows(self) -> None:
        """Where each card comes to lie: a row for each card of each seat, the known ones first."""
        self.seats: list[slice] = []
        self.rows: list[int] = []  # of the cards that are dealt
        self.known: list[tuple[int, int]] = []  # rows and codes of those that are not
        row = 0
        for size, hand in zip(self.spec.sizes, self.spec.known, strict=True):
            self.seats.append(slice(row, row + size))
            codes = encode(self.spec.deck, [hand]).reshape(-1).tolist()
            self.known += [(row + place, code) for place, code in enumerate(codes)]
            self.rows += range(row + len(hand), row + size)
            row += size

    def hands(self, first: int, deals: int) -> list[Cards]:
        """Each seat's hands in so many deals from number `first` on: an array with a row of card codes for each deal."""
        table = _DealBuffers(self, deals)
        table.deal(first)
        return [table.cards[rows].T for rows in self.seats]

    def compare(self, first: int, deals: int, best: Keys, counts: Keys) -> int:
        """Adds so many deals to the counts of `tally`; in how many nobody wins."""
        nobody = 0
        table = _DealBuffers(self, min(deals, BATCH))
        bombed_out, least_special = self.rankers[0].bombed_out, self.rankers[0].least_special
        for at in range(first, first + deals, BATCH):
            n = min(BATCH, first + deals - at)
            if n != table.deals:
                table = _DealBuffers(self, n)
            table.deal(at)
            nobody += tally(table.weigh(), bombed_out, least_special, best, counts)
        return nobody


class _DealBuffers:
    """Room for some deals."""

    def __init__(self, dealer: Dealer, deals: int) -> None:
        self.dealer = dealer
        self.deals = deals
        self.cards = np.empty((sum(dealer.spec.sizes), deals), np.uint8)
        self.keys = np.empty((len(dealer.seats), deals), np.int64)
        self.rows = np.array(dealer.rows, np.int64)
        self.slots = np.empty((len(dealer.rows), deals), np.uint8)
        self.fractions = np.empty(deals, np.uint64)
        for row, code in dealer.known:
            self.cards[row] = code

    def deal(self, first: int) -> None:
        one = self.dealer
        draw_slots(one.base, np.uint64(first), one.left, one.starts, one.limits, self.slots, self.fractions)
        deal_cards(self.slots, one.deck, self.rows, self.cards)

    def weigh(self) -> Keys:
        for seat, (rows, ranker) in enumerate(zip(self.dealer.seats, self.dealer.rankers, strict=True)):
            ranker.weigh(self.cards[rows].T, self.keys[seat])
        return self.keys


@lru_cache(maxsize=8)
def dealer_of(spec: DealSpec) -> Dealer:
    """The dealer of a spec, made once in a process."""
    return Dealer(spec)
