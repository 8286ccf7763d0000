"""The words in which families of games differ; every family may bring its own."""

from __future__ import annotations

from typing import NamedTuple

from sabacc.cards import Card
from sabacc.hands.hand_names import hand_title
from sabacc.hands.weigh import worth_of
from sabacc.messages import Message
from sabacc.rules import Part, Rules, family_of


class Held(NamedTuple):
    """What the cards in a hand are called, add up to and rank as; without a total or a rank where they have none yet."""

    name: str
    total: int | None = None
    rank: int | None = None
    bombed_out: bool = False


class FamilyWords:
    """Plain words that fit any game; a family overrides what is said otherwise at its tables.

    What is said is the id of a message, or a sentence of a family's own with the same holes.
    """

    kind = "hand"  # what one deal is called: a hand or a round
    hand_pot = "hand"  # how messages know the hand pot: as one of two, as a single one, or by a name of its own
    stands = "event.stands"
    protects = "event.protects"
    loses = "event.loses"
    names_rolls = True  # rolled numbers are told
    names_sums = False  # a shown hand is told with its sum

    def held(
        self, rules: Rules, cards: tuple[Card, ...], side: str | None, chosen: tuple[Card, ...], language: str
    ) -> Held:
        """What somebody's own cards are called; `chosen` are those of them that are selected."""
        worth = worth_of(rules, cards, side)
        return Held(hand_title(worth.name, language), worth.total, worth.rank, worth.bombed_out)

    def card(self, rules: Rules, card: Card, side: str | None, language: str) -> str:
        """One of one's own cards."""
        name = self.card_name(rules, card, language)
        return card if name == card else f"{card} ({name})"

    def card_name(self, rules: Rules, card: Card, language: str) -> str:
        """What a card is called."""
        return family_of(rules).deck.name(card)


WORDS: Part[type[FamilyWords]] = Part("words", FamilyWords)


def words_of(rules: Rules | None) -> FamilyWords:
    """The words of a table's game; the usual ones where nobody says what is played."""
    return FamilyWords() if rules is None else WORDS.of(family_of(rules))()


def with_minus(text: str) -> str:
    """Numbers with a real minus, as people write them."""
    return text.replace("-", "−")


def signed(total: int) -> str:
    """A number with its sign; a zero has none."""
    return with_minus(f"{total:+d}") if total else "0"


def pot_of(words: FamilyWords, pot: str) -> str:
    """How messages know a pot."""
    return "sabacc" if pot == "sabacc" else words.hand_pot


def shape_message(silver: str) -> Message:
    """The shape on the silver die (CS2)."""
    return Message("card.shape", shape=silver)
