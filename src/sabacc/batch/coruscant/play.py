"""A round of a Coruscant game: select, shift, improve, reveal (CS1–CS13)."""

from __future__ import annotations

from typing import Any

import numpy as np

from sabacc.batch.actions import FOLD, GO_ON, START, argument_of, kind_of
from sabacc.batch.actions import IMPROVE as IMPROVE_WITH
from sabacc.batch.actions import SELECT as SELECT_CARDS
from sabacc.batch.betting import (
    ask_to_bet,
    clear_bounds,
    fold,
    list_bets,
    new_bets,
    pay_hand,
    set_raise_bounds,
    take_bet,
)
from sabacc.batch.choices import list_choices
from sabacc.batch.coruscant.rule_row import FOR_ROUNDS, GOLD_DIE, SILVER_DIE
from sabacc.batch.coruscant.showdown import settle
from sabacc.batch.deck import chosen_at, deal_due, empty_into_junk, hand_at, open_box, put, roll_die
from sabacc.batch.jit import part
from sabacc.batch.layout import (
    ANSWERS,
    BET,
    CHOSEN_COUNTS,
    DEALT_IN,
    DECIDE,
    DUE,
    FIRST,
    GO_LAST_PLAYER,
    GOLD,
    HAND_COUNTS,
    IMPROVE,
    KIND,
    LAST_RAISE,
    LIVE,
    OVER,
    PHASE,
    ROLLS,
    ROUND,
    ROUND_WON_BY,
    RULE_ANTE,
    RULE_SEATS,
    SEALED,
    SELECT,
    SILVER,
    STEPS,
    WAITING,
)
from sabacc.batch.pots import award_last_player
from sabacc.batch.seats import ask, first_from, front_of_queue, has, leave_queue, seal_answer, set_queue
from sabacc.hands.coruscant import HAND_SIZE

GO_BEGIN, GO_DECIDE, GO_SHIFT, GO_BEGIN_AGAIN, GO_DECIDE_AGAIN, GO_IMPROVE, GO_REVEAL = range(7)


@part
def open_round(num: Any, cards: Any, key: Any, rules: Any) -> None:
    """The ante, if there is one; five cards each, and the two dice (CS3, CS4, CS13)."""
    for seat in range(rules[RULE_SEATS]):
        num[DUE + seat] = 0
        if has(num[DEALT_IN], seat):
            pay_hand(num, seat, rules[RULE_ANTE])
            num[DUE + seat] = HAND_SIZE
    open_box(num, cards, rules)
    deal_due(num, cards, key, rules)
    num[ROLLS] += 1
    num[GOLD] = rules[GOLD_DIE + roll_die(num, key, 0, 6) - 1]
    num[SILVER] = rules[SILVER_DIE + roll_die(num, key, 1, 6) - 1]
    num[PHASE] = GO_BEGIN
    num[KIND] = SELECT
    ask(num, num[LIVE], num[FIRST])


@part
def show_choices(num: Any, cards: Any, rules: Any) -> None:
    """What everybody has chosen goes from the hands to the selections (CS5, CS8)."""
    for seat in range(rules[RULE_SEATS]):
        if not has(num[SEALED], seat):
            continue
        at = hand_at(rules, seat)
        left = 0
        for place in range(num[HAND_COUNTS + seat]):
            card = np.int64(cards[at + place])
            if (num[ANSWERS + seat] >> place) & 1:
                put(num, cards, chosen_at(rules, seat), CHOSEN_COUNTS + seat, card)
            else:
                cards[at + left] = card
                left += 1
        num[HAND_COUNTS + seat] = left
    num[SEALED] = 0


@part
def begin_decisions(num: Any, rules: Any) -> None:
    """Whoever goes on or folds does so from the dealer's left; with an ante it is a betting round (CS6, CS13)."""
    if not rules[FOR_ROUNDS]:
        num[ROUND] += 1
        new_bets(num, rules, 0)
        num[LAST_RAISE] = 0
    set_queue(num, num[LIVE], num[FIRST])


