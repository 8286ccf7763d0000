"""Selections of Coruscant Shift, from on the number to far off."""

from __future__ import annotations

from sabacc.cards import Card
from sabacc.hands import coruscant
from sabacc.rules import Rules
from sabacc.variants.examples import HandExample, HandExamples

GOLD, SILVER = 5, "t"  # the dice of the pictured selections (CS4)
_SELECTIONS = ("-4t 0 +3t -3t +9c", "+5s", "+10s -6t", "-2t +5t", "0")


def examples_of(rules: Rules) -> HandExamples:
    """Selections under one pair of dice."""
    hands = [tuple(text.split()) for text in _SELECTIONS]
    worths = {cards: coruscant.worth(cards, GOLD, SILVER) for cards in hands}
    ranked = sorted(hands, key=lambda cards: worths[cards].key, reverse=True)
    return HandExamples(rules.preset, [_selection(cards, worths[cards]) for cards in ranked], GOLD, SILVER)


def _selection(cards: tuple[Card, ...], worth: coruscant.Worth) -> HandExample:
    name = "On the number" if worth.distance == 0 else f"{worth.distance} away"
    line = f"with {worth.suit_cards or 'none'} of the suit"
    return HandExample(name, line, cards, worth.total, worth.rank, False, False)


def rung_of(worth: coruscant.Worth) -> int:
    """Which of the examples, the best first, is a selection like this one: the last that is not worse."""
    keys = sorted((coruscant.worth(text.split(), GOLD, SILVER).key for text in _SELECTIONS), reverse=True)
    return max((place for place, key in enumerate(keys) if key >= worth.key), default=0)
