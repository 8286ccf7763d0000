"""The database: one SQLite file, one thread that writes it, and many small writes in each commit.

A commit is a trip to the disk, and takes about as long for a hundred writes as for one. So a write goes into a queue, with a
callback for when it is durable; the writer takes all that is queued, commits it at once, and has the callbacks called.
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
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import structlog

from sabacc.server.storage.key_history import open_keys
from sabacc.server.storage.pending_write import PendingWrite
from sabacc.server.storage.revocations import Revocations, RevokedToken
from sabacc.server.storage.seed_vault import SeedVault
from sabacc.server.storage.sql import tables as sql_of_tables
from sabacc.server.storage.sqlite.bulk_insert import BulkInserter, BulkStatement
from sabacc.server.storage.sqlite.bulk_rows import STATEMENTS
from sabacc.server.storage.sqlite.connection import connect
from sabacc.server.storage.sqlite.faults import explain_fault
from sabacc.server.storage.sqlite.seal_plain_seeds import seal_plain_seeds
from sabacc.server.storage.sqlite.startup import check_integrity, explained, open_database
from sabacc.server.storage.sqlite.transaction import SqliteTransaction, run_now
from sabacc.server.storage.store import ChainBroken, Job, OnWritten, PendingRow, Row, Sql, Values

MAX_BATCH = 4000  # writes in one commit
HANDOVER_SIZE = 16  # pending writes that `poll` hands over to the writer
COMMIT_PAUSE = 0.003  # seconds after a commit of several writes, so that the next one has more of them
READ_CONNECTIONS = 2

_log = structlog.get_logger()

T = TypeVar("T")


class Database:
    """A store in a SQLite file; see `Store` for what its methods are for."""

    faults = (sqlite3.Error, ChainBroken)

    def __init__(self, path: Path) -> None:
        self.path = path
        self._revoked: list[RevokedToken] = []  # in the transaction that is open
        with self.explained():
            self._connection = open_database(path)
            self.keys = run_now(open_keys(path, SqliteTransaction(self._connection)))
            self.vault = SeedVault(self.keys)
            seal_plain_seeds(self._connection, self.vault)
            self._revocations = Revocations(path)
            self._revoke_again()
            self._inserter = BulkInserter(self._connection)
            self._readers = [connect(path, read_only=True) for _ in range(READ_CONNECTIONS)]
            self._slow_reader = connect(path, read_only=True)
        self._transaction_of_jobs = SqliteTransaction(self._connection)
        self._free: queue.SimpleQueue[sqlite3.Connection] = queue.SimpleQueue()
        for reader in self._readers:
            self._free.put(reader)
        self._read_pool = ThreadPoolExecutor(READ_CONNECTIONS, "database reader")
        self._slow_pool = ThreadPoolExecutor(1, "slow database reader")
        self._pending: list[PendingWrite] = []
        self._queue: queue.SimpleQueue[list[PendingWrite] | None] = queue.SimpleQueue()
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._run, name="database writer", daemon=True)
        self._broken: set[str] = set()  # chains in which a write has failed
        self._completed: deque[tuple[list[PendingWrite], list[BaseException | None]]] = deque()
        self.writes = 0
        self._thread.start()

    # ---- writing

    def append(self, rows: Sequence[PendingRow], on_written: OnWritten, chain: str | None = None) -> None:
        self._enqueue(PendingWrite(rows, None, on_written, chain))

    async def reset_chains(self, chains: Iterable[str]) -> None:
        async def job(transaction: object) -> None:
            self._broken.difference_update(chains)

        await self.write(job)

    async def write(self, job: Job[T]) -> T:
        """Runs a job in the writer's thread."""
        future: asyncio.Future[T] = self._loop.create_future()
        self._enqueue(PendingWrite((), job, _resolve(future), None))
        return await future

    async def flush(self) -> None:
        await self.write(_nothing)

    def _enqueue(self, write: PendingWrite) -> None:
        """Collects the writes of this turn of the event loop: waking the writer has its price, too."""
        if not self._pending:
            self._loop.call_soon(self._send_batch)
        self._pending.append(write)

    def _send_batch(self) -> None:
        if self._pending:
            self._queue.put(self._pending)
            self._pending = []

    def poll(self) -> bool:
        """Hands over pending writes if they are many, and calls callbacks that are due; whether any were.

        For the middle of a long turn of the event loop, in which all writes would wait for the last one.
        """
        if len(self._pending) >= HANDOVER_SIZE:
            self._send_batch()
        if not self._completed:
            return False
        self._run_callbacks()
        return True

    def _run_callbacks(self) -> None:
        """Calls the callbacks of committed writes, in their order."""
        while self._completed:
            _notify(*self._completed.popleft())

    async def execute(self, sql: Sql, *values: Any) -> None:
        await self.write(lambda transaction: transaction.execute(sql, *values))

    async def probe(self) -> None:
        await self.execute(sql_of_tables.SET_FACT, "probed", int(time.time()))

    # ---- reading

    async def read(self, job: Job[T]) -> T:
        """Runs a job that only reads, in another thread."""
        return await self._loop.run_in_executor(self._read_pool, self._read, job)

    async def read_slowly(self, job: Job[T]) -> T:
        return await self._loop.run_in_executor(self._slow_pool, _read, self._slow_reader, job)

    async def rows(self, sql: Sql, *values: Any) -> Sequence[Row]:
        return await self.read(lambda transaction: transaction.rows(sql, *values))

    async def row(self, sql: Sql, *values: Any) -> Row | None:
        found = await self.rows(sql, *values)
        return found[0] if found else None

    def _read(self, job: Job[T]) -> T:
        reader = self._free.get()
        try:
            return _read(reader, job)
        finally:
            self._free.put(reader)

    # ---- faults

    def explained(self) -> contextlib.AbstractContextManager[None]:
        return explained(self.path)

    def explain_fault(self, error: BaseException) -> str:
        return explain_fault(error)

    async def find_damage(self, stopped: Callable[[], bool]) -> list[str]:
        return await asyncio.to_thread(check_integrity, self.path, stopped)

    # ---- the end

    async def close(self) -> None:
        """Writes what is pending, and closes the file."""
        self._send_batch()
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)
        self._slow_reader.interrupt()
        for pool in (self._read_pool, self._slow_pool):
            await asyncio.to_thread(pool.shutdown, cancel_futures=True)
        for reader in (*self._readers, self._slow_reader):
            reader.close()
        self._connection.close()
        self._revocations.close()

    # ---- tokens that were revoked

    def _revoke_again(self) -> None:
        """Revokes the tokens that the database has only because an older copy was put in its place, and lists those that
        are revoked from now on."""
        row = self._connection.execute("SELECT value FROM facts WHERE name = 'revoked'").fetchone()
        applied, size = (row["value"] if row is not None else 0), self._revocations.size()
        if applied > size:
            _log.error("the list of revoked tokens is gone or cut: tokens that an older backup has are valid again")
        if applied != size:
            revoked = [(one.digest,) for one in self._revocations.tokens()]
            with self._transaction():
                self._connection.executemany("DELETE FROM sessions WHERE hash = ?", revoked)
                self._list_revoked()
        self._connection.create_function("note_revoked", 2, lambda *token: self._revoked.append(RevokedToken(*token)))
        self._connection.execute(
            "CREATE TEMP TRIGGER revoked AFTER DELETE ON main.sessions "
            "BEGIN SELECT note_revoked(OLD.hash, OLD.expires_at); END"
        )

    def _list_revoked(self) -> None:
        """Lists the tokens that this transaction revokes, before it is committed."""
        self._revocations.add(self._revoked)
        self._revoked.clear()
        self._connection.execute("INSERT OR REPLACE INTO facts VALUES ('revoked', ?)", (self._revocations.size(),))

    async def prune_revocations(self, now: int) -> None:
        async def job(transaction: object) -> None:
            self._revocations.prune(now)  # in the writer's thread, which alone adds to the list

        await self.write(job)

    # ---- the writer's thread

    def _run(self) -> None:
        last = False
        while not last:
            first = self._queue.get()
            if first is None:
                return
            batch = list(first)
            while len(batch) < MAX_BATCH and not self._queue.empty():
                more = self._queue.get()
                if more is None:
                    last = True
                    break
                batch += more
            self._commit(batch)
            if len(batch) > 1:
                time.sleep(COMMIT_PAUSE)

    def _commit(self, batch: list[PendingWrite]) -> None:
        try:
            if self._broken and any(write.chain in self._broken for write in batch):
                errors = self._commit_one_by_one(batch)
            else:
                errors = self._commit_at_once(batch)
        except sqlite3.IntegrityError:  # one of the rows is wrong: find out which, and write the others
            errors = self._commit_one_by_one(batch)
        except Exception as error:  # whatever it is, the callbacks get it and the writer goes on
            errors = [error] * len(batch)
            self._broken.update(write.chain for write in batch if write.chain is not None)
        self.writes += len(batch)
        self._completed.append((batch, errors))
        with contextlib.suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._run_callbacks)

    def _commit_at_once(self, batch: list[PendingWrite]) -> list[BaseException | None]:
        """Writes all rows at once, and then runs the jobs."""
        rows: dict[BulkStatement, list[Values]] = {}
        for write in batch:
            for kind, values in write.rows:
                rows.setdefault(STATEMENTS[kind], []).append(values)
        self._inserter.prepare(rows)
        if all(write.job is None for write in batch):
            self._inserter.insert(rows)
            return [None] * len(batch)
        with self._transaction():
            self._inserter.insert(rows)
            return [self._run_job(write) for write in batch]

    def _commit_one_by_one(self, batch: list[PendingWrite]) -> list[BaseException | None]:
        return [self._commit_one(write) for write in batch]

    def _commit_one(self, write: PendingWrite) -> BaseException | None:
        if write.chain in self._broken:
            return ChainBroken("what should stand before it could not be kept.")
        try:
            self._inserter.prepare(STATEMENTS[kind] for kind, _ in write.rows)
            with self._transaction():
                for kind, values in write.rows:
                    self._inserter.insert({STATEMENTS[kind]: [values]})
                return self._run_job(write)
        except Exception as error:  # whatever it is, the callback gets it
            if write.chain is not None:
                self._broken.add(write.chain)
            return error

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            if self._revoked:
                self._list_revoked()
            self._connection.execute("COMMIT")
        except BaseException:
            self._revoked.clear()
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    def _run_job(self, write: PendingWrite) -> BaseException | None:
        """Runs a write's job, if it has one; one that fails is rolled back alone."""
        connection = self._connection
        if write.job is None:
            return None
        connection.execute("SAVEPOINT job")
        try:
            write.result = run_now(write.job(self._transaction_of_jobs))
        except Exception as error:  # whatever it is, its caller gets it
            connection.execute("ROLLBACK TO job")
            connection.execute("RELEASE job")
            return error
        connection.execute("RELEASE job")
        return None


async def _nothing(transaction: object) -> None:
    """A job that is done when all before it is."""


def _read(reader: sqlite3.Connection, job: Job[T]) -> T:
    """Runs a job in a view of the database that stays as it is."""
    reader.execute("BEGIN")
    try:
        return run_now(job(SqliteTransaction(reader)))
    finally:
        if reader.in_transaction:
            reader.execute("ROLLBACK")


def _notify(batch: list[PendingWrite], errors: list[BaseException | None]) -> None:
    for write, error in zip(batch, errors, strict=True):
        try:
            if write.job is not None:
                write.on_written(error, write.result)
            else:
                write.on_written(error)
        except Exception as fault:  # the other callbacks are called all the same
            _log.error("callback failed", error=repr(fault), exc_info=fault)


def _resolve(future: asyncio.Future[Any]) -> Callable[[BaseException | None, Any], None]:
    def resolve(error: BaseException | None, result: Any) -> None:
        if future.done():  # whoever waited was cancelled
            return
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)

    return resolve
