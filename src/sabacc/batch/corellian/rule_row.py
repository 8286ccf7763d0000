"""The rules of a Corellian table as one row of numbers, the ranks of all hands among them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sabacc.batch.layout import NO_LIMIT, RULE_HEAD
from sabacc.batch.rule_head import head_of, refuse
from sabacc.cards import CORELLIAN
from sabacc.odds.kernels.corellian import make_tables
from sabacc.odds.kernels.loops import KINDS, PAIRS, TRIPLES
from sabacc.rules import Rules, find_preset
from sabacc.variants.corellian.flow import MOST_CARDS

SMALL, BIG, PRICE, POT_CAP, LEAST_SPECIAL = range(RULE_HEAD, RULE_HEAD + 5)
CARDS = LEAST_SPECIAL + 1
VALUES = CARDS + len(CORELLIAN)
PAIR_OF = VALUES + KINDS  # from two cards to one of all pairs
TRIPLE_OF = PAIR_OF + KINDS**2
FOUR = TRIPLE_OF + KINDS**3  # from two pairs to the key of a hand
FIVE = FOUR + PAIRS**2  # from a pair and a triple
RULE_COUNT = FIVE + PAIRS * TRIPLES

_FLOW = "sabacc.variants.corellian.flow:corellian_house"


def rule_row(rules: Rules, seats: int) -> NDArray[np.int64]:
    """All numbers that kernels need of the rules; what they don't know is refused."""
    refuse(rules, "items")
    if find_preset(rules.preset).flow != _FLOW:
        refuse(rules)
    row = np.zeros(RULE_COUNT, np.int64)
    row[:RULE_HEAD] = head_of(rules, seats, MOST_CARDS + 1, len(CORELLIAN), CARDS)
    row[SMALL], row[BIG] = rules.blinds
    row[PRICE] = rules.board_price
    row[POT_CAP] = NO_LIMIT if rules.sabacc_pot_cap is None else rules.sabacc_pot_cap
    faces = list(CORELLIAN.copies)
    row[CARDS:VALUES] = sorted(faces.index(card) for card in CORELLIAN.cards)
    row[VALUES:PAIR_OF] = [CORELLIAN.values[card] for card in faces]
    tables = make_tables()
    row[LEAST_SPECIAL] = tables.least_special
    row[PAIR_OF:TRIPLE_OF] = tables.pairs
    row[TRIPLE_OF:FOUR] = tables.triples
    row[FOUR:FIVE] = tables.by_place[tables.four]
    row[FIVE:] = tables.by_place[tables.five]
    return row
