"""Selections of Coruscant Shift, from on the number to far off."""

from __future__ import annotations

from sabacc.cards import Card
from sabacc.hands import coruscant
from sabacc.messages import Message
from sabacc.rules import Rules
from sabacc.variants.examples import RankExample, RankExamples

NUMBER, SUIT = 5, "t"  # what the dice show for the pictured selections (CS4)
_SELECTIONS = ("-4t 0 +3t -3t +9c", "+5s", "+10s -6t", "-2t +5t", "0")


def examples_of(rules: Rules) -> RankExamples:
    """Selections under one pair of dice."""
    return RankExamples([_selection(cards, worth) for cards, worth in pictured()], NUMBER, SUIT)


def pictured() -> list[tuple[tuple[Card, ...], coruscant.Worth]]:
    """The selections and what they are worth, the best first."""
    hands = [tuple(text.split()) for text in _SELECTIONS]
    worths = [(cards, coruscant.worth(cards, NUMBER, SUIT)) for cards in hands]
    return sorted(worths, key=lambda pair: pair[1].key, reverse=True)


def _selection(cards: tuple[Card, ...], worth: coruscant.Worth) -> RankExample:
    name = Message("rules-coruscant.off", off=worth.distance)
    line = Message("rules-coruscant.of-suit", suit=worth.suit_cards)
    return RankExample(name, line, cards, worth.total, worth.rank, False, False)


def rung_of(worth: coruscant.Worth) -> int:
    """Which of the examples, the best first, is a selection like this one: the last that is not worse."""
    keys = sorted((coruscant.worth(text.split(), NUMBER, SUIT).key for text in _SELECTIONS), reverse=True)
    return max((place for place, key in enumerate(keys) if key >= worth.key), default=0)
