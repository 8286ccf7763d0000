"""Answers that players may give before they are asked; they hold until the hand is over."""

from __future__ import annotations

from typing import Final, Literal, get_args

from sabacc.game.flow import Flow

PresetChoice = Literal[
    "check-or-fold", "pass-call-windows", "stay-in-fold-windows", "no-field-moves", "turn-nothing-up"
]
PRESET_CHOICES: Final[tuple[PresetChoice, ...]] = get_args(PresetChoice)
# The choice that answers a kind of question with its default (T10).
CHOICE_FOR_QUESTION: Final[dict[str, PresetChoice]] = {
    "bet": "check-or-fold",
    "call-window": "pass-call-windows",
    "fold-window": "stay-in-fold-windows",
    "field": "no-field-moves",
    "protect": "turn-nothing-up",
}


# What everybody has chosen until they choose otherwise: who wants to fold says so.
USUAL_CHOICES: Final = frozenset[PresetChoice](("stay-in-fold-windows",))


def choices_in(flow: Flow) -> tuple[PresetChoice, ...]:
    """The choices that a game played by this flow may ever ask for."""
    asked = {phase.asks for phase in flow.phases}
    return tuple(choice for kind, choice in CHOICE_FOR_QUESTION.items() if kind in asked)


def usual_choices(flow: Flow) -> frozenset[PresetChoice]:
    """What a player of a game has chosen who has not said anything."""
    return USUAL_CHOICES.intersection(choices_in(flow))
