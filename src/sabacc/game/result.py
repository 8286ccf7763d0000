"""How a hand ended, read off its events."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sabacc.cards import Card
from sabacc.game.events import Acted, Event, HandEnded, HandStarted, Paid, Refunded, RoundWon, Shown, WalkedAway, Won


class Result(msgspec.Struct, frozen=True):
    """Who won what, and why: `reasons` are the events of the settlement, each with the clause that decided it."""

    how: str
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
    n = len(ended.stacks)
    won = [0] * n
    penalties = [0] * n
    shown: dict[int, tuple[Card, ...]] = {}
    rounds = [event.seat for event in events if isinstance(event, RoundWon)]  # CS9: where no credits are won
    for event in events:
        if isinstance(event, Won):
            won[event.seat] += event.amount
        elif isinstance(event, Paid) and event.why in ("bomb-out", "caller"):
            penalties[event.seat] += event.amount
        elif isinstance(event, Shown):
            shown[event.seat] = event.cards
    return Result(
        how=ended.how,
        winners=tuple(seat for seat in range(n) if won[seat] or seat in rounds),
        won=tuple(won),
        penalties=tuple(penalties),
        stacks=ended.stacks,
        sabacc_pot=ended.sabacc_pot,
        special=ended.special,
        shown=shown,
        reasons=tuple(settlement_of(events)),
    )


def settlement_of(events: Sequence[Event]) -> list[Event]:
    """What happened after the last decision, from the first credit that went back or hand that was shown on."""
    first = max(at for at, event in enumerate(events) if isinstance(event, (Acted, WalkedAway, HandStarted)))
    while first < len(events) and not isinstance(events[first], (Refunded, Shown, Won, RoundWon)):
        first += 1
    return [event for event in events[first:] if not isinstance(event, HandEnded)]
