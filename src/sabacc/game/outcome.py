"""What a finished hand did to its table, as its events say: so that hands of an older behaviour need not be played again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sabacc.errors import SabaccError
from sabacc.game.events import Event, HandEnded, HandStarted, Paid, RoundWon, SideDeclared, WalkedAway, Won
from sabacc.game.hand import Hand
from sabacc.game.types import Side


class HandOutcome(NamedTuple):
    """All that a table needs to know of a hand that is over."""

    stacks: list[int]
    sabacc_pot: int
    special: bool  # the sabacc pot was taken (T11)
    sides: list[Side | None]
    to_sabacc: list[int]  # into the sabacc pot, by seat (T3)
    won_main: tuple[int, ...]  # who won the main pot, from the dealer's left
    won_rounds: tuple[int, ...]  # who won a round, where hands are rounds (CS9)
    gone: tuple[int, ...]  # who left in mid-hand


def outcome_of_hand(hand: Hand) -> HandOutcome:
    """The outcome of a hand that this engine has played; its settlement is in its last act."""
    assert hand.log is not None
    settlement = hand.log.act
    ended = settlement[-1]
    assert isinstance(ended, HandEnded)
    return HandOutcome(
        stacks=list(hand.stacks),
        sabacc_pot=hand.sabacc_pot,
        special=ended.special,
        sides=list(hand.sides),
        to_sabacc=hand.to_sabacc,
        won_main=_won_main(settlement, hand.seating.dealt_in),
        won_rounds=_won_rounds(settlement),
        gone=hand.gone,
    )


def outcome_of(events: Sequence[Event]) -> HandOutcome:
    """The outcome of a hand from all its events."""
    started, ended = events[0], events[-1]
    if not isinstance(started, HandStarted) or not isinstance(ended, HandEnded):
        raise SabaccError("a finished hand begins with hand-started and ends with hand-ended.")
    seats = len(started.stacks)
    sides = list(started.sides) or [None] * seats
    to_sabacc = [0] * seats
    for event in events:
        if isinstance(event, SideDeclared):
            sides[event.seat] = event.side
        elif isinstance(event, Paid) and event.pot == "sabacc":
            to_sabacc[event.seat] += event.amount
    return HandOutcome(
        stacks=list(ended.stacks),
        sabacc_pot=ended.sabacc_pot,
        special=ended.special,
        sides=sides,
        to_sabacc=to_sabacc,
        won_main=_won_main(events, started.dealt_in),
        won_rounds=_won_rounds(events),
        gone=tuple(event.seat for event in events if isinstance(event, WalkedAway)),
    )


def _won_main(events: Sequence[Event], dealt_in: tuple[int, ...]) -> tuple[int, ...]:
    winners = {event.seat for event in events if isinstance(event, Won) and event.pot == 0}
    return tuple(seat for seat in dealt_in if seat in winners)


def _won_rounds(events: Sequence[Event]) -> tuple[int, ...]:
    return tuple(event.seat for event in events if isinstance(event, RoundWon))
