"""What sockets and routes ask of tables, and the answers of a server that plays all of them itself."""

from __future__ import annotations

import secrets
from typing import Any, Protocol

import msgspec

from sabacc.errors import SabaccError
from sabacc.messages import Message
from sabacc.rules import BEHAVIOUR, at_first_level, find_preset, read_rules, store_rules
from sabacc.server.http.errors import Conflict, Forbidden
from sabacc.server.http.rate_limit import RateLimiter
from sabacc.server.lobby import TableSummary, table_summary
from sabacc.server.people.passwords import Passwords
from sabacc.server.people.sessions import Person
from sabacc.server.shared_addresses import SharedAddress
from sabacc.server.storage.disk_use import DiskUse
from sabacc.server.table import entries as en
from sabacc.server.table.actor import NO_ROOM, Table
from sabacc.server.table.lesson_state import lesson_bots
from sabacc.server.table.settings import Settings, check_clocks, complete_settings
from sabacc.server.tables import Tables
from sabacc.server.wire import protocol as pr
from sabacc.server.wire.broadcast import REMOVED
from sabacc.server.wire.connection import Connection
from sabacc.variants.lessons import Lesson

MAX_TABLES_PER_HOST = 20  # open ones


class EntryRefused(SabaccError):
    """Somebody may not connect to a table, or not yet."""

    def __init__(self, said: str | Message, again: bool = False, wants_password: bool = False) -> None:
        super().__init__(said)
        self.again = again
        self.wants_password = wants_password


class Visit(msgspec.Struct, frozen=True):
    """Who connects to a table, and with what."""

    person: Person | None
    address: str
    since: int | None  # the last version that the client has
    password: str | None = None  # of the table
    admitted: bool = False  # the table has let them in before, and they have only changed their way to it

    def __repr__(self) -> str:
        return f"<Visit of {self.person}>"


class TableService(Protocol):
    """All that the rest of a server knows of tables, wherever they are played."""

    def check(self, table_id: str) -> None:
        """Refuses if there is no such table."""

    async def enter(self, table_id: str, connection: Connection, visit: Visit) -> None:
        """Connects a client to a table, or raises `EntryRefused`."""

    def leave(self, table_id: str, connection: Connection) -> None:
        """A client disconnects."""

    def command(self, table_id: str, connection: Connection, command: pr.Command) -> None:
        """Carries a command out, or refuses it."""

    def update_lag(self, table_id: str, connection: Connection) -> None:
        """The lag of a connection was measured anew."""

    async def open(
        self, person: Person, wanted: dict[str, Any], settings: Settings, lesson: Lesson | None = None
    ) -> str:
        """Opens a table, and returns its id when that is durable. In a lesson, everybody sits down."""

    async def open_quick(self, person: Person, preset: str, bots: tuple[str, ...]) -> str:
        """Opens a table with bots, and seats the person at it; its id."""

    def summary(self, table_id: str) -> TableSummary:
        """One table, as the lobby lists it."""

    def summaries_of(self, person: str) -> list[TableSummary]:
        """The tables at which somebody has a seat, or whose host they are."""

    async def shared_addresses(self, table_id: str, person: str) -> list[SharedAddress]:
        """For the host: which players came from one address."""


class OpeningLimits(msgspec.Struct, frozen=True):
    """What may be opened."""

    max_tables: int
    shortest_clock: float  # seconds


class TableOpener:
    """Checks tables that somebody wants to open, and opens them."""

    def __init__(
        self, tables: Tables, passwords: Passwords, disk_use: DiskUse, table_limiter: RateLimiter, limits: OpeningLimits
    ) -> None:
        self.tables = tables
        self.passwords = passwords
        self.disk_use = disk_use
        self.table_limiter = table_limiter
        self.limits = limits

    async def prepare(self, person: Person, wanted: dict[str, Any], settings: Settings, hosted: int) -> en.Opened:
        """The first entry of a table, if it may be opened by somebody who has so many already."""
        self.table_limiter.take(person.id)
        if self.disk_use.is_over(person.id):
            raise Conflict(NO_ROOM)
        rules = at_first_level(read_rules(wanted))
        if settings.password is not None:
            settings = msgspec.structs.replace(settings, password=await self.passwords.hash(settings.password))
        settings = complete_settings(settings, rules)
        check_clocks(settings.clocks, self.limits.shortest_clock)
        if hosted >= MAX_TABLES_PER_HOST:
            raise Conflict(Message("refusal.many-hosted", n=hosted))
        seed = secrets.token_hex(32)
        return en.Opened(settings, store_rules(rules), person.id, person.name, seed, BEHAVIOUR, person.avatar)

    async def open(self, table_id: str, entry: en.Opened, seats_host: bool = False) -> None:
        """Opens a table here, and returns when that is durable."""
        if len(self.tables) >= self.limits.max_tables:
            raise Conflict(Message("refusal.house-full"))
        table = Table.open(table_id, entry, self.tables.context)
        self.tables.add(table)
        await self._wait_durable(table)
        if seats_host:
            table.submit(en.SatDown(0, entry.host_name, entry.settings.stack, person=entry.host), entry.host)
            for bot in lesson_bots(entry):
                table.submit(bot)
            await self._wait_durable(table)

    async def _wait_durable(self, table: Table) -> None:
        """Returns when the table's present version is durable."""
        version = table.state.version  # meanwhile the table may go on by itself
        await self.tables.context.log.store.flush()
        if table.durable_version < version:
            raise SabaccError(Message("refusal.not-saved"))


