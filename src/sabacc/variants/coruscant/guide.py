"""What words mean in Coruscant Shift; what things cost, where it is played for credits, is as in any game."""

from __future__ import annotations

from sabacc.rules import Rules
from sabacc.variants.guide import Term, plain_terms


def terms(rules: Rules) -> list[Term]:
    """The words of the dice and of selections."""
    return [
        Term("Target", "The gold die sets the number that your selection should add up to, the silver die a suit."),
        Term("Selection", "The cards that you have chosen. They stay yours, and only more can be added."),
        Term("Shift", "Cards that you did not select are thrown away, and you draw as many new ones."),
        Term("Improve", "To add new cards to your selection."),
        Term("Zero", "Counts 0, and as a card of every suit."),
        Term("Round", "One deal. A game has as many rounds as players; who wins most of them wins the game."),
        Term("Tie", "Equally near: more cards of the suit win. Equal again: the highest card that is drawn."),
        *plain_terms(rules),
    ]
