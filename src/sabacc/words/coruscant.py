"""The words of the Coruscant family."""

from __future__ import annotations

from sabacc.cards import CORUSCANT, Card
from sabacc.messages import message
from sabacc.rules import Rules
from sabacc.words.family_words import FamilyWords, Held, signed


class Words(FamilyWords):
    """Rounds instead of hands, and selections that add up."""

    kind = "round"
    hand_pot = "single"
    loses = "event.discards"
    names_rolls = False  # the target says it

    def held(
        self, rules: Rules, cards: tuple[Card, ...], side: str | None, chosen: tuple[Card, ...], language: str
    ) -> Held:
        if not chosen:
            return Held(message("hand.nothing-selected", language))
        total = sum(CORUSCANT.values[card] for card in chosen)
        return Held(message("hand.so-far", language, total=signed(total)), total)

    def card(self, rules: Rules, card: Card, side: str | None, language: str) -> str:
        return card

    def card_name(self, rules: Rules, card: Card, language: str) -> str:
        if card == "0":
            return message("card.zero", language)
        return message("card.of-shape", language, number=card[:-1], shape=card[-1])
