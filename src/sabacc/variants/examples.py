"""A hand of every rank, to be pictured on the rules pages. What each is called and worth says the engine."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from sabacc.cards import Card
from sabacc.game.types import Side
from sabacc.hands.weigh import changed_values
from sabacc.rules import Part, Rules, family_of


class HandExample(msgspec.Struct, frozen=True):
    """A hand of some rank; `takes_sabacc_pot` goes with the hand pot, and `side` says to whom it is worth that."""

    name: str
    line: str
    cards: tuple[Card, ...]
    total: int
    rank: int  # 1 is the best
    takes_sabacc_pot: bool
    bombed_out: bool
    side: Side | None = None


class HandExamples(msgspec.Struct, frozen=True):
    """A preset's ranks, the best first; `gold` and `silver` are the dice that selections are counted by (CS4)."""

    preset: str
    hands: list[HandExample]
    gold: int | None = None
    silver: str | None = None
    family: str = ""
    card_values: dict[Card, int] = {}  # of cards that are worth something else than their deck says (D3)


def _no_examples(rules: Rules) -> HandExamples:
    return HandExamples(rules.preset, [])


HAND_EXAMPLES: Part[Callable[[Rules], HandExamples]] = Part("hand_examples", _no_examples)


def examples_of(rules: Rules) -> HandExamples:
    """A hand of every rank there is by these rules."""
    family = family_of(rules)
    found = HAND_EXAMPLES.of(family)(rules)
    return msgspec.structs.replace(found, family=family.key, card_values=changed_values(rules))
