"""The lobby: a summary of each open table, kept up to date for whoever watches."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from sabacc.messages import Message
from sabacc.rules import write_rules
from sabacc.server.table.actor import Table
from sabacc.server.table.entries import SatDown
from sabacc.server.wire.connection import Connection, encode

FLUSH_DELAY = 0.25  # seconds in which changes are collected


class TableSummary(msgspec.Struct, frozen=True):
    """An open table, as the lobby lists it."""

    id: str
    title: str
    preset: str
    rules: dict[str, Any]
    host: str
    people: int
    bots: int
    seats: int
    stack: int
    locked: bool  # by a password
    spectators: bool
    paused: bool
    playing: bool
    hands: int
    names: list[str]
    rated: bool = False
    house: bool = False  # the house's own, where bots play while somebody looks
    lesson: bool = False  # a hand that one learns by; only for who learns at it


class Listing(msgspec.Struct, frozen=True):
    """An open table, and who of its people are known to the server alone."""

    summary: TableSummary
    host: str  # an id, like those that follow
    people: list[str]  # who has a seat, or has asked for one
    listed: bool  # in the lobby


class LobbyTables(msgspec.Struct, frozen=True, tag="tables", tag_field="type"):
    """All tables in the lobby."""

    tables: list[TableSummary]


class LobbyChanges(msgspec.Struct, frozen=True, tag="changes", tag_field="type"):
    """What has changed in the lobby."""

    tables: list[TableSummary]
    gone: list[str]


def table_summary(table: Table) -> TableSummary:
    """A table's summary."""
    state = table.state
    return TableSummary(
        id=table.id,
        title=state.settings.title,
        preset=state.game.rules.preset,
        rules=write_rules(state.game.rules),
        host=state.host_name,
        people=len(state.person_seats()),
        bots=len(state.bot_seats()),
        seats=state.settings.seats,
        stack=state.settings.stack,
        locked=state.settings.access == "password",
        spectators=state.settings.spectators,
        paused=state.paused,
        playing=state.in_hand,
        hands=state.game.number,
        names=[name for name in state.game.names if name],
        rated=state.settings.rated,
        house=state.house,
        lesson=state.lesson is not None,
    )


def table_listing(table: Table) -> Listing:
    """A table's listing."""
    state = table.state
    seated = [owner.person for owner in state.owners if owner is not None and owner.person is not None]
    asked = [one.person for one in state.deferred if isinstance(one, SatDown) and one.person is not None]
    return Listing(table_summary(table), state.host, [*seated, *asked], state.settings.access != "link")


class Lobby:
    """The listings of all tables, and the connections that watch them."""

    def __init__(self) -> None:
        self.listings: dict[str, Listing] = {}
        self.watchers: set[Connection] = set()
        self.on_local_change: Callable[[list[Listing], list[str]], None] = lambda changed, gone: None
        self._changed: dict[str, Table] = {}
        self._task: asyncio.Task[None] | None = None

    def changed(self, table: Table) -> None:
        """A table has changed; its watchers are told a little later, together with other changes."""
        self._changed[table.id] = table
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._flush_later())

    async def _flush_later(self) -> None:
        await asyncio.sleep(FLUSH_DELAY)
        self._task = None
        self.flush()

    def flush(self) -> None:
        """Looks at the tables that have changed here."""
        dirty, self._changed = self._changed, {}
        changed, gone = [], []
        for table_id, table in dirty.items():
            if table.state.game.closed:
                gone.append(table_id)
            elif not table.broken and (listing := table_listing(table)) != self.listings.get(table_id):
                changed.append(listing)
        if changed or gone:
            self.on_local_change(changed, gone)
            self.apply(changed, gone)

    def apply(self, changed: Iterable[Listing], gone: Iterable[str]) -> None:
        """Takes over what is new of tables, wherever they are played, and sends it to the watchers."""
        shown: list[TableSummary] = []
        hidden: list[str] = []
        for listing in changed:
            key = listing.summary.id
            before = self.listings.get(key)
            self.listings[key] = listing
            if listing.listed and (before is None or not before.listed or before.summary != listing.summary):
                shown.append(listing.summary)
            elif before is not None and before.listed and not listing.listed:
                hidden.append(key)
        for key in gone:
            before = self.listings.pop(key, None)
            if before is not None and before.listed:
                hidden.append(key)
        if shown or hidden:
            message = encode(LobbyChanges(shown, hidden))
            for watcher in self.watchers:
                watcher.send_encoded(message)

    @property
    def tables(self) -> list[TableSummary]:
        """The tables that everybody is shown."""
        return [listing.summary for listing in self.listings.values() if listing.listed]

    def watch(self, connection: Connection) -> None:
        """Adds a watcher, which is sent all tables."""
        self.watchers.add(connection)
        connection.on_overflow = self._send_tables
        self._send_tables(connection)

    def _send_tables(self, connection: Connection) -> None:
        self.flush()
        connection.catch_up(encode(LobbyTables(self.tables)))

    def find(
        self, preset: str | None = None, free: bool = False, locked: bool | None = None, text: str = ""
    ) -> list[TableSummary]:
        """The tables of a preset, with a free seat (or a bot's), with or without a password, with a word in title or names."""
        wanted = text.casefold().strip()
        return [
            summary
            for summary in self.tables
            if (preset is None or summary.preset == preset)
            and (not free or summary.people < summary.seats)
            and (locked is None or summary.locked == locked)
            and (
                not wanted
                or any(wanted in text_part.casefold() for text_part in (summary.title, summary.host, *summary.names))
            )
        ]

    def close(self) -> None:
        """Closes the connections of all watchers."""
        if self._task is not None:
            self._task.cancel()
        for watcher in self.watchers:
            watcher.close(Message("refusal.server-stopping"), again=True)
