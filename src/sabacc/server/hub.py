"""A server: the database, people, tables and the lobby, how it starts and how it stops."""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
from pathlib import Path
from typing import Any

import msgspec
import structlog

from sabacc.errors import SabaccError
from sabacc.rules import BEHAVIOUR, NewerBehaviour, at_first_level, find_preset, read_rules, store_rules
from sabacc.server.bot_workers import BotWorkers
from sabacc.server.health import Health, HealthReport
from sabacc.server.http.errors import Conflict, NotFound, Unavailable
from sabacc.server.http.guard import Security
from sabacc.server.http.rate_limit import RateLimiter
from sabacc.server.lobby import Lobby
from sabacc.server.metrics import Metrics
from sabacc.server.nightly_report import NightlyReport
from sabacc.server.people.people import People
from sabacc.server.people.sessions import Person
from sabacc.server.shared_addresses import SharedAddresses
from sabacc.server.steady_clock import MAX_LEAP, SETTLING_TIME, SteadyClock
from sabacc.server.storage.disk_use import DiskUse, forget_old_tables
from sabacc.server.storage.log import Log, RecoveryData
from sabacc.server.storage.log_heads import LogHeads
from sabacc.server.storage.opening import open_store
from sabacc.server.storage.witness import Witnesses
from sabacc.server.table import entries as en
from sabacc.server.table.actor import NO_ROOM, Table
from sabacc.server.table.context import TableContext
from sabacc.server.table.settings import SHORTEST_CLOCK, Settings, check_clocks, complete_settings
from sabacc.server.wire.connection import Connection, WriteBatch, encode
from sabacc.server.wire.network_limits import (
    HEADER_TIMEOUT,
    MAX_ADDRESS_CONNECTIONS,
    WRITE_TIMEOUT,
    NetworkLimits,
    SocketCounts,
)
from sabacc.server.wire.protocol import Ping
from sabacc.version import __version__

MAX_TABLES_PER_HOST = 20  # open ones
MAINTENANCE_INTERVAL = 20.0  # seconds
RETENTION_INTERVAL = 3600.0  # seconds between two looks for old tables
CONNECTION_CHECK_INTERVAL = 0.5  # seconds
RECOVERY_DELAY = 1.0  # seconds; doubled each time a table breaks at the same version
MAX_RECOVERY_DOUBLINGS = 6
QUICK_BOTS = ("counter", "gambler", "miner")
MENDING = "something went wrong at the table, and it is being set up again: try again in a moment."
LOST = "the table can't be played on, since what is stored of it is damaged; who runs the server was told."
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
    idle_minutes: float = 30  # after which a table closes where nobody is connected or seated
    idle_hours_seated: float = 24  # after which a table closes where somebody is seated
    ping_interval: float = 15  # seconds
    write_timeout: float = WRITE_TIMEOUT
    header_timeout: float = HEADER_TIMEOUT
    pong_timeout: float = 40  # seconds
    max_address_connections: int = MAX_ADDRESS_CONNECTIONS  # 0: any number; those of this machine are not counted
    max_connections: int = 1 << 30  # of all addresses together
    guest_megabytes: float = 50  # that what a guest does may take up on the disk; 0: any number
    person_megabytes: float = 1000  # the same for somebody with a password
    guest_days: float = 0  # after which a table that only guests played at is forgotten; 0: never
    report_hour: int | None = 4  # of the machine's day, at which colluding pairs are looked for; none: never
    bot_processes: int | None = None  # none: one less than there are processors
    shortest_clock: float = SHORTEST_CLOCK  # seconds that a host must leave the players for a decision
    witnesses: tuple[str, ...] = ()  # files or addresses that get every signed head of the log
    head_interval: float = 10  # seconds between two signed heads of the log
    postgresql: str | None = None  # the address of a database there


