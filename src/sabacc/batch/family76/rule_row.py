"""The rules of a table of the 76-card family as one row of numbers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sabacc.batch.deck import FACES
from sabacc.batch.layout import NO_LIMIT, RULE_HEAD
from sabacc.batch.rule_head import head_of, refuse
from sabacc.cards import CLASSIC
from sabacc.hands.sides import DARK, LIGHT
from sabacc.odds.kernels.classic import ClassicRanker
from sabacc.odds.kernels.loops import MAX_TOTAL
from sabacc.rules import Rules, deck_of, find_preset
from sabacc.rules.model import FIELDS, NO_SHIFT, SHIFT_KINDS
from sabacc.variants.family76.showdown import NEAREST_WINS

(
    POT_CAP,
    PENALTY,  # −1: as much as the hand pot
    CALLER_PENALTY,
    BUILDING,
    QUIET,
    MAX_ROUNDS,
    DISCARD_FEE,  # −1 without a pile
    TRIGGER,
    DIE,
    WANTED,
    SHIFT,
    BY_DICE,  # six numbers
) = range(RULE_HEAD, RULE_HEAD + 12)
(
    FIELD_KIND,
    FIELD_ENDS_AT_CALL,
    HAS_SIDES,
    IN_ROUNDS,
    OPEN_BET,  # an opening that all must match (CC3), not a standing bet
    ANTE_IF_EMPTY,  # to the sabacc pot (CC1)
    ALL_MAY_FOLD,  # in the fold window, the player on turn too (CC4)
    TRADE_FROM,
    CALL_BY_BET,  # the hand is called with a bet (PG5), not instead of a draw
    NEAREST,  # H10
    CARDS,  # 76 of them
) = range(BY_DICE + 6, BY_DICE + 17)
WEIGHTS = CARDS + len(CLASSIC)  # by side and card
KEYS = WEIGHTS + 2 * FACES  # by side and total
TOTALS = 2 * MAX_TOTAL + 1
ARRAY_KEY = KEYS + 2 * TOTALS
BOMBED_OUT = ARRAY_KEY + 1
LEAST_SPECIAL = BOMBED_OUT + 1
RULE_COUNT = LEAST_SPECIAL + 1

NO_DICE, DOUBLES, DOUBLE_SPIKES, LOW, ONE_NUMBER, RANDOMISER, PULSE = range(7)
TRIGGERS = {
    "none": NO_DICE,
    "doubles": DOUBLES,
    "double-spikes": DOUBLE_SPIKES,
    "d6-low": LOW,
    "randomiser": RANDOMISER,
    "pulse": PULSE,
}
NOTHING, CORE, RIM, WILD, ONE_CARD, REDEAL, CHOSEN_BY_DICE = range(7)
SHIFTS = {NO_SHIFT: NOTHING, **dict(zip(SHIFT_KINDS, (CORE, RIM, WILD, ONE_CARD, REDEAL), strict=True))}
SHIFTS["by-dice"] = CHOSEN_BY_DICE
NO_FIELD, FREE, RETRIEVABLE, ONE_A_TURN = range(len(FIELDS))

_FLOWS = {  # in rounds, an opening bet, all may fold, cards to trade from, called with a bet
    "sabacc.variants.family76.turns:cloud_city": (0, 1, 1, 3, 0),
    "sabacc.variants.family76.turns:classic": (0, 0, 0, 2, 0),
    "sabacc.variants.family76.rounds:pagat": (1, 0, 0, 2, 1),
    "sabacc.variants.family76.rounds:galactic": (1, 0, 0, 2, 0),
}


def rule_row(rules: Rules, seats: int) -> NDArray[np.int64]:
    """All numbers that kernels need of the rules; what they don't know is refused."""
    refuse(rules, "items", "community_field", "short_antes")
    row = np.zeros(RULE_COUNT, np.int64)
    cards = deck_of(rules).cards
    capacity = min(len(cards), 2 + rules.max_rounds + 3)  # a gain a turn, and a card of the sudden demise
    row[:RULE_HEAD] = head_of(rules, seats, capacity, len(cards), CARDS)
    codes = {card: code for code, card in enumerate(CLASSIC.copies)}
    row[CARDS : CARDS + len(cards)] = sorted(codes[card] for card in cards)
    row[POT_CAP] = NO_LIMIT if rules.sabacc_pot_cap is None else rules.sabacc_pot_cap
    row[PENALTY] = NO_LIMIT if isinstance(rules.bomb_out_penalty, str) else rules.bomb_out_penalty
    row[CALLER_PENALTY] = rules.caller_penalty
    row[BUILDING : MAX_ROUNDS + 1] = rules.pot_building_rounds, rules.quiet_rounds, rules.max_rounds
    row[DISCARD_FEE] = {"off": -1, "free": 0}.get(str(rules.discard_pile), rules.discard_pile)
    row[HAS_SIDES] = rules.sides
    row[FIELD_KIND] = FIELDS.index(rules.static_field)
    _set_flow(row, rules)
    _set_shifts(row, rules)
    _set_keys(row, rules)
    return row


def _set_flow(row: NDArray[np.int64], rules: Rules) -> None:
    name = find_preset(rules.preset).flow
    if name not in _FLOWS:
        refuse(rules)
    row[IN_ROUNDS], row[OPEN_BET], row[ALL_MAY_FOLD], row[TRADE_FROM], row[CALL_BY_BET] = _FLOWS[name]
    row[ANTE_IF_EMPTY] = row[OPEN_BET]  # CC1
    row[FIELD_ENDS_AT_CALL] = not row[IN_ROUNDS] or rules.static_field == FIELDS[FREE]
    row[NEAREST] = rules.preset in NEAREST_WINS


def _set_shifts(row: NDArray[np.int64], rules: Rules) -> None:
    if ":" in rules.shift_trigger:
        die, wanted = rules.shift_trigger[1:].split(":")
        row[TRIGGER], row[DIE], row[WANTED] = ONE_NUMBER, int(die), int(wanted)
    else:
        row[TRIGGER] = TRIGGERS[rules.shift_trigger]
    row[SHIFT] = SHIFTS[rules.shift_kind]
    row[BY_DICE : BY_DICE + 6] = [SHIFTS[kind] for kind in rules.shift_by_dice]


def _set_keys(row: NDArray[np.int64], rules: Rules) -> None:
    """What hands are worth, by the tables of the ranker in bulk."""
    sides = (LIGHT, DARK) if rules.sides else (None, None)
    for number, side in enumerate(sides):
        ranker = ClassicRanker(rules, side)
        row[WEIGHTS + number * FACES : WEIGHTS + (number + 1) * FACES] = ranker.weights[:FACES]
        row[KEYS + number * TOTALS : KEYS + (number + 1) * TOTALS] = ranker.by_total
        row[ARRAY_KEY], row[BOMBED_OUT] = ranker.array_key, ranker.bombed_out
        row[LEAST_SPECIAL] = ranker.least_special if number == 0 else min(row[LEAST_SPECIAL], ranker.least_special)
