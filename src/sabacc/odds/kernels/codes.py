"""Cards as small integers: a card's code is its place among the different cards of its deck.

>>> from sabacc.cards import CLASSIC, CORELLIAN
>>> encode(CORELLIAN, [("+1", "-1", "+2", "0"), ("+1", "-1", "+2", "-2", "0")])
array([[  0,   1,   2,  20, 255],
       [  0,   1,   2,   3,  20]], dtype=uint8)
>>> decode(CORELLIAN, [[0, 1, 2, 20, 255]])
[('+1', '-1', '+2', '0')]
>>> [encode(CLASSIC, [[card]]).item() for card in ("S1", "F1", "T15", "ST", "ID")]
[0, 15, 59, 60, 67]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import ArrayLike

from sabacc.cards import Card, Deck
from sabacc.errors import CardError
from sabacc.odds.kernels.loops import Cards

NO_CARD = 255  # fills up the rows of hands with fewer cards than others
ALL_CODES = 256


def encode(deck: Deck, hands: Iterable[Sequence[Card] | str]) -> Cards:
    """Hands as an array: a row for each, filled up with `NO_CARD` to the length of the longest."""
    codes = {card: code for code, card in enumerate(deck.copies)}
    rows = [[codes[card] for card in _cards_of(deck, hand)] for hand in hands]
    longest = max(map(len, rows), default=0)
    return np.array([row + [NO_CARD] * (longest - len(row)) for row in rows], np.uint8).reshape(len(rows), longest)


def _cards_of(deck: Deck, hand: Sequence[Card] | str) -> Iterable[Card]:
    return deck.read_all(hand) if isinstance(hand, str) else map(deck.read, hand)


def decode(deck: Deck, hands: ArrayLike) -> list[tuple[Card, ...]]:
    """The hands of an array, as cards."""
    cards = list(deck.copies)
    return [tuple(cards[code] for code in row if code != NO_CARD) for row in read_hands(deck, hands).tolist()]


def read_hands(deck: Deck, hands: ArrayLike) -> Cards:
    """An array of hands, checked: two dimensions, whole numbers, codes of the deck or −1 or 255 for no card."""
    given = np.asarray(hands)
    if given.ndim != 2 or (given.dtype.kind not in "iu" and given.size):
        raise CardError(
            f"hands are an array of whole numbers with a row for each hand, not one of {given.dtype} "
            f"with {given.ndim} dimension{'' if given.ndim == 1 else 's'}."
        )
    if given.size and (given.max() >= len(deck.copies) or given.min() < 0):
        wrong = given[((given < 0) | (given >= len(deck.copies))) & (given != -1) & (given != NO_CARD)]
        if wrong.size:
            raise CardError(
                f"{wrong[0]} is no card of the {deck.title}: its codes are 0 to {len(deck.copies) - 1}, "
                f"and -1 or {NO_CARD} for no card."
            )
    codes = given.astype(np.uint8, copy=False)
    return codes if codes.flags.f_contiguous else np.ascontiguousarray(codes)


def has_gaps(hands: Cards) -> bool:
    """Whether some rows have fewer cards than others."""
    return bool(hands.max(initial=0) == NO_CARD)
