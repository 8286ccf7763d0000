"""The words of the Corellian family."""

from __future__ import annotations

from sabacc.cards import Card
from sabacc.hands import corellian
from sabacc.rules import Rules
from sabacc.words.family_words import FamilyWords, Held, with_minus


class Words(FamilyWords):
    """Cards turned face up, and hands that are told with their sum."""

    stands = "stays"
    protects = "turns {card} face up"
    names_sums = True

    def held(self, rules: Rules, cards: tuple[Card, ...], side: str | None, chosen: tuple[Card, ...]) -> Held:
        worth = corellian.worth(cards)
        name = worth.name if not worth.total else with_minus(f"{worth.name}, {worth.total:+d}")
        return Held(name, worth.total, worth.rank)

    def card(self, rules: Rules, card: Card, side: str | None) -> str:
        return card
