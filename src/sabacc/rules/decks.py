"""The cards a table plays with, and how many can play with them."""

from __future__ import annotations

from functools import lru_cache

from sabacc.cards import Deck
from sabacc.rules.model import Rules
from sabacc.rules.registry import family_of, find_preset


@lru_cache(maxsize=256)
def deck_of(rules: Rules) -> Deck:
    """The family's deck, or the part of it that the table chose (HR12).

    >>> from sabacc.rules import read_rules
    >>> deck_of(read_rules({"preset": "classic", "deck": ["S2", "S3", "ID", "ID"]}))
    <table's 4 cards: 4 cards>
    """
    deck = family_of(rules).deck
    return deck.only(rules.deck) if rules.deck else deck


def most_players(rules: Rules) -> int:
    """How many there is room for (T9), and cards to deal to (HR12)."""
    most = find_preset(rules.preset).players[1]
    return min(most, len(rules.deck) // 2) if rules.deck else most
