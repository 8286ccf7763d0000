"""How a simple player plays corellian-house: by the rank."""

from __future__ import annotations

from sabacc.game.actions import PEEK, STAND, Action, Buy, Keep
from sabacc.game.board import card_at
from sabacc.game.combinations import without
from sabacc.game.view import View
from sabacc.hands import corellian


def strength(view: View) -> float:
    """By the rank."""
    return (20 - corellian.worth(view.my_cards).rank) / 8


def buy(view: View) -> Action:
    """The board card that makes the best hand, if it is much better; else a look at the stub."""
    here = corellian.worth(view.my_cards)
    best: Action = PEEK if PEEK in view.options else STAND
    best_key = here.key
    if here.rank > corellian.BANTHAS_WILD:
        for action in view.options.actions:
            if isinstance(action, Buy):
                card = card_at(view.board, view.pile, action.place)
                left = view.my_cards if action.swap is None else without(view.my_cards, action.swap)
                key = corellian.worth((*left, card)).key
                if key > best_key:
                    best, best_key = action, key
    return best


def keep(view: View) -> Action:
    """Keeps the card that was peeked at where that makes the best hand, or pushes it back."""
    best, best_key = view.options.actions[0], corellian.worth(view.my_cards).key
    for action in view.options.actions:
        if isinstance(action, Keep):
            left = view.my_cards if action.drop is None else without(view.my_cards, action.drop)
            key = corellian.worth((*left, str(view.peeked))).key
            if key > best_key:
                best, best_key = action, key
    return best


CHOICES = {"board": buy, "peeked": keep}
