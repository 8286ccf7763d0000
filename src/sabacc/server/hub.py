"""Everything a server holds: the database, people, tables and the lobby; how it starts, and how it stops."""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import structlog

from sabacc.errors import SabaccError
from sabacc.rules import find_preset, read_rules, write_rules
from sabacc.server import entries as en
from sabacc.server.connection import Connection, Moment, encode
from sabacc.server.database import Database
from sabacc.server.guarding import Safety
from sabacc.server.lobby import Lobby
from sabacc.server.log import Kept, SqliteLog
from sabacc.server.metrics import Metrics
from sabacc.server.people import People, Person
from sabacc.server.place import Place
from sabacc.server.protocol import Ping
from sabacc.server.rates import Limiter
from sabacc.server.refusals import Clash, NotThere
from sabacc.server.settings import Settings, checked
from sabacc.server.table import Table
from sabacc.server.thinking import Thinkers

MOST_TABLES_OF_ONE = 20  # open ones that a person may be the host of
TIDY_EVERY = 20.0  # seconds
WATCH_EVERY = 0.5
MEND_EVERY = 1.0  # twice as long each time, for a table that breaks again and again at the same place,
MEND_DOUBLED = 6  # times at the most
QUICK_BOTS = ("counter", "gambler", "miner")
_log = structlog.get_logger()


class Config(msgspec.Struct, frozen=True):
    """How a server is run."""

    database: Path
    safety: Safety = Safety()
    metrics_token: str | None = None  # for the figures; without one they are for this machine alone
    most_tables: int = 5000
    commands_a_second: float = 20  # by one person
    tables_a_minute: float = 6
    guests_a_minute: float = 12  # from one address
    idle_minutes: float = 30  # after which a table closes where nobody is
    idle_hours_seated: float = 24  # the same, where somebody still has a seat
    ping_every: float = 15
    frozen_after: float = 10
    silent_after: float = 40  # seconds without an answer to a ping
    thinkers: int | None = None


