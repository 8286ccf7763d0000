"""A hand of every rank of the 76-card family."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from sabacc.game.types import Side
from sabacc.hands.classic import Scale, Worth, scale_of
from sabacc.hands.hand_names import hand_title_said
from sabacc.hands.sides import DARK, LIGHT
from sabacc.hands.worths import ARRAY, PURE_NEGATIVE, PURE_SABACC
from sabacc.messages import Message
from sabacc.rules import Rules
from sabacc.variants.examples import RankExample, RankExamples

_ALIKE = {  # hands for each side's 23 (FO2, FO3): no side counts by plain values
    None: ("ID S2 F3", "S14 C9", "EO EN", "F15 T7", "S4 C5", "DE EN", "S14 C10", "T15 EO", "ST BA"),
    LIGHT: ("ID S2 F3", "S14 C9", "F15 T8", "S15 C7", "S4 C5", "F10 BA", "S14 C10", "S15 EO", "F15 ST"),
    DARK: ("ID T2 F3", "T14 F9", "S15 C8", "T15 F7", "T4 F5", "S10 BA", "T14 F10", "T15 EO", "S15 ST"),
}


def examples_of(rules: Rules) -> RankExamples:
    """With sides, hands for each side's own 23."""
    sides: tuple[Side | None, ...] = (LIGHT, DARK) if rules.sides else (None,)
    return RankExamples([one for side in sides for one in _by_rank(Scale(rules), side)])


def _by_rank(scale: Scale, side: Side | None) -> Iterable[RankExample]:
    hands = [tuple(text.split()) for text in _ALIKE[side]]
    worths = {cards: scale.worth(cards, side) for cards in hands}
    for cards in sorted(hands, key=lambda cards: worths[cards].key, reverse=True):
        worth = worths[cards]
        name, line = hand_title_said(worth.name), _line(worth, side)
        yield RankExample(name, line, cards, worth.total, worth.rank, worth.special, worth.bombed_out, side)


def _line(worth: Worth, side: str | None) -> Message:
    """What is to be known of a hand of this rank."""
    goal = -23 if side == DARK else 23
    if worth.bombed_out:
        return _bomb(worth.total)
    if worth.rank == ARRAY:
        return Message("rules-76.hand.array")
    if worth.rank == PURE_SABACC:
        return Message("rules-76.hand.pure", goal=goal)
    if worth.rank == PURE_NEGATIVE:
        return Message("rules-76.hand.pure-negative")
    if worth.towards > 0:
        return Message("rules-76.hand.nearer", goal=goal)
    return Message("rules-76.hand.above-zero" if side == DARK else "rules-76.hand.below-zero")


def _bomb(total: int) -> Message:
    if not total:
        return Message("rules-76.hand.zero")
    return Message("rules-76.hand.over" if total > 0 else "rules-76.hand.under")


def rung_of(rules: Rules, worth: Worth, side: str | None) -> int:
    """Which of the side's examples, the best first, is a hand like this one."""
    rungs = _rungs(scale_of(rules), side)
    alike = [place for place, one in enumerate(rungs) if _kind(one) == _kind(worth)]
    return min(alike, key=lambda place: abs(rungs[place].total - worth.total))


def _kind(worth: Worth) -> tuple[int, bool]:
    return worth.rank, worth.towards > 0


@functools.lru_cache(maxsize=64)  # few scales, many hands
def _rungs(scale: Scale, side: str | None) -> list[Worth]:
    worths = [scale.worth(tuple(text.split()), side) for text in _ALIKE[side]]
    return sorted(worths, key=lambda worth: worth.key, reverse=True)
