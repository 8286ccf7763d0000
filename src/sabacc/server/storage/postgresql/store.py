"""The store in PostgreSQL: one connection that writes, many small writes in each commit, and some that read.

The connection that writes holds the server's lock. If it is lost, the lock is lost with it, and nothing is written until a new
connection has the lock again. So there are never two servers that write. The nodes of a cluster share the lock: there a fence
says which lease a table's write needs, and a commit locks those leases and compares their epochs.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable, Coroutine, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import asyncpg
import structlog

from sabacc.server.storage.keys import ServerKeys
from sabacc.server.storage.lease import Fence, Held, LeaseLost
from sabacc.server.storage.pending_write import PendingWrite
from sabacc.server.storage.postgresql.connecting import FAULTS, connect, explain_fault, explained
from sabacc.server.storage.postgresql.startup import DatabaseInUse, hold_lock, open_for_server
from sabacc.server.storage.postgresql.statements import LAST, STATEMENTS
from sabacc.server.storage.postgresql.transaction import PostgresqlTransaction, storable
from sabacc.server.storage.seed_vault import SeedVault
from sabacc.server.storage.sql import tables as sql_of_tables
from sabacc.server.storage.store import ChainBroken, Job, OnWritten, PendingRow, Row, RowKind, Sql, Values

MAX_BATCH = 4000  # writes in one commit
READ_CONNECTIONS = 4
AWAIT_COMMITS = """SELECT set_config('synchronous_commit', 'on', false)
    WHERE current_setting('synchronous_commit') = 'off'"""
# Who stops in the middle of a commit keeps its locks no longer than this, so that a takeover needs not wait for it.
END_STOPPED_COMMITS = "SELECT set_config('idle_in_transaction_session_timeout', '2s', false)"
LOCK_LEASES = """SELECT shard FROM lease JOIN unnest($1::int[], $2::bigint[]) AS held(shard, epoch) USING (shard, epoch)
    ORDER BY shard FOR SHARE OF lease"""
JOB_LOCK = 0x5ABACE  # jobs look before they write, so those of several nodes come one after the other
WRONG_ROWS: tuple[type[Exception], ...] = (asyncpg.IntegrityConstraintViolationError, asyncpg.DataError, LeaseLost)
_log = structlog.get_logger()

T = TypeVar("T")


class PostgresqlStore:
    """A store in a PostgreSQL database; see `Store` for what its methods are for."""

    faults = (*FAULTS, ChainBroken, DatabaseInUse, LeaseLost)

    def __init__(self, address: str, path: Path, fence: Fence | None = None) -> None:
        """Brings the database up to date; files that belong to it lie beside a path."""
        self._address = address
        self._fence = fence
        self._loop = asyncio.get_running_loop()
        self.keys: ServerKeys = _run_apart(open_for_server(address, path, fence is not None))
        self.vault = SeedVault(self.keys)
        self.writes = 0
        self._pending: list[PendingWrite] = []
        self._wake = asyncio.Event()
        self._closing = False
        self._broken: set[str] = set()  # chains in which a write has failed
        self._connection: asyncpg.Connection | None = None  # that writes
        self._pool: asyncpg.Pool | None = None
        self._pool_lock = asyncio.Lock()
        self._slow_slot = asyncio.Semaphore(1)
        self._writer = self._loop.create_task(self._run())

    # ---- writing

    def append(self, rows: Sequence[PendingRow], on_written: OnWritten, chain: str | None = None) -> None:
        lease = None
        if self._fence is not None and chain is not None:
            lease = self._fence.lease_for(chain)
            if lease is None:
                self._loop.call_soon(on_written, LeaseLost("the lease was lost."))
                return
        self._enqueue(PendingWrite(rows, None, on_written, chain, lease))

    async def reset_chains(self, chains: Iterable[str]) -> None:
        async def job(transaction: object) -> None:
            self._broken.difference_update(chains)

        await self.write(job)

    async def write(self, job: Job[T]) -> T:
        future: asyncio.Future[T] = self._loop.create_future()

        def resolve(error: BaseException | None, result: T) -> None:
            if future.done():  # whoever waited was cancelled
                return
            if error is None:
                future.set_result(result)
            else:
                future.set_exception(error)

        self._enqueue(PendingWrite((), job, resolve, None))
        return await future

    async def execute(self, sql: Sql, *values: Any) -> None:
        await self.write(lambda transaction: transaction.execute(sql, *values))

    async def flush(self) -> None:
        await self.write(_nothing)

    async def prune_revocations(self, now: int) -> None:
        await self.execute("DELETE FROM revoked_tokens WHERE expires_at <= ?1", now)

    async def probe(self) -> None:
        await self.execute(sql_of_tables.SET_FACT, "probed", int(time.time()))

    def poll(self) -> bool:
        return False  # what is durable is told by the event loop itself

    def _enqueue(self, write: PendingWrite) -> None:
        self._pending.append(write)
        self._wake.set()

    # ---- reading

    async def read(self, job: Job[T]) -> T:
        async with (await self._readers()).acquire() as connection, _snapshot(connection):
            return await job(PostgresqlTransaction(connection))

    async def read_slowly(self, job: Job[T]) -> T:
        async with self._slow_slot:
            return await self.read(job)

    async def rows(self, sql: Sql, *values: Any) -> Sequence[Row]:
        async with (await self._readers()).acquire() as connection:
            return await PostgresqlTransaction(connection).rows(sql, *values)

    async def row(self, sql: Sql, *values: Any) -> Row | None:
        async with (await self._readers()).acquire() as connection:
            return await PostgresqlTransaction(connection).row(sql, *values)

    async def _readers(self) -> asyncpg.Pool:
        async with self._pool_lock:
            if self._pool is None:
                self._pool = await asyncpg.create_pool(
                    self._address, min_size=1, max_size=READ_CONNECTIONS, connect=_connect_reader
                )
            return self._pool

    # ---- faults

    def explained(self) -> contextlib.AbstractContextManager[None]:
        return explained(self._address)

    def explain_fault(self, error: BaseException) -> str:
        return explain_fault(error)

    async def find_damage(self, stopped: Callable[[], bool]) -> list[str]:
        return []  # PostgreSQL checks its pages by itself as it reads them

    # ---- the end

    async def close(self) -> None:
        self._closing = True
        self._wake.set()
        await self._writer
        if self._pool is not None:
            await self._pool.close()
        if self._connection is not None:
            await self._connection.close()

    # ---- the writer's task

    async def _run(self) -> None:
        while self._pending or not self._closing:
            if not self._pending:
                self._wake.clear()
                await self._wake.wait()
                continue
            batch, self._pending = self._pending[:MAX_BATCH], self._pending[MAX_BATCH:]
            began = time.perf_counter()
            errors = await self._commit(batch)
            if self._fence is not None:
                self._fence.note_commit(time.perf_counter() - began)
            self.writes += len(batch)
            _notify(batch, errors)

    async def _commit(self, batch: list[PendingWrite]) -> list[BaseException | None]:
        try:
            connection = await self._connected()
            if self._broken and any(write.chain in self._broken for write in batch):
                return await self._commit_one_by_one(connection, batch)
            try:
                return await self._commit_at_once(connection, batch)
            except WRONG_ROWS:  # find out which, and write the others
                return await self._commit_one_by_one(connection, batch)
        except Exception as error:  # whatever it is, the callbacks get it and the writer goes on
            await self._disconnect()
            self._broken.update(write.chain for write in batch if write.chain is not None)
            return [error] * len(batch)

    async def _connected(self) -> asyncpg.Connection:
        """The connection that writes, which has the server's lock."""
        if self._connection is None or self._connection.is_closed():
            self._connection = None
            connection = await connect(self._address)
            try:
                await hold_lock(connection, self._address, shared=self._fence is not None)
                await connection.execute(AWAIT_COMMITS)
                if self._fence is not None:
                    await connection.execute(END_STOPPED_COMMITS)
            except BaseException:
                connection.terminate()
                raise
            self._connection = connection
        return self._connection

    async def _disconnect(self) -> None:
        """Gives a connection up whose state nobody knows: a commit of it may be done, or be undone."""
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    async def _commit_at_once(
        self, connection: asyncpg.Connection, batch: list[PendingWrite]
    ) -> list[BaseException | None]:
        """Writes all rows, and then runs the jobs."""
        rows: dict[RowKind, list[Values]] = {}
        for write in batch:
            for kind, values in write.rows:
                rows.setdefault(kind, []).append(tuple(map(storable, values)))
        leases = {write.lease for write in batch if write.lease is not None}
        if len(rows) == 1 and not leases and all(write.job is None for write in batch):
            await _insert(connection, rows)  # it is a transaction by itself
            return [None] * len(batch)
        if self._fence is not None:
            return await self._commit_fenced(connection, batch, rows, leases)
        async with connection.transaction():
            await _insert(connection, rows)
            return [await _run_job(connection, write) for write in batch]

    async def _commit_fenced(
        self,
        connection: asyncpg.Connection,
        batch: list[PendingWrite],
        rows: dict[RowKind, list[Values]],
        leases: set[Held],
    ) -> list[BaseException | None]:
        """Writes all rows if the leases still have their epochs, and then runs each job while no other node runs one."""
        if rows:
            async with connection.transaction():
                await _lock_leases(connection, leases)
                await _insert(connection, rows)
        errors: list[BaseException | None] = []
        for write in batch:
            if write.job is None:
                errors.append(None)
                continue
            async with connection.transaction():
                await connection.execute("SELECT pg_advisory_xact_lock($1)", JOB_LOCK)
                errors.append(await _run_job(connection, write))
        return errors

    async def _commit_one_by_one(
        self, connection: asyncpg.Connection, batch: list[PendingWrite]
    ) -> list[BaseException | None]:
        return [await self._commit_one(connection, write) for write in batch]

    async def _commit_one(self, connection: asyncpg.Connection, write: PendingWrite) -> BaseException | None:
        if write.chain in self._broken:
            return ChainBroken("what should stand before it could not be kept.")
        try:
            return (await self._commit_at_once(connection, [write]))[0]
        except WRONG_ROWS as error:
            if write.chain is not None:
                self._broken.add(write.chain)
            return error


