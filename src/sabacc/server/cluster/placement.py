"""Which node plays what: who takes leases that are free, and what is given away so that all have as much to do."""

from __future__ import annotations

import zlib
from collections.abc import Container, Iterable, Mapping, Sequence

from sabacc.server.storage.lease import Lease, NodeState

IDLE_SHARD = 0.02  # entries a second that a shard without any counts for, so that empty ones are spread, too
TOLERANCE = 0.25  # of the mean, by which activities may differ
MAX_GIVEN = 32  # leases at a time with tables; empty ones cost nothing


def workers_for(behaviour: int, nodes: Iterable[NodeState]) -> list[NodeState]:
    """The nodes that should play what an engine of some behaviour has played last: the same one if there is any, else newer
    ones, which void its hand; an older one can't even read it."""
    able = [node for node in nodes if node.takes_tables and node.behaviour >= behaviour]
    same = [node for node in able if node.behaviour == behaviour]
    return same or able


def chosen_worker(shard: int, workers: Sequence[NodeState]) -> str | None:
    """Who takes a free lease: all nodes come to the same answer, and each gets as many."""
    best = max(workers, key=lambda node: zlib.crc32(f"{shard} {node.name}".encode()), default=None)
    return best.owner if best is not None else None


def leases_to_take(me: NodeState, leases: Iterable[Lease], nodes: Sequence[NodeState]) -> list[int]:
    """The free leases that a node takes: those that it is chosen for, and those of its own former starts."""
    wanted = []
    for lease in leases:
        former = lease.owner != me.owner and lease.owner.rpartition(".")[0] == me.name
        if (lease.remaining <= 0 or former) and lease.owner != me.owner:
            workers = workers_for(lease.behaviour, nodes)
            if me.takes_tables and (chosen_worker(lease.shard, workers) == me.owner):
                wanted.append(lease.shard)
    return wanted


def leases_to_give(
    me: NodeState, leases: Iterable[Lease], nodes: Sequence[NodeState], in_hand: Mapping[int, bool]
) -> tuple[str, list[int]] | None:
    """What the busiest worker gives to the one that has least to do, and to whom; nothing where all have about as much.

    `in_hand` has the shards with tables, and whether a hand is played there: then only a node with the same engine gets it.
    """
    loads: dict[str, float] = {node.owner: 0.0 for node in nodes if node.takes_tables}
    mine: dict[int, float] = {}
    for lease in leases:
        weight = lease.activity + IDLE_SHARD
        if lease.owner in loads:
            loads[lease.owner] += weight
        if lease.owner == me.owner:
            mine[lease.shard] = weight
    if me.owner not in loads or len(loads) < 2 or me.owner != max(loads, key=lambda owner: (loads[owner], owner)):
        return None
    takers = [
        node for node in nodes if node.owner in loads and node.owner != me.owner and node.behaviour >= me.behaviour
    ]
    if not takers:
        return None
    target = min(takers, key=lambda node: (loads[node.owner], node.owner))
    difference = loads[me.owner] - loads[target.owner]
    if difference <= TOLERANCE * sum(loads.values()) / len(loads) + 2 * IDLE_SHARD:
        return None
    same = target.behaviour == me.behaviour
    movable = {shard: weight for shard, weight in mine.items() if same or not in_hand.get(shard, False)}
    given = _about(difference / 2, movable, in_hand)
    return (target.owner, given) if given else None


def _about(wanted: float, weights: Mapping[int, float], with_tables: Container[int]) -> list[int]:
    """Some shards, as few as can be, that weigh about as much as is wanted."""
    given: list[int] = []
    moved = 0
    for shard, weight in sorted(weights.items(), key=lambda one: (-one[1], one[0])):
        if weight <= wanted and (shard not in with_tables or moved < MAX_GIVEN):
            given.append(shard)
            moved += shard in with_tables
            wanted -= weight
    return given
