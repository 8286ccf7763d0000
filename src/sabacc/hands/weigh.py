"""What a hand is worth in whatever game is played: the family's own ranker, looked up.

>>> from sabacc.rules import read_rules
>>> worth_of(read_rules("classic"), ("S12", "F11")).name
'Pure Sabacc'
>>> worth_of(read_rules("coruscant-shift"), ("+7c", "-3t"), target=(5, "t")).name
'1 off, 1 of the suit'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from sabacc.cards import Card
from sabacc.rules import Part, Rules, family_of

Target = tuple[int | None, str | None]  # the gold number and the silver suit (CS4)
NO_TARGET: Target = (None, None)


class Worth(Protocol):
    """A hand's rank (1 is the best), total and name; `key` orders all hands, the best highest."""

    @property
    def rank(self) -> int: ...
    @property
    def total(self) -> int: ...
    @property
    def key(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def special(self) -> bool: ...
    @property
    def bombed_out(self) -> bool: ...


Weigh = Callable[[Rules, tuple[Card, ...], str | None, Target], Worth]
WORTH: Part[Weigh] = Part("worth")


def _as_printed(rules: Rules) -> Mapping[Card, int]:
    return {}


CARD_VALUES: Part[Callable[[Rules], Mapping[Card, int]]] = Part("card_values", _as_printed)


def _as_in_deck(rules: Rules, side: str | None) -> Mapping[Card, int]:
    return family_of(rules).deck.values


SIDE_VALUES: Part[Callable[[Rules, str | None], Mapping[Card, int]]] = Part("side_values", _as_in_deck)


def side_values(rules: Rules, side: str | None = None) -> Mapping[Card, int]:
    """What each card adds to a total that is told; with sides, to that of a player of that side."""
    return SIDE_VALUES.of(family_of(rules))(rules, side)


def worth_of(rules: Rules, cards: tuple[Card, ...], side: str | None = None, target: Target = NO_TARGET) -> Worth:
    """The worth of a hand; with sides to a player of that side, with dice under what they show."""
    return WORTH.of(family_of(rules))(rules, cards, side, target)


def changed_values(rules: Rules) -> dict[Card, int]:
    """The cards that are worth something else at a table than their deck says, and what (D3).

    >>> from sabacc.rules import read_rules
    >>> changed_values(read_rules({"preset": "galactic", "star": -10}))
    {'ST': -10}
    """
    family = family_of(rules)
    values = CARD_VALUES.of(family)(rules)
    return {card: value for card, value in values.items() if value != family.deck.values[card]}
