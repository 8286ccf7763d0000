"""All hands there are, counted: nothing is sampled (CH26).

>>> from sabacc.odds import count
>>> hands = count("classic").cards[2]
>>> hands.hands, hands.pure, hands.bomb_out
(2850, 64, 313)
>>> count("corellian-house").cards[5].ranks["Rhylet Neat"]
18
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import combinations
from typing import Any, Protocol

import msgspec

from sabacc.hands.sides import check_side
from sabacc.hands.weigh import worth_of
from sabacc.rules import Part, Rules, deck_of, family_of, read_rules, write_rules


class RankedHands(msgspec.Struct, frozen=True):
    """All hands of one size by what they are called, the best first."""

    hands: int
    ranks: dict[str, int]


class RankCounts(msgspec.Struct, frozen=True):
    """The hands of some sizes, for families that have no counts of their own kind."""

    preset: str
    rules: dict[str, Any]
    cards: dict[int, RankedHands]


class Counts(Protocol):
    """All hands of a preset, counted; a family adds what its hands are counted by."""

    @property
    def preset(self) -> str: ...
    @property
    def rules(self) -> dict[str, Any]: ...


COUNTS: Part[Callable[[Rules, str | None], Counts]] = Part("counts")


def count(rules: str | Mapping[str, Any] | Rules, side: str | None = None) -> Counts:
    """Every hand of the preset's deck by what it is worth; with sides, to a player of that side."""
    rules = read_rules(rules)
    check_side(rules, side)
    return COUNTS.of(family_of(rules))(rules, side)


def count_ranks(rules: Rules, sizes: Iterable[int]) -> RankCounts:
    """Counts every hand of these sizes by its name, one by one: for small decks."""
    return RankCounts(rules.preset, write_rules(rules), {size: _ranked(rules, size) for size in sizes})


def _ranked(rules: Rules, size: int) -> RankedHands:
    found: Counter[tuple[int, str]] = Counter()
    for cards in combinations(deck_of(rules).cards, size):
        worth = worth_of(rules, cards)
        found[worth.rank, worth.name] += 1
    return RankedHands(found.total(), {name: found[rank, name] for rank, name in sorted(found)})


def as_json(odds: object) -> dict[str, Any]:
    """Counts or chances as plain JSON values, all keys texts."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(odds))
    return plain
