"""A node of a cluster: it renews its leases, takes those that are free, and hands over what it can't or needn't play."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import structlog

from sabacc.rules import BEHAVIOUR
from sabacc.server.cluster.bus import Bus, node_name
from sabacc.server.cluster.cluster_metrics import ClusterMetrics
from sabacc.server.cluster.desk import Desk
from sabacc.server.cluster.gateway import Gateway, Route
from sabacc.server.cluster.lease_book import LeaseBook, now
from sabacc.server.cluster.messages import (
    ClientCommand,
    Direct,
    Farewell,
    Frame,
    Heartbeat,
    Join,
    Joined,
    JoinRefused,
    Lag,
    Leave,
    Mark,
    Moved,
    NotHere,
    Shared,
    SomethingLost,
)
from sabacc.server.cluster.placement import chosen_worker, leases_to_give, leases_to_take, workers_for
from sabacc.server.cluster.roles import Role
from sabacc.server.cluster.worker import Worker
from sabacc.server.storage.lease import ClusterState, NodeState, node_of, shard_of
from sabacc.server.storage.opening import open_lease_store
from sabacc.version import __version__

if TYPE_CHECKING:
    from sabacc.server.hub import Hub

RENEW_INTERVAL = 1.0  # seconds
SOON = 0.05  # seconds after a lease has run out at which it is taken
BALANCE_INTERVAL = 5  # renewals
KEEPER_SHARD = 0  # whoever has it signs heads of the log, and does what is done once in a cluster
UNREACHABLE = "this node can't reach the others: come back in a moment, and you will be connected to one that can."
_log = structlog.get_logger()


class ClusterNode:
    """This process among the others."""

    def __init__(self, hub: Hub, book: LeaseBook, nats: str, role: Role, name: str | None) -> None:
        assert hub.config.postgresql is not None
        self.hub = hub
        self.book = book
        self.role = role
        self.name = node_name(nats, name)
        self.owner = f"{self.name}.{secrets.token_hex(4)}"
        self.state = ClusterState([], [])
        self.bus = Bus(nats, self.owner, self._receive, self._receive_shared, self._on_gap)
        self.gateway = Gateway(self.bus)
        self._loaded: set[int] = set()  # shards whose tables are here
        self.worker = Worker(self.bus, book, hub.local_service, self._loaded, hub.write_batch)
        self.desk = Desk(self)
        self.metrics = ClusterMetrics(self)
        self.takeovers = 0
        self.handovers = 0
        self._leases = open_lease_store(hub.config.postgresql)
        self._load_lock = asyncio.Lock()
        self._loads: set[asyncio.Task[None]] = set()
        self._wake = asyncio.Event()
        self._chores: list[asyncio.Task[None]] = []
        self._stopping = False
        self._was_open = True
        self._ticks = 0
        hub.context.on_lost = lambda table: self._wake.set()

    async def start(self) -> None:
        """Joins the cluster, and returns when every table is played by somebody."""
        await self.bus.start()
        self.desk.start()
        await self._tick()
        self._chores = [asyncio.create_task(self._run())]
        for _ in range(200):
            if len(self.gateway.routes) == len(self.state.leases) and self._loaded >= set(self.book.epochs):
                break
            await asyncio.sleep(0.05)  # leases of the dead run out meanwhile
        _log.info("joined the cluster", node=self.owner, role=self.role, leases=len(self.book.epochs))

    async def hand_all_over(self) -> None:
        """Hands all tables over between two commands, and takes none any more."""
        self._stopping = True
        for chore in self._chores:
            chore.cancel()
        try:
            async with asyncio.timeout(10):
                await self._renew()  # nobody gives this node anything any more, and it sees who is there
                await self._hand_all_over()
        except Exception as error:  # the leases run out by themselves
            _log.error("handing over failed", error=repr(error))

    async def stop(self) -> None:
        """Leaves the cluster."""
        try:
            async with asyncio.timeout(3):
                await self._leases.leave(self.owner)
        except Exception as error:  # the leases run out by themselves
            _log.error("leaving the cluster failed", error=repr(error))
        await self.desk.stop()
        await self.bus.stop()
        await self._leases.close()

    # ---- how it stands

    @property
    def is_keeper(self) -> bool:
        """Whether this node does what is done once in a cluster."""
        return self.book.is_good and KEEPER_SHARD in self.book.epochs

    @property
    def keeper(self) -> str | None:
        """The node that does."""
        route = self.gateway.routes.get(KEEPER_SHARD)
        return node_of(route.owner) if route is not None else None

    @property
    def loaded_shards(self) -> set[int]:
        """The shards whose tables are here."""
        return self._loaded

    @property
    def workers(self) -> list[str]:
        """All nodes that play tables."""
        return [node.name for node in self.state.nodes if node.role != "gateway"]

    def fault(self) -> str | None:
        """Why this node can't serve anybody, if that is so."""
        if not self.bus.is_open:
            return "NATS can't be reached: this node is cut off from the others."
        if not self.book.is_good:
            return "PostgreSQL can't be reached: this node can't renew its leases, and others may play its tables."
        missing = len(self.state.leases) - len(self.gateway.routes)
        if missing:
            return f"{missing} of {len(self.state.leases)} shards have no worker: start one, or wait until it has taken them."
        if not self._loaded >= set(self.book.epochs):
            return "tables are being set up from the log: wait a moment."
        return None

    def _describe(self) -> NodeState:
        takes = self.role != "gateway" and self.bus.is_open and not self._stopping
        counts = (len(self.hub.tables), len(self.hub.connections))
        return NodeState(self.owner, self.role, BEHAVIOUR, __version__, takes, *counts)

    # ---- leases

    async def _run(self) -> None:
        while True:
            try:
                async with asyncio.timeout(self._pause()):
                    await self._wake.wait()
            except TimeoutError:
                pass
            self._wake.clear()
            try:
                await self._tick()
            except Exception as error:  # PostgreSQL may be gone; what was written stays
                _log.error("leases can't be renewed", error=repr(error))
                await asyncio.sleep(SOON)
            self._notice_bus()

    def _pause(self) -> float:
        """Seconds until there is something to do: leases of others that run out are taken at once."""
        others = [one.remaining for one in self.state.leases if one.owner != self.owner and one.remaining > 0]
        return min(RENEW_INTERVAL, max(SOON, min(others, default=RENEW_INTERVAL) + SOON))

    async def _tick(self) -> None:
        me = await self._renew()
        if not self.bus.is_open and self.book.epochs:
            await self._hand_all_over()
            return
        wanted = leases_to_take(me, self.state.leases, self.state.nodes)
        if wanted:
            await self._leases.take(self.owner, wanted, f"{self.name}.")
            me = await self._renew()
        self._ticks += 1
        if self._ticks % BALANCE_INTERVAL == 0:
            given = leases_to_give(me, self.state.leases, self.state.nodes, self._in_hand())
            if given is not None:
                await self._hand_over(*given)

    async def _renew(self) -> NodeState:
        me = self._describe()
        asked_at = now()
        self.state = await self._leases.renew(me, self.book.measure())
        lost, new = self.book.renewed(asked_at, self.owner, self.state.leases)
        if lost:
            self._drop(lost)
            _log.warning("leases lost", shards=len(lost))
        live = {one.shard: Route(one.owner, one.epoch) for one in self.state.leases if one.owner and one.remaining > 0}
        if new:
            self.takeovers += len(new)
            epochs = {shard: self.book.epochs[shard] for shard in new}
            self.bus.publish(Moved(self.owner, epochs))
            task = asyncio.create_task(self._load(epochs))
            self._loads.add(task)
            task.add_done_callback(self._loads.discard)
        self.gateway.set_routes(live)
        return me

    def _drop(self, shards: Iterable[int]) -> None:
        """Drops the tables of shards that are lost or given away, without a word to anybody."""
        gone = set(shards)
        self._loaded -= gone
        self.worker.abandon(gone)
        self.hub.tables.drop(lambda table_id: shard_of(table_id) in gone)

    async def _load(self, epochs: Mapping[int, int]) -> None:
        """Sets the tables of new shards up from the log, as often as it takes."""
        async with self._load_lock:
            while True:
                try:
                    held = {shard for shard, epoch in epochs.items() if self.book.epochs.get(shard) == epoch}
                    tables = [one for one in await self.hub.log.open_tables() if shard_of(one) in held]
                    await self.hub.tables.load(tables)
                    break
                except Exception as error:  # PostgreSQL may be gone
                    _log.error("tables can't be loaded", error=repr(error))
                    await asyncio.sleep(0.3)
            kept = {shard for shard in held if self.book.epochs.get(shard) == epochs[shard]}
            self.hub.tables.drop(lambda table_id: shard_of(table_id) in held - kept)
            self._loaded |= kept

    # ---- handing over

    async def _hand_over(self, target: str, shards: Iterable[int]) -> None:
        """Gives shards to another worker, after all that was accepted is committed."""
        epochs = self.book.give_up(shards)
        self._drop(epochs)
        await self.hub.store.flush()
        await self._leases.give(self.owner, epochs, target)
        self.handovers += len(epochs)
        moved = {shard: epoch + 1 for shard, epoch in epochs.items()}
        self.bus.publish(Moved(target, moved))
        self.gateway.set_routes({shard: Route(target, epoch) for shard, epoch in moved.items()})
        _log.info("handed over", shards=len(epochs), to=target)

    async def _hand_all_over(self) -> None:
        """Gives everything to those who can play it, the same engine first."""
        others = [node for node in self.state.nodes if node.owner != self.owner]
        workers = workers_for(BEHAVIOUR, others)
        shares: dict[str, list[int]] = {}
        for shard in self.book.epochs:
            chosen = chosen_worker(shard, workers)
            if chosen is not None:
                shares.setdefault(chosen, []).append(shard)
        for target, shards in shares.items():
            await self._hand_over(target, shards)

    def _in_hand(self) -> dict[int, bool]:
        """Whether a hand is played in each shard."""
        found: dict[int, bool] = {}
        for table in self.hub.tables.values():
            shard = shard_of(table.id)
            found[shard] = found.get(shard, False) or table.state.in_hand
        return found

    # ---- messages

    def _receive(self, node: str, message: Direct) -> None:
        if isinstance(message, Joined | JoinRefused | NotHere | Frame | Farewell):
            self.gateway.receive(message)
        elif isinstance(message, ClientCommand):
            self.worker.command(node, message)
        elif isinstance(message, Join):
            self.worker.join(node, message)
        elif isinstance(message, Leave):
            self.worker.leave(node, message)
        elif isinstance(message, Lag):
            self.worker.lag(node, message)
        elif isinstance(message, SomethingLost):
            self.gateway.rejoin_all(node)
        elif not isinstance(message, Mark):
            self.desk.receive(node, message)

    def _receive_shared(self, node: str, message: Shared) -> None:
        if isinstance(message, Moved):
            self.gateway.set_routes({shard: Route(message.owner, epoch) for shard, epoch in message.epochs.items()})
            if message.owner == self.owner:
                self._wake.set()  # they are here now
        elif not isinstance(message, Heartbeat):
            self.desk.receive_shared(node, message)

    def _on_gap(self, node: str, anew: bool) -> None:
        """Something that a node sent is lost, or it has started anew: both sides join their clients again."""
        _log.warning("messages lost", node=node, anew=anew)
        self.worker.forget_gateway(node)
        self.gateway.rejoin_all(node)
        if not anew:
            self.bus.send(node, SomethingLost())

    def _notice_bus(self) -> None:
        """Looks whether the way to the others is open, and who is gone."""
        is_open = self.bus.is_open
        if not is_open and self._was_open:
            _log.error("cut off from the others")
            self.gateway.close_all(UNREACHABLE)
        if is_open and not self._was_open:
            self.desk.catch_up()
        self._was_open = is_open
        if is_open:
            for gateway in self.worker.gateways:
                if gateway != self.name and not self.bus.hears(gateway):
                    self.worker.forget_gateway(gateway)
                    self.bus.send(gateway, SomethingLost())  # if it comes back, it joins its clients anew
