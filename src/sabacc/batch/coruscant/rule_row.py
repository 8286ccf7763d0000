"""The rules of a Coruscant table as one row of numbers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sabacc.batch.layout import RULE_HEAD
from sabacc.batch.rule_head import head_of, refuse
from sabacc.cards import CORUSCANT, SHAPES
from sabacc.hands.coruscant import HAND_SIZE, ZERO
from sabacc.hands.dice import GOLD, SILVER
from sabacc.rules import Rules, find_preset, plays_for_rounds

FOR_ROUNDS = RULE_HEAD
CARDS = FOR_ROUNDS + 1
VALUES = CARDS + len(CORUSCANT)
SUITS = VALUES + len(CORUSCANT.copies)
GOLD_DIE = SUITS + len(CORUSCANT.copies)
SILVER_DIE = GOLD_DIE + len(GOLD)
RULE_COUNT = SILVER_DIE + len(SILVER)

EVERY_SUIT = len(SHAPES)  # a zero counts as every suit (CS1)
_FLOW = "sabacc.variants.coruscant.flow:coruscant_shift"


def rule_row(rules: Rules, seats: int) -> NDArray[np.int64]:
    """All numbers that kernels need of the rules; what they don't know is refused."""
    refuse(rules, "items", "short_antes")
    if find_preset(rules.preset).flow != _FLOW:
        refuse(rules)
    row = np.zeros(RULE_COUNT, np.int64)
    row[:RULE_HEAD] = head_of(rules, seats, HAND_SIZE, len(CORUSCANT), CARDS)
    row[FOR_ROUNDS] = plays_for_rounds(rules)
    faces = list(CORUSCANT.copies)
    row[CARDS:VALUES] = sorted(faces.index(card) for card in CORUSCANT.cards)
    row[VALUES:SUITS] = [CORUSCANT.values[card] for card in faces]
    row[SUITS:GOLD_DIE] = [EVERY_SUIT if card == ZERO else suit_number(card[-1]) for card in faces]
    row[GOLD_DIE:SILVER_DIE] = GOLD
    row[SILVER_DIE:RULE_COUNT] = [suit_number(letter) for letter in SILVER]
    return row


def suit_number(letter: str) -> int:
    """A suit as a number."""
    return list(SHAPES).index(letter)
