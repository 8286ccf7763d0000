"""Leases and fenced commits in PostgreSQL: who has lost a lease can't write, and a takeover waits for nobody who stands still."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg
import pytest

from sabacc.server.storage.lease import Held, LeaseLost, NodeState, shard_of
from sabacc.server.storage.log import Log, LogWrite
from sabacc.server.storage.postgresql.leases import LeaseStore, read_state
from sabacc.server.storage.postgresql.store import PostgresqlStore
from tests.server.postgresql import new_postgresql_database

MINE, THEIRS = "north.1", "east.1"
TABLES = ("one", "another")


class Book:
    """The leases that a store is told it has."""

    def __init__(self) -> None:
        self.epochs: dict[int, int] = {}

    def lease_for(self, table: str) -> Held | None:
        epoch = self.epochs.get(shard_of(table))
        return Held(shard_of(table), epoch) if epoch is not None else None

    def note_commit(self, seconds: float) -> None:
        assert seconds > 0


class Node:
    """A store with a fence, and the leases beside it."""

    def __init__(self, address: str, path: Path) -> None:
        self.address = address
        self.book = Book()
        self.store = PostgresqlStore(address, path, self.book)
        self.log = Log(self.store)
        self.leases = LeaseStore(address)

    async def epochs(self) -> dict[int, int]:
        return {lease.shard: lease.epoch for lease in (await read_state(self.address)).leases}

    async def append(self, table: str, version: int) -> BaseException | None:
        """Writes an entry; what came of it."""
        done: asyncio.Future[BaseException | None] = asyncio.get_running_loop().create_future()
        self.log.append(LogWrite(table, version, 0, None, None, b"{}"), done.set_result)
        return await done


@asynccontextmanager
async def node_at(tmp_path: Path) -> AsyncIterator[Node]:
    node = Node(new_postgresql_database(), tmp_path / "sabacc.postgresql")
    await node.leases.renew(NodeState(MINE, "both", 2, "1.0", True, 0, 0), {})
    await node.leases.take(MINE, [shard_of(table) for table in TABLES], "nobody.")
    node.book.epochs = {shard_of(table): (await node.epochs())[shard_of(table)] for table in TABLES}
    yield node
    await node.leases.close()
    await node.store.close()


async def take_over(node: Node, table: str) -> None:
    """Lets a lease run out, and takes it for somebody else."""
    connection = await asyncpg.connect(node.address)
    await connection.execute("UPDATE lease SET until = 'epoch' WHERE shard = $1", shard_of(table))
    await connection.close()
    await node.leases.take(THEIRS, [shard_of(table)], "nobody.")


async def a_lost_lease_writes_nothing(node: Node) -> None:
    assert [await node.append(table, 1) for table in TABLES] == [None, None]
    await take_over(node, "one")
    results = await asyncio.gather(*(node.append(table, 2) for table in TABLES))
    assert isinstance(results[0], LeaseLost)
    assert results[1] is None, "what was written at the same time under another lease is kept"
    stored = await node.log.load(TABLES)
    assert [len(stored[table].rows) for table in TABLES] == [1, 2]


async def no_lease_writes_nothing(node: Node) -> None:
    node.book.epochs.clear()
    assert isinstance(await node.append("one", 1), LeaseLost)


async def a_takeover_does_not_wait_for_a_commit(node: Node) -> None:
    assert await node.append("one", 1) is None
    before = await node.epochs()
    stopped = await asyncpg.connect(node.address)
    await stopped.execute("SET idle_in_transaction_session_timeout = '2s'")
    await stopped.execute("BEGIN")
    await stopped.fetch("SELECT * FROM lease WHERE shard = $1 FOR SHARE", shard_of("one"))
    expire = await asyncpg.connect(node.address)
    await expire.execute("UPDATE lease SET until = 'epoch' WHERE shard = $1", shard_of("another"))
    shards = [shard_of(table) for table in TABLES]
    async with asyncio.timeout(1.5):
        await node.leases.take(THEIRS, shards, "north.")  # a former start of its own
    after = await node.epochs()
    assert after[shards[0]] == before[shards[0]], "a commit is under way"
    assert after[shards[1]] == before[shards[1]] + 1
    await asyncio.sleep(2.5)  # then PostgreSQL throws out who stands still
    await node.leases.take(THEIRS, shards, "north.")
    assert (await node.epochs())[shards[0]] == before[shards[0]] + 1
    await expire.close()
    stopped.terminate()


async def leases_go_to_nobody_who_is_gone(node: Node) -> None:
    shard = shard_of("one")
    before = (await node.epochs())[shard]
    await node.leases.give(MINE, {shard: before}, THEIRS)
    assert (await node.epochs())[shard] == before
    await node.leases.give(MINE, {shard: before}, MINE)
    assert (await node.epochs())[shard] == before + 1


@pytest.mark.parametrize(
    "case",
    [
        a_lost_lease_writes_nothing,
        no_lease_writes_nothing,
        a_takeover_does_not_wait_for_a_commit,
        leases_go_to_nobody_who_is_gone,
    ],
)
def test_leases(case: Callable[[Node], Awaitable[None]], tmp_path: Path) -> None:
    async def run() -> None:
        async with node_at(tmp_path) as node:
            await case(node)

    asyncio.run(run())
