"""A hand of every rank, to be pictured on the rules pages. What each is called and worth says the engine."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from sabacc.cards import Card
from sabacc.hands import corellian, coruscant
from sabacc.hands.classic import DARK, LIGHT, Scale
from sabacc.rules import Rules, find_preset

GOLD, SILVER = 5, "t"  # the dice of the pictured selections (CS4)

_ALIKE = {  # hands for each side's 23 (FO2, FO3): no side counts by plain values
    None: ("ID S2 F3", "S14 C9", "EO EN", "F15 T7", "S4 C5", "DE EN", "S14 C10", "T15 EO", "ST BA"),
    LIGHT: ("ID S2 F3", "S14 C9", "F15 T8", "S15 C7", "S4 C5", "F10 BA", "S14 C10", "S15 EO", "F15 ST"),
    DARK: ("ID T2 F3", "T14 F9", "S15 C8", "T15 F7", "T4 F5", "S10 BA", "T14 F10", "T15 EO", "S15 ST"),
}
_CORELLIAN = (
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
    ("-1 +2 +3 -4", "four in a row"),
    ("+5 -5 +8 -8 0", "two pairs and a sylop"),
    ("+1 -1 +6 -6", "two pairs"),
    ("+9 -3 -2 -4", "any other hand that sums to zero"),
    ("+10 -6 -5 +3", "any hand that doesn't sum to zero"),
)
_SELECTIONS = ("-4t 0 +3t -3t +9c", "+5s", "+10s -6t", "-2t +5t", "0")


class HandExample(msgspec.Struct, frozen=True):
    """A hand of some rank; `takes_sabacc_pot` goes with the hand pot, and `side` says to whom it is worth that."""

    name: str
    line: str
    cards: tuple[Card, ...]
    total: int
    takes_sabacc_pot: bool
    bombed_out: bool
    side: str | None = None


class HandExamples(msgspec.Struct, frozen=True):
    """A preset's ranks, the best first; `gold` and `silver` are the dice that selections are counted by (CS4)."""

    preset: str
    hands: list[HandExample]
    gold: int | None = None
    silver: str | None = None


def examples_of(rules: Rules) -> HandExamples:
    """A hand of every rank there is by these rules."""
    family = find_preset(rules.preset).family
    if family == "corellian":
        return HandExamples(rules.preset, _corellian())
    if family == "coruscant":
        return HandExamples(rules.preset, _coruscant(), GOLD, SILVER)
    sides = (LIGHT, DARK) if rules.sides else (None,)
    return HandExamples(rules.preset, [one for side in sides for one in _classic(Scale(rules), side)])


def _classic(scale: Scale, side: str | None) -> Iterable[HandExample]:
    hands = [tuple(text.split()) for text in _ALIKE[side]]
    worths = {cards: scale.worth(cards, side) for cards in hands}
    for cards in sorted(hands, key=lambda cards: worths[cards].key, reverse=True):
        worth = worths[cards]
        line = _bomb(worth.total) if worth.bombed_out else _LINES.get(worth.rank) or _plain(worth.total)
        name = worth.name.replace("-", "−")
        yield HandExample(name, line, cards, worth.total, worth.special, worth.bombed_out, side)


_LINES = {
    1: "an Idiot, a 2 and a 3, and nothing else",
    2: "exactly 23",
    3: "exactly −23, a step below 23",
}


def _plain(total: int) -> str:
    return "below zero, so under every positive total" if total < 0 else "the nearer to 23, the better"


def _bomb(total: int) -> str:
    return "exactly 0" if total == 0 else "over 23" if total > 0 else "under −23"


def _corellian() -> list[HandExample]:
    found = []
    for text, line in _CORELLIAN:
        worth = corellian.worth(text.split())
        found.append(HandExample(worth.name, line, tuple(text.split()), worth.total, worth.special, False))
    return found


def _coruscant() -> list[HandExample]:
    hands = [tuple(text.split()) for text in _SELECTIONS]
    worths = {cards: coruscant.worth(cards, GOLD, SILVER) for cards in hands}
    ranked = sorted(hands, key=lambda cards: worths[cards].key, reverse=True)
    return [_selection(cards, worths[cards]) for cards in ranked]


def _selection(cards: tuple[Card, ...], worth: coruscant.Worth) -> HandExample:
    name = "On the number" if worth.distance == 0 else f"{worth.distance} away"
    line = f"with {worth.suit_cards or 'none'} of the suit"
    return HandExample(name, line, cards, worth.total, False, False)
