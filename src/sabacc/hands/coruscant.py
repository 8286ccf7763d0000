"""What a selection is worth in Coruscant Shift (CS9, CS10).

>>> worth(("+7c", "-3t", "0"), gold=5, silver="t")
SelectionWorth(total=4, distance=1, suit_cards=2, key=-98)
>>> worth(("+5s",), gold=5, silver="t").key > worth(("+7c", "-3t", "0"), gold=5, silver="t").key
True
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sabacc.cards import CORUSCANT, SHAPES, Card
from sabacc.errors import CardError, SabaccError
from sabacc.hands.dice import check_dice
from sabacc.hands.worths import SelectionWorth
from sabacc.rules import Rules

Worth = SelectionWorth
ZERO: Final = "0"
HAND_SIZE: Final = 5  # cards that each player is dealt (CS3)
DISTANCE_KEY: Final = 100  # what a key loses for each step from the gold number

_VALUES: Final = CORUSCANT.values


def weigh(rules: Rules, cards: tuple[Card, ...], side: str | None, target: tuple[int | None, str | None]) -> Worth:
    """The worth of a selection, checked: the family's ranker."""
    check_dice(rules, *target)
    if not 1 <= len(cards) <= HAND_SIZE:
        raise SabaccError(f"a selection has one to five cards, not {len(cards)} (CS5).")
    return worth(cards, target[0] or 0, str(target[1]))


def worth(selection: Sequence[Card], gold: int, silver: str) -> Worth:
    """A selection under the dice: the gold number, and the silver suit's letter (`c`, `t` or `s`)."""
    if silver not in SHAPES:
        raise CardError(f"{silver!r} is no suit of the {CORUSCANT.title}; the suits are {', '.join(SHAPES)}.")
    if not selection:
        raise CardError("a selection has at least one card (CS5).")
    total = 0
    suit_cards = 0
    for card in selection:
        total += _VALUES[card]
        if card == ZERO or card[-1] == silver:  # CS1: a zero counts as every suit
            suit_cards += 1
    distance = abs(total - gold)
    return Worth(total, distance, suit_cards, suit_cards - DISTANCE_KEY * distance)


def draw_key(card: Card) -> int:
    """Orders the cards drawn for tied players: the highest signed value wins (CS10)."""
    return _VALUES[card]
