"""An event loop whose clock leaps to the next timer as soon as nothing else is to be done: an hour passes in a moment.

It is for what runs in one thread. Whoever waits for a thread, a process or a socket would find that time has flown.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class LeapingSelector(selectors.DefaultSelector):
    """Waits for nothing; the time that it would have waited has passed."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 1000.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self.now += max(0.0, timeout or 0.0)
        return super().select(0)


class VirtualClockLoop(asyncio.SelectorEventLoop):
    """The loop."""

    def __init__(self) -> None:
        self.leaping = LeapingSelector()
        super().__init__(self.leaping)

    def time(self) -> float:
        return self.leaping.now


def run(what: Coroutine[Any, Any, T]) -> T:
    """Runs a coroutine to its end, in virtual time."""
    with asyncio.Runner(loop_factory=VirtualClockLoop) as runner:
        return runner.run(what)
