"""When the report on colluding pairs is made, and what is kept of it."""

from __future__ import annotations

import asyncio
import json
import stat
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from sabacc.server.hub import Config, Hub
from sabacc.server.nightly_report import NightlyReport, next_night
from sabacc.server.storage.paths import REPORT_FILE

NOON = datetime(2026, 3, 10, 12).timestamp()
HOUR = 3600.0


class Clock:
    """A clock that is set by hand."""

    def __init__(self, now: float = NOON) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize(("hour", "hours"), [(4, 16), (13, 1), (12, 24), (11, 23)])
def test_the_next_night_is_the_first_time_that_it_is_this_hour(hour: int, hours: float) -> None:
    assert next_night(NOON, hour) == NOON + hours * HOUR


def test_a_new_server_waits_for_the_night_and_a_clock_that_was_wrong_delays_no_report_for_long(tmp_path: Path) -> None:
    clock = Clock()
    report = NightlyReport(tmp_path / "sabacc.sqlite3", 4, clock)
    assert not report.is_due()
    clock.now = NOON + 16 * HOUR
    assert report.is_due()
    clock.now = NOON - 365 * 24 * HOUR
    report.follow_clock()
    assert not report.is_due()
    clock.now += 24 * HOUR
    assert report.is_due()


async def make_report(database: Path, clock: Clock) -> None:
    hub = Hub(Config(database, report_hour=None))
    await hub.start()
    try:
        await NightlyReport(database, 4, clock).make()
    finally:
        await hub.stop()


def test_a_report_is_kept_for_the_keeper_alone_and_made_again_the_next_night(tmp_path: Path) -> None:
    database, clock = tmp_path / "sabacc.sqlite3", Clock()
    asyncio.run(make_report(database, clock))
    stored = json.loads((tmp_path / REPORT_FILE).read_text())
    assert (stored["hands"], stored["pairs"], stored["days"]) == (0, [], 30)
    assert datetime.fromisoformat(stored["made_at"]).timestamp() == NOON
    assert stat.S_IMODE((tmp_path / REPORT_FILE).stat().st_mode) == 0o600
    again = NightlyReport(database, 4, clock)
    clock.now = NOON + 15 * HOUR
    assert not again.is_due()
    clock.now = NOON + timedelta(days=3).total_seconds()  # the server was off
    assert NightlyReport(database, 4, clock).is_due()


@pytest.mark.parametrize("text", ["", "{}", "no JSON", '{"made_at": 7}'])
def test_a_report_that_can_not_be_read_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / REPORT_FILE).write_text(text)
    assert not NightlyReport(tmp_path / "sabacc.sqlite3", 4, Clock()).is_due()


async def background_tasks(config: Config) -> set[str]:
    """What a server does by itself."""
    hub = Hub(config)
    await hub.start()
    names = {getattr(task.get_coro(), "__qualname__", "") for task in asyncio.all_tasks()}
    await hub.stop()
    return names


@pytest.mark.parametrize(("hour", "runs"), [(4, True), (None, False)])
def test_the_keeper_can_do_without_it(tmp_path: Path, hour: int | None, runs: bool) -> None:
    names = asyncio.run(background_tasks(Config(tmp_path / "sabacc.sqlite3", report_hour=hour)))
    assert ("NightlyReport.run" in names) == runs
