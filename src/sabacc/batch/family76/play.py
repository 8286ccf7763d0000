"""A hand of the 76-card family from its deal to its end: an answer, and all that follows until the next question."""

from __future__ import annotations

from typing import Any

from sabacc.batch.actions import (
    CALL_HAND,
    CHECK_AND_CALL,
    FOLD,
    MATCH_AND_CALL,
    PLACE,
    RAISE_AND_CALL,
    START,
    TAKE_BACK,
    argument_of,
    kind_of,
)
from sabacc.batch.betting import ask_to_bet, fold, take_bet
from sabacc.batch.family76.calls import call, may_call
from sabacc.batch.family76.draws import draw
from sabacc.batch.family76.fields import move_card
from sabacc.batch.family76.opening import ask_sides, deal_two, open_hand, seal_side
from sabacc.batch.family76.phases import (
    GO_CALL_WINDOW,
    GO_CATCH_UP,
    GO_DEAL,
    GO_DRAW,
    GO_END_ROUND,
    GO_FIELD_MOVES,
    GO_FOLD_WINDOW,
    GO_LAST_BETS,
    GO_NEXT_PLAYER,
    GO_NEXT_TURN,
    GO_ROLL,
    GO_ROLL_AFTER_PLAY,
    GO_ROUND_BETS,
    GO_SHOWDOWN,
    GO_SIDES,
    GO_START_BETS,
    GO_START_ROUND,
    GO_TURN_BETS,
    GO_TURN_DONE,
)
from sabacc.batch.family76.rounds import (
    ask_for_field_moves,
    ask_in_round,
    begin_bets,
    begin_play,
    begin_round,
    end_round,
    roll_after_play,
)
from sabacc.batch.family76.rule_row import CALL_BY_BET, IN_ROUNDS, OPEN_BET
from sabacc.batch.family76.shifts import after_answer
from sabacc.batch.family76.showdown import settle
from sabacc.batch.family76.turns import (
    ask_to_draw,
    begin_last_bets,
    begin_turn,
    end_turn,
    end_turns,
    open_call_window,
    open_fold_window,
    roll,
)
from sabacc.batch.jit import part
from sabacc.batch.layout import (
    BET,
    CALL_WINDOW,
    DECLINED,
    DRAW,
    FOLD_WINDOW,
    GO_LAST_PLAYER,
    KIND,
    OVER,
    PASSED,
    PHASE,
    SIDE,
    STACKS,
    STEPS,
    TURN,
    WAITING,
)
from sabacc.batch.pots import award_last_player


@part
def go_on_in_turns(num: Any, cards: Any, key: Any, rules: Any, phase: Any) -> None:
    """One phase of a game in turns."""
    if phase == GO_NEXT_TURN:
        begin_turn(num, rules)
    elif phase == GO_TURN_BETS:
        ask_to_bet(num, rules, GO_FOLD_WINDOW)
    elif phase == GO_FOLD_WINDOW:
        open_fold_window(num, rules)
    elif phase == GO_ROLL:
        roll(num, cards, key, rules)
    elif phase == GO_CALL_WINDOW:
        open_call_window(num, rules)
    elif phase == GO_DRAW:
        ask_to_draw(num)
    elif phase == GO_TURN_DONE:
        end_turn(num, rules)
    elif phase == GO_LAST_BETS:
        begin_last_bets(num, rules)
    elif phase == GO_CATCH_UP:
        ask_to_bet(num, rules, GO_SHOWDOWN)


@part
def go_on_in_rounds(num: Any, cards: Any, key: Any, rules: Any, phase: Any, out: Any) -> None:
    """One phase of a game in rounds."""
    if phase == GO_START_ROUND:
        begin_round(num, key, rules)
    elif phase == GO_NEXT_PLAYER:
        begin_play(num, rules)
    elif phase == GO_FIELD_MOVES:
        ask_for_field_moves(num, cards, rules, out)
    elif phase == GO_ROLL_AFTER_PLAY:
        roll_after_play(num, cards, key, rules)
    elif phase == GO_START_BETS:
        begin_bets(num, rules)
    elif phase == GO_ROUND_BETS:
        ask_in_round(num, rules)
    elif phase == GO_END_ROUND:
        end_round(num, cards, key, rules)


