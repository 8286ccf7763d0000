"""The clocks of a table's seats; all times are seconds of the event loop's clock."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sabacc.server.table.settings import Clocks
from sabacc.server.wire.table_info import SeatClock

MAX_LAG = 2.0  # seconds given back for a slow connection


class Allowance(NamedTuple):
    """How long a seat may think about a question."""

    seconds: float
    passive: bool = False  # it need not answer at all, so no bank is used


class RunningClock:
    """A seat's clock while it decides."""

    def __init__(self, question: tuple[int, int], began: float, allowance: Allowance) -> None:
        self.question = question  # numbers of the hand and of the question
        self.began = began
        self.base = allowance.seconds
        self.passive = allowance.passive
        self.has_grace = False

    def deadline(self, bank: float) -> float:
        return self.began + self.base + (0.0 if self.passive else bank)


class SeatClocks:
    """The clocks of one table, by seat."""

    def __init__(self) -> None:
        self.running: dict[int, RunningClock] = {}
        self.banks: dict[int, float] = {}
        self.missed: dict[int, int] = {}  # decisions in a row that a timeout made

    def start(self, asked: Mapping[int, Allowance], question: tuple[int, int], clocks: Clocks, now: float) -> None:
        """Starts the clocks of the seats that have to decide, and stops all others."""
        for seat in [seat for seat, one in self.running.items() if seat not in asked or one.question != question]:
            self.stop(seat, clocks, now)
        for seat, allowance in asked.items():
            if seat not in self.running:
                self.running[seat] = RunningClock(question, now, allowance)

    def end_at(self, seat: int, until: float) -> None:
        """A passive question waits for a seat until then."""
        one = self.running[seat]
        one.base = until - one.began

    def stop(self, seat: int, clocks: Clocks, now: float) -> None:
        """Stops a seat's clock, and takes what went over its time from its bank."""
        one = self.running.pop(seat, None)
        if one is not None and not one.passive:
            over = now - one.began - one.base
            if over > 0:
                self.banks[seat] = max(0.0, self.bank(seat, clocks) - over)

    def reset_missed(self, seat: int) -> None:
        """A player has answered in person."""
        self.missed.pop(seat, None)

    def bank(self, seat: int, clocks: Clocks) -> float:
        return min(self.banks.get(seat, clocks.bank), clocks.bank)

    def clear(self, seat: int) -> None:
        """Somebody else has the seat now."""
        for by_seat in (self.running, self.banks, self.missed):
            by_seat.pop(seat, None)

    def stop_all(self) -> None:
        """Stops all clocks, so that everybody has the full time again."""
        self.running.clear()

    def next_deadline(self, clocks: Clocks) -> float | None:
        """When the first clock runs out."""
        return min((one.deadline(self.bank(seat, clocks)) for seat, one in self.running.items()), default=None)

    def expired(self, clocks: Clocks, now: float) -> list[int]:
        """The seats whose time is up."""
        return [seat for seat, one in self.running.items() if one.deadline(self.bank(seat, clocks)) <= now]

    def grant_grace(self, seat: int, until: float, clocks: Clocks) -> None:
        """Extends a clock, once a decision, for who has lost the connection."""
        one = self.running[seat]
        one.has_grace = True
        one.base = max(one.base, until - one.began - self.bank(seat, clocks))

    def remaining(self, clocks: Clocks, now: float) -> list[SeatClock]:
        """The running clocks, as clients count them down."""
        clocks_left = []
        for seat, one in sorted(self.running.items()):
            left = one.began + one.base - now
            bank = 0 if one.passive else self.bank(seat, clocks) + min(left, 0)
            clocks_left.append(SeatClock(seat, max(0, round(1000 * left)), max(0, round(1000 * bank))))
        return clocks_left
