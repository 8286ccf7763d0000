"""The right ranker for a table's rules.

>>> from sabacc.cards import CORELLIAN
>>> from sabacc.odds.kernels.codes import encode
>>> rank_many(encode(CORELLIAN, [("+4", "+4", "+4", "-6", "-6"), ("+2", "-3", "-4", "+5")]))
array([180005240604, 40004140505])
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from numpy.typing import ArrayLike

from sabacc.cards import SHAPES
from sabacc.errors import RulesError
from sabacc.hands.classic import DARK, LIGHT
from sabacc.odds.kernels.classic import ClassicRanker
from sabacc.odds.kernels.corellian import CorellianRanker
from sabacc.odds.kernels.coruscant import CoruscantRanker
from sabacc.odds.kernels.loops import Keys
from sabacc.odds.kernels.ranker import Ranker
from sabacc.rules import Rules, find_preset, read_rules
from sabacc.variants.selection import GOLD


def rank_many(
    hands: ArrayLike,
    rules: str | Mapping[str, Any] | Rules = "corellian-house",
    *,
    side: str | None = None,
    gold: int | None = None,
    silver: str | None = None,
    choose: bool = False,
) -> Keys:
    """The keys of many hands, as the plain rankers give them: equal keys tie, the best hand has the highest.

    `side` is for games with sides; `gold` and `silver` are for coruscant-shift, where hands are selections, or, with
    `choose`, the cards to choose the best selection from.
    """
    return bulk_ranker(rules, side=side, gold=gold, silver=silver, choose=choose).rank_many(hands)


def bulk_ranker(
    rules: str | Mapping[str, Any] | Rules,
    *,
    side: str | None = None,
    gold: int | None = None,
    silver: str | None = None,
    choose: bool = False,
) -> Ranker:
    """A ranker for a table's rules, whose `rank_many(hands)` is ready for many arrays."""
    read = read_rules(rules)
    family = find_preset(read.preset).family
    _check_side(read, side)
    _check_dice(read, family, gold, silver, choose)
    return _ranker(read, family, side, gold, silver, choose)


@lru_cache(maxsize=64)
def _ranker(rules: Rules, family: str, side: str | None, gold: int | None, silver: str | None, choose: bool) -> Ranker:
    if family == "corellian":
        return CorellianRanker()
    if family == "coruscant":
        return CoruscantRanker(gold or 0, str(silver), choose)
    return ClassicRanker(rules, side)


def _check_side(rules: Rules, side: str | None) -> None:
    if rules.community_field:
        raise RulesError(
            "with a community field hands borrow cards of others (HR8), and hands in bulk have no others: "
            "set community_field to false."
        )
    if rules.sides and side not in (LIGHT, DARK):
        raise RulesError(f"{rules.preset} is played with sides (FO1): a hand's side is {LIGHT} or {DARK}, not {side}.")
    if not rules.sides and side is not None:
        raise RulesError(f"there are no sides in {rules.preset}: leave out {side!r}, or set sides to true.")


def _check_dice(rules: Rules, family: str, gold: int | None, silver: str | None, choose: bool) -> None:
    if family != "coruscant":
        if gold is not None or silver is not None or choose:
            raise RulesError(f"gold, silver and choose are for coruscant-shift, not for {rules.preset}.")
        return
    if gold not in GOLD:
        raise RulesError(f"gold must be 0, 5, -5, 10 or -10, not {gold} (CS2).")
    if silver not in SHAPES:
        raise RulesError(f"silver must be the letter of a suit ({', '.join(SHAPES)}), not {silver} (CS2).")
