"""What a blueprint tells apart: situations by a key, and actions by sixteen slots. Kernels and views use the same code.

A situation is the cards (all of them, or only what they total and how many they are), the betting line of this round in
three sizes, what is asked, and a few facts about the table. Slots are what a player may do: of raises three sizes, of
trades each card, or the one that counts least and the one that counts most.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sabacc.batch.actions import (
    CALL_HAND,
    CHECK,
    CHECK_AND_CALL,
    CHOOSE_SIDE,
    DONE,
    FOLD,
    GAIN,
    KIND_BITS,
    KIND_MASK,
    MATCH,
    MATCH_AND_CALL,
    PASS,
    RAISE,
    RAISE_AND_CALL,
    STAND,
    TRADE,
)
from sabacc.odds.kernels.jit import njit
from sabacc.odds.kernels.loops import GAMMA, mix

SLOTS = 16
KINDS = 32  # more than there are kinds of actions; codes of raises stand above
NOT_USED = -1  # an action that no blueprint takes

SLOT_OF_KIND = np.full(KINDS, NOT_USED, np.int64)
for _slot, _kinds in enumerate(((CHECK, MATCH), (FOLD,), (RAISE,), (), (), (PASS, STAND, DONE), (CALL_HAND,), (GAIN,))):
    for _kind in _kinds:
        SLOT_OF_KIND[_kind] = _slot
SLOT_OF_KIND[[TRADE, CHOOSE_SIDE]] = CARDS = 8
SLOT_OF_KIND[[CHECK_AND_CALL, MATCH_AND_CALL]] = 12
SLOT_OF_KIND[RAISE_AND_CALL] = RAISES_AND_CALLS = 13
RAISES = 2
MOST_TRADES = 4


@njit
def raise_amount(size: Any, least: Any, most: Any, pot: Any, standing: Any, owed: Any) -> Any:
    """What a raise of a size goes to: the least, the pot, or the most; 0 where it is no more than the size before."""
    whole = min(max(standing + pot + owed, least), most)
    if size == 0:
        return least
    if size == 1:
        return whole if whole > least else 0
    return most if most > whole else 0


@njit
def size_of_raise(to: Any, pot: Any, standing: Any, owed: Any) -> Any:
    """Which of three sizes others take a raise for: small, about the pot, or large."""
    over, whole = 2 * (to - standing), pot + owed
    if over < whole:
        return 0
    return 1 if over <= 3 * whole else 2


@njit
def extend_line(line: Any, player: Any, kind: Any, size: Any) -> Any:
    """The line of a round with one more action; cards that go with it are nobody's business."""
    code = np.uint64(1 + kind + KINDS * (size + 4 * player))
    return mix((line ^ code) * GAMMA + code)


@njit
def extend_past(past: Any, cards: Any) -> Any:
    """What a player held at its decisions so far, with one more."""
    return mix(past * GAMMA + cards + np.uint64(1))


@njit
def card_key(codes: Any, values: Any, exact: Any) -> Any:
    """One's cards as a word: each of them, in the deck's order, or what they total and how many they are."""
    if exact:
        word = np.uint64(0)
        for code in codes:
            word = mix(word * GAMMA + np.uint64(code + 1))
        return word
    total = np.int64(0)
    for code in codes:
        total += values[code]
    return np.uint64((total + 128) * 16 + len(codes))


@njit
def situation_key(cards: Any, line: Any, facts: Any) -> Any:
    """A situation as one word, which is never 0."""
    word = mix(cards * GAMMA + line)
    for fact in facts:
        word = mix(word * GAMMA + np.uint64(fact + 1))
    return word | np.uint64(1)


@njit
def size_of_pot(pot: Any, ante: Any) -> Any:
    """How often it doubled, from the ante."""
    doubled = 0
    while pot > ante:
        pot >>= 1
        doubled += 1
    return doubled


@njit
def size_of_debt(owed: Any, pot: Any) -> Any:
    """What is owed, in four sizes."""
    if owed == 0:
        return 0
    if 3 * owed <= pot:
        return 1
    return 2 if owed <= pot else 3


@njit
def fill_slots(
    listed: Any, count: Any, bounds: Any, stakes: Any, values: Any, exact: Any, slots: Any, kinds: Any
) -> Any:
    """Puts each legal action into its slot, −1 where there is none; how many slots are taken.

    `bounds` are those of a raise and whether it may call; `stakes` the pot, the bet to match and what is owed of it.
    """
    slots[:] = -1
    trades = 0
    for place in range(count):
        action = listed[place]
        kind = action & KIND_MASK
        slot = kinds[kind]
        if kind == CHOOSE_SIDE:
            slot += (action >> KIND_BITS) - 1
        elif kind == TRADE:
            trades += 1
            if exact:
                slot = slot + trades - 1 if trades <= MOST_TRADES else -1
            else:
                slot = _slot_of_trade(action, slot, values, slots)
        if slot >= 0:
            slots[slot] = action
    if bounds[1] > 0:
        for size in range(3):
            to = raise_amount(size, bounds[0], bounds[1], stakes[0], stakes[1], stakes[2])
            if to > 0:
                slots[RAISES + size] = RAISE + (to << KIND_BITS)
                if bounds[2]:
                    slots[RAISES_AND_CALLS + size] = RAISE_AND_CALL + (to << KIND_BITS)
    taken = 0
    for slot in range(SLOTS):
        taken += slots[slot] >= 0
    return taken


@njit
def _slot_of_trade(action: Any, first: Any, values: Any, slots: Any) -> Any:
    """The card that counts least, then the one that counts most; the slots are shifted as cards are seen."""
    worth = abs(values[action >> KIND_BITS])
    if slots[first] < 0:
        return first
    least = abs(values[slots[first] >> KIND_BITS])
    if worth < least:
        if slots[first + 1] < 0:
            slots[first + 1] = slots[first]
        return first
    if slots[first + 1] < 0 or worth > abs(values[slots[first + 1] >> KIND_BITS]):
        return first + 1
    return -1
