"""How a hand ended, for each seat and altogether, read off the events that all may see."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from sabacc.cards import Card
from sabacc.game.events import (
    Acted,
    Event,
    Folded,
    HandEnded,
    HandStarted,
    ItemStaked,
    Paid,
    Refunded,
    RoundWon,
    Shown,
    WalkedAway,
    Won,
)
from sabacc.game.types import Ending

PENALTIES = ("bomb-out", "caller")  # H6, H7


class SeatResult(msgspec.Struct):
    """What a hand was to one seat."""

    dealt_in: bool = False
    staked: int = 0  # paid into pots, without what came back because nobody matched it
    penalty: int = 0  # of that, for bombing out or for a call that did not win
    taken: int = 0  # out of all pots
    net: int = 0  # won or lost, all in all; an item that was staked is no winning (HR9)
    took_pot: bool = False  # or the round, where no credits are played for (CS13)
    showed: bool = False
    folded: bool = False
    bombed_out: bool = False  # with the hand as it was called: a card that breaks a tie costs nothing (H10)
    special: bool = False  # took the sabacc pot
    hand_name: str | None = None  # what the hand shown is called
    cards: tuple[Card, ...] = ()  # of the hand shown


class Result(msgspec.Struct, frozen=True):
    """Who won what, and why: `reasons` are the events of the settlement, each with the clause that decided it."""

    how: Ending
    winners: tuple[int, ...]
    won: tuple[int, ...]  # by seat, all pots
    penalties: tuple[int, ...]  # by seat
    stacks: tuple[int, ...]
    sabacc_pot: int
    special: bool
    shown: dict[int, tuple[Card, ...]]
    reasons: tuple[Event, ...]


def result_of(events: Sequence[Event]) -> Result | None:
    """The result of a hand that is over; None of one that isn't."""
    ended = events[-1]
    if not isinstance(ended, HandEnded):
        return None
    seats = seat_results(events)
    return Result(
        how=ended.how,
        winners=tuple(seat for seat, one in enumerate(seats) if one.took_pot),
        won=tuple(one.taken for one in seats),
        penalties=tuple(one.penalty for one in seats),
        stacks=ended.stacks,
        sabacc_pot=ended.sabacc_pot,
        special=ended.special,
        shown={seat: one.cards for seat, one in enumerate(seats) if one.showed},
        reasons=tuple(settlement_of(events)),
    )


def seat_results(events: Sequence[Event]) -> list[SeatResult]:
    """What a hand that is over was to each seat."""
    started, ended = events[0], events[-1]
    assert isinstance(started, HandStarted)
    assert isinstance(ended, HandEnded)
    seats = [SeatResult(seat in started.dealt_in) for seat in range(len(started.stacks))]
    for one, before, after in zip(seats, started.stacks, ended.stacks, strict=True):
        one.net = after - before
    for event in events:
        fold = _FOLDS.get(type(event))
        if fold is not None:
            fold(seats, event)
    for seat, shown in shown_first(events).items():
        one = seats[seat]
        one.showed, one.bombed_out, one.hand_name, one.cards = True, shown.bombed_out, shown.name, shown.cards
    for one in seats:
        one.special = one.special and ended.special
    return seats


def shown_first(events: Iterable[Event]) -> dict[int, Shown]:
    """Each hand as it was called, before any card that broke a tie."""
    shown: dict[int, Shown] = {}
    for event in events:
        if isinstance(event, Shown):
            shown.setdefault(event.seat, event)
    return shown


def settlement_of(events: Sequence[Event]) -> list[Event]:
    """What happened after the last decision, from the first credit that went back or hand that was shown on."""
    first = max(at for at, event in enumerate(events) if isinstance(event, (Acted, WalkedAway, HandStarted)))
    while first < len(events) and not isinstance(events[first], (Refunded, Shown, Won, RoundWon)):
        first += 1
    return [event for event in events[first:] if not isinstance(event, HandEnded)]


# ---- one fold for each kind of event that changes a seat's result


def _paid(seats: list[SeatResult], event: Paid) -> None:
    seats[event.seat].staked += event.amount
    if event.why in PENALTIES:
        seats[event.seat].penalty += event.amount


def _refunded(seats: list[SeatResult], event: Refunded) -> None:
    seats[event.seat].staked -= event.amount


def _won(seats: list[SeatResult], event: Won) -> None:
    one = seats[event.seat]
    one.taken += event.amount
    one.took_pot = True
    one.special = one.special or event.pot == 0  # only the main pot's winner takes the sabacc pot (H13, CH21)


def _won_round(seats: list[SeatResult], event: RoundWon) -> None:
    seats[event.seat].took_pot = True


def _folded(seats: list[SeatResult], event: Folded) -> None:
    seats[event.seat].folded = True


def _staked_item(seats: list[SeatResult], event: ItemStaked) -> None:
    seats[event.seat].net -= event.value


_FOLDS: dict[type[Event], Callable[[list[SeatResult], Any], None]] = {
    Paid: _paid,
    Refunded: _refunded,
    Won: _won,
    RoundWon: _won_round,
    Folded: _folded,
    ItemStaked: _staked_item,
}
