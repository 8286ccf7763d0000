"""Leases on the tables of a cluster: which node plays which of them, and since which epoch."""

from __future__ import annotations

import zlib
from typing import NamedTuple, Protocol

import msgspec

from sabacc.errors import SabaccError

SHARDS = 256
LEASE_SECONDS = 4.0


class LeaseLost(SabaccError):
    """Somebody else has the table's lease now, or may have it soon."""


class Held(NamedTuple):
    """A lease as its owner knows it."""

    shard: int
    epoch: int


class Lease(msgspec.Struct, frozen=True):
    """A lease as the database has it."""

    shard: int
    owner: str  # a node and its start; empty: nobody
    epoch: int
    remaining: float  # seconds until it runs out
    behaviour: int  # of the engine of the last owner
    activity: float  # entries a second


class NodeState(msgspec.Struct, frozen=True):
    """A node that is alive, as it describes itself."""

    owner: str
    role: str
    behaviour: int  # of its engine
    version: str
    takes_tables: bool  # it is a worker, and others can reach it
    tables: int
    connections: int

    @property
    def name(self) -> str:
        """The node, whenever it was started."""
        return node_of(self.owner)


class ClusterState(NamedTuple):
    """All leases and all nodes at one moment."""

    leases: list[Lease]
    nodes: list[NodeState]


class Fence(Protocol):
    """What a store in a cluster asks before it writes."""

    def lease_for(self, table: str) -> Held | None:
        """The lease that a write of a table needs, if it is held here."""

    def note_commit(self, seconds: float) -> None:
        """A commit took so long."""


def shard_of(table_id: str) -> int:
    """The shard that a table belongs to."""
    return zlib.crc32(table_id.encode()) % SHARDS


def node_of(owner: str) -> str:
    """The node that an owner is a start of."""
    return owner.rpartition(".")[0]
