"""A hand of every rank, to be pictured on the rules pages. What each is called and worth says the engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from sabacc.cards import Card
from sabacc.game.types import Side
from sabacc.hands.weigh import changed_values
from sabacc.messages import ENGLISH, Said, text_in
from sabacc.rules import Part, Rules, family_of


class RankExample(NamedTuple):
    """A hand of some rank, as its family has it: what is said of it waits for the reader's language."""

    name: Said
    line: Said
    cards: tuple[Card, ...]
    total: int
    rank: int
    takes_sabacc_pot: bool
    bombed_out: bool
    side: Side | None = None


class RankExamples(NamedTuple):
    """A family's ranks, the best first, and the dice that selections are counted by (CS4)."""

    hands: list[RankExample]
    gold: int | None = None
    silver: str | None = None


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


def _no_examples(rules: Rules) -> RankExamples:
    return RankExamples([])


HAND_EXAMPLES: Part[Callable[[Rules], RankExamples | HandExamples]] = Part("hand_examples", _no_examples)


def examples_of(rules: Rules, language: str = ENGLISH) -> HandExamples:
    """A hand of every rank there is by these rules, told in a language."""
    family = family_of(rules)
    found = HAND_EXAMPLES.of(family)(rules)
    hands = [_told(hand, language) for hand in found.hands]
    return HandExamples(rules.preset, hands, found.gold, found.silver, family.key, changed_values(rules))


def _told(hand: RankExample | HandExample, language: str) -> HandExample:
    name, line = text_in(hand.name, language), text_in(hand.line, language)
    told = hand.takes_sabacc_pot, hand.bombed_out, hand.side
    return HandExample(name, line, hand.cards, hand.total, hand.rank, *told)
