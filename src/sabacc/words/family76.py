"""The words of the 76-card family."""

from __future__ import annotations

from sabacc.cards import CLASSIC, Card
from sabacc.hands.classic import scale_of
from sabacc.rules import Rules
from sabacc.words.family_words import FamilyWords, Held, with_minus


class Words(FamilyWords):
    """Cards are called by their names, and worth what the table and the side make them."""

    def held(self, rules: Rules, cards: tuple[Card, ...], side: str | None, chosen: tuple[Card, ...]) -> Held:
        worth = scale_of(rules).worth(cards, side)
        return Held(with_minus(worth.name), worth.total, worth.rank, worth.bombed_out)

    def card(self, rules: Rules, card: Card, side: str | None) -> str:
        """A card with its name and, where that doesn't say it, what it is worth to its holder."""
        worth = scale_of(rules).values(side)[card]
        name = CLASSIC.name(card)
        if name.split()[0] == str(worth):
            return f"{card} ({name})"
        return f"{card} ({name}, {worth})".replace(", -", ", −")