async def _lock_leases(connection: asyncpg.Connection, leases: set[Held]) -> None:
    """Keeps leases from being taken over before the end of the transaction, or finds that one was."""
    if not leases:
        return
    held = sorted(leases)
    found = await connection.fetch(LOCK_LEASES, [one.shard for one in held], [one.epoch for one in held])
    if len(found) < len(held):
        raise LeaseLost("another node has taken the table over.")


async def _nothing(transaction: object) -> None:
    """A job that is done when all before it is."""


async def _insert(connection: asyncpg.Connection, rows: dict[RowKind, list[Values]]) -> None:
    for kind in sorted(rows, key=lambda one: one in LAST):
        await connection.executemany(STATEMENTS[kind], rows[kind])


async def _run_job(connection: asyncpg.Connection, write: PendingWrite) -> BaseException | None:
    """Runs a write's job, if it has one; one that fails is rolled back alone."""
    if write.job is None:
        return None
    try:
        async with connection.transaction():
            write.result = await write.job(PostgresqlTransaction(connection))
    except Exception as error:  # whatever it is, its caller gets it
        if connection.is_closed():
            raise
        return error
    return None


def _notify(batch: list[PendingWrite], errors: list[BaseException | None]) -> None:
    for write, error in zip(batch, errors, strict=True):
        try:
            if write.job is not None:
                write.on_written(error, write.result)
            else:
                write.on_written(error)
        except Exception as fault:  # the other callbacks are called all the same
            _log.error("callback failed", error=repr(fault), exc_info=fault)


async def _connect_reader(address: str, **settings: Any) -> asyncpg.Connection:
    return await connect(address, read_only=True)


def _snapshot(connection: Any) -> contextlib.AbstractAsyncContextManager[Any]:
    """A view of the database that stays as it is."""
    transaction: contextlib.AbstractAsyncContextManager[Any] = connection.transaction(
        isolation="repeatable_read", readonly=True
    )
    return transaction


def _run_apart(work: Coroutine[Any, Any, T]) -> T:
    """Runs something to its end in an event loop of its own, while that of the server waits: it has not begun yet."""
    found: list[T] = []
    faults: list[BaseException] = []

    def run() -> None:
        try:
            found.append(asyncio.run(work))
        except BaseException as error:
            faults.append(error)

    thread = threading.Thread(target=run, name="database startup")
    thread.start()
    thread.join()
    if faults:
        raise faults[0]
    return found[0]
