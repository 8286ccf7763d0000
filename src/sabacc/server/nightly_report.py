"""The report on colluding pairs, which the server makes by itself every night and keeps beside its database."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import structlog

from sabacc.server.bot_workers import BotWorkers
from sabacc.server.history.collusion import SuspectPair, find_colluding_pairs
from sabacc.server.storage.paths import REPORT_FILE
from sabacc.server.storage.sqlite.backup import temporary_file

DAYS = 30  # of which the hands are looked at
CHECK_INTERVAL = 60.0  # seconds between two looks at the clock
TIMEOUT = 3600.0  # seconds; it never takes nearly as long
_log = structlog.get_logger()


class ReportRequest(msgspec.Struct, frozen=True):
    """Which hands the worker looks at."""

    database: str
    postgresql: str | None
    since: int  # milliseconds since 1970


class ReportResult(msgspec.Struct, frozen=True):
    """What the worker has found."""

    hands: int
    pairs: list[SuspectPair]


class StoredPair(msgspec.Struct, frozen=True):
    """A pair as the keeper reads it."""

    sentence: str
    pair: SuspectPair


class StoredReport(msgspec.Struct, frozen=True):
    """The report as it is kept."""

    made_at: datetime
    days: int
    hands: int
    pairs: list[StoredPair]


def report_in_worker(encoded: bytes) -> bytes:
    """The pairs to look at, encoded; runs in a process of its own."""
    request = msgspec.msgpack.decode(encoded, type=ReportRequest)
    return msgspec.msgpack.encode(
        ReportResult(*find_colluding_pairs(Path(request.database), request.since, request.postgresql))
    )


def next_night(after: float, hour: int) -> float:
    """The first moment after another at which it is this hour on the machine; both in seconds since 1970."""
    then = datetime.fromtimestamp(after)  # the keeper's own time, through changes to summer time, too
    night = then.replace(hour=hour, minute=0, second=0, microsecond=0)
    return (night if night > then else night + timedelta(days=1)).timestamp()


class NightlyReport:
    """Makes the report at an hour of the night, in a process of its own, so that nobody waits for it: no bot, no search."""

    def __init__(self, database: Path, hour: int, clock: Callable[[], float], postgresql: str | None = None) -> None:
        self.path = database.with_name(REPORT_FILE)
        self._database = database
        self._postgresql = postgresql
        self._hour = hour
        self._clock = clock
        self._last = self._stored_at() or clock()
        self.is_wanted: Callable[[], bool] = lambda: True  # in a cluster, one node makes it

    def _stored_at(self) -> float | None:
        """When the last report was made, if it is there."""
        try:
            return msgspec.json.decode(self.path.read_bytes(), type=StoredReport).made_at.timestamp()
        except (OSError, msgspec.DecodeError):
            return None

    def is_due(self) -> bool:
        """Whether a night has come since the last report; one that was slept through counts, too."""
        return self._clock() >= next_night(self._last, self._hour)

    def follow_clock(self) -> None:
        """Takes the last report for one of now if the clock, which was wrong, says that it is still to come."""
        self._last = min(self._last, self._clock())

    async def run(self) -> None:
        """Makes a report every night, for ever."""
        while True:
            self.follow_clock()
            if self.is_due() and self.is_wanted():
                await self._try()
            await asyncio.sleep(CHECK_INTERVAL)

    async def _try(self) -> None:
        self._last = self._clock()
        try:
            report = await self.make()
        except Exception as error:  # it is made the next night
            _log.error("collusion report failed", error=repr(error))
            return
        _log.info("collusion report", hands=report.hands, pairs=len(report.pairs), file=str(self.path))

    async def make(self) -> StoredReport:
        """Makes the report, and keeps it."""
        now = self._clock()
        request = ReportRequest(str(self._database), self._postgresql, int((now - DAYS * 24 * 3600) * 1000))
        worker = BotWorkers(1)  # not the bots' own: they would wait
        worker.timeout = TIMEOUT
        try:
            encoded = await worker.run(report_in_worker, msgspec.msgpack.encode(request))
        finally:
            worker.close()
        found = msgspec.msgpack.decode(encoded, type=ReportResult)
        pairs = [StoredPair(pair.sentence(), pair) for pair in found.pairs]
        report = StoredReport(datetime.fromtimestamp(now, UTC), DAYS, found.hands, pairs)
        await asyncio.to_thread(self._store, report)
        return report

    def _store(self, report: StoredReport) -> None:
        with temporary_file(self.path) as file:
            file.write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n")
            file.replace(self.path)
