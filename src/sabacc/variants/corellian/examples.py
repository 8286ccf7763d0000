"""A hand of every Corellian rank."""

from __future__ import annotations

from sabacc.hands import corellian
from sabacc.rules import Rules
from sabacc.variants.examples import HandExample, HandExamples

_HANDS = (
    ("+10 +10 -10 -10 0", "two +10, two −10 and a sylop"),
    ("-6 -6 -6 +9 +9", "three of one integer, two of another"),
    ("+2 +2 +2 -6 0", "three of one integer and a sylop, balanced"),
    ("-4 -4 +8 0 0", "both sylops and two of one integer, balanced"),
    ("+3 +3 +3 -3 -6", "four of a kind, three against one in sign, balanced"),
    ("+5 +5 -5 -5 0", "four of a kind, two of each sign, and a sylop"),
    ("-1 -1 -1 +3", "three of one integer against a single card"),
    ("+8 +8 -8 -4 -4", "three of a kind in mixed signs, two of one integer"),
    ("+6 -1 -2 -3 0", "0, 1, 2 and 3 against a 6"),
    ("-10 +1 +2 +3 +4", "1, 2, 3 and 4 against a 10"),
    ("+5 +5 +5 -9 -6", "three of one integer in any other way"),
    ("+8 +8 -8 -8", "four of a kind, two of each sign"),
    ("+6 -6 0 0", "both sylops in any other way"),
    ("+6 -7 -8 +9 0", "four in a row and a sylop"),
    ("-4 -4 +4 +9 -5", "three of a kind in mixed signs, in any other way"),
    ("-1 +2 +3 -4", "four in a row, and no fifth card"),
    ("+5 -5 +8 -8 0", "two pairs and a sylop"),
    ("+1 -1 +6 -6", "two pairs, with or without another card"),
    ("+9 -3 -2 -4", "any other hand that sums to zero"),
    ("+10 -6 -5 +3", "any hand that doesn't sum to zero"),
)


def examples_of(rules: Rules) -> HandExamples:
    """All twenty of them."""
    found = []
    for text, line in _HANDS:
        worth = corellian.worth(text.split())
        found.append(HandExample(worth.name, line, tuple(text.split()), worth.total, worth.rank, worth.special, False))
    return HandExamples(rules.preset, found)
