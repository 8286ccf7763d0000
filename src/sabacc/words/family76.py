"""The words of the 76-card family."""

from __future__ import annotations

from sabacc.cards import CLASSIC, Card
from sabacc.hands.classic import scale_of
from sabacc.hands.hand_names import hand_title
from sabacc.messages import message
from sabacc.rules import Rules
from sabacc.words.family_words import FamilyWords, Held


class Words(FamilyWords):
    """Cards are called by their names, and worth what the table and the side make them."""

    def held(
        self, rules: Rules, cards: tuple[Card, ...], side: str | None, chosen: tuple[Card, ...], language: str
    ) -> Held:
        worth = scale_of(rules).worth(cards, side)
        return Held(hand_title(worth.name, language), worth.total, worth.rank, worth.bombed_out)

    def card(self, rules: Rules, card: Card, side: str | None, language: str) -> str:
        """A card with its name and, where that doesn't say it, what it is worth to its holder."""
        worth = scale_of(rules).values(side)[card]
        name = self.card_name(rules, card, language)
        if card[1:] == str(worth) and CLASSIC.name(card).startswith(card[1:]):
            return f"{card} ({name})"
        return f"{card} ({name}, {worth})".replace(", -", ", −")

    def card_name(self, rules: Rules, card: Card, language: str) -> str:
        if card[1:].isdecimal():
            return message("card.of-suit", language, suit=card[0], number=card[1:])
        return message("card.arcana", language, card=card)
