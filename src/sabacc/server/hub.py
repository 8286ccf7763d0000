"""A server: the database, people, tables and the lobby, how it starts and how it stops."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import structlog

from sabacc.errors import SabaccError
from sabacc.messages import Message
from sabacc.server.bot_workers import BotWorkers
from sabacc.server.cluster.lease_book import LeaseBook
from sabacc.server.cluster.roles import Role, require_nats
from sabacc.server.health import Health, HealthReport
from sabacc.server.history.reviews import HandReviews
from sabacc.server.house_tables import open_house_tables
from sabacc.server.http.guard import Security
from sabacc.server.http.people_limits import PeopleLimits
from sabacc.server.http.rate_limit import RateLimiter
from sabacc.server.lobby import Lobby
from sabacc.server.metrics import Metrics
from sabacc.server.nightly_report import NightlyReport
from sabacc.server.people.people import People
from sabacc.server.push.notifier import PATIENCE, PushNotifier
from sabacc.server.push.sender import new_sender
from sabacc.server.push.subscriptions import Subscriptions
from sabacc.server.ratings.projector import RatingProjector
from sabacc.server.shared_addresses import SharedAddresses
from sabacc.server.slow_reads import SlowReads
from sabacc.server.steady_clock import MAX_LEAP, SETTLING_TIME, SteadyClock
from sabacc.server.storage.disk_use import DiskUse, forget_old_tables
from sabacc.server.storage.log import Log
from sabacc.server.storage.log_heads import LogHeads
from sabacc.server.storage.opening import open_store
from sabacc.server.storage.witness import Witnesses
from sabacc.server.table.context import TableContext
from sabacc.server.table.settings import SHORTEST_CLOCK
from sabacc.server.table_service import LocalTableService, OpeningLimits, TableOpener, TableService
from sabacc.server.tables import Tables
from sabacc.server.tournaments.service import Tournaments
from sabacc.server.wire.connection import Connection, WriteBatch, encode
from sabacc.server.wire.network_limits import (
    HEADER_TIMEOUT,
    MAX_ADDRESS_CONNECTIONS,
    WRITE_TIMEOUT,
    NetworkLimits,
    SocketCounts,
)
from sabacc.server.wire.protocol import AskCoach, Chat, Command, Emote, Ping
from sabacc.version import __version__

if TYPE_CHECKING:
    from sabacc.server.cluster.node import ClusterNode

REVIEW_PROCESSES = 1  # for reviews of hands, beside those of the bots
MAINTENANCE_INTERVAL = 20.0  # seconds
RETENTION_INTERVAL = 3600.0  # seconds between two looks for what need not be kept
CONNECTION_CHECK_INTERVAL = 0.5  # seconds
MEND_FILE = "stop the server, and put a backup in its place or run sabacc admin salvage."
_log = structlog.get_logger()


class Config(msgspec.Struct, frozen=True):
    """The configuration of a server."""

    database: Path  # with PostgreSQL, what its files lie beside
    security: Security = Security()
    metrics_token: str | None = None  # without one, the metrics are for this machine alone
    max_tables: int = 5000
    commands_a_second: float = 20  # of one person
    tables_a_minute: float = 6
    guests_a_minute: float = 12  # from one address
    house_tables: int = 0  # tables where bots play while somebody looks
    idle_minutes: float = 30  # after which a table closes where nobody is connected or seated
    idle_hours_seated: float = 24  # after which a table closes where somebody is seated
    ping_interval: float = 15  # seconds
    write_timeout: float = WRITE_TIMEOUT
    header_timeout: float = HEADER_TIMEOUT
    pong_timeout: float = 40  # seconds
    max_address_connections: int = MAX_ADDRESS_CONNECTIONS  # 0: any number; those of this machine are not counted
    max_connections: int = 1 << 30  # of all addresses together
    guest_megabytes: float = 50  # on the disk, for all that a guest does; 0: any number
    person_megabytes: float = 1000  # on the disk, for all that somebody with a password does; 0: any number
    guest_days: float = 0  # after which a table that only guests played at is forgotten; 0: never
    report_hour: int | None = 4  # of the machine's day, at which colluding pairs are looked for; none: never
    bot_processes: int | None = None  # none: one less than there are processors
    shortest_clock: float = SHORTEST_CLOCK  # seconds that a host must leave the players for a decision
    witnesses: tuple[str, ...] = ()  # files or addresses that get every signed head of the log
    push_services: tuple[str, ...] = ()  # hosts that messages may be pushed to, besides those of the browsers' makers
    push_patience: float = PATIENCE  # seconds after which somebody who is asked is reminded
    head_interval: float = 10  # seconds between two signed heads of the log
    postgresql: str | None = None  # the address of a database there
    nats: str | None = None  # the address of NATS, for a node of a cluster
    role: Role = "both"  # what a node does
    node: str | None = None  # its name; none: the user in the address of NATS


class Hub:
    """One server; make it inside the event loop, then `start` it."""

    def __init__(self, config: Config) -> None:
        self.config = config
        book = LeaseBook() if config.nats is not None else None
        self.store = open_store(config.database, config.postgresql, book)
        self.clock = SteadyClock()
        self.people = People(self.store, clock=self.clock)
        self.health = Health(self.store)
        self.metrics = Metrics()
        self.bot_workers = BotWorkers(config.bot_processes)
        self.reviews = HandReviews(BotWorkers(REVIEW_PROCESSES))
        self.log = Log(self.store)
        self.log_heads = LogHeads(self.store, Witnesses(config.witnesses))
        self.context = TableContext(self.log, self.bot_workers, self.metrics, config.shortest_clock)
        self.lobby = Lobby()
        self.tables = Tables(self.context, self.lobby, SharedAddresses())
        self.disk_use = DiskUse(self.store, config.guest_megabytes, config.person_megabytes)
        self.context.charge = self.disk_use.charge
        self.context.is_over_quota = self.disk_use.is_over
        self.command_limiter = RateLimiter(config.commands_a_second, 3 * config.commands_a_second)
        self.limiters: dict[type[Command], RateLimiter] = {
            Chat: RateLimiter(1, 8),
            Emote: RateLimiter(0.5, 4),
            AskCoach: RateLimiter(1, 6),
        }
        self.table_limiter = RateLimiter(config.tables_a_minute / 60, max(3.0, config.tables_a_minute))
        limits = OpeningLimits(config.max_tables, config.shortest_clock)
        self.opener = TableOpener(self.tables, self.people.passwords, self.disk_use, self.table_limiter, limits)
        self.slow_reads = SlowReads(self.store)
        self.ratings = RatingProjector(self.store, self.people.sessions.now)
        self.ratings.is_wanted = self._is_keeper
        self.people_limits = PeopleLimits(config.guests_a_minute / 60)
        password_limiter = RateLimiter(0.2, 10)
        self.shared_limiters = {  # in a cluster, all nodes have them together
            "commands": self.command_limiter,
            **{kind.__name__.lower(): limiter for kind, limiter in self.limiters.items()},
            "tables": self.table_limiter,
            "table passwords": password_limiter,
            **self.people_limits.by_name,
        }
        self.local_service = LocalTableService(self.tables, self.opener, password_limiter)
        self.table_service: TableService = self.local_service
        self.tournaments = Tournaments(self.store, self.tables, self.people.sessions.now, config.shortest_clock)
        self.tables.on_tournament = self.tournaments.wake
        self.connections: set[Connection] = set()
        self.write_batch = WriteBatch()
        self.socket_counts = SocketCounts()
        self.network_limits = NetworkLimits(
            config.write_timeout,
            config.header_timeout,
            config.max_address_connections,
            config.max_connections,
            config.security.behind_proxy,
            self.metrics.dropped.inc,
        )
        self.push_notifier = self._attach_push_notifier()
        self._background: list[asyncio.Task[None]] = []
        self.cluster: ClusterNode | None = None
        if config.nats is not None and book is not None:
            self.cluster = self._join_cluster(config.nats, book)
        self._cleaning_at = 0.0  # from when on what is old is removed, by the event loop's time

    def _attach_push_notifier(self) -> PushNotifier:
        """Watches the tables for who is to be told of them."""
        subscriptions = Subscriptions(self.store, self.people.sessions.now)
        sender = new_sender(subscriptions, self.store.keys, self.config.security.allowed_origins)
        notifier = PushNotifier(sender, self.config.push_patience)
        self.context.on_progress = notifier.watch
        return notifier

    def _join_cluster(self, nats: str, book: LeaseBook) -> ClusterNode:
        """Makes this server a node of a cluster."""
        require_nats()
        from sabacc.server.cluster.node import ClusterNode
        from sabacc.server.cluster.service import ClusterTableService

        cluster = ClusterNode(self, book, nats, self.config.role, self.config.node)
        self.table_service = ClusterTableService(cluster)
        self.metrics.registry.register(cluster.metrics)
        self.people.sessions.cache_size = 0  # they may end at another node
        self.log_heads.may_sign = self._is_keeper
        self.log_heads.ask_signer = cluster.desk.published_head
        return cluster

    async def start(self) -> None:
        """Recovers all open tables, and begins the background work."""
        try:
            with self.store.explained():
                await self.disk_use.load()
                if self.cluster is None:
                    await self.tables.load(await self.log.open_tables())
                    await self.tournaments.start()
                else:
                    await self.cluster.start()
        except SabaccError:
            await self._close()
            raise
        await self._doubt_clock()
        self.people.before_delete.append(self.tables.remove_person)
        self.people.before_rename.append(self.tables.check_rename)
        self.people.after_rename.append(self.tables.apply_rename)
        self.people.after_avatar.append(self.tables.apply_avatar)
        self.people.sessions.on_end.append(self.close_session)
        self._background = [
            asyncio.create_task(self._run_maintenance()),
            asyncio.create_task(self._check_connections()),
            asyncio.create_task(self._check_file()),
            asyncio.create_task(self.ratings.run()),
            asyncio.create_task(self.log_heads.run(self.config.head_interval)),
        ]
        if self.config.report_hour is not None:
            report = NightlyReport(self.config.database, self.config.report_hour, self.clock, self.config.postgresql)
            report.is_wanted = self._is_keeper
            self._background.append(asyncio.create_task(report.run()))
        open_house_tables(self.tables, self.config.house_tables)
        _log.info("started", tables=len(self.tables))

    async def _doubt_clock(self) -> None:
        """Has the cleaning wait if much time seems to have passed: perhaps it was the clock that leapt."""
        last = await self.log.last_at()
        if last is not None and abs(passed := self.clock() - last / 1000) > MAX_LEAP:
            self._cleaning_at = asyncio.get_running_loop().time() + SETTLING_TIME
            _log.warning(
                "the last entry is long ago",
                hours=round(passed / 3600, 1),
                line="nothing is removed for an hour: see that the clock is right.",
            )

    async def stop(self) -> None:
        """Takes no more commands, closes all connections, and returns when everything is durable."""
        for chore in self._background:
            chore.cancel()
        if self.cluster is not None:
            await self.cluster.hand_all_over()
        self.tournaments.stop()
        self.context.stopping = True
        self.push_notifier.stop()
        for table in self.tables.values():
            table.autopilot.stop()
        await self.store.flush()  # after it, all that was accepted is durable
        await self.disk_use.store()
        await self.log_heads.finish()
        await asyncio.sleep(0)
        self.lobby.close()
        for connection in list(self.connections):
            connection.close(Message("refusal.stopping"), again=True)
        for _ in range(50):  # until the goodbyes are written
            if not self.connections:
                break
            await asyncio.sleep(0.05)
        if self.cluster is not None:
            await self.cluster.stop()
        await self._close()
        _log.info("stopped", tables=len(self.tables))

    async def _close(self) -> None:
        self.bot_workers.close()
        self.reviews.close()
        self.people.close()
        await self.store.close()

    async def report_health(self) -> HealthReport:
        """How the server is, and what is wrong if anything is."""
        why = await self.health.fault() or (self.cluster.fault() if self.cluster is not None else None)
        open_now = (len(self.tables), len(self.connections))
        broken = (len(self.tables.mending), len(self.tables.refused))
        return HealthReport("ok" if why is None else "faulty", __version__, *open_now, why, *broken)

    def poll(self) -> None:
        """Sends what has become durable, in the middle of a long turn of the event loop."""
        if self.store.poll():
            self.write_batch.flush()

    async def close_session(self, session: str) -> None:
        """Closes the connections of a session that has ended."""
        for connection in [one for one in self.connections if one.session == session]:
            connection.close(Message("refusal.signed-out"), again=False)

    def _is_keeper(self) -> bool:
        """Whether this process does what is done once, however many nodes there are."""
        return self.cluster is None or self.cluster.is_keeper

    # ---- background work

    async def _check_connections(self) -> None:
        """Closes dead connections, and pings all others now and then to measure their lag."""
        loop = asyncio.get_running_loop()
        number = 0
        while True:
            await asyncio.sleep(CONNECTION_CHECK_INTERVAL)
            now = loop.time()
            number += 1
            message = encode(Ping(number))
            for connection in list(self.connections):
                silent = connection.seconds_unanswered(now) > self.config.pong_timeout
                if silent and connection.task is not None:
                    self.metrics.dropped.inc()
                    connection.closed = True
                    connection.task.cancel()
                elif connection.ping_at <= now:
                    connection.ping_at = now + self.config.ping_interval * random.uniform(0.8, 1.2)
                    connection.pings[number] = now
                    connection.send_encoded(message)

    async def _check_file(self) -> None:
        """Looks for damage in the file that nobody may come across for long."""
        faults = await self.store.find_damage(lambda: self.context.stopping)
        if faults:
            self.health.damage = f"the database is damaged ({'; '.join(faults[:3])}): {MEND_FILE}"
            _log.error("database is damaged", faults=faults[:100], line=self.health.damage)

    async def _run_maintenance(self) -> None:
        loop = asyncio.get_running_loop()
        forget_at = 0.0
        while True:
            await asyncio.sleep(min(MAINTENANCE_INTERVAL, 30 * self.config.idle_minutes))
            try:
                self.tables.close_idle(self.config.idle_minutes, self.config.idle_hours_seated)
                await self.disk_use.store()
                if not self._is_keeper():
                    await self.disk_use.load()  # what others have written counts, too
                    continue
                if self.clock.has_leapt or loop.time() < self._cleaning_at:
                    continue
                await self.people.delete_stale()
                if loop.time() >= forget_at:
                    await self.store.prune_revocations(self.people.sessions.now())
                    forgotten = await forget_old_tables(self.store, self.config.guest_days)
                    forget_at = loop.time() + (0 if forgotten else RETENTION_INTERVAL)
            except Exception as error:  # it is tried again
                _log.error("tidying failed", error=repr(error))
