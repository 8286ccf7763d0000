"""The time of day, as a server believes it: a clock that leaps is not followed until it has stood by its new time."""

from __future__ import annotations

import time
from collections.abc import Callable

import structlog

MAX_LEAP = 3600.0  # seconds; a smaller change is a correction
SETTLING_TIME = 3600.0  # seconds after which a leap is believed
_log = structlog.get_logger()


def seconds_passed() -> float:
    """Seconds since some moment, which no change of the clock touches; those in which the machine slept count, too."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return time.clock_gettime(clock) if clock is not None else time.monotonic()


class SteadyClock:
    """Seconds since 1970. What is removed for being old is removed by this clock, so that a wrong one removes nothing."""

    def __init__(self, wall: Callable[[], float] = time.time, passed: Callable[[], float] = seconds_passed) -> None:
        self._wall = wall
        self._passed = passed
        self._offset = wall() - passed()
        self._leapt: tuple[float, float] | None = None  # when the clock leapt, and by how much

    def __call__(self) -> float:
        passed = self._passed()
        leap = self._wall() - passed - self._offset
        if abs(leap) > MAX_LEAP and not self._is_settled(passed, leap):
            return passed + self._offset
        self._offset += leap
        self._leapt = None
        return passed + self._offset

    @property
    def has_leapt(self) -> bool:
        """Whether the machine's clock has leapt, and is not believed."""
        self()
        return self._leapt is not None

    def _is_settled(self, passed: float, leap: float) -> bool:
        """Whether the clock has leapt long ago, and not since."""
        if self._leapt is None or abs(leap - self._leapt[1]) > MAX_LEAP:
            self._leapt = (passed, leap)
            _log.warning(
                "the clock has leapt",
                hours=round(leap / 3600, 1),
                line="nothing is removed for an hour: set the clock right.",
            )
        return passed - self._leapt[0] > SETTLING_TIME
