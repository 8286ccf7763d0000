"""The words of the Corellian family."""

from __future__ import annotations

from sabacc.cards import Card
from sabacc.hands import corellian
from sabacc.messages import message
from sabacc.rules import Rules
from sabacc.words.family_words import FamilyWords, Held, signed


class Words(FamilyWords):
    """Cards turned face up, and hands that are told with their sum."""

    stands = "event.stays"
    protects = "event.turns-up"
    names_sums = True

    def held(
        self, rules: Rules, cards: tuple[Card, ...], side: str | None, chosen: tuple[Card, ...], language: str
    ) -> Held:
        worth = corellian.worth(cards)
        name = worth.name
        if worth.total:
            name = message("hand.with-sum", language, hand=name, total=signed(worth.total))
        return Held(name, worth.total, worth.rank)

    def card(self, rules: Rules, card: Card, side: str | None, language: str) -> str:
        return card

    def card_name(self, rules: Rules, card: Card, language: str) -> str:
        return card if int(card) else message("card.sylop", language)
