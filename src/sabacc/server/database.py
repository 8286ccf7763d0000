"""The database: one SQLite file, one thread that writes it, and many small writes in each commit.

A commit is a trip to the disk, and takes about as long for a hundred writes as for one. So whoever wants something written
leaves it in a queue and is told when it is safe; the writer takes all that waits there, commits it at once, and tells them.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import structlog

from sabacc.errors import SabaccError
from sabacc.server.migrations import migrate
from sabacc.server.putting import Put, Putter, Values

MOST_AT_ONCE = 4000  # writes in one commit
ENOUGH = 16  # writes that are handed over in the middle of a turn of the event loop
BREATH = 0.003  # seconds after a commit of several writes, so that more come together: each commit has its price
READERS = 2

_log = structlog.get_logger()

T = TypeVar("T")
Row = tuple[Put, Values]
Told = Callable[[BaseException | None], None]
Job = Callable[[sqlite3.Connection], Any]


class Broken(SabaccError):
    """Something was not written, since what should stand before it was not."""


class _Write:
    """Something to write, and who wants to know."""

    __slots__ = ("chain", "job", "result", "rows", "told")

    def __init__(self, rows: Sequence[Row], job: Job | None, told: Callable[..., None], chain: str | None) -> None:
        self.rows = rows
        self.job = job
        self.told = told
        self.chain = chain
        self.result: Any = None


def connect(path: Path | str, read_only: bool = False) -> sqlite3.Connection:
    """A connection with the settings that all of ours have."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=30)
    connection.row_factory = sqlite3.Row
    connection.execute("PRAGMA foreign_keys=ON")
    if read_only:
        connection.execute("PRAGMA query_only=ON")
    else:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")  # what was acknowledged survives a power cut
    return connection