def new_table_id() -> str:
    """An id that nobody guesses."""
    return secrets.token_urlsafe(9).replace("-", "x").replace("_", "y")


def quick_settings(person: Person, preset: str, bots: tuple[str, ...]) -> Settings:
    """The settings of a table with bots."""
    players = min(4, find_preset(preset).players[1])
    title = f"{person.name}’s {find_preset(preset).title}"
    return Settings(title=title, seats=players, access="link", bots=bots, fill_to=players)


class LocalTableService:
    """The tables of this process; see `TableService` for what its methods are for."""

    def __init__(self, tables: Tables, opener: TableOpener, password_limiter: RateLimiter) -> None:
        self.tables = tables
        self.opener = opener
        self.password_limiter = password_limiter  # by address and table

    # ---- clients

    def check(self, table_id: str) -> None:
        self.tables.find(table_id)

    async def enter(self, table_id: str, connection: Connection, visit: Visit) -> None:
        if not visit.admitted and not self._may_enter(self.tables.find(table_id), connection.person):
            await self._check_password(self.tables.find(table_id), visit)
        table = self.tables.find(table_id)  # it may have closed or been recovered meanwhile
        if table.broadcaster.is_barred(connection):
            raise EntryRefused(REMOVED)
        if connection.closed:  # its session has ended while the password was checked
            return
        if visit.person is not None:
            self.tables.shared_addresses.note(table_id, visit.person, visit.address)
        connection.avatar = visit.person.avatar if visit.person is not None else None
        connection.guest = visit.person is not None and visit.person.guest
        table.join(connection, visit.since)

    def _may_enter(self, table: Table, person: str | None) -> bool:
        """Whether somebody may enter a table without a password."""
        state = table.state
        inside = person is not None and (person == state.host or state.seat_of(person) is not None)
        return state.settings.access != "password" or inside

    async def _check_password(self, table: Table, visit: Visit) -> None:
        if visit.password is None:
            raise EntryRefused(Message("refusal.table-password"), wants_password=True)
        hashed = table.state.settings.password
        with self.password_limiter.charge_failures(f"{visit.address} {table.id}"):  # a class comes in all at once
            if not visit.password or not await self.opener.passwords.matches(hashed, visit.password):
                raise EntryRefused(Message("refusal.wrong-table-password"), wants_password=True)

    def leave(self, table_id: str, connection: Connection) -> None:
        table = self.tables.get(table_id)
        if table is not None:
            table.leave(connection)

    def command(self, table_id: str, connection: Connection, command: pr.Command) -> None:
        self.tables.find(table_id).command(connection, command)

    def update_lag(self, table_id: str, connection: Connection) -> None:
        pass  # the table looks at the connection itself

    # ---- opening tables

    async def open(
        self, person: Person, wanted: dict[str, Any], settings: Settings, lesson: Lesson | None = None
    ) -> str:
        table_id = new_table_id()
        entry = await self.opener.prepare(person, wanted, settings, self._hosted_by(person))
        taught = msgspec.structs.replace(entry, lesson=lesson)
        await self.opener.open(table_id, taught, seats_host=lesson is not None)
        return table_id

    async def open_quick(self, person: Person, preset: str, bots: tuple[str, ...]) -> str:
        table_id = new_table_id()
        settings = quick_settings(person, preset, bots)
        entry = await self.opener.prepare(person, {"preset": preset}, settings, self._hosted_by(person))
        await self.opener.open(table_id, entry, seats_host=True)
        return table_id

    def _hosted_by(self, person: Person) -> int:
        return sum(table.state.host == person.id for table in self.tables.values())

    # ---- about tables

    def summary(self, table_id: str) -> TableSummary:
        return table_summary(self.tables.find(table_id))

    def summaries_of(self, person: str) -> list[TableSummary]:
        mine = [
            one for one in self.tables.values() if one.state.host == person or one.state.seat_of(person) is not None
        ]
        return [table_summary(table) for table in mine]

    async def shared_addresses(self, table_id: str, person: str) -> list[SharedAddress]:
        table = self.tables.find(table_id)
        if table.state.host != person:
            raise Forbidden(Message("refusal.addresses-for-host"))
        return self.tables.shared_addresses.at(table)
