"""Calling the hand: when it may be called, and when the table itself does (E1)."""

from __future__ import annotations

from typing import Any

from sabacc.batch.family76.rule_row import BUILDING, FIELD_ENDS_AT_CALL, MAX_ROUNDS, QUIET
from sabacc.batch.jit import part
from sabacc.batch.layout import (
    CALLED,
    CALLER,
    DECLINED,
    FIELD_OPEN,
    LIVE,
    QUIET_TURNS,
    ROUND,
    RULE_SEATS,
    TURNS,
)
from sabacc.batch.seats import count_of, has


@part
def fewest_turns(num: Any, rules: Any) -> Any:
    """How many turns every live player has completed."""
    fewest = 1 << 30
    for seat in range(rules[RULE_SEATS]):
        if has(num[LIVE], seat):
            fewest = min(fewest, num[TURNS + seat])
    return fewest


@part
def pot_is_built(num: Any, rules: Any) -> Any:
    """Whether every live player has completed the turns before which nobody may call (CC7, HR3)."""
    return fewest_turns(num, rules) >= rules[BUILDING]


@part
def may_call(num: Any, rules: Any) -> Any:
    """In games of rounds: whether the pot has been built and nobody has called yet (PG5, GA3)."""
    return not num[CALLED] and num[ROUND] > rules[BUILDING]


@part
def table_calls(num: Any, rules: Any) -> Any:
    """Whether it has been quiet for too long, or long enough altogether."""
    if fewest_turns(num, rules) >= rules[MAX_ROUNDS]:
        return True
    quiet = rules[QUIET] > 0 and num[QUIET_TURNS] >= rules[QUIET] * count_of(num[LIVE])
    return quiet and num[DECLINED] & num[LIVE] == num[LIVE]


@part
def count_quiet(num: Any, turns: Any, calls_allowed: Any) -> None:
    """So many turns are complete: they count if calls were allowed and nothing stirred."""
    num[QUIET_TURNS] = num[QUIET_TURNS] + turns if calls_allowed and num[QUIET_TURNS] >= 0 else 0


@part
def call(num: Any, rules: Any, seat: Any) -> None:
    """The hand is called, by a seat or, with −1, by the table."""
    num[CALLED] = 1
    num[CALLER] = seat
    if rules[FIELD_ENDS_AT_CALL]:
        num[FIELD_OPEN] = 0
