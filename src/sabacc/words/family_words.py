"""The words in which families of games differ; every family may bring its own."""

from __future__ import annotations

from typing import NamedTuple

from sabacc.cards import Card
from sabacc.hands.weigh import worth_of
from sabacc.rules import Part, Rules, family_of


class Held(NamedTuple):
    """What the cards in a hand are called, add up to and rank as; without a total or a rank where they have none yet."""

    name: str
    total: int | None = None
    rank: int | None = None
    bombed_out: bool = False


class FamilyWords:
    """Plain words that fit any game; a family overrides what is said otherwise at its tables."""

    hand = "Hand"  # what one deal is called
    hand_pot = "hand pot"
    stands = "stands"
    protects = "puts {card} into the static field"
    loses = "loses"
    names_rolls = True  # rolled numbers are told
    names_sums = False  # a shown hand is told with its sum

    def held(self, rules: Rules, cards: tuple[Card, ...], side: str | None, chosen: tuple[Card, ...]) -> Held:
        """What somebody's own cards are called; `chosen` are those of them that are selected."""
        worth = worth_of(rules, cards, side)
        return Held(with_minus(worth.name), worth.total, worth.rank, worth.bombed_out)

    def card(self, rules: Rules, card: Card, side: str | None) -> str:
        """One of one's own cards."""
        name = family_of(rules).deck.name(card)
        return card if name == card else f"{card} ({name})"


WORDS: Part[type[FamilyWords]] = Part("words", FamilyWords)


def words_of(rules: Rules | None) -> FamilyWords:
    """The words of a table's game; the usual ones where nobody says what is played."""
    return FamilyWords() if rules is None else WORDS.of(family_of(rules))()


def with_minus(text: str) -> str:
    """Numbers with a real minus, as people write them."""
    return text.replace("-", "−")