class Hub:
    """One server. Make it inside the event loop, then `start` it."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.database = Database(config.database)
        self.people = People(self.database)
        self.metrics = Metrics()
        self.thinkers = Thinkers(config.thinkers)
        self.log = SqliteLog(self.database)
        self.place = Place(self.log, self.thinkers, self.metrics)
        self.lobby = Lobby()
        self.place.changed = self._changed
        self.place.broken = self._broken
        self.tables: dict[str, Table] = {}
        self.commands = Limiter(config.commands_a_second, 3 * config.commands_a_second)
        self.chatting = Limiter(1, 8)
        self.making = Limiter(config.tables_a_minute / 60, max(3.0, config.tables_a_minute))
        self.guessing = Limiter(0.2, 10)  # tables' passwords, from one address
        self.connections: set[Connection] = set()
        self.moment = Moment()
        self.sockets: Counter[str] = Counter()  # by whose they are
        self._chores: list[asyncio.Task[None]] = []
        self._mending: set[asyncio.Task[None]] = set()
        self._breaks: dict[str, tuple[int, int]] = {}  # where a table broke last, and how often it had done so before

    async def start(self) -> None:
        """Sets up all tables as they were."""
        for table_id, kept in (await self.log.load(await self.log.open_tables())).items():
            self._recover(table_id, kept)
        for table in list(self.tables.values()):
            table.go_on()
        self.people.on_delete.append(self._person_goes)
        self.people.on_rename.append(self._person_renames)
        self.people.on_renamed.append(self._person_is_renamed)
        self.people.sessions.on_end.append(self._session_ends)
        self._chores = [asyncio.create_task(self._tidy()), asyncio.create_task(self._watch())]
        _log.info("started", tables=len(self.tables))

    def _recover(self, table_id: str, kept: Kept) -> None:
        try:
            table = Table.recovered(table_id, kept, self.place)
        except Exception as error:  # one table that can't be read must not keep all others shut
            _log.error("table can't be set up again", table=table_id, error=repr(error))
            return
        self.tables[table_id] = table
        self.metrics.tables = len(self.tables)
        self.lobby.changed(table)

    async def stop(self) -> None:
        """Takes no more commands, tells everybody, and comes back when all is safe."""
        self.place.stopping = True
        for chore in self._chores:
            chore.cancel()
        for table in self.tables.values():
            table.rhythm.stop()
        await self.database.write(lambda connection: None)  # all that was accepted is safe now, and on its way out
        await asyncio.sleep(0)
        self.lobby.close()
        for connection in list(self.connections):
            connection.close("the server is stopping; your table goes on where it is when it is back", again=True)
        for _ in range(50):  # the last words go out
            if not self.connections:
                break
            await asyncio.sleep(0.05)
        self.thinkers.close()
        self.people.close()
        await self.database.close()
        _log.info("stopped", tables=len(self.tables))

    # ---- tables

    def table(self, table_id: str) -> Table:
        """A table by its id."""
        table = self.tables.get(table_id)
        if table is None:
            raise NotThere("there is no such table, or it has closed.")
        return table

    def keep_going(self) -> None:
        """After each command: what is safe by now goes out, though others are still to be heard in this turn of the loop."""
        if self.database.keep_going():
            self.moment.end()

    async def open_table(self, person: Person, wanted: dict[str, Any], settings: Settings) -> Table:
        """Opens a table for its host."""
        self.making.check(person.id)
        rules = read_rules(wanted)
        if settings.password is not None:
            settings = msgspec.structs.replace(settings, password=await self.people.passwords.hash(settings.password))
        settings = checked(settings, rules)
        mine = sum(table.state.host == person.id for table in self.tables.values())
        if mine >= MOST_TABLES_OF_ONE:
            raise Clash(f"you are the host of {mine} open tables: close one of them first.")
        if len(self.tables) >= self.config.most_tables:
            raise Clash("the house is full: try again later.")
        entry = en.Opened(settings, write_rules(rules), person.id, person.name, secrets.token_hex(32))
        table = Table.opened(secrets.token_urlsafe(9).replace("-", "x").replace("_", "y"), entry, self.place)
        self.tables[table.id] = table
        self.metrics.tables = len(self.tables)
        await self._safe(table)
        return table

    async def quick(self, person: Person, preset: str) -> Table:
        """One click: a table with bots, and a seat at it."""
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
        await self._safe(table)
        return table

    async def _safe(self, table: Table) -> None:
        """Comes back when all that the table has done is in the log."""
        version = table.state.version  # by then it may have gone on by itself
        await self.database.write(lambda connection: None)
        if table.safe < version:
            raise SabaccError("the table could not be saved: try again in a moment.")

    def may_enter(self, table: Table, person: Person | None) -> bool:
        """Whether somebody needs no password here."""
        state = table.state
        inside = person is not None and (person.id == state.host or state.seat_of(person.id) is not None)
        return state.settings.access != "password" or inside

    async def knows_password(self, table: Table, password: str) -> bool:
        """Whether that is the table's password."""
        hashed = table.state.settings.password
        return hashed is not None and await self.people.passwords.matches(hashed, password)

    def _changed(self, table: Table) -> None:
        self.lobby.changed(table)
        if table.state.game.closed and table.safe == table.state.version:
            self._shut(table)

    def _shut(self, table: Table) -> None:
        if self.tables.get(table.id) is table:
            del self.tables[table.id]
            self._breaks.pop(table.id, None)
            self.metrics.tables = len(self.tables)
            table.rhythm.stop()
            for connection in list(table.connections):
                connection.close("the table has closed", again=False)

    def _broken(self, table: Table, error: BaseException) -> None:
        """A table could not go on: once the log can be read, it is set up from that."""
        _log.error("table broken", table=table.id, error=repr(error), exc_info=error)
        self.tables.pop(table.id, None)
        version, times = self._breaks.get(table.id, (0, 0))
        times = min(times + 1, MEND_DOUBLED) if version == table.safe else 0
        self._breaks[table.id] = (table.safe, times)
        task = asyncio.create_task(self._mend(table.id, MEND_EVERY * 2**times))
        self._mending.add(task)
        task.add_done_callback(self._mending.discard)

    async def _mend(self, table_id: str, wait: float) -> None:
        kept: Kept | None = None
        while kept is None:
            await asyncio.sleep(wait)
            if self.place.stopping:
                return
            try:
                kept = (await self.log.load([table_id]))[table_id]
            except Exception as error:  # it is tried again
                _log.error("log can't be read", table=table_id, error=repr(error))
        self._recover(table_id, kept)
        if table_id in self.tables:
            self.tables[table_id].go_on()

    async def _person_goes(self, person: str) -> None:
        """Somebody deletes their account: they get up wherever they sit."""
        for table in list(self.tables.values()):
            seat = table.state.seat_of(person)
            with contextlib.suppress(SabaccError):
                if seat is not None:
                    table.submit(en.GotUp(seat))
            if any(getattr(one, "person", None) == person for one in table.state.waiting):
                table.submit(en.Forgot(person))  # a seat that was kept for them
            if table.state.host == person:
                self._find_host(table)
            for connection in [one for one in table.connections if one.person == person]:
                connection.close("your account is gone", again=False)

    def _find_host(self, table: Table) -> None:
        """The host is gone: the table is somebody else's, or nobody's and closed."""
        state = table.state
        others = [seat for seat in state.people() if (owner := state.owner(seat)) and owner.person != state.host]
        with contextlib.suppress(SabaccError):
            if others:
                owner = state.owner(others[0])
                assert owner is not None
                assert owner.person is not None
                table.submit(en.NewHost(owner.person, state.game.names[others[0]]))
            else:
                table.submit(en.Waits(en.Ended()) if state.in_hand else en.Ended())

    async def _person_renames(self, person: str, name: str) -> None:
        """Whoever sits at a table is known there by the name they came with."""
        for table in self.tables.values():
            kept = any(getattr(one, "person", None) == person for one in table.state.waiting)
            if kept or table.state.seat_of(person) is not None:
                title = table.state.settings.title
                raise Clash(f"you have a seat at {title}: get up there first, and then change your name.")

    async def _person_is_renamed(self, person: str, name: str) -> None:
        """Nobody speaks under a name that they have given up."""
        for table in list(self.tables.values()):
            if table.state.host == person:
                with contextlib.suppress(SabaccError):
                    table.submit(en.NewHost(person, name))
            for connection in [one for one in table.connections if one.person == person]:
                connection.close("you have another name now", again=True)

    async def _session_ends(self, session: str) -> None:
        """Somebody was signed out: what they had open with it is closed."""
        for connection in [one for one in self.connections if one.session == session]:
            connection.close("you are signed out", again=False)

    # ---- now and then

    async def _watch(self) -> None:
        """Hangs up on the frozen and the silent, and pings everybody now and then, a few at a time: so it is known how slow
        a line is, and costs nobody their time to think."""
        loop = asyncio.get_running_loop()
        number = 0
        while True:
            await asyncio.sleep(WATCH_EVERY)
            now = loop.time()
            number += 1
            message = encode(Ping(number))
            for connection in list(self.connections):
                silent = connection.silent_for(now) > self.config.silent_after
                if (silent or connection.is_frozen()) and connection.task is not None:
                    self.metrics.dropped.inc()
                    connection.closed = True
                    connection.task.cancel()
                elif connection.ping_at <= now:
                    connection.ping_at = now + self.config.ping_every * random.uniform(0.8, 1.2)
                    connection.pings[number] = now
                    connection.send(message)

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(min(TIDY_EVERY, 30 * self.config.idle_minutes))
            try:
                self._close_idle()
                await self.people.clean()
            except Exception as error:  # it is tried again
                _log.error("tidying failed", error=repr(error))

    def _close_idle(self) -> None:
        now = asyncio.get_running_loop().time()
        for table in list(self.tables.values()):
            seated = bool(table.state.people())
            limit = 3600 * self.config.idle_hours_seated if seated else 60 * self.config.idle_minutes
            if not table.connections and now - table.touched > limit:
                with contextlib.suppress(SabaccError):
                    if not table.state.in_hand:
                        table.submit(en.Ended())
                    elif table.state.paused:  # nobody comes back to resume it: the clocks play the hand to its end
                        table.submit(en.Paused(False))
