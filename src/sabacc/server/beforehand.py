"""Answers that players may give before they are asked; they hold until the hand is over."""

from __future__ import annotations

from typing import Final

from sabacc.game.hand import Flow

# The choice that answers a kind of question with its default (T10).
ANSWERS: Final = {
    "bet": "check-or-fold",
    "call-window": "pass-call-windows",
    "fold-window": "stay-in-fold-windows",
    "field": "no-field-moves",
}
CHOICES: Final = tuple(ANSWERS.values())


def choices_of(flow: Flow) -> tuple[str, ...]:
    """Those that a game played by this flow may ever ask for."""
    asked = {phase.asks for phase in flow.phases}
    return tuple(choice for kind, choice in ANSWERS.items() if kind in asked)
