"""A cluster as its keeper sees it: the nodes that are alive, and what each of them plays."""

from __future__ import annotations

import asyncio

import msgspec

from sabacc.server.storage.lease import ClusterState
from sabacc.server.storage.opening import require_driver


class NodeOverview(msgspec.Struct, frozen=True):
    """A node, and its part of the work."""

    name: str
    role: str
    version: str
    behaviour: int  # of its engine
    takes_tables: bool  # it is a worker, and reaches the others
    tables: int
    connections: int
    activity: float  # entries a second
    shards: list[int]


class ClusterOverview(msgspec.Struct, frozen=True):
    """All nodes, and the shards that nobody plays."""

    nodes: list[NodeOverview]
    shards: int  # how many there are
    without_worker: list[int]


def overview_of(state: ClusterState) -> ClusterOverview:
    """What leases and nodes come to."""
    nodes = []
    for node in state.nodes:
        held = [lease for lease in state.leases if lease.owner == node.owner and lease.remaining > 0]
        figures = (node.takes_tables, node.tables, node.connections, round(sum(one.activity for one in held), 2))
        shards = [one.shard for one in held]
        nodes.append(NodeOverview(node.name, node.role, node.version, node.behaviour, *figures, shards))
    held_shards = {shard for node in nodes for shard in node.shards}
    missing = [lease.shard for lease in state.leases if lease.shard not in held_shards]
    return ClusterOverview(nodes, len(state.leases), missing)


def read_overview(postgresql: str) -> ClusterOverview:
    """How a cluster stands now."""
    require_driver()
    from sabacc.server.storage.postgresql.leases import read_state

    return overview_of(asyncio.run(read_state(postgresql)))