class Database:
    """Open it in the event loop that will use it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = connect(path)
            migrate(self._connection)
            self._putter = Putter(self._connection)
            self._readers = [connect(path, read_only=True) for _ in range(READERS)]
        except (sqlite3.Error, OSError) as error:
            raise SabaccError(f"the database {path} can't be opened: {error}.") from error
        self._free: queue.SimpleQueue[sqlite3.Connection] = queue.SimpleQueue()
        for reader in self._readers:
            self._free.put(reader)
        self._waiting: list[_Write] = []
        self._queue: queue.SimpleQueue[list[_Write] | None] = queue.SimpleQueue()
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._run, name="database writer", daemon=True)
        self._broken: set[str] = set()  # chains that have lost a link
        self._news: deque[tuple[list[_Write], list[BaseException | None]]] = deque()  # what is written and not yet told
        self.writes = 0  # so far
        self._thread.start()

    # ---- writing

    def append(self, rows: Sequence[Row], told: Told, chain: str | None = None) -> None:
        """Puts rows in, all of them or none; tells when they are safe, or why they are not. Once that has failed in a chain,
        nothing more is added to it until it is begun anew."""
        self._put(_Write(rows, None, told, chain))

    async def begin_anew(self, chains: Iterable[str]) -> None:
        """Lets chains go on from what is written. By then all that was under way has been written or refused."""
        await self.write(lambda connection: self._broken.difference_update(chains))

    async def write(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Runs a job in the writer's thread. If it fails, nothing of it is written."""
        future: asyncio.Future[T] = self._loop.create_future()
        self._put(_Write((), job, _settle(future), None))
        return await future

    def _put(self, write: _Write) -> None:
        """Into the queue, with all others of this moment: waking the writer costs something too."""
        if not self._waiting:
            self._loop.call_soon(self._hand_over)
        self._waiting.append(write)

    def _hand_over(self) -> None:
        if self._waiting:
            self._queue.put(self._waiting)
            self._waiting = []

    def keep_going(self) -> bool:
        """For the middle of a long turn of the event loop: hands over what waits, if it is much, and tells what is safe by
        now; whether anything was. Without that, all who ask for something in one turn would wait for the last of them."""
        if len(self._waiting) >= ENOUGH:
            self._hand_over()
        if not self._news:
            return False
        self._tell_news()
        return True

    def _tell_news(self) -> None:
        """In the order in which it was written."""
        while self._news:
            _tell(*self._news.popleft())

    async def execute(self, sql: str, *values: Any) -> None:
        """Writes one thing, and comes back when it is safe."""
        await self.write(lambda connection: connection.execute(sql, values))

    # ---- reading

    async def read(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """Runs a job that only reads, in a thread of its own."""
        return await asyncio.to_thread(self._read, job)

    async def rows(self, sql: str, *values: Any) -> list[sqlite3.Row]:
        """All that a query finds."""
        return await self.read(lambda connection: connection.execute(sql, values).fetchall())

    async def row(self, sql: str, *values: Any) -> sqlite3.Row | None:
        """The first that a query finds."""
        found = await self.rows(sql, *values)
        return found[0] if found else None

    def _read(self, job: Callable[[sqlite3.Connection], T]) -> T:
        reader = self._free.get()
        try:
            return job(reader)
        finally:
            self._free.put(reader)

    # ---- the end

    async def close(self) -> None:
        """Writes what still waits, and closes the file."""
        self._hand_over()
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)
        for reader in self._readers:
            reader.close()
        self._connection.close()

    # ---- the writer's thread

    def _run(self) -> None:
        last = False
        while not last:
            first = self._queue.get()
            if first is None:
                return
            batch = list(first)
            while len(batch) < MOST_AT_ONCE and not self._queue.empty():
                more = self._queue.get()
                if more is None:
                    last = True
                    break
                batch += more
            self._commit(batch)
            if len(batch) > 1:
                time.sleep(BREATH)

    def _commit(self, batch: list[_Write]) -> None:
        try:
            if self._broken and any(write.chain in self._broken for write in batch):
                errors = self._commit_one_by_one(batch)
            else:
                errors = self._commit_at_once(batch)
        except sqlite3.IntegrityError:  # one of the rows can't be: find out which, and keep the others
            errors = self._commit_one_by_one(batch)
        except Exception as error:  # whatever it is, they are told, and the writer goes on
            errors = [error] * len(batch)
            self._broken.update(write.chain for write in batch if write.chain is not None)
        self.writes += len(batch)
        self._news.append((batch, errors))
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody is left who wants to know
            self._loop.call_soon_threadsafe(self._tell_news)

    def _commit_at_once(self, batch: list[_Write]) -> list[BaseException | None]:
        """All rows at once; then the jobs, if there are any."""
        kinds: dict[Put, list[Values]] = {}
        for write in batch:
            for put, values in write.rows:
                kinds.setdefault(put, []).append(values)
        self._putter.know(kinds)
        if all(write.job is None for write in batch):
            self._putter.put(kinds)
            return [None] * len(batch)
        with self._transaction():
            self._putter.put(kinds)
            return [self._job(write) for write in batch]

    def _commit_one_by_one(self, batch: list[_Write]) -> list[BaseException | None]:
        return [self._commit_one(write) for write in batch]

    def _commit_one(self, write: _Write) -> BaseException | None:
        if write.chain in self._broken:
            return Broken("what should stand before it could not be kept.")
        try:
            self._putter.know(put for put, _ in write.rows)
            with self._transaction():
                for put, values in write.rows:
                    self._putter.put({put: [values]})
                return self._job(write)
        except Exception as error:  # as above
            if write.chain is not None:
                self._broken.add(write.chain)
            return error

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    def _job(self, write: _Write) -> BaseException | None:
        """A job that fails is taken back by itself and doesn't harm the others."""
        connection = self._connection
        if write.job is None:
            return None
        connection.execute("SAVEPOINT job")
        try:
            write.result = write.job(connection)
        except Exception as error:  # whatever it is, its caller is told
            connection.execute("ROLLBACK TO job")
            connection.execute("RELEASE job")
            return error
        connection.execute("RELEASE job")
        return None


def _tell(batch: list[_Write], errors: list[BaseException | None]) -> None:
    for write, error in zip(batch, errors, strict=True):
        try:
            if write.job is not None:
                write.told(error, write.result)
            else:
                write.told(error)
        except Exception as fault:  # whoever was told fails: the others are told all the same
            _log.error("could not be told", error=repr(fault), exc_info=fault)


def _settle(future: asyncio.Future[Any]) -> Callable[[BaseException | None, Any], None]:
    def told(error: BaseException | None, result: Any) -> None:
        if future.done():  # whoever waited has gone
            return
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)

    return told
