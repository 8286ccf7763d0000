"""What a machine adds to a cluster, worked out from what a command and an idle node cost; and what breaks first."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sabacc.server.storage.lease import SHARDS

CORES = 8  # of a machine for nodes
DATABASE_CORES = 64  # of the machine of PostgreSQL
BROKER_CORES = 16  # of the machine of NATS
BUSY = 0.6  # of a processor, so that there is room for the moment when a node is lost
MACHINES = (10, 100, 1000)


class Costs(NamedTuple):
    """Processor time in milliseconds: of a command in each part, and of a node that has nothing to do, in a second."""

    gateway: float
    nats: float
    worker: float
    postgresql: float
    idle_postgresql: float
    idle_nats: float  # for each pair of nodes


class Size(NamedTuple):
    """A cluster of so many machines."""

    machines: int
    commands: float  # a second, that its nodes could serve
    workers: int
    database_cores: float
    broker_cores: float


def size(machines: int, costs: Costs) -> Size:
    """A cluster with a node on every core, gateways and workers as a command needs them."""
    nodes = machines * CORES
    commands = 1000 * BUSY * nodes / (costs.gateway + costs.worker)
    workers = round(nodes * costs.worker / (costs.gateway + costs.worker))
    database = (commands * costs.postgresql + nodes * costs.idle_postgresql) / 1000 / BUSY
    broker = (commands * costs.nats + nodes * nodes * costs.idle_nats) / 1000 / BUSY
    return Size(machines, commands, workers, database, broker)


def limits(costs: Costs) -> list[tuple[int, str]]:
    """The number of machines at which each part is at its end, the first to break first."""
    checks: tuple[tuple[str, Callable[[Size], bool]], ...] = (
        (f"PostgreSQL needs more than {DATABASE_CORES} cores", lambda one: one.database_cores > DATABASE_CORES),
        (f"NATS needs more than {BROKER_CORES} cores", lambda one: one.broker_cores > BROKER_CORES),
        (f"there are more workers than the {SHARDS} shards", lambda one: one.workers > SHARDS),
    )
    found = []
    for what, is_over in checks:
        machines = next((number for number in range(1, MACHINES[-1] + 1) if is_over(size(number, costs))), None)
        if machines is not None:
            found.append((machines, what))
    return sorted(found)
