"""How a simple player plays the 76-card family: by the total, on its way to 23."""

from __future__ import annotations

from sabacc.game.actions import CALL_HAND, GAIN, STAND, Action, Trade
from sabacc.game.view import View
from sabacc.hands.classic import PURE, Worth, scale_of


def strength(view: View) -> float:
    """By the total, on its way to 23."""
    worth = _worth(view)
    return 0.0 if worth.bombed_out else 1.0 if worth.special else max(0.0, worth.towards / PURE)


def _worth(view: View) -> Worth:
    return scale_of(view.rules).worth(view.my_cards, view.sides[view.seat or 0])


def draw(view: View) -> Action:
    """A card that is in the way goes; then cards are drawn until the total is good."""
    worth = _worth(view)
    if strength(view) > 0.85 and CALL_HAND in view.options:
        return CALL_HAND
    if worth.special:
        return STAND
    values = scale_of(view.rules).towards(view.sides[view.seat or 0])
    if worth.towards > PURE and view.cards:
        return Trade(max(view.cards, key=lambda card: values[card]))
    if worth.towards < -10 and view.cards:
        return Trade(min(view.cards, key=lambda card: values[card]))
    return GAIN if worth.towards < 14 else STAND


CHOICES = {"draw": draw}
