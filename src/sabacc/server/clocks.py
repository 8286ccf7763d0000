"""Who has how much time left. Times are seconds of the event loop's clock."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sabacc.server.protocol import Ticking
from sabacc.server.settings import Clocks

MOST_LAG = 2.0  # seconds given back for a slow line, at the most


class Running:
    """A seat's clock while it decides."""

    def __init__(self, question: tuple[int, int], began: float, base: float) -> None:
        self.question = question  # the hand and the question
        self.began = began
        self.base = base
        self.graced = False

    def ends(self, bank: float) -> float:
        return self.began + self.base + bank


class Clockwork:
    """The clocks of one table."""

    def __init__(self) -> None:
        self.running: dict[int, Running] = {}
        self.banks: dict[int, float] = {}
        self.missed: dict[int, int] = {}  # decisions in a row that the clock had to make

    def ask(
        self,
        asked: Sequence[int],
        lag: Callable[[int], float],
        question: tuple[int, int],
        kind: str,
        clocks: Clocks,
        now: float,
    ) -> None:
        """These seats are to decide, each with a lag of its own. Others' clocks stop."""
        for seat in [seat for seat, one in self.running.items() if seat not in asked or one.question != question]:
            self.stop(seat, clocks, now)
        base = clocks.window if kind.endswith("window") else clocks.decision
        for seat in asked:
            if seat not in self.running:
                self.running[seat] = Running(question, now, base + min(lag(seat), MOST_LAG))

    def stop(self, seat: int, clocks: Clocks, now: float) -> None:
        """A seat has decided; what went over its time is taken from its bank."""
        one = self.running.pop(seat, None)
        if one is not None:
            over = now - one.began - one.base
            if over > 0:
                self.banks[seat] = max(0.0, self.bank(seat, clocks) - over)

    def answered(self, seat: int) -> None:
        """A player answered in person, and is awake."""
        self.missed.pop(seat, None)

    def bank(self, seat: int, clocks: Clocks) -> float:
        return min(self.banks.get(seat, clocks.bank), clocks.bank)

    def forget(self, seat: int) -> None:
        """Somebody else has the seat now."""
        for kept in (self.running, self.banks, self.missed):
            kept.pop(seat, None)

    def restart(self) -> None:
        """Everybody gets the full time again: after a pause, or when the server comes back."""
        self.running.clear()

    def next_end(self, clocks: Clocks) -> float | None:
        """When the first clock runs out."""
        return min((one.ends(self.bank(seat, clocks)) for seat, one in self.running.items()), default=None)

    def run_out(self, clocks: Clocks, now: float) -> list[int]:
        """The seats whose time is up."""
        return [seat for seat, one in self.running.items() if one.ends(self.bank(seat, clocks)) <= now]

    def grace(self, seat: int, until: float, clocks: Clocks) -> None:
        """Once a decision, who has lost the connection gets time to come back."""
        one = self.running[seat]
        one.graced = True
        one.base = max(one.base, until - one.began - self.bank(seat, clocks))

    def shown(self, clocks: Clocks, now: float) -> list[Ticking]:
        """The clocks as clients count them down."""
        shown = []
        for seat, one in sorted(self.running.items()):
            left = one.began + one.base - now
            bank = self.bank(seat, clocks) + min(left, 0)
            shown.append(Ticking(seat, max(0, round(1000 * left)), max(0, round(1000 * bank))))
        return shown
