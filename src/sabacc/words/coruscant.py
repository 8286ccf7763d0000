"""The words of the Coruscant family."""

from __future__ import annotations

from sabacc.cards import CORUSCANT, Card
from sabacc.rules import Rules
from sabacc.words.family_words import FamilyWords, Held, with_minus


class Words(FamilyWords):
    """Rounds instead of hands, and selections that add up."""

    hand = "Round"
    hand_pot = "pot"
    loses = "discards"
    names_rolls = False  # the target says it

    def held(self, rules: Rules, cards: tuple[Card, ...], side: str | None, chosen: tuple[Card, ...]) -> Held:
        if not chosen:
            return Held("Nothing selected yet")
        total = sum(CORUSCANT.values[card] for card in chosen)
        return Held(with_minus(f"{total:+d} so far").replace("+0", "0"), total)

    def card(self, rules: Rules, card: Card, side: str | None) -> str:
        return card