class Hub:
    """One server; make it inside the event loop, then `start` it."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.store = open_store(config.database, config.postgresql)
        self.clock = SteadyClock()
        self.people = People(self.store, clock=self.clock)
        self.health = Health(self.store)
        self.metrics = Metrics()
        self.bot_workers = BotWorkers(config.bot_processes)
        self.log = Log(self.store)
        self.log_heads = LogHeads(self.store, Witnesses(config.witnesses))
        self.context = TableContext(self.log, self.bot_workers, self.metrics, config.shortest_clock)
        self.lobby = Lobby()
        self.shared_addresses = SharedAddresses()
        self.context.on_change = self._on_change
        self.context.on_broken = self._on_broken
        self.disk_use = DiskUse(self.store, config.guest_megabytes, config.person_megabytes)
        self.context.charge = self.disk_use.charge
        self.context.is_over_quota = self.disk_use.is_over
        self.tables: dict[str, Table] = {}
        self.command_limiter = RateLimiter(config.commands_a_second, 3 * config.commands_a_second)
        self.chat_limiter = RateLimiter(1, 8)
        self.table_limiter = RateLimiter(config.tables_a_minute / 60, max(3.0, config.tables_a_minute))
        self.password_limiter = RateLimiter(0.2, 10)  # by address
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
        self._background: list[asyncio.Task[None]] = []
        self._recoveries: set[asyncio.Task[None]] = set()
        self._refused: dict[str, str] = {}  # by table: why it can't be played here, in a sentence
        self._mending: set[str] = set()  # tables that broke, and are being recovered
        self._cleaning_at = 0.0  # from when on what is old is removed, by the event loop's time
        self._failures: dict[str, tuple[int, int]] = {}  # by table: the version at which it broke, and how often

    async def start(self) -> None:
        """Recovers all open tables, and begins the background work."""
        try:
            with self.store.explained():
                await self.disk_use.load()
                stored = await self.log.load(await self.log.open_tables())
        except SabaccError:
            await self._close()
            raise
        for table_id, recovery in stored.items():
            self._recover(table_id, recovery)
        await self._void_restored()
        last = await self.log.last_at()
        if last is not None and abs(self.clock() - last / 1000) > MAX_LEAP:
            self._cleaning_at = asyncio.get_running_loop().time() + SETTLING_TIME  # the clock may be wrong since
        for table in list(self.tables.values()):
            table.resume()
        self.people.before_delete.append(self._remove_person)
        self.people.before_rename.append(self._check_rename)
        self.people.after_rename.append(self._apply_rename)
        self.people.sessions.on_end.append(self._close_session)
        self._background = [
            asyncio.create_task(self._run_maintenance()),
            asyncio.create_task(self._check_connections()),
            asyncio.create_task(self._check_file()),
            asyncio.create_task(self.log_heads.run(self.config.head_interval)),
        ]
        if self.config.report_hour is not None:
            report = NightlyReport(self.config.database, self.config.report_hour, self.clock, self.config.postgresql)
            self._background.append(asyncio.create_task(report.run()))
        _log.info("started", tables=len(self.tables))

    def _recover(self, table_id: str, recovery: RecoveryData) -> None:
        try:
            table = Table.recover(table_id, recovery, self.context)
        except NewerBehaviour as error:
            self._refused[table_id] = str(error)
            _log.error("table is of a newer version", table=table_id, error=str(error))
            return
        except Exception as error:  # one that can't be recovered must not stop the others
            self._refused[table_id] = LOST
            _log.error("table can't be recovered", table=table_id, error=repr(error))
            return
        finally:
            self._mending.discard(table_id)
        self.tables[table_id] = table
        self.metrics.tables = len(self.tables)
        self.lobby.changed(table)

    async def _void_restored(self) -> None:
        """Voids the hands in play of tables that a backup has put back: their players have seen how these ended."""
        restored = await self.log.restored_tables()
        for table_id, lost_version in restored.items():
            if table_id in self.tables:
                with contextlib.suppress(SabaccError):
                    self.tables[table_id].submit(en.HandVoided("restored", lost_version))
        if restored:
            await self.log.forget_restored()  # after the entries are written
            _log.warning("tables were put back to how they were", tables=sorted(restored))

    async def stop(self) -> None:
        """Takes no more commands, closes all connections, and returns when everything is durable."""
        self.context.stopping = True
        for chore in self._background:
            chore.cancel()
        for table in self.tables.values():
            table.autopilot.stop()
        await self.store.flush()  # after it, all that was accepted is durable
        await self.disk_use.store()
        await self.log_heads.finish()
        await asyncio.sleep(0)
        self.lobby.close()
        for connection in list(self.connections):
            connection.close("the server is stopping; your table goes on where it is when it is back", again=True)
        for _ in range(50):  # until the goodbyes are written
            if not self.connections:
                break
            await asyncio.sleep(0.05)
        await self._close()
        _log.info("stopped", tables=len(self.tables))

    async def _close(self) -> None:
        self.bot_workers.close()
        self.people.close()
        await self.store.close()

    # ---- tables

    def table(self, table_id: str) -> Table:
        """A table by its id."""
        table = self.tables.get(table_id)
        if table is None and table_id in self._mending:
            raise Unavailable(MENDING)
        if table is None:
            raise NotFound(self._refused.get(table_id, "there is no such table, or it has closed."))
        return table

    async def report_health(self) -> HealthReport:
        """How the server is, and what is wrong if anything is."""
        why = await self.health.fault()
        status = "ok" if why is None else "faulty"
        counts = (len(self.tables), len(self.connections))
        return HealthReport(status, __version__, *counts, why, len(self._mending), len(self._refused))

    def poll(self) -> None:
        """Sends what has become durable, in the middle of a long turn of the event loop."""
        if self.store.poll():
            self.write_batch.flush()

    async def open_table(self, person: Person, wanted: dict[str, Any], settings: Settings) -> Table:
        """Opens a table, and returns when that is durable."""
        self.table_limiter.take(person.id)
        if self.disk_use.is_over(person.id):
            raise Conflict(NO_ROOM)
        rules = at_first_level(read_rules(wanted))
        if settings.password is not None:
            settings = msgspec.structs.replace(settings, password=await self.people.passwords.hash(settings.password))
        settings = complete_settings(settings, rules)
        check_clocks(settings.clocks, self.config.shortest_clock)
        mine = sum(table.state.host == person.id for table in self.tables.values())
        if mine >= MAX_TABLES_PER_HOST:
            raise Conflict(f"you are the host of {mine} open tables: close one of them first.")
        if len(self.tables) >= self.config.max_tables:
            raise Conflict("the house is full: try again later.")
        entry = en.Opened(settings, store_rules(rules), person.id, person.name, secrets.token_hex(32), BEHAVIOUR)
        table = Table.open(secrets.token_urlsafe(9).replace("-", "x").replace("_", "y"), entry, self.context)
        self.tables[table.id] = table
        self.metrics.tables = len(self.tables)
        await self._wait_durable(table)
        return table

    async def open_quick_table(self, person: Person, preset: str) -> Table:
        """Opens a table with bots, and seats the person at it."""
        find_preset(preset)
        players = min(4, find_preset(preset).players[1])
        settings = Settings(
            title=f"{person.name}’s {find_preset(preset).title}",
            seats=players,
            access="link",
            bots=QUICK_BOTS,
            fill_to=players,
        )
        table = await self.open_table(person, {"preset": preset}, settings)
        table.submit(en.SatDown(0, person.name, table.state.settings.stack, person=person.id), person.id)
        await self._wait_durable(table)
        return table

    async def _wait_durable(self, table: Table) -> None:
        """Returns when the table's present version is durable."""
        version = table.state.version  # meanwhile the table may go on by itself
        await self.store.flush()
        if table.durable_version < version:
            raise SabaccError("the table could not be saved: try again in a moment.")

    def may_enter(self, table: Table, person: Person | None) -> bool:
        """Whether somebody may enter a table without a password."""
        state = table.state
        inside = person is not None and (person.id == state.host or state.seat_of(person.id) is not None)
        return state.settings.access != "password" or inside

    async def check_table_password(self, table: Table, password: str) -> bool:
        """Whether this is the table's password."""
        hashed = table.state.settings.password
        return hashed is not None and await self.people.passwords.matches(hashed, password)

    def _on_change(self, table: Table) -> None:
        self.lobby.changed(table)
        if table.state.game.closed and table.durable_version == table.state.version:
            self._remove_table(table)

    def _remove_table(self, table: Table) -> None:
        if self.tables.get(table.id) is table:
            del self.tables[table.id]
            self._failures.pop(table.id, None)
            self.shared_addresses.forget(table.id)
            self.metrics.tables = len(self.tables)
            table.autopilot.stop()
            for connection in list(table.connections):
                connection.close("the table has closed", again=False)

    def _on_broken(self, table: Table, error: BaseException) -> None:
        """Has a broken table recovered from the log, after a delay."""
        ours = not isinstance(error, self.store.faults)  # else it is the disk's fault
        _log.error("table broken", table=table.id, error=repr(error), exc_info=error if ours else None)
        self.tables.pop(table.id, None)
        self._mending.add(table.id)
        version, times = self._failures.get(table.id, (0, 0))
        times = min(times + 1, MAX_RECOVERY_DOUBLINGS) if version == table.durable_version else 0
        self._failures[table.id] = (table.durable_version, times)
        task = asyncio.create_task(self._recover_later(table.id, RECOVERY_DELAY * 2**times))
        self._recoveries.add(task)
        task.add_done_callback(self._recoveries.discard)

    async def _recover_later(self, table_id: str, wait: float) -> None:
        recovery: RecoveryData | None = None
        while recovery is None:
            await asyncio.sleep(wait)
            if self.context.stopping:
                return
            try:
                recovery = (await self.log.load([table_id]))[table_id]
            except Exception as error:  # it is tried again
                _log.error("log can't be read", table=table_id, error=repr(error))
        self._recover(table_id, recovery)
        if table_id in self.tables:
            self.tables[table_id].resume()

    async def _remove_person(self, person: str) -> None:
        """Takes who deletes their account away from all tables."""
        for table in list(self.tables.values()):
            seat = table.state.seat_of(person)
            with contextlib.suppress(SabaccError):
                if seat is not None:
                    table.submit(en.GotUp(seat))
            if any(isinstance(one, en.SatDown) and one.person == person for one in table.state.deferred):
                table.submit(en.SeatRequestDropped(person))  # the seat they had asked for
            if table.state.host == person:
                self._replace_host(table)
            for connection in [one for one in table.connections if one.person == person]:
                connection.close("your account is gone", again=False)

    def _replace_host(self, table: Table) -> None:
        """Makes somebody else the host, or closes the table if nobody is left."""
        state = table.state
        others = [seat for seat in state.person_seats() if (owner := state.owner(seat)) and owner.person != state.host]
        with contextlib.suppress(SabaccError):
            if others:
                owner = state.owner(others[0])
                assert owner is not None
                assert owner.person is not None
                table.submit(en.NewHost(owner.person, state.game.names[others[0]]))
            else:
                table.submit(en.Deferred(en.Ended()) if state.in_hand else en.Ended())

    async def _check_rename(self, person: str, name: str) -> None:
        """Refuses another name to who sits at a table, where they are known by the present one."""
        for table in self.tables.values():
            waits = any(isinstance(one, en.SatDown) and one.person == person for one in table.state.deferred)
            if waits or table.state.seat_of(person) is not None:
                title = table.state.settings.title
                raise Conflict(f"you have a seat at {title}: get up there first, and then change your name.")

    async def _apply_rename(self, person: str, name: str) -> None:
        """Closes the connections that were made under the old name."""
        for table in list(self.tables.values()):
            if table.state.host == person:
                with contextlib.suppress(SabaccError):
                    table.submit(en.NewHost(person, name))
            for connection in [one for one in table.connections if one.person == person]:
                connection.close("you have another name now", again=True)

    async def _close_session(self, session: str) -> None:
        """Closes the connections of a session that has ended."""
        for connection in [one for one in self.connections if one.session == session]:
            connection.close("you are signed out", again=False)

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
                self._close_idle_tables()
                await self.disk_use.store()
                if self.clock.has_leapt or loop.time() < self._cleaning_at:
                    continue
                await self.people.delete_stale()
                if self.config.guest_days and loop.time() >= forget_at:
                    forgotten = await forget_old_tables(self.store, self.config.guest_days)
                    forget_at = loop.time() + (0 if forgotten else RETENTION_INTERVAL)
            except Exception as error:  # it is tried again
                _log.error("tidying failed", error=repr(error))

    def _close_idle_tables(self) -> None:
        now = asyncio.get_running_loop().time()
        for table in list(self.tables.values()):
            seated = bool(table.state.person_seats())
            limit = 3600 * self.config.idle_hours_seated if seated else 60 * self.config.idle_minutes
            if not table.connections and now - table.active_at > limit:
                with contextlib.suppress(SabaccError):
                    table.autopilot.wind_up()
