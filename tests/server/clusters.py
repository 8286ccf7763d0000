"""A cluster of server processes on a real PostgreSQL and a real NATS, and everything that can go wrong with it."""

from __future__ import annotations

import asyncio
import contextlib
import random
import shutil
import signal
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import asyncpg

from sabacc.server.storage.backup import back_up
from sabacc.server.storage.keys import keys_path
from sabacc.server.storage.lease import node_of, shard_of
from tests.server.lines import Line, Proxy, network_of
from tests.server.nats import NatsServer, running_nats
from tests.server.postgresql import crash_postgresql, new_postgresql_database
from tests.server.servers import Server

NODES = {"north": "both", "east": "both", "south": "both"}
FILES = "sabacc.postgresql"


class Fault(NamedTuple):
    """Something that went wrong, and how it went on."""

    kind: str
    node: str
    takeover: float | None  # seconds until other nodes played its tables


class Cluster:
    """Three nodes. Clients see it as one server: each time they ask for its address, they get that of any node."""

    def __init__(
        self, folder: Path, database: str, nats: NatsServer, lines: Mapping[str, Line], roles: Mapping[str, str]
    ) -> None:
        self.folder = folder
        self.database = database
        self.nats = nats
        self.lines = lines
        self.nodes: dict[str, Server] = {}
        self.luck = random.Random(1)
        self.faults: list[Fault] = []
        for name, role in roles.items():
            home = folder / name
            home.mkdir()
            address = nats.address(name, lines[name].host, lines[name].port)
            self.nodes[name] = Server(home, "--database", database, "--nats", address, "--role", role)

    @property
    def url(self) -> str:
        return self.luck.choice([node.url for node in self.nodes.values() if node.url and "worker" not in node.flags])

    async def start(self, *names: str) -> None:
        """Starts some nodes, or all of them; the very first one makes the keys."""
        for name, node in self.nodes.items():
            if names and name not in names:
                continue
            await self.lines[name].open()
            first = next(iter(self.nodes.values())).folder
            if node.folder != first:
                shutil.copy(keys_path(first / FILES), keys_path(node.folder / FILES))
            await asyncio.to_thread(node.start)

    async def stop(self) -> None:
        """Ends all nodes in good order."""
        for name, node in self.nodes.items():
            assert await asyncio.to_thread(node.stop) == 0
            await self.lines[name].close()

    def kill(self) -> None:
        """Ends whatever still runs."""
        for node in self.nodes.values():
            if node.process is not None and node.process.poll() is None:
                node.process.send_signal(signal.SIGCONT)
                node.kill()
            if node.process is not None and node.process.stdout is not None:
                node.process.stdout.close()

    def logs(self) -> str:
        """What all nodes wrote last."""
        return "\n".join(f"--- {name}\n{node.log()[-3000:]}" for name, node in self.nodes.items())

    def stored(self) -> Path:
        """All that the cluster has kept, as a file with its keys."""
        file = self.folder / "stored.sqlite3"
        home = next(iter(self.nodes.values())).folder
        back_up(home / FILES, self.database, file, replace=True)
        shutil.copy(keys_path(home / FILES), keys_path(file))
        return file

    # ---- what goes wrong

    async def have(self, fault: Callable[[str], Awaitable[float | None]], name: str) -> None:
        """Lets something go wrong at a node, and keeps how long others took to take over."""
        self.faults.append(Fault(fault.__name__, name, await fault(name)))

    @property
    def takeovers(self) -> list[float]:
        """How long each of them took."""
        return [fault.takeover for fault in self.faults if fault.takeover is not None]

    async def restart_killed(self, name: str) -> float:
        """A node dies as in a power cut, others take over, and it comes back."""
        self.nodes[name].kill()
        seconds = await self._taken_over(name)
        await asyncio.to_thread(self.nodes[name].start)
        return seconds

    async def restart_stopped(self, name: str) -> float:
        """A node is told to stop, and comes back."""
        began = time.monotonic()
        assert await asyncio.to_thread(self.nodes[name].stop) == 0
        assert await self._leases_of(name) == 0, "it has handed over everything"
        seconds = time.monotonic() - began
        await asyncio.to_thread(self.nodes[name].start)
        return seconds

    async def freeze(self, name: str) -> float:
        """A node stands still until others have taken over, and goes on as if nothing had happened."""
        process = self.nodes[name].process
        assert process is not None
        process.send_signal(signal.SIGSTOP)
        seconds = await self._taken_over(name)
        process.send_signal(signal.SIGCONT)
        return seconds

    async def cut_line(self, name: str) -> None:
        """A node loses its connection to NATS for a moment, or for longer than others wait."""
        self.lines[name].cut()
        await asyncio.sleep(self.luck.choice([0.3, 5.0]))
        self.lines[name].mend()

    async def lose_line(self, name: str) -> None:
        """Nothing that a node says arrives, and it hears nothing."""
        self.lines[name].silence()
        await asyncio.sleep(self.luck.choice([1.0, 5.0]))
        self.lines[name].mend()

    async def crash_database(self, name: str) -> None:
        """PostgreSQL crashes and recovers."""
        await asyncio.to_thread(crash_postgresql)

    async def restart_nats(self, name: str) -> None:
        """NATS dies, and starts again."""
        await asyncio.to_thread(self.nats.stop)
        await asyncio.sleep(self.luck.choice([0, 1.0]))
        await asyncio.to_thread(self.nats.start)

    async def jump_clock(self, name: str) -> None:
        """The clock of PostgreSQL jumps: ahead, so that a node's leases have run out long ago, or some seconds back."""
        seconds = self.luck.choice([-3600, 5])
        connection = await asyncpg.connect(self.database)
        await connection.execute(
            "UPDATE lease SET until = until + make_interval(secs => $2) WHERE starts_with(owner, $1)",
            f"{name}.",
            seconds,
        )
        await connection.close()

    async def _taken_over(self, name: str) -> float:
        began = time.monotonic()
        async with asyncio.timeout(60):
            while await self._leases_of(name):
                await asyncio.sleep(0.05)
        return time.monotonic() - began

    async def _leases_of(self, name: str) -> int:
        connection = await asyncpg.connect(self.database)
        try:
            found: int = await connection.fetchval(
                "SELECT count(*) FROM lease WHERE starts_with(owner, $1)", f"{name}."
            )
            return found
        finally:
            await connection.close()

    async def balanced(self) -> None:
        """Returns when every worker plays something."""
        workers = [name for name, node in self.nodes.items() if "gateway" not in node.flags and node.process]
        async with asyncio.timeout(60):
            while not all([await self._leases_of(name) for name in workers]):
                await asyncio.sleep(0.1)

    async def player_of(self, table: str) -> str:
        """The node that plays a table."""
        connection = await asyncpg.connect(self.database)
        try:
            owner: str = await connection.fetchval("SELECT owner FROM lease WHERE shard = $1", shard_of(table))
            return node_of(owner)
        finally:
            await connection.close()


@contextlib.contextmanager
def cluster_of(folder: Path, roles: Mapping[str, str] = NODES) -> Iterator[Cluster]:
    """A cluster while it is needed."""
    database = new_postgresql_database()
    names = list(roles)
    with network_of(names) as network:
        host, prefix = (network.host_of(names[0]), network.prefix) if network is not None else ("127.0.0.1", ())
        with running_nats(folder, names, host, prefix) as nats:
            lines = {
                name: network.cable(name, nats.port) if network is not None else Proxy(nats.port) for name in names
            }
            cluster = Cluster(folder, database, nats, lines, roles)
            try:
                yield cluster
            finally:
                cluster.kill()
