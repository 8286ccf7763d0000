"""A hand of a Corellian game: three rounds of betting, draw and spike, a last betting round, the showdown (CH6)."""

from __future__ import annotations

from typing import Any

import numpy as np

from sabacc.batch.actions import BUY, KIND_BITS, PEEK, START, argument_of, kind_of
from sabacc.batch.actions import OFFER as OFFER_CARD
from sabacc.batch.actions import PROTECT as PROTECT_CARDS
from sabacc.batch.betting import clear_bounds
from sabacc.batch.choices import list_choices
from sabacc.batch.corellian.bets import answer_bet, ask_to_bet_or_go_on, begin_bets, list_no_limit_bets, pay_blinds
from sabacc.batch.corellian.board import (
    CENTRE,
    NO_CARD,
    buy,
    keep_or_push_back,
    list_board_draws,
    list_keeps,
    protect,
    put_on_board,
)
from sabacc.batch.corellian.showdown import settle
from sabacc.batch.deck import (
    deal,
    deal_due,
    deal_up,
    field_at,
    hand_at,
    heap_cards,
    heap_deck,
    open_box,
    put,
    roll_die,
    shuffle_aside,
    shuffle_heap,
    start_heap,
    take,
    turn_top,
)
from sabacc.batch.jit import part
from sabacc.batch.layout import (
    ANSWERS,
    ASIDE,
    ASIDE_COUNT,
    BET,
    BOARD_DRAW,
    DEALT_IN,
    DUE,
    FIELD_COUNTS,
    FIRST,
    GO_LAST_PLAYER,
    HAND_COUNTS,
    KIND,
    LIVE,
    OFFER,
    OVER,
    PEEKED,
    PEEKED_CARD,
    PHASE,
    PROTECT,
    ROLLS,
    ROUND,
    RULE_SEATS,
    SEALED,
    SHOWS_FIRST,
    STEPS,
    TURN,
    WAITING,
)
from sabacc.batch.pots import award_last_player
from sabacc.batch.seats import (
    ask,
    count_of,
    first_from,
    front_of_queue,
    has,
    leave_queue,
    left_of,
    seal_answer,
    set_queue,
)
from sabacc.variants.corellian.flow import ROUNDS

GO_BETS, GO_ASK_BETS, GO_BOARD, GO_PROTECT, GO_ASK_PROTECT, GO_SPIKE, GO_OFFER, GO_NEXT_ROUND = range(8)
POCKET = 3  # cards face down that are dealt to each (CH4)


@part
def open_hand(num: Any, cards: Any, key: Any, rules: Any) -> None:
    """Blinds and cards; the first betting round comes next."""
    num[PEEKED] = NO_CARD
    pay_blinds(num, rules)
    deal_flower(num, cards, key, rules)
    num[PHASE] = GO_BETS


@part
def deal_flower(num: Any, cards: Any, key: Any, rules: Any) -> None:
    """Three cards down and one up to each, then the board (CH4, CH5)."""
    open_box(num, cards, rules)
    seat = num[FIRST]
    players = count_of(num[DEALT_IN])
    for dealt in range((POCKET + 1) * players):
        if dealt < POCKET * players:
            deal(num, cards, key, rules, seat)
        else:
            deal_up(num, cards, key, rules, seat)
        seat = first_from(num[DEALT_IN], left_of(seat, rules), rules[RULE_SEATS])
    for place in range(CENTRE + 1):
        put_on_board(num, cards, place, turn_top(num, cards, key))


@part
def ask_next(num: Any, rules: Any, then: Any) -> None:
    """The next one in the queue is asked what `KIND` says; `then` comes after the last."""
    seat = front_of_queue(num, rules)
    if seat >= 0:
        ask(num, 1 << seat, seat)
    else:
        num[PHASE] = then


@part
def begin_board_or_showdown(num: Any, cards: Any, key: Any, rules: Any) -> None:
    """After the fourth betting round comes the showdown (CH6)."""
    if num[ROUND] > ROUNDS:
        settle(num, cards, key, rules)
    else:
        set_queue(num, num[LIVE], num[FIRST])
        num[PHASE] = GO_BOARD


@part
def begin_protection(num: Any, rules: Any) -> None:
    """Who has two pocket cards or more may turn some face up, but not all (CH17)."""
    holders = 0
    for seat in range(rules[RULE_SEATS]):
        if has(num[LIVE], seat) and num[HAND_COUNTS + seat] > 1:
            holders |= 1 << seat
    set_queue(num, holders, num[FIRST])
    num[PHASE] = GO_ASK_PROTECT


@part
def roll_spikes(num: Any, cards: Any, key: Any, rules: Any) -> None:
    """Doubles shuffle the pocket cards with the stub (CH18); double spikes more (CH19)."""
    num[ROLLS] += 1
    first = roll_die(num, key, 0, 6)
    num[PHASE] = GO_NEXT_ROUND
    if first != roll_die(num, key, 1, 6):
        return
    start_heap(cards)
    heap_deck(num, cards)
    for seat in range(rules[RULE_SEATS]):
        num[DUE + seat] = 0
        if has(num[LIVE], seat):
            num[DUE + seat] = num[HAND_COUNTS + seat]
            heap_cards(cards, hand_at(rules, seat), num[HAND_COUNTS + seat])
            num[HAND_COUNTS + seat] = 0
    shuffle_heap(num, cards)
    deal_due(num, cards, key, rules)
    if first == 1:
        holders = 0
        for seat in range(rules[RULE_SEATS]):
            if has(num[LIVE], seat) and num[FIELD_COUNTS + seat]:
                holders |= 1 << seat
        num[PHASE] = GO_OFFER
        num[KIND] = OFFER
        ask(num, holders, num[FIRST])


