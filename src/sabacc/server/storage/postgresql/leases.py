"""The leases of a cluster in PostgreSQL, whose clock alone says when one runs out.

They have a connection of their own, so that no long commit keeps a node from renewing. All who lock several leases do it in the
order of the shards, or two of them could wait for each other.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

import asyncpg

from sabacc.server.storage.lease import LEASE_SECONDS, ClusterState, Lease, NodeState
from sabacc.server.storage.postgresql.connecting import connect, explained
from sabacc.server.storage.postgresql.startup import check_version

TIMEOUT = 1.5  # seconds for a statement; a lease that is not renewed in time runs out
_UNTIL = f"clock_timestamp() + interval '{LEASE_SECONDS} seconds'"

ANNOUNCE = f"""INSERT INTO node (owner, role, behaviour, version, until, takes_tables, tables, connections)
    VALUES ($1, $2, $3, $4, {_UNTIL}, $5, $6, $7)
    ON CONFLICT (owner) DO UPDATE SET until = excluded.until, takes_tables = excluded.takes_tables,
    tables = excluded.tables, connections = excluded.connections"""
FORGET_DEAD = "DELETE FROM node WHERE until < clock_timestamp() - interval '1 hour'"
RENEW = f"""WITH mine AS (SELECT shard FROM lease WHERE owner = $1 ORDER BY shard FOR NO KEY UPDATE)
    UPDATE lease SET until = {_UNTIL}, behaviour = $2, activity = coalesce(measured.activity, 0)
    FROM mine LEFT JOIN unnest($3::int[], $4::float8[]) AS measured(shard, activity) USING (shard)
    WHERE lease.shard = mine.shard"""
LEASES = """SELECT shard, owner, epoch, extract(epoch FROM until - clock_timestamp())::float8 AS remaining, behaviour,
    activity FROM lease ORDER BY shard"""
NODES = """SELECT owner, role, behaviour, version, takes_tables, tables, connections FROM node
    WHERE until > clock_timestamp() ORDER BY owner"""
# What somebody else has locked is left out: who stopped in the middle of a commit keeps nobody waiting.
TAKE = f"""WITH free AS (
        SELECT shard FROM lease WHERE shard = ANY($2::int[]) AND (until < clock_timestamp() OR starts_with(owner, $3))
        ORDER BY shard FOR UPDATE SKIP LOCKED)
    UPDATE lease SET owner = $1, epoch = epoch + 1, until = {_UNTIL} FROM free
    WHERE lease.shard = free.shard RETURNING lease.shard"""
GIVE = f"""WITH given AS (
        SELECT lease.shard FROM lease JOIN unnest($2::int[], $3::bigint[]) AS held(shard, epoch) USING (shard, epoch)
        WHERE owner = $1 AND EXISTS (SELECT FROM node WHERE owner = $4 AND takes_tables AND until > clock_timestamp())
        ORDER BY shard FOR UPDATE OF lease)
    UPDATE lease SET owner = $4, epoch = epoch + 1, until = {_UNTIL} FROM given WHERE lease.shard = given.shard"""
RELEASE = "UPDATE lease SET until = 'epoch', owner = '' WHERE owner = $1"
LEAVE = "DELETE FROM node WHERE owner = $1"


class LeaseStore:
    """The leases and the nodes, as one node uses them."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._connection: asyncpg.Connection | None = None
        self._lock = asyncio.Lock()

    async def renew(self, node: NodeState, activity: Mapping[int, float]) -> ClusterState:
        """Renews all leases of a node, says that it is alive, and returns how everything stands."""
        async with self._lock:
            try:
                async with asyncio.timeout(2 * TIMEOUT):
                    connection = await self._connected()
                    async with connection.transaction():
                        await connection.execute(
                            ANNOUNCE, node.owner, node.role, node.behaviour, node.version, node.takes_tables, node.tables,
                            node.connections,
                        )  # fmt: skip
                        await connection.execute(
                            RENEW, node.owner, node.behaviour, list(activity), list(activity.values())
                        )
                        return await _state(connection)
            except BaseException:
                self._disconnect()
                raise

    async def take(self, owner: str, shards: Sequence[int], former: str) -> None:
        """Takes leases that have run out, and those of a node's former starts."""
        await self._execute(TAKE, owner, list(shards), former)

    async def give(self, owner: str, epochs: Mapping[int, int], target: str) -> None:
        """Gives leases to another node."""
        await self._execute(GIVE, owner, list(epochs), list(epochs.values()), target)

    async def leave(self, owner: str) -> None:
        """Gives all up, at the end."""
        await self._execute(RELEASE, owner)
        await self._execute(LEAVE, owner)
        await self._execute(FORGET_DEAD)

    async def close(self) -> None:
        """Closes the connection."""
        self._disconnect()

    async def _execute(self, sql: str, *values: Any) -> None:
        async with self._lock:
            try:
                await (await self._connected()).execute(sql, *values)
            except BaseException:
                self._disconnect()
                raise

    async def _connected(self) -> asyncpg.Connection:
        if self._connection is None or self._connection.is_closed():
            self._connection = await connect(self._address, command_timeout=TIMEOUT)
        return self._connection

    def _disconnect(self) -> None:
        """Gives a connection up whose state nobody knows."""
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None


async def _state(connection: asyncpg.Connection) -> ClusterState:
    leases = [Lease(**dict(row)) for row in await connection.fetch(LEASES)]
    return ClusterState(leases, [NodeState(**dict(row)) for row in await connection.fetch(NODES)])


async def read_state(address: str) -> ClusterState:
    """How a cluster stands, for who looks from outside."""
    with explained(address):
        connection = await connect(address)
        try:
            await check_version(connection, address)
            return await _state(connection)
        finally:
            await connection.close()
