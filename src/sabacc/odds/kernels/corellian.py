"""Corellian hands of four or five cards in bulk (CH22–CH24): one look at a table of all of them.

A hand of five is a pair and a triple, one of four two pairs. The pair's and the triple's cards lead, in any order, to
one of 231 pairs and of 1771 triples, and these two to the hand's place among all hands. The tables are made from the
plain ranker in a fraction of a second.
"""

from __future__ import annotations

from functools import cache

import msgspec
import numpy as np
from numpy.typing import ArrayLike, NDArray

from sabacc.cards import CORELLIAN
from sabacc.errors import CardError
from sabacc.hands.corellian import HAND_SIZES, Worth, worth
from sabacc.odds.kernels.backend import rank_five, rank_four
from sabacc.odds.kernels.codes import NO_CARD, has_gaps
from sabacc.odds.kernels.loops import KINDS, Cards, Keys
from sabacc.odds.kernels.ranker import DealSizes, Ranker
from sabacc.rules import Rules

NO_HAND = -1  # the key of what the deck can't deal, such as three sylops
_FACES = tuple(CORELLIAN.copies)
_VALUES = np.array([CORELLIAN.values[card] for card in _FACES])
_COPIES = np.array(list(CORELLIAN.copies.values()))
SIZES = DealSizes(5, HAND_SIZES)


class Tables(msgspec.Struct, frozen=True):
    """The way from cards to keys."""

    pairs: NDArray[np.uint8]
    triples: NDArray[np.uint16]
    four: NDArray[np.uint16]  # from two pairs to the place among all hands
    five: NDArray[np.uint16]  # from a pair and a triple
    by_place: Keys
    least_special: int


class CorellianRanker(Ranker):
    """Ranks hands of four cards and of five, which may stand in one array."""

    deck = CORELLIAN

    def __init__(self) -> None:
        self.tables = make_tables()
        self.least_special = self.tables.least_special

    def rank_many(self, hands: ArrayLike) -> Keys:
        keys = super().rank_many(hands)
        if keys.min(initial=0) == NO_HAND:
            raise CardError(f"hand {keys.argmin()} of the array has a card more often than the {CORELLIAN.title}.")
        return keys

    def check(self, cards: Cards) -> None:
        sizes = [cards.shape[1]]
        if has_gaps(cards):
            sizes = np.unique((cards != NO_CARD).sum(axis=1)).tolist()
        for size in sizes:
            if size not in HAND_SIZES:
                raise CardError(f"a Corellian hand has four or five cards, not {size}.")

    def weigh(self, cards: Cards, keys: Keys) -> None:
        tables = self.tables
        if cards.shape[1] == 4:
            rank_four(cards, tables.pairs, tables.four, tables.by_place, keys)
        elif cards.shape[1] == 5 and not has_gaps(cards):
            rank_five(cards, tables.pairs, tables.triples, tables.five, tables.by_place, keys)
        else:
            self._weigh_by_size(np.sort(cards, axis=1), keys)  # the gaps come last

    def _weigh_by_size(self, cards: Cards, keys: Keys) -> None:
        sizes = (cards != NO_CARD).sum(axis=1)
        for size in HAND_SIZES:
            part = np.empty((sizes == size).sum(), np.int64)
            self.weigh(np.ascontiguousarray(cards[sizes == size, :size]), part)
            keys[sizes == size] = part


@cache
def make_tables() -> Tables:
    """The tables, made once in a process."""
    pairs, pair_of = _unordered_sets(2)
    triples, triple_of = _unordered_sets(3)
    four, five = _combinations(pairs, pairs), _combinations(pairs, triples)
    worths = [_worths(four), _worths(five)]
    keys = [np.array([NO_HAND if one is None else one.key for one in kinds])[kind] for kinds, kind in worths]
    by_place, places = np.unique(np.concatenate(keys), return_inverse=True)
    special = [one.key for kinds, _ in worths for one in kinds if one is not None and one.special]
    return Tables(
        pair_of.astype(np.uint8),
        triple_of.astype(np.uint16),
        places[: four.shape[1]].astype(np.uint16),
        places[four.shape[1] :].astype(np.uint16),
        by_place,
        min(special),
    )


def _unordered_sets(size: int) -> tuple[Keys, Keys]:
    """The different sets of so many cards, a column for each; and at (c · 21 + d) · 21 + e which set c, d and e are."""
    cards = np.indices((KINDS,) * size).reshape(size, -1)
    _, example, number = np.unique(_counts(cards), return_index=True, return_inverse=True)
    return cards[:, example], number


def _combinations(first: Keys, second: Keys) -> Keys:
    """Every first set of cards with every second one."""
    return np.vstack([np.repeat(first, second.shape[1], axis=1), np.tile(second, first.shape[1])])


def _counts(hands: Keys) -> Keys:
    """How often each card is in a hand, in whatever order: three bits for each of the 21."""
    counts: Keys = (1 << 3 * hands).sum(axis=0)
    return counts


def _worths(hands: Keys) -> tuple[list[Worth | None], Keys]:
    """The worths that there are among hands, and for each hand the number of its own.

    The plain ranker weighs one hand of each likeness: what sums to zero goes by all of its cards; Nuhlreks go by the
    four things that CH23 and CH24 compare.
    """
    counts = _counts(hands)
    values = _VALUES[hands]
    total = values.sum(axis=0)
    likeness = np.where(total == 0, counts, _nuhlrek_likeness(values, total))
    likeness[_exceeds_deck(counts)] = NO_HAND
    found, example, number = np.unique(likeness, return_index=True, return_inverse=True)
    plain = [
        None if one == NO_HAND else worth([_FACES[code] for code in hand])
        for one, hand in zip(found.tolist(), hands[:, example].T.tolist(), strict=True)
    ]
    return plain, number


def _nuhlrek_likeness(values: Keys, total: Keys) -> Keys:
    """Two digits for each thing compared, and negative, unlike any count of cards."""
    numbers = np.abs(values)
    likeness = np.ones_like(total)
    for part in (np.abs(total), numbers.sum(axis=0), numbers.max(axis=0), values.max(axis=0, initial=0)):
        likeness = 100 * likeness + part
    return -likeness


def _exceeds_deck(counts: Keys) -> NDArray[np.bool_]:
    """Which hands have a card more often than the deck: topped up to four, a count shows in its third bit."""
    fields = 3 * np.arange(KINDS)
    topped_up = counts + ((3 - _COPIES) << fields).sum()
    wrong: NDArray[np.bool_] = (topped_up & (4 << fields).sum()) != 0
    return wrong


def make_ranker(rules: Rules, side: str | None, gold: int | None, silver: str | None, choose: bool) -> CorellianRanker:
    """The family's ranker."""
    return CorellianRanker()
