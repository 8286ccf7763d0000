"""Cards out of cards: less one, each once, and all ways to choose some."""

from __future__ import annotations

from itertools import combinations

from sabacc.cards import Card


def choices(cards: tuple[Card, ...], least: int, most: int) -> list[tuple[Card, ...]]:
    """All different ways to choose some of the cards, which stand in order."""
    ways: list[tuple[Card, ...]] = []
    for n in range(least, most + 1):
        ways.extend(combinations(cards, n))
    return ways if len(set(cards)) == len(cards) else list(dict.fromkeys(ways))


def different(cards: tuple[Card, ...]) -> list[Card]:
    """Each of the cards once."""
    kinds: list[Card] = []
    for card in cards:
        if card not in kinds:
            kinds.append(card)
    return kinds


def without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """The cards less one of them."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]
