"""Kernels that write what seats of a batch see and may do, as `PlayerSpace` does it for a view."""

from __future__ import annotations

from typing import Any

import numpy as np

from sabacc.batch.actions import KIND_BITS, KIND_MASK, RAISE, RAISE_AND_CALL
from sabacc.batch.jit import part
from sabacc.batch.layout import (
    BET,
    BETS,
    BOARD,
    BUTTON,
    CALL_WINDOW,
    CALLER,
    CHOSEN_COUNTS,
    FIELD_COUNTS,
    FOLD_WINDOW,
    GOLD,
    HAND_COUNTS,
    HANDS,
    KIND,
    LIVE,
    MAY_CALL,
    PAID,
    PEEKED,
    PILE,
    PILE_COUNT,
    RAISE_FROM,
    RAISE_TO,
    ROUND,
    SABACC_POT,
    SEATS,
    SIDES,
    SILVER,
    STACKS,
    STANDING,
    TURN,
)
from sabacc.batch.pots import hand_pot
from sabacc.odds.kernels.jit import njit

BLOCKS = ("own_cards", "peeked", "selected", "question", "fields", "pile", "board", "target", "seats", "bets")
OWN, LOOKED_AT, SELECTED, QUESTION, FIELDS, PILE_TOP, PETALS, TARGET, SEAT_ROWS, BET_ROW = range(len(BLOCKS))
COLUMNS = 9  # of a seat
BOARD_PLACES = 6
SIZES = 4  # of raises


@part
def count_cards(cards: Any, first: Any, count: Any, out: Any, at: Any) -> None:
    """Adds some cards to a block that counts faces."""
    for place in range(first, first + count):
        out[at + cards[place]] += 1


@part
def show_own(num: Any, cards: Any, seat: Any, capacity: Any, at: Any, questions: Any, out: Any) -> None:
    """What a seat alone sees, and what it is asked."""
    count_cards(cards, HANDS + seat * capacity, num[HAND_COUNTS + seat], out, at[OWN])
    if at[SELECTED] >= 0:
        count_cards(cards, HANDS + (2 * SEATS + seat) * capacity, num[CHOSEN_COUNTS + seat], out, at[SELECTED])
    if at[LOOKED_AT] >= 0 and num[PEEKED] >= 0 and num[TURN] == seat:
        out[at[LOOKED_AT] + num[PEEKED]] = 1
    if questions[num[KIND]] >= 0:
        out[at[QUESTION] + questions[num[KIND]]] = 1


@part
def show_board(num: Any, cards: Any, faces: Any, at: Any, out: Any) -> None:
    """What lies in the middle."""
    if num[PILE_COUNT]:
        count_cards(cards, PILE + num[PILE_COUNT] - 1, 1, out, at[PILE_TOP])
    if at[PETALS] >= 0:
        for place in range(BOARD_PLACES):
            if cards[BOARD + place] >= 0:
                count_cards(cards, BOARD + place, 1, out, at[PETALS] + place * faces)
    if at[TARGET] >= 0:
        out[at[TARGET]] = num[GOLD]
        out[at[TARGET] + 1] = num[SILVER] + 1


@part
def is_betting(num: Any) -> Any:
    """Whether bets count in the question that is open."""
    return num[KIND] == BET or num[KIND] == FOLD_WINDOW or num[KIND] == CALL_WINDOW


@part
def show_seat(num: Any, seat: Any, out: Any, first: Any) -> None:
    """A seat's columns."""
    out[first] = num[STACKS + seat]
    out[first + 1] = num[BETS + seat] if is_betting(num) else 0
    out[first + 2] = num[PAID + seat]
    out[first + 3] = num[HAND_COUNTS + seat]
    out[first + 4] = (num[LIVE] >> seat) & 1
    out[first + 5] = num[CHOSEN_COUNTS + seat]
    out[first + 6] = num[BUTTON] == seat
    out[first + 7] = num[CALLER] == seat
    out[first + 8] = num[SIDES + seat]


@part
def show_bets(num: Any, players: Any, out: Any, first: Any) -> None:
    """The columns about pots and bets."""
    out[first] = hand_pot(num, players)
    out[first + 1] = num[SABACC_POT]
    out[first + 2] = num[STANDING] if is_betting(num) else 0
    out[first + 3] = num[RAISE_FROM]
    out[first + 4] = num[RAISE_TO]
    out[first + 5] = num[ROUND]


@njit
def observe(
    num: Any, cards: Any, seats: Any, players: Any, capacity: Any, faces: Any, at: Any, questions: Any, seen: Any
) -> None:
    """What a seat of each hand sees; `at` says where each block begins, −1 for one that the game doesn't have."""
    seen[:] = 0
    for hand in range(num.shape[0]):
        seat = seats[hand]
        if seat < 0:
            continue
        show_own(num[hand], cards[hand], seat, capacity, at, questions, seen[hand])
        show_board(num[hand], cards[hand], faces, at, seen[hand])
        for place in range(players):
            other = (seat + place) % players
            show_seat(num[hand], other, seen[hand], at[SEAT_ROWS] + place * COLUMNS)
            if at[FIELDS] >= 0:
                field = HANDS + (SEATS + other) * capacity
                count_cards(cards[hand], field, num[hand, FIELD_COUNTS + other], seen[hand], at[FIELDS] + place * faces)
        show_bets(num[hand], players, seen[hand], at[BET_ROW])


@part
def list_raises(num: Any, seat: Any, players: Any, plain: Any, codes: Any) -> None:
    """Raises of four sizes, none of which comes to no more than the one before."""
    least, most, standing = num[RAISE_FROM], num[RAISE_TO], num[STANDING]
    pot = hand_pot(num, players) + standing - num[BETS + seat]
    last = np.int64(0)
    for size in range(SIZES):
        amount = least if size == 0 else most
        if size == 1:
            amount = min(max(standing + pot // 2, least), most)
        elif size == 2:
            amount = min(max(standing + pot, least), most)
        if amount > last:
            codes[plain + size] = RAISE + (amount << KIND_BITS)
            if num[MAY_CALL]:
                codes[plain + SIZES + size] = RAISE_AND_CALL + (amount << KIND_BITS)
            last = amount


@njit
def list_legal(
    num: Any, listed: Any, counts: Any, seats: Any, players: Any, numbers: Any, plain: Any, codes: Any
) -> None:
    """The code of each legal action of a seat of each hand by its number; −1 where there is none.

    `numbers` are those of the actions without an amount, by kind and by what goes with it; raises of four sizes come after
    the `plain` ones.
    """
    codes[:] = -1
    for hand in range(num.shape[0]):
        if seats[hand] < 0:
            continue
        for place in range(counts[hand]):
            code = listed[hand, place]
            codes[hand, numbers[code & KIND_MASK, code >> KIND_BITS]] = code
        if num[hand, RAISE_TO]:
            list_raises(num[hand], seats[hand], players, plain, codes[hand])