@part
def advance(num: Any, cards: Any, key: Any, rules: Any, out: Any) -> None:
    """Goes on until somebody must decide or the hand is over; `out` is room to work in."""
    while not num[WAITING] and not num[OVER]:
        phase = num[PHASE]
        if phase == GO_SIDES:
            ask_sides(num, rules)
        elif phase == GO_DEAL:
            deal_two(num, cards, key, rules)
        elif phase == GO_SHOWDOWN:
            settle(num, cards, key, rules)
        elif phase == GO_LAST_PLAYER:
            award_last_player(num, rules)
        elif rules[IN_ROUNDS]:
            go_on_in_rounds(num, cards, key, rules, phase, out)
        else:
            go_on_in_turns(num, cards, key, rules, phase)


@part
def answer_bet(num: Any, cards: Any, rules: Any, seat: Any, kind: Any, amount: Any) -> None:
    """Check, match, raise or fold, and what calls the hand with it (PG5)."""
    take_bet(num, cards, rules, seat, kind, amount, rules[IN_ROUNDS] or rules[OPEN_BET])
    if not rules[CALL_BY_BET]:
        return
    if num[STACKS + seat] == 0:
        num[PASSED] |= 1 << seat
    if kind == CALL_HAND or kind == CHECK_AND_CALL or kind == MATCH_AND_CALL or kind == RAISE_AND_CALL:
        call(num, rules, seat)
    elif may_call(num, rules):
        num[DECLINED] |= 1 << seat


@part
def answer_draw(num: Any, cards: Any, key: Any, rules: Any, seat: Any, kind: Any, card: Any) -> None:
    """Gain, trade or stand; in galactic games a call instead (GA3)."""
    in_galactic = rules[IN_ROUNDS] and not rules[CALL_BY_BET]
    if kind == CALL_HAND:
        call(num, rules, seat)
        num[TURN] = -1
        num[PHASE] = GO_START_BETS
        return
    if in_galactic and may_call(num, rules):
        num[DECLINED] |= 1 << seat
    draw(num, cards, key, rules, seat, kind, card)


@part
def answer_window(num: Any, cards: Any, rules: Any, seat: Any, kind: Any) -> None:
    """Passes, folds or calls."""
    if num[KIND] == FOLD_WINDOW:
        if kind == FOLD:
            fold(num, cards, rules, seat)
    elif kind == CALL_HAND:
        end_turns(num, rules, seat)
        num[WAITING] = 0
    else:
        num[DECLINED] |= 1 << seat


@part
def answer(num: Any, cards: Any, key: Any, rules: Any, seat: Any, kind: Any, argument: Any) -> None:
    """An answer to the open question."""
    num[WAITING] &= ~(1 << seat)
    question = num[KIND]
    if question == BET:
        answer_bet(num, cards, rules, seat, kind, argument)
    elif question == FOLD_WINDOW or question == CALL_WINDOW:
        answer_window(num, cards, rules, seat, kind)
    elif question == DRAW:
        answer_draw(num, cards, key, rules, seat, kind, argument)
    elif question == SIDE:
        seal_side(num, key, seat, argument)


@part
def act(num: Any, cards: Any, key: Any, rules: Any, seat: Any, action: Any, out: Any) -> None:
    """Deals, or does what a seat wants done, which is legal; then goes on to the next decision."""
    kind = kind_of(action)
    argument = argument_of(action)
    if kind == START:
        open_hand(num, rules)
    else:
        num[STEPS] += 1
        if kind == PLACE or kind == TAKE_BACK:
            move_card(num, cards, rules, seat, kind, argument)
        else:
            answer(num, cards, key, rules, seat, kind, argument)
            after_answer(num, cards, key, rules)
    advance(num, cards, key, rules, out)
