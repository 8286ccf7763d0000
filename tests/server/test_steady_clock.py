"""A clock that leaps is not followed until it has stood by its new time for an hour, and removes nobody meanwhile."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from sabacc.server.people.people import People
from sabacc.server.people.sessions import LIFETIME, SECOND
from sabacc.server.steady_clock import MAX_LEAP, SETTLING_TIME, SteadyClock
from sabacc.server.storage.sqlite.database import Database

YEAR = 2 * LIFETIME / SECOND


class FakeTime:
    """A machine's clock, which can be set, and the seconds that really pass."""

    def __init__(self) -> None:
        self.wrong_by = 0.0
        self.passed = 1000.0
        self.clock = SteadyClock(lambda: 1e9 + self.passed + self.wrong_by, lambda: self.passed)

    def now(self) -> float:
        """The time as the steady clock has it, since the beginning."""
        return self.clock() - 1e9 - 1000


def test_small_corrections_are_followed_at_once() -> None:
    time = FakeTime()
    time.wrong_by = MAX_LEAP - 1
    assert (time.now(), time.clock.has_leapt) == (MAX_LEAP - 1, False)


@pytest.mark.parametrize("leap", [YEAR, -YEAR])
def test_a_leap_is_followed_after_an_hour_if_the_clock_stands_by_it(leap: float) -> None:
    time = FakeTime()
    time.wrong_by = leap
    assert (time.now(), time.clock.has_leapt) == (0, True)
    time.passed += SETTLING_TIME
    assert (time.now(), time.clock.has_leapt) == (SETTLING_TIME, True)
    time.passed += 1
    assert (time.now(), time.clock.has_leapt) == (SETTLING_TIME + 1 + leap, False)


def test_a_clock_that_is_set_right_again_never_leapt() -> None:
    time = FakeTime()
    time.wrong_by = YEAR
    assert time.clock.has_leapt
    time.wrong_by = 0
    assert (time.now(), time.clock.has_leapt) == (0, False)


def test_another_leap_makes_the_hour_begin_again() -> None:
    time = FakeTime()
    time.wrong_by = YEAR
    assert time.clock.has_leapt
    time.passed += SETTLING_TIME - 1
    time.wrong_by = 2 * YEAR
    assert time.clock.has_leapt
    time.passed += 2
    assert time.clock.has_leapt


def test_nobody_is_removed_or_signed_out_by_a_leap_and_who_is_removed_is_in_no_cache(tmp_path: Path) -> None:
    async def run() -> None:
        time = FakeTime()
        database = Database(tmp_path / "sabacc.sqlite3")
        people = People(database, clock=time.clock)
        _, session = await people.new_guest("Ana")
        assert await people.sessions.authenticate(session.token) is not None
        time.wrong_by = YEAR
        assert await people.delete_stale() == 0
        assert await people.sessions.authenticate(session.token) is not None
        time.passed += SETTLING_TIME + 1
        assert await people.delete_stale() == 1
        time.wrong_by = 0  # and after an hour that is believed, too
        time.clock()
        time.passed += SETTLING_TIME + 1
        assert await people.sessions.authenticate(session.token) is None
        people.close()
        await database.close()

    asyncio.run(run())
