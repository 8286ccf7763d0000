"""What a seat may do now: all actions but the raises, which are given by their bounds."""

from __future__ import annotations

from typing import Any

import numpy as np

from sabacc.batch.actions import (
    CALL_HAND,
    CHECK_AND_CALL,
    CHOOSE_SIDE,
    DONE,
    FOLD,
    KIND_BITS,
    MATCH_AND_CALL,
    PASS,
)
from sabacc.batch.betting import clear_bounds, list_bets, owes, set_raise_bounds
from sabacc.batch.family76.calls import may_call
from sabacc.batch.family76.draws import list_draws
from sabacc.batch.family76.fields import list_field_moves
from sabacc.batch.family76.opening import BY_CHANCE, LIGHT
from sabacc.batch.family76.phases import GO_CATCH_UP
from sabacc.batch.family76.rule_row import CALL_BY_BET, IN_ROUNDS
from sabacc.batch.jit import part
from sabacc.batch.layout import (
    BET,
    CALL_WINDOW,
    DRAW,
    FOLD_WINDOW,
    KIND,
    MAY_CALL,
    PHASE,
    SIDE,
    STACKS,
    WAITING,
)
from sabacc.batch.seats import has


@part
def list_two(out: Any, count: Any, first: Any, second: Any) -> Any:
    """Two actions that need no more words."""
    out[count] = first
    out[count + 1] = second
    return count + 2


@part
def list_bets_and_calls(num: Any, rules: Any, seat: Any, out: Any, count: Any) -> Any:
    """Check or match, fold, raise; where bets call, each with a call (PG5)."""
    calls = rules[CALL_BY_BET] and may_call(num, rules)
    if calls and num[STACKS + seat] == 0:
        return list_two(out, count, PASS, CALL_HAND)
    count = list_bets(num, seat, out, count)
    if calls:
        out[count] = MATCH_AND_CALL if owes(num, seat) else CHECK_AND_CALL
        count += 1
        num[MAY_CALL] = 1
    if num[PHASE] != GO_CATCH_UP:
        set_raise_bounds(num, rules, seat, 1)
    return count


@part
def legal(num: Any, cards: Any, rules: Any, seat: Any, out: Any) -> Any:
    """Fills `out` with what a seat may do, asked or not; how many actions there are."""
    clear_bounds(num)
    count = np.int64(0)
    if has(num[WAITING], seat):
        kind = num[KIND]
        if kind == BET:
            count = list_bets_and_calls(num, rules, seat, out, count)
        elif kind == FOLD_WINDOW:
            count = list_two(out, count, PASS, FOLD)
        elif kind == CALL_WINDOW:
            count = list_two(out, count, PASS, CALL_HAND)
        elif kind == DRAW:
            count = list_draws(num, cards, rules, seat, out, count)
            if rules[IN_ROUNDS] and not rules[CALL_BY_BET] and may_call(num, rules):
                out[count] = CALL_HAND
                count += 1
        elif kind == SIDE:
            for side in range(LIGHT, BY_CHANCE + 1):
                out[count] = CHOOSE_SIDE + (side << KIND_BITS)
                count += 1
        else:
            out[count] = DONE
            count += 1
    return list_field_moves(num, cards, rules, seat, out, count)
