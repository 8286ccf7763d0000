"""The durable log of all tables: the one thing a server must not lose. Another database needs another `Log`, and no more."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Protocol

import msgspec

from sabacc.server.database import Database, Row, Told
from sabacc.server.putting import Put

Done = tuple[str, str, int]  # who gave a command, its id, and the version it made


class Written(msgspec.Struct, frozen=True, gc=False):
    """An entry on its way into the log, with what has to be kept together with it."""

    table: str
    version: int
    at: int
    person: str | None
    command: str | None
    body: bytes
    closes: bool = False
    snapshot: bytes | None = None  # at a hand's end,
    done: Sequence[Done] = ()  # with the commands that were done last
    hand: Sequence[Row] = ()  # that hand, for its players' history


class Entered(msgspec.Struct, frozen=True):
    """An entry out of the log."""

    version: int
    person: str | None
    command: str | None
    body: bytes


class Kept(msgspec.Struct, frozen=True):
    """What there is of a table: its last snapshot, the entries after it, and the commands done lately."""

    snapshot: bytes | None
    rows: list[Entered]
    done: list[Done]


class Log(Protocol):
    """What a table needs of a log."""

    def append(self, written: Written, told: Told) -> None:
        """Keeps an entry, and tells when it is safe. Entries of a table become safe in their order; if one can't be kept,
        none after it is, until the table is loaded again."""

    async def open_tables(self) -> list[str]:
        """The tables that have not closed."""

    async def load(self, tables: Sequence[str]) -> dict[str, Kept]:
        """What there is of some tables, which go on from there."""


class SqliteLog:
    """The log in the server's own database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def append(self, written: Written, told: Told) -> None:
        one = written
        rows: list[Row] = []
        if one.version == 1:
            rows.append((_TABLES, (one.table, one.at)))
        if one.closes:
            rows.append((_CLOSE, (one.table, one.at)))
        if one.snapshot is not None:
            done = msgspec.json.encode(one.done).decode()
            rows.append((_SNAPSHOTS, (one.table, one.version, done, one.snapshot)))
        rows += one.hand
        rows.append((_LOG, (one.table, one.version, one.at, one.person, one.command, one.body)))
        self.database.append(rows, told, chain=one.table)

    async def open_tables(self) -> list[str]:
        rows = await self.database.rows("SELECT id FROM tables WHERE closed_at IS NULL ORDER BY opened_at")
        return [row["id"] for row in rows]

    async def load(self, tables: Sequence[str]) -> dict[str, Kept]:
        await self.database.begin_anew(tables)
        return await self.database.read(lambda connection: _load(connection, tables))


# What goes with an entry is written before it, so all places from here on are higher than what the log has now.
_HERE = "(SELECT coalesce(max(place), 0) FROM log)"
_TABLES = Put.into("tables", ("id", "opened_at"), since=_HERE)
_CLOSE = Put("UPDATE tables SET closed_at = {at} FROM json_each(?1) WHERE tables.id = {table}", ("table", "at"))
_SNAPSHOTS = Put.into(
    "snapshots", ("table_id", "version", "done", "body"), blobs=["body"], how="INSERT OR REPLACE", since=_HERE
)
_LOG = Put.into("log", ("table_id", "version", "at", "person", "command", "body"), blobs=["body"], last=True)
_SINCE = (
    "SELECT tables.since AS opened, snapshots.since, version, done, body FROM tables "
    "LEFT JOIN snapshots ON table_id = id WHERE id = ?"
)


def _load(connection: sqlite3.Connection, tables: Sequence[str]) -> dict[str, Kept]:
    """The log is read once for all of them, from where the first of them needs it."""
    kept: dict[str, Kept] = {}
    after: dict[str, int] = {}
    places = []
    for table in tables:
        row = connection.execute(_SINCE, (table,)).fetchone()
        if row is None or row["version"] is None:
            kept[table], after[table] = Kept(None, [], []), 0
            places.append(row["opened"] if row is not None else 0)
        else:
            done = msgspec.json.decode(row["done"], type=list[Done])
            kept[table], after[table] = Kept(row["body"], [], done), row["version"]
            places.append(row["since"])
    sql = "SELECT table_id, version, person, command, body FROM log WHERE place > ? ORDER BY place"
    for row in connection.execute(sql, (min(places, default=0),)):
        table, version = row["table_id"], row["version"]
        if table in kept and version > after[table]:
            kept[table].rows.append(Entered(version, row["person"], row["command"], row["body"]))
            if row["command"] is not None:
                kept[table].done.append((row["person"], row["command"], version))
    return kept
