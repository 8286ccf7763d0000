"""What a hand of the 76-card family is worth (H1–H4, FO2–FO4, HR8).

>>> from sabacc.rules import read_rules
>>> scale = Scale(read_rules("classic"))
>>> scale.worth(("ID", "S2", "F3")).name
"Idiot's Array"
>>> scale.worth(("S12", "F11")).rank, scale.worth(("S14", "C10")).bombed_out
(2, True)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sabacc.cards import CLASSIC, Card
from sabacc.errors import SabaccError
from sabacc.hands.sides import DARK, check_side
from sabacc.hands.worths import ARRAY, BOMBED_OUT, PLAIN, PURE_NEGATIVE, PURE_SABACC, ClassicWorth
from sabacc.rules import Rules

Worth = ClassicWorth
PURE: Final = 23

ARRAY_KEY: Final = 1000
PURE_KEY: Final = 900
NEGATIVE_PURE_KEY: Final = 800
BOMBED_OUT_KEY: Final = -1000


def rule_values(rules: Rules) -> dict[Card, int]:
    """The cards whose value is a house rule (D3)."""
    return {"ST": rules.star, "MO": rules.moderation}


def side_values(rules: Rules, side: str | None) -> dict[Card, int]:
    """What each card is worth to a side, as it is told (FO2)."""
    return scale_of(rules).values(side)


class Scale:
    """Weighs hands by a table's rules."""

    def __init__(self, rules: Rules) -> None:
        light = {**CLASSIC.values, **rule_values(rules)}
        towards_dark = dict(light)
        if rules.sides:  # FO2, FO3
            for card in light:
                if card[0] in "FT" and card[1:].isdigit():
                    light[card] = -light[card]
                elif card[0] in "SC" and card[1:].isdigit():
                    towards_dark[card] = -towards_dark[card]
        self.sides = rules.sides
        self.negative_pure = rules.negative_pure
        self.community = rules.community_field
        self._light = light
        self._towards_dark = towards_dark
        self._dark = {card: -value for card, value in towards_dark.items()}

    def values(self, side: str | None = None) -> dict[Card, int]:
        """What each card is worth to a side, as it is told (FO2)."""
        return self._dark if side == DARK else self._light

    def towards(self, side: str | None = None) -> dict[Card, int]:
        """What each card adds towards a side's own 23: on the Dark side minus its worth (FO3)."""
        return self._towards_dark if side == DARK else self._light

    def total(self, cards: Iterable[Card], side: str | None = None) -> int:
        """The sum of the cards, as it is told: a Dark player aims at −23."""
        values = self._dark if side == DARK else self._light
        total = 0
        for card in cards:
            total += values[card]
        return total

    def worth(self, cards: tuple[Card, ...], side: str | None = None, others: tuple[Card, ...] = ()) -> Worth:
        """The worth of a hand; `others` are field cards it may count besides (HR8), the best choice counts."""
        if self.community and others:
            return self._best_choice(cards, side, others)
        total = self.total(cards, side)
        if is_array(cards):
            return self._array(total, side)
        return self._by_total(total, side)

    def _array(self, total: int, side: str | None, borrowed: tuple[Card, ...] = ()) -> Worth:
        return Worth(ARRAY, total, -total if side == DARK else total, ARRAY_KEY, "Idiot's Array", borrowed)

    def _by_total(self, total: int, side: str | None, borrowed: tuple[Card, ...] = ()) -> Worth:
        towards = -total if side == DARK else total
        if towards > PURE or towards < -PURE or towards == 0:
            return Worth(BOMBED_OUT, total, towards, BOMBED_OUT_KEY, f"Bombed out at {total}", borrowed)
        if towards == PURE:
            key = PURE_KEY - (1 if side == DARK else 0)  # FO4
            return Worth(PURE_SABACC, total, towards, key, "Pure Sabacc", borrowed)
        if towards == -PURE and self.negative_pure:
            return Worth(PURE_NEGATIVE, total, towards, NEGATIVE_PURE_KEY, "Pure Sabacc at -23", borrowed)
        return Worth(PLAIN, total, towards, towards, f"Total {total}", borrowed)

    def _best_choice(self, cards: tuple[Card, ...], side: str | None, others: tuple[Card, ...]) -> Worth:
        borrowed = _array_with(cards, others)
        if borrowed is not None:
            return self._array(self.total(cards + borrowed, side), side, borrowed)
        values = self.values(side)
        ways: dict[int, tuple[Card, ...]] = {self.total(cards, side): ()}
        for card in others:
            for total, chosen in list(ways.items()):
                ways.setdefault(total + values[card], (*chosen, card))
        return max((self._by_total(total, side, chosen) for total, chosen in ways.items()), key=_best_first)


_SCALES: dict[tuple[int, int, bool, bool, bool], Scale] = {}


def scale_of(rules: Rules) -> Scale:
    """The scale for a table's rules, made once for all tables that weigh alike."""
    key = (rules.star, rules.moderation, rules.sides, rules.negative_pure, rules.community_field)
    scale = _SCALES.get(key)
    if scale is None:
        scale = _SCALES[key] = Scale(rules)
    return scale


def weigh(rules: Rules, cards: tuple[Card, ...], side: str | None, target: tuple[int | None, str | None]) -> Worth:
    """The worth of a hand, checked: the family's ranker."""
    check_side(rules, side)
    if len(cards) < 2:
        raise SabaccError(f"a hand has at least two cards, not {len(cards)} (CC8).")
    return scale_of(rules).worth(cards, side)


def _best_first(worth: Worth) -> tuple[int, int]:
    return worth.key, -len(worth.borrowed)


def is_array(cards: tuple[Card, ...]) -> bool:
    """An Idiot, a 2 and a 3 of any suits, and nothing else (H2)."""
    return len(cards) == 3 and sorted(_part(card) for card in cards) == ["2", "3", "ID"]


def _part(card: Card) -> str:
    """The card's part in an Idiot's Array, or nothing."""
    return card if card == "ID" else card[1:] if card[1:] in ("2", "3") else ""


def _array_with(cards: tuple[Card, ...], others: tuple[Card, ...]) -> tuple[Card, ...] | None:
    """The field cards that make one's own an Idiot's Array with no own card left over (HR8)."""
    missing = ["ID", "2", "3"]
    for card in cards:
        if _part(card) not in missing:
            return None
        missing.remove(_part(card))
    borrowed: list[Card] = []
    for part in missing:
        found = [card for card in others if _part(card) == part]
        if not found:
            return None
        borrowed.append(found[0])
    return tuple(borrowed)
