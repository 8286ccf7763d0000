"""A hand of every Corellian rank."""

from __future__ import annotations

from sabacc.hands import corellian
from sabacc.messages import Message
from sabacc.rules import Rules
from sabacc.variants.examples import RankExample, RankExamples

_HANDS = (
    "+10 +10 -10 -10 0",
    "-6 -6 -6 +9 +9",
    "+2 +2 +2 -6 0",
    "-4 -4 +8 0 0",
    "+3 +3 +3 -3 -6",
    "+5 +5 -5 -5 0",
    "-1 -1 -1 +3",
    "+8 +8 -8 -4 -4",
    "+6 -1 -2 -3 0",
    "-10 +1 +2 +3 +4",
    "+5 +5 +5 -9 -6",
    "+8 +8 -8 -8",
    "+6 -6 0 0",
    "+6 -7 -8 +9 0",
    "-4 -4 +4 +9 -5",
    "-1 +2 +3 -4",
    "+5 -5 +8 -8 0",
    "+1 -1 +6 -6",
    "+9 -3 -2 -4",
    "+10 -6 -5 +3",
)


def examples_of(rules: Rules) -> RankExamples:
    """All twenty of them."""
    found = []
    for number, text in enumerate(_HANDS, 1):
        worth = corellian.worth(text.split())
        line = Message(f"rules-corellian.hand.{number}")
        found.append(RankExample(worth.name, line, tuple(text.split()), worth.total, worth.rank, worth.special, False))
    return RankExamples(found)