@part
def exchange_offers(num: Any, cards: Any, key: Any, rules: Any) -> None:
    """The cards picked are shuffled and dealt back, face up (CH19)."""
    offered = num[SEALED]
    num[SEALED] = 0
    num[ASIDE_COUNT] = 0
    num[PHASE] = GO_NEXT_ROUND
    for seat in range(rules[RULE_SEATS]):
        if has(offered, seat):
            take(num, cards, field_at(rules, seat), FIELD_COUNTS + seat, num[ANSWERS + seat])
            put(num, cards, ASIDE, ASIDE_COUNT, num[ANSWERS + seat])
    count = num[ASIDE_COUNT]
    if count == 0:
        return
    shuffle_aside(num, cards, key, ASIDE, count)
    seat = num[FIRST]
    for place in range(count):
        seat = first_from(offered, seat, rules[RULE_SEATS])
        put(num, cards, field_at(rules, seat), FIELD_COUNTS + seat, np.int64(cards[ASIDE + place]))
        seat = left_of(seat, rules)


@part
def go_on(num: Any, cards: Any, key: Any, rules: Any) -> None:
    """One phase."""
    phase = num[PHASE]
    if phase == GO_BETS:
        begin_bets(num, rules)
        num[PHASE] = GO_ASK_BETS
    elif phase == GO_ASK_BETS:
        if not ask_to_bet_or_go_on(num, rules):
            begin_board_or_showdown(num, cards, key, rules)
    elif phase == GO_BOARD:
        num[KIND] = BOARD_DRAW
        ask_next(num, rules, GO_PROTECT)
    elif phase == GO_PROTECT:
        begin_protection(num, rules)
    elif phase == GO_ASK_PROTECT:
        num[KIND] = PROTECT
        ask_next(num, rules, GO_SPIKE)
    elif phase == GO_SPIKE:
        roll_spikes(num, cards, key, rules)
    elif phase == GO_OFFER:
        exchange_offers(num, cards, key, rules)
    elif phase == GO_NEXT_ROUND:
        num[ROUND] += 1
        num[SHOWS_FIRST] = -1
        num[PHASE] = GO_BETS
    elif phase == GO_LAST_PLAYER:
        award_last_player(num, rules)


@part
def advance(num: Any, cards: Any, key: Any, rules: Any) -> None:
    """Goes on until somebody must decide or the hand is over."""
    while not num[WAITING] and not num[OVER]:
        go_on(num, cards, key, rules)


@part
def list_offers(num: Any, cards: Any, rules: Any, seat: Any, out: Any) -> Any:
    """Each different card that lies face up (CH19)."""
    at = field_at(rules, seat)
    count = 0
    last = np.int64(-1)
    for place in range(at, at + num[FIELD_COUNTS + seat]):
        card = np.int64(cards[place])
        if card != last:
            out[count] = OFFER_CARD + (card << KIND_BITS)
            count += 1
        last = card
    return count


@part
def legal(num: Any, cards: Any, rules: Any, seat: Any, out: Any) -> Any:
    """Fills `out` with what a seat may do; how many actions there are."""
    clear_bounds(num)
    if not has(num[WAITING], seat):
        return 0
    question = num[KIND]
    if question == BET:
        return list_no_limit_bets(num, rules, seat, out)
    if question == BOARD_DRAW:
        return list_board_draws(num, cards, rules, seat, out)
    if question == PEEKED_CARD:
        return list_keeps(num, cards, rules, seat, out)
    if question == PROTECT:
        held = num[HAND_COUNTS + seat]
        return list_choices(cards, hand_at(rules, seat), held, 0, (1 << held) - 2, PROTECT_CARDS, out)
    return list_offers(num, cards, rules, seat, out)


@part
def answer_board(num: Any, cards: Any, key: Any, rules: Any, seat: Any, kind: Any, argument: Any) -> None:
    """Stays, buys, or looks at the top card of the stub and is asked what becomes of it (CH11, CH13)."""
    leave_queue(num, seat, rules)
    if kind == BUY:
        buy(num, cards, key, rules, seat, argument)
    elif kind == PEEK:
        num[PEEKED] = turn_top(num, cards, key)
        num[TURN] = seat
        num[KIND] = PEEKED_CARD
        ask(num, 1 << seat, seat)


@part
def answer(num: Any, cards: Any, key: Any, rules: Any, seat: Any, kind: Any, argument: Any) -> None:
    """An answer to the open question."""
    num[STEPS] += 1
    num[WAITING] &= ~(1 << seat)
    question = num[KIND]
    if question == BET:
        answer_bet(num, cards, rules, seat, kind, argument)
    elif question == BOARD_DRAW:
        answer_board(num, cards, key, rules, seat, kind, argument)
    elif question == PEEKED_CARD:
        keep_or_push_back(num, cards, rules, seat, kind, argument)
    elif question == PROTECT:
        leave_queue(num, seat, rules)
        protect(num, cards, rules, seat, argument)
    else:
        seal_answer(num, seat, argument)


@part
def act(num: Any, cards: Any, key: Any, rules: Any, seat: Any, action: Any, out: Any) -> None:
    """Deals, or does what a seat wants done, which is legal; then goes on to the next decision."""
    if kind_of(action) == START:
        open_hand(num, cards, key, rules)
    else:
        answer(num, cards, key, rules, seat, kind_of(action), argument_of(action))
    advance(num, cards, key, rules)
