"""Games in turns: bet, roll, call, draw, round the table until the hand is called or one player is left."""

from __future__ import annotations

from typing import Any

from sabacc.batch.betting import bet, new_bets, owes
from sabacc.batch.family76.calls import call, count_quiet, pot_is_built, table_calls
from sabacc.batch.family76.fields import forget_moves
from sabacc.batch.family76.phases import (
    GO_CALL_WINDOW,
    GO_CATCH_UP,
    GO_DRAW,
    GO_LAST_BETS,
    GO_NEXT_TURN,
    GO_ROLL,
    GO_TURN_BETS,
    GO_TURN_DONE,
)
from sabacc.batch.family76.rule_row import ALL_MAY_FOLD, NOTHING, OPEN_BET
from sabacc.batch.family76.shifts import rolled_shift, strike
from sabacc.batch.jit import part
from sabacc.batch.layout import (
    CALL_WINDOW,
    CALLER,
    DRAW,
    FIRST,
    FOLD_WINDOW,
    KIND,
    LIVE,
    PHASE,
    QUEUE,
    RAISES,
    ROUND,
    RULE_SEATS,
    SHIFTS_OPEN,
    STACKS,
    TURN,
    TURNS,
)
from sabacc.batch.seats import ask, first_from, has, is_live, left_of, set_queue


@part
def begin_turn(num: Any, rules: Any) -> None:
    """The next live seat to the left is on turn (T2); it bets."""
    first = left_of(num[TURN], rules) if num[TURN] >= 0 else num[FIRST]
    turn = first_from(num[LIVE], first, rules[RULE_SEATS])
    num[TURN] = turn
    forget_moves(num)
    if num[ROUND] != num[TURNS + turn] + 1:
        num[RAISES] = 0  # B5
    num[ROUND] = num[TURNS + turn] + 1
    if rules[OPEN_BET]:
        new_bets(num, rules, 0)
    set_queue(num, 1 << turn, turn)
    num[PHASE] = GO_TURN_BETS


@part
def open_fold_window(num: Any, rules: Any) -> None:
    """When the betting is done, players may still fold: all (CC4), or all but the one on turn (CL3)."""
    may_fold = 0
    for seat in range(rules[RULE_SEATS]):
        if is_live(num, seat) and num[STACKS + seat] and (rules[ALL_MAY_FOLD] or seat != num[TURN]):
            may_fold |= 1 << seat
    num[PHASE] = GO_ROLL
    num[KIND] = FOLD_WINDOW
    ask(num, may_fold, left_of(num[TURN], rules))


@part
def roll(num: Any, cards: Any, key: Any, rules: Any) -> None:
    """The player on turn rolls, even if they have just folded (CC5, CL4)."""
    kind = rolled_shift(num, key, rules)
    if kind != NOTHING:
        strike(num, cards, key, rules, kind)
    num[PHASE] = GO_CALL_WINDOW


@part
def open_call_window(num: Any, rules: Any) -> None:
    """Any live player but the one on turn may call the hand (CC6, CL5); where nobody does for too long, the table does."""
    num[PHASE] = GO_DRAW
    if not pot_is_built(num, rules):
        return
    if table_calls(num, rules):
        end_turns(num, rules, -1)
    else:
        num[KIND] = CALL_WINDOW
        ask(num, num[LIVE] & ~(1 << num[TURN]), left_of(num[TURN], rules))


@part
def end_turns(num: Any, rules: Any, seat: Any) -> None:
    """The hand is called, by a seat or by the table (−1)."""
    call(num, rules, seat)
    num[SHIFTS_OPEN] = 0  # X6
    num[PHASE] = GO_LAST_BETS


@part
def ask_to_draw(num: Any) -> None:
    """The player on turn draws, unless they have folded (CC9)."""
    num[PHASE] = GO_TURN_DONE
    if has(num[LIVE], num[TURN]):
        num[KIND] = DRAW
        ask(num, 1 << num[TURN], num[TURN])


@part
def end_turn(num: Any, rules: Any) -> None:
    """The turn is complete (CC7, E1)."""
    calls_allowed = pot_is_built(num, rules)  # before this turn is counted
    num[TURNS + num[TURN]] += 1
    count_quiet(num, 1, calls_allowed)
    num[PHASE] = GO_NEXT_TURN


@part
def begin_last_bets(num: Any, rules: Any) -> None:
    """The caller matches the standing bet; then each other one behind it matches or folds (CL6)."""
    first = num[TURN]
    if num[CALLER] >= 0:
        first = num[CALLER]
        bet(num, first, owes(num, first))
    set_queue(num, 0, left_of(first, rules))
    for seat in range(rules[RULE_SEATS]):
        if is_live(num, seat) and owes(num, seat):
            num[QUEUE] |= 1 << seat
    num[PHASE] = GO_CATCH_UP
