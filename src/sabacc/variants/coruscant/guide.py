"""What words mean in Coruscant Shift; what things cost, where it is played for credits, is as in any game."""

from __future__ import annotations

from sabacc.messages import Message
from sabacc.rules import Rules
from sabacc.variants.guide import TermEntry, plain_terms, term


def terms(rules: Rules) -> list[TermEntry]:
    """The words of the dice and of selections."""
    return [
        term("target", Message("guide.target")),
        term("selection", Message("guide.selection")),
        term("shift", Message("guide.shift")),
        term("improve", Message("guide.improve")),
        term("zero", Message("guide.zero")),
        term("round", Message("guide.round")),
        term("tie", Message("guide.tie")),
        *plain_terms(rules),
    ]
