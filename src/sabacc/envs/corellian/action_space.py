"""All actions that a Corellian table can ever allow, in a fixed order."""

from __future__ import annotations

from sabacc.cards import Card
from sabacc.envs.action_space import Places, choices_of
from sabacc.game.actions import CHECK, FOLD, MATCH, PEEK, PUSH_BACK, STAND, Action, Buy, Keep, Offer, Protect, Raise
from sabacc.game.board import PETALS
from sabacc.rules import Rules

OBSERVED = ("peeked", "fields", "board")  # what is on the table besides what every game has


def all_actions(rules: Rules, cards: tuple[Card, ...], most_credits: int) -> list[Action | Places]:
    """Those without a choice, then cards bought, kept, offered and protected, then raises."""
    actions: list[Action | Places] = [CHECK, MATCH, FOLD, STAND, PEEK, PUSH_BACK]
    for place in range(PETALS + 1):
        actions += [Buy(place), *(Buy(place, card, up) for up in (False, True) for card in cards)]
    actions += [Keep(), *(Keep(card, up) for up in (False, True) for card in cards)]
    actions += [Offer(card) for card in cards]
    actions += choices_of(Protect)
    actions += [Raise(to) for to in range(1, most_credits + 1)]
    return actions
