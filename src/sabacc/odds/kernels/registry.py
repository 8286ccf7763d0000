"""The right ranker for a table's rules.

>>> from sabacc.cards import CORELLIAN
>>> from sabacc.odds.kernels.codes import encode
>>> rank_many(encode(CORELLIAN, [("+4", "+4", "+4", "-6", "-6"), ("+2", "-3", "-4", "+5")]))
array([180005240604, 40004140505])
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from numpy.typing import ArrayLike

from sabacc.errors import RulesError
from sabacc.hands.dice import check_dice, has_dice
from sabacc.hands.sides import check_side
from sabacc.odds.kernels.loops import Keys
from sabacc.odds.kernels.ranker import Ranker
from sabacc.rules import Part, Rules, family_of, read_rules
from sabacc.rules.presets import FOR_RANKING


def rank_many(
    hands: ArrayLike,
    rules: str | Mapping[str, Any] | Rules = FOR_RANKING,
    *,
    side: str | None = None,
    gold: int | None = None,
    silver: str | None = None,
    choose: bool = False,
) -> Keys:
    """The keys of many hands, as the plain rankers give them: equal keys tie, the best hand has the highest.

    `side` is for games with sides; `gold` and `silver` are for games with dice, where hands are selections, or, with
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
    _check_fields(read)
    check_side(read, side)
    check_dice(read, gold, silver, RulesError)
    if choose and not has_dice(read):
        raise RulesError(f"choose is for games with a gold and a silver die, not for {read.preset}.")
    return _ranker(read, side, gold, silver, choose)


@lru_cache(maxsize=64)
def _ranker(rules: Rules, side: str | None, gold: int | None, silver: str | None, choose: bool) -> Ranker:
    return RANKER.of(family_of(rules))(rules, side, gold, silver, choose)


RANKER: Part[Callable[[Rules, str | None, int | None, str | None, bool], Ranker]] = Part("ranker")


def _check_fields(rules: Rules) -> None:
    if rules.community_field:
        raise RulesError(
            "with a community field hands borrow cards of others (HR8), and hands in bulk have no others: "
            "set community_field to false."
        )
