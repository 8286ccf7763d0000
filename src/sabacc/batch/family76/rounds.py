"""Games in rounds: a play round and a betting round, both from the dealer's left."""

from __future__ import annotations

from typing import Any

import numpy as np

from sabacc.batch.betting import new_bets
from sabacc.batch.family76.calls import call, count_quiet, may_call, table_calls
from sabacc.batch.family76.fields import forget_moves, list_field_moves, list_retrievals
from sabacc.batch.family76.phases import (
    GO_END_ROUND,
    GO_FIELD_MOVES,
    GO_NEXT_PLAYER,
    GO_ROLL_AFTER_PLAY,
    GO_ROUND_BETS,
    GO_SHOWDOWN,
    GO_START_BETS,
    GO_START_ROUND,
)
from sabacc.batch.family76.rule_row import CALL_BY_BET, FIELD_KIND, NOTHING, ONE_A_TURN, RETRIEVABLE
from sabacc.batch.family76.shifts import draw_pulse, rolled_shift, strike, strike_pulse
from sabacc.batch.jit import part
from sabacc.batch.layout import (
    BET,
    CALLED,
    CALLER,
    DRAW,
    FIELD,
    FIRST,
    KIND,
    LAST_RAISE,
    LIVE,
    PASSED,
    PHASE,
    PULSE_AT,
    QUEUE,
    ROUND,
    STACKS,
    TURN,
    TURNS,
)
from sabacc.batch.seats import ask, count_of, front_of_queue, has, is_live, leave_queue, set_queue


@part
def begin_round(num: Any, key: Any, rules: Any) -> None:
    """A round begins; the droid draws its pulse (GA4), and the table may call before the first turn (E1)."""
    num[ROUND] += 1
    set_queue(num, num[LIVE], num[FIRST])
    draw_pulse(num, key, rules)
    num[PHASE] = GO_NEXT_PLAYER
    if not rules[CALL_BY_BET] and may_call(num, rules) and table_calls(num, rules):
        call(num, rules, -1)
        num[PHASE] = GO_START_BETS


@part
def begin_play(num: Any, rules: Any) -> None:
    """The next player's turn in the play round, or on to the betting."""
    num[QUEUE] &= num[LIVE]
    forget_moves(num)
    seat = front_of_queue(num, rules)
    num[TURN] = seat
    if seat < 0:
        num[PHASE] = GO_START_BETS
    else:
        leave_queue(num, seat, rules)
        num[PHASE] = GO_FIELD_MOVES
        num[KIND] = DRAW
        ask(num, 1 << seat, seat)


@part
def ask_for_field_moves(num: Any, cards: Any, rules: Any, out: Any) -> None:
    """After the draw there may still be a field move to make in one's own turn (F3, F4)."""
    num[PHASE] = GO_ROLL_AFTER_PLAY
    moves = np.int64(0)
    if rules[FIELD_KIND] == RETRIEVABLE:  # cards can be placed at any time
        moves = list_retrievals(num, cards, rules, num[TURN], out, moves)
    elif rules[FIELD_KIND] == ONE_A_TURN:
        moves = list_field_moves(num, cards, rules, num[TURN], out, moves)
    if moves:
        num[KIND] = FIELD
        ask(num, 1 << num[TURN], num[TURN])


@part
def roll_after_play(num: Any, cards: Any, key: Any, rules: Any) -> None:
    """The player rolls, where dice bring the shifts (PG3); then the turn is complete."""
    kind = rolled_shift(num, key, rules)
    if kind != NOTHING:
        strike(num, cards, key, rules, kind)
    num[TURNS + num[TURN]] += 1
    num[PHASE] = GO_NEXT_PLAYER


@part
def begin_bets(num: Any, rules: Any) -> None:
    """A betting round, from the caller or the dealer's left; where bets call, the table may call now (E1)."""
    if rules[CALL_BY_BET] and may_call(num, rules) and table_calls(num, rules):
        call(num, rules, -1)
    new_bets(num, rules, 0)
    num[LAST_RAISE] = 0
    first = num[FIRST]
    if num[CALLER] >= 0 and is_live(num, num[CALLER]):
        first = num[CALLER]  # GA3
    set_queue(num, num[LIVE], first)
    num[PHASE] = GO_ROUND_BETS


@part
def must_act(num: Any, rules: Any, seat: Any) -> Any:
    """All-in players skip betting (T13), but may call the hand with it once (PG5)."""
    if not is_live(num, seat):
        return False
    if num[STACKS + seat] > 0:
        return True
    return rules[CALL_BY_BET] and may_call(num, rules) and not has(num[PASSED], seat)


@part
def ask_in_round(num: Any, rules: Any) -> None:
    """One question after the other, round and round until all have matched or are all-in (PG4, GA2)."""
    seat = front_of_queue(num, rules)
    while seat >= 0 and not must_act(num, rules, seat):
        leave_queue(num, seat, rules)
        seat = front_of_queue(num, rules)
    if seat >= 0:
        num[KIND] = BET
        ask(num, 1 << seat, seat)
    else:
        num[PHASE] = GO_END_ROUND


@part
def end_round(num: Any, cards: Any, key: Any, rules: Any) -> None:
    """A pulse that is still due strikes; then the next round, or the end with a last roll of the dice (PG5)."""
    if num[PULSE_AT]:
        strike_pulse(num, cards, key, rules)
    if not num[CALLED]:
        count_quiet(num, count_of(num[LIVE]), may_call(num, rules))
        num[PHASE] = GO_START_ROUND
        return
    num[PHASE] = GO_SHOWDOWN
    if rules[CALL_BY_BET]:
        kind = rolled_shift(num, key, rules)
        if kind != NOTHING:
            strike(num, cards, key, rules, kind)
