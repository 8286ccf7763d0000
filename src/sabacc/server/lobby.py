"""The lobby: all open tables in a line each, kept up to date for whoever looks."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from sabacc.rules import write_rules
from sabacc.server.connection import Connection, encode
from sabacc.server.table import Table

EVERY = 0.25  # seconds; changes in between go out together


class TableLine(msgspec.Struct, frozen=True):
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
    locked: bool  # one needs a password
    spectators: bool
    paused: bool
    playing: bool
    hands: int
    names: list[str]


class Listing(msgspec.Struct, frozen=True, tag="tables", tag_field="type"):
    """All tables in the lobby."""

    tables: list[TableLine]


class Changes(msgspec.Struct, frozen=True, tag="changes", tag_field="type"):
    """What has changed there."""

    tables: list[TableLine]
    gone: list[str]


def line_of(table: Table) -> TableLine:
    """A table in a line."""
    state = table.state
    return TableLine(
        id=table.id,
        title=state.settings.title,
        preset=state.game.rules.preset,
        rules=write_rules(state.game.rules),
        host=state.host_name,
        people=len(state.people()),
        bots=len(state.bots()),
        seats=state.settings.seats,
        stack=state.settings.stack,
        locked=state.settings.access == "password",
        spectators=state.settings.spectators,
        paused=state.paused,
        playing=state.in_hand,
        hands=state.game.number,
        names=[name for name in state.game.names if name],
    )


class Lobby:
    """The list, and those who look at it."""

    def __init__(self) -> None:
        self.lines: dict[str, TableLine] = {}
        self.watchers: set[Connection] = set()
        self._dirty: dict[str, Table] = {}
        self._task: asyncio.Task[None] | None = None

    def changed(self, table: Table) -> None:
        """A table has changed; looked at a moment later, with others that have too."""
        self._dirty[table.id] = table
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._later())

    async def _later(self) -> None:
        await asyncio.sleep(EVERY)
        self._task = None
        self.flush()

    def flush(self) -> None:
        """Tells the watchers what is new."""
        dirty, self._dirty = self._dirty, {}
        changed, gone = [], []
        for table_id, table in dirty.items():
            if table.state.game.closed or table.state.settings.access == "link":
                if self.lines.pop(table_id, None) is not None:
                    gone.append(table_id)
                continue
            line = line_of(table)
            if self.lines.get(table_id) != line:
                self.lines[table_id] = line
                changed.append(line)
        if changed or gone:
            message = encode(Changes(changed, gone))
            for watcher in self.watchers:
                watcher.send(message)

    def watch(self, connection: Connection) -> None:
        """Somebody looks at the lobby."""
        self.watchers.add(connection)
        connection.on_behind = lambda one: one.catch_up(self._all())
        connection.catch_up(self._all())

    def _all(self) -> bytes:
        self.flush()
        return encode(Listing(list(self.lines.values())))

    def find(
        self, preset: str | None = None, free: bool = False, locked: bool | None = None, text: str = ""
    ) -> list[TableLine]:
        """The tables that fit: of a preset, with a free seat (or a bot's), open to all, with a word in title or names."""
        self.flush()
        wanted = text.casefold().strip()
        return [
            line
            for line in self.lines.values()
            if (preset is None or line.preset == preset)
            and (not free or line.people < line.seats)
            and (locked is None or line.locked == locked)
            and (not wanted or any(wanted in said.casefold() for said in (line.title, line.host, *line.names)))
        ]

    def close(self) -> None:
        """The server stops."""
        if self._task is not None:
            self._task.cancel()
        for watcher in self.watchers:
            watcher.close("the server is stopping", again=True)
