"""Seats as bits of a mask, in clockwise order."""

from __future__ import annotations

from typing import Any

from sabacc.batch.jit import part
from sabacc.batch.layout import (
    ANSWERS,
    ASKED_FROM,
    LIVE,
    QUEUE,
    QUEUE_FROM,
    RULE_SEATS,
    SEALED,
    WAITING,
)


@part
def first_from(mask: Any, seat: Any, seats: Any) -> Any:
    """The first seat of a mask clockwise, beginning with `seat` itself; −1 if there is none."""
    if mask == 0:
        return -1
    while not (mask >> seat) & 1:
        seat += 1
        if seat >= seats:
            seat = 0
    return seat


@part
def count_of(mask: Any) -> Any:
    """How many seats a mask has."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@part
def left_of(seat: Any, rules: Any) -> Any:
    """The next seat clockwise, taken or not."""
    return seat + 1 if seat + 1 < rules[RULE_SEATS] else 0


@part
def has(mask: Any, seat: Any) -> Any:
    """Whether a seat is in a mask."""
    return (mask >> seat) & 1 != 0


@part
def is_live(num: Any, seat: Any) -> Any:
    """Whether a seat is still in the hand."""
    return (num[LIVE] >> seat) & 1 != 0


@part
def ask(num: Any, mask: Any, first: Any) -> None:
    """Opens a question to some seats, clockwise from `first`; to none, and the hand goes on at once."""
    num[WAITING] = mask
    num[ASKED_FROM] = first


@part
def set_queue(num: Any, mask: Any, first: Any) -> None:
    """Who is to act, clockwise from `first`."""
    num[QUEUE] = mask
    num[QUEUE_FROM] = first


@part
def front_of_queue(num: Any, rules: Any) -> Any:
    """Who is next in the queue; −1 if nobody is."""
    return first_from(num[QUEUE], num[QUEUE_FROM], rules[RULE_SEATS])


@part
def leave_queue(num: Any, seat: Any, rules: Any) -> None:
    """The front of the queue has acted, or need not."""
    num[QUEUE] &= ~(1 << seat)
    num[QUEUE_FROM] = left_of(seat, rules)


@part
def seal_answer(num: Any, seat: Any, answer: Any) -> None:
    """Keeps a seat's answer, which is shown when all have given theirs."""
    num[ANSWERS + seat] = answer
    num[SEALED] |= 1 << seat
