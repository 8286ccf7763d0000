"""The flower: buying from the board, drawing off the stub, turning cards face up (CH5, CH11–CH17)."""

from __future__ import annotations

from typing import Any

import numpy as np

from sabacc.batch.actions import BUY, KEEP, KIND_BITS, PEEK, PUSH_BACK, STAND
from sabacc.batch.betting import pay_sabacc
from sabacc.batch.codes import BUY_CARD_BITS, BUY_UP, KEEP_UP
from sabacc.batch.corellian.rule_row import PRICE
from sabacc.batch.deck import add_to_junk, cards_left, field_at, hand_at, put, take, turn_top
from sabacc.batch.jit import part
from sabacc.batch.layout import BOARD, FIELD_COUNTS, HAND_COUNTS, PEEKED, PILE, PILE_COUNT, STACKS, TURN
from sabacc.game.board import PETALS
from sabacc.variants.corellian.flow import MOST_CARDS

CENTRE = PETALS  # the place of the discard pile
NO_CARD = -1


@part
def price(num: Any, rules: Any) -> Any:
    """The price of a board card; nothing once the stub is exhausted (CH14)."""
    return rules[PRICE] if cards_left(num) else 0


@part
def board_card(num: Any, cards: Any, place: Any) -> Any:
    """The card at a place of the board, the pile's top for its centre; −1 where there is none."""
    if place < CENTRE:
        return np.int64(cards[BOARD + place])
    if num[PILE_COUNT]:
        return np.int64(cards[PILE + num[PILE_COUNT] - 1])
    return np.int64(NO_CARD)


@part
def put_on_board(num: Any, cards: Any, place: Any, card: Any) -> None:
    """A card to a place of the board."""
    if place < CENTRE:
        cards[BOARD + place] = card
    else:
        cards[PILE + num[PILE_COUNT]] = card
        num[PILE_COUNT] += 1


@part
def list_with_cards(cards: Any, at: Any, held: Any, first: Any, shift: Any, out: Any, count: Any) -> Any:
    """An action with each different card of a zone; `first` is the action without, `shift` where the card stands."""
    last = np.int64(-1)
    for place in range(at, at + held):
        card = np.int64(cards[place])
        if card != last:
            out[count] = first + ((card + 1) << shift)
            count += 1
        last = card
    return count


@part
def list_board_draws(num: Any, cards: Any, rules: Any, seat: Any, out: Any) -> Any:
    """Stay, draw from the stub, or buy: keep the card, or swap one for it, but never the last pocket card (CH11–CH16)."""
    count = 1
    out[0] = STAND
    if cards_left(num):
        out[1] = PEEK
        count = 2
    if price(num, rules) > num[STACKS + seat]:
        return count
    pocket = num[HAND_COUNTS + seat]
    shown = num[FIELD_COUNTS + seat]
    for place in range(CENTRE + 1):
        if board_card(num, cards, place) == NO_CARD:
            continue
        action = BUY + (place << KIND_BITS)
        shift = KIND_BITS + BUY_CARD_BITS
        if pocket + shown < MOST_CARDS:
            out[count] = action
            count += 1
        if pocket > 1:
            count = list_with_cards(cards, hand_at(rules, seat), pocket, action, shift, out, count)
        action += BUY_UP << KIND_BITS
        count = list_with_cards(cards, field_at(rules, seat), shown, action, shift, out, count)
    return count


@part
def buy(num: Any, cards: Any, key: Any, rules: Any, seat: Any, argument: Any) -> None:
    """A board card goes to a hand, face up; a swapped card takes its place, or the gap is filled (CH11, CH12)."""
    pay_sabacc(num, seat, price(num, rules))
    up = argument & BUY_UP
    place = argument & (BUY_UP - 1)
    swap = (argument >> BUY_CARD_BITS) - 1
    card = board_card(num, cards, place)
    if place < CENTRE:
        cards[BOARD + place] = NO_CARD
    else:
        num[PILE_COUNT] -= 1
    if swap >= 0:
        if up:
            take(num, cards, field_at(rules, seat), FIELD_COUNTS + seat, swap)
        else:
            take(num, cards, hand_at(rules, seat), HAND_COUNTS + seat, swap)
        put_on_board(num, cards, place, swap)
    put(num, cards, field_at(rules, seat), FIELD_COUNTS + seat, card)
    if swap < 0:
        if place < CENTRE and num[PILE_COUNT]:
            num[PILE_COUNT] -= 1
            cards[BOARD + place] = cards[PILE + num[PILE_COUNT]]
        if num[PILE_COUNT] == 0 and cards_left(num):
            put_on_board(num, cards, CENTRE, turn_top(num, cards, key))


@part
def list_keeps(num: Any, cards: Any, rules: Any, seat: Any, out: Any) -> Any:
    """What may become of the card just looked at (CH13)."""
    count = 1
    out[0] = PUSH_BACK
    pocket = num[HAND_COUNTS + seat]
    shown = num[FIELD_COUNTS + seat]
    if pocket + shown < MOST_CARDS:
        out[count] = KEEP
        count += 1
    count = list_with_cards(cards, hand_at(rules, seat), pocket, KEEP, KIND_BITS, out, count)
    action = KEEP + (KEEP_UP << KIND_BITS)
    return list_with_cards(cards, field_at(rules, seat), shown, action, KIND_BITS, out, count)


@part
def keep_or_push_back(num: Any, cards: Any, rules: Any, seat: Any, kind: Any, argument: Any) -> None:
    """The card is added, taken for another that goes to the pile, or mucked (CH13)."""
    card = num[PEEKED]
    num[PEEKED] = NO_CARD
    num[TURN] = -1
    if kind != KEEP:
        add_to_junk(num, cards, card)
        return
    drop = (argument & (KEEP_UP - 1)) - 1
    if drop >= 0:
        if argument & KEEP_UP:
            take(num, cards, field_at(rules, seat), FIELD_COUNTS + seat, drop)
        else:
            take(num, cards, hand_at(rules, seat), HAND_COUNTS + seat, drop)
        put_on_board(num, cards, CENTRE, drop)
    put(num, cards, hand_at(rules, seat), HAND_COUNTS + seat, card)


@part
def protect(num: Any, cards: Any, rules: Any, seat: Any, mask: Any) -> None:
    """Pocket cards are turned face up (CH17)."""
    at = hand_at(rules, seat)
    left = 0
    for place in range(num[HAND_COUNTS + seat]):
        card = np.int64(cards[at + place])
        if (mask >> place) & 1:
            put(num, cards, field_at(rules, seat), FIELD_COUNTS + seat, card)
        else:
            cards[at + left] = card
            left += 1
    num[HAND_COUNTS + seat] = left
