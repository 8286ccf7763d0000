"""Random play in batches, with the odds of `sabacc.policy.random_play`: for measurements, tests and rollouts."""

from __future__ import annotations

from typing import Any

from sabacc.batch.actions import (
    CALL_HAND,
    CHECK_AND_CALL,
    FOLD,
    KIND_BITS,
    MATCH_AND_CALL,
    PLACE,
    RAISE,
    RAISE_AND_CALL,
    TAKE_BACK,
    kind_of,
)
from sabacc.batch.jit import part
from sabacc.batch.layout import MAY_CALL, RAISE_FROM, RAISE_TO, STEPS
from sabacc.batch.words import NUMBER_BITS, POLICY, below

FOLDS, CALLS, FREE_MOVES = 5, 10, 5  # times in a hundred


@part
def is_free(kind: Any) -> Any:
    """Whether an action answers no question."""
    return kind == PLACE or kind == TAKE_BACK


@part
def has_own_odds(kind: Any) -> Any:
    """Whether an action is chosen apart from the others."""
    return kind == FOLD or kind == CALL_HAND or kind == CHECK_AND_CALL or kind == MATCH_AND_CALL or is_free(kind)


@part
def one_of_kind(num: Any, key: Any, out: Any, count: Any, kind: Any) -> Any:
    """One of the actions of a kind, which stand together."""
    first = 0
    while kind_of(out[first]) != kind:
        first += 1
    end = first
    while end < count and kind_of(out[end]) == kind:
        end += 1
    return out[first + below(key, POLICY + (num[STEPS] << NUMBER_BITS) + 1, end - first)]


@part
def choose(num: Any, key: Any, out: Any, count: Any) -> Any:
    """One of the actions that `legal` has just listed, or a raise within its bounds."""
    steps = num[STEPS]
    roll = below(key, POLICY + (steps << NUMBER_BITS), 100)
    kinds = 0
    last = -1
    for place in range(count):
        kind = kind_of(out[place])
        if has_own_odds(kind):
            if (kind == FOLD and roll < FOLDS) or (kind == CALL_HAND and FOLDS <= roll < FOLDS + CALLS):
                return out[place]
            if is_free(kind) and roll >= 100 - FREE_MOVES:
                return out[place + below(key, POLICY + (steps << NUMBER_BITS) + 1, count - place)]
        elif kind != last:
            kinds += 1
            last = kind
    raises = 1 if num[RAISE_TO] else 0
    wanted = below(key, POLICY + (steps << NUMBER_BITS) + 2, kinds + raises)
    calls = num[MAY_CALL] and below(key, POLICY + (steps << NUMBER_BITS) + 3, 100) < CALLS
    if wanted == kinds:
        amount = num[RAISE_FROM] + below(key, POLICY + (steps << NUMBER_BITS) + 4, num[RAISE_TO] - num[RAISE_FROM] + 1)
        return (RAISE_AND_CALL if calls else RAISE) + (amount << KIND_BITS)
    return _of_kind_number(num, key, out, count, wanted, calls)


@part
def _of_kind_number(num: Any, key: Any, out: Any, count: Any, wanted: Any, calls: Any) -> Any:
    last = -1
    for place in range(count):
        kind = kind_of(out[place])
        if calls and (kind == CHECK_AND_CALL or kind == MATCH_AND_CALL):
            return out[place]
        if not has_own_odds(kind) and kind != last:
            if wanted == 0 and not calls:
                return one_of_kind(num, key, out, count, kind)
            wanted -= 1
            last = kind
    return out[0]
