"""A hand of every rank of the 76-card family."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from sabacc.game.types import Side
from sabacc.hands.classic import Scale, Worth, scale_of
from sabacc.hands.sides import DARK, LIGHT
from sabacc.hands.worths import ARRAY, PURE_NEGATIVE, PURE_SABACC
from sabacc.rules import Rules
from sabacc.variants.examples import HandExample, HandExamples

_ALIKE = {  # hands for each side's 23 (FO2, FO3): no side counts by plain values
    None: ("ID S2 F3", "S14 C9", "EO EN", "F15 T7", "S4 C5", "DE EN", "S14 C10", "T15 EO", "ST BA"),
    LIGHT: ("ID S2 F3", "S14 C9", "F15 T8", "S15 C7", "S4 C5", "F10 BA", "S14 C10", "S15 EO", "F15 ST"),
    DARK: ("ID T2 F3", "T14 F9", "S15 C8", "T15 F7", "T4 F5", "S10 BA", "T14 F10", "T15 EO", "S15 ST"),
}


def examples_of(rules: Rules) -> HandExamples:
    """With sides, hands for each side's own 23."""
    sides: tuple[Side | None, ...] = (LIGHT, DARK) if rules.sides else (None,)
    return HandExamples(rules.preset, [one for side in sides for one in _by_rank(Scale(rules), side)])


def _by_rank(scale: Scale, side: Side | None) -> Iterable[HandExample]:
    hands = [tuple(text.split()) for text in _ALIKE[side]]
    worths = {cards: scale.worth(cards, side) for cards in hands}
    for cards in sorted(hands, key=lambda cards: worths[cards].key, reverse=True):
        worth = worths[cards]
        name = worth.name.replace("-", "−")
        line = _line(worth, side)
        yield HandExample(name, line, cards, worth.total, worth.rank, worth.special, worth.bombed_out, side)


def _line(worth: Worth, side: str | None) -> str:
    """What is to be known of a hand of this rank."""
    goal = "−23" if side == DARK else "23"
    if worth.bombed_out:
        return _bomb(worth.total)
    if worth.rank == ARRAY:
        return "an Idiot, a 2 and a 3 of any suits, and nothing else"
    if worth.rank == PURE_SABACC:
        return f"exactly {goal}"
    if worth.rank == PURE_NEGATIVE:
        return "exactly −23, a step below 23"
    if worth.towards > 0:
        return f"the nearer to {goal}, the better"
    wrong = "above zero, so under every negative total" if side == DARK else "below zero, so under every positive total"
    return f"{wrong}; the nearer to zero, the better"


def _bomb(total: int) -> str:
    return "exactly 0" if total == 0 else "over 23" if total > 0 else "under −23"


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