@part
def ask_for_decision(num: Any, rules: Any, then: Any) -> None:
    """The next one in the queue."""
    if not rules[FOR_ROUNDS]:
        ask_to_bet(num, rules, then)
        return
    seat = front_of_queue(num, rules)
    if seat < 0:
        num[PHASE] = then
    else:
        num[KIND] = DECIDE
        ask(num, 1 << seat, seat)


@part
def discard_rest(num: Any, cards: Any, rules: Any) -> None:
    """What is left in hands is discarded; as many cards are due, where any are (CS7, CS8)."""
    for seat in range(rules[RULE_SEATS]):
        num[DUE + seat] = 0
        if has(num[LIVE], seat):
            num[DUE + seat] = num[HAND_COUNTS + seat]
            empty_into_junk(num, cards, hand_at(rules, seat), HAND_COUNTS + seat)


@part
def ask_to_improve(num: Any, rules: Any) -> None:
    """All who have new cards may add some (CS8)."""
    num[PHASE] = GO_REVEAL
    num[KIND] = IMPROVE
    holders = 0
    for seat in range(rules[RULE_SEATS]):
        if has(num[LIVE], seat) and num[HAND_COUNTS + seat]:
            holders |= 1 << seat
    ask(num, holders, num[FIRST])


@part
def go_on(num: Any, cards: Any, key: Any, rules: Any) -> None:
    """One phase."""
    phase = num[PHASE]
    if phase == GO_BEGIN or phase == GO_BEGIN_AGAIN:
        show_choices(num, cards, rules)
        begin_decisions(num, rules)
        num[PHASE] = phase + 1
    elif phase == GO_DECIDE or phase == GO_DECIDE_AGAIN:
        ask_for_decision(num, rules, phase + 1)
    elif phase == GO_SHIFT:
        discard_rest(num, cards, rules)
        deal_due(num, cards, key, rules)
        num[PHASE] = GO_BEGIN_AGAIN
    elif phase == GO_IMPROVE:
        ask_to_improve(num, rules)
    elif phase == GO_REVEAL:
        show_choices(num, cards, rules)
        discard_rest(num, cards, rules)
        settle(num, cards, key, rules)
    elif phase == GO_LAST_PLAYER:
        num[ROUND_WON_BY] = first_from(num[LIVE], 0, rules[RULE_SEATS])
        award_last_player(num, rules)


@part
def legal(num: Any, cards: Any, rules: Any, seat: Any, out: Any) -> Any:
    """Fills `out` with what a seat may do; how many actions there are."""
    clear_bounds(num)
    if not has(num[WAITING], seat):
        return 0
    question = num[KIND]
    if question == BET:
        set_raise_bounds(num, rules, seat, 1)
        return list_bets(num, seat, out, 0)
    if question == DECIDE:
        out[0] = GO_ON
        out[1] = FOLD
        return 2
    held = num[HAND_COUNTS + seat]
    least = 1 if question == SELECT else 0
    kind = SELECT_CARDS if question == SELECT else IMPROVE_WITH
    return list_choices(cards, hand_at(rules, seat), held, least, (1 << held) - 1, kind, out)


@part
def answer(num: Any, cards: Any, key: Any, rules: Any, seat: Any, kind: Any, argument: Any) -> None:
    """An answer to the open question."""
    num[STEPS] += 1
    num[WAITING] &= ~(1 << seat)
    question = num[KIND]
    if question == BET:
        take_bet(num, cards, rules, seat, kind, argument, True)
    elif question == DECIDE:
        leave_queue(num, seat, rules)
        if kind == FOLD:
            fold(num, cards, rules, seat)
    else:
        seal_answer(num, seat, argument)


@part
def act(num: Any, cards: Any, key: Any, rules: Any, seat: Any, action: Any, out: Any) -> None:
    """Deals, or does what a seat wants done, which is legal; then goes on to the next decision."""
    if kind_of(action) == START:
        open_round(num, cards, key, rules)
    else:
        answer(num, cards, key, rules, seat, kind_of(action), argument_of(action))
    while not num[WAITING] and not num[OVER]:
        go_on(num, cards, key, rules)
