"""What is left of cards, reckoned apart from the code under test."""

from __future__ import annotations

from collections.abc import Iterable

from sabacc.cards import Card


def without(cards: Iterable[Card], *gone: Card) -> tuple[Card, ...]:
    """The cards less some of them, in order."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)
