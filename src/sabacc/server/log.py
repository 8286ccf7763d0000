"""The durable log of all tables: the one thing a server must not lose. Another database needs another `Log`, and no more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec

from sabacc.server.database import Database, Statement, Told


class Written(msgspec.Struct, frozen=True, gc=False):
    """An entry on its way into the log, with what has to be kept together with it."""

    table: str
    version: int
    at: int
    person: str | None
    command: str | None
    body: bytes
    closes: bool = False
    snapshot: bytes | None = None  # at a hand's end
    hand: Sequence[Statement] = ()  # that hand, for its players' history


class Row(msgspec.Struct, frozen=True):
    """An entry out of the log."""

    version: int
    person: str | None
    command: str | None
    body: bytes


class Kept(msgspec.Struct, frozen=True):
    """What there is of a table: its last snapshot, the entries after it, and the commands done lately."""

    snapshot: bytes | None
    rows: list[Row]
    done: list[tuple[str, str, int]]


class Log(Protocol):
    """What a table needs of a log."""

    def append(self, written: Written, told: Told) -> None:
        """Keeps an entry, and tells when it is safe. Entries of a table become safe in their order."""

    async def open_tables(self) -> list[str]:
        """The tables that have not closed."""

    async def load(self, table: str) -> Kept:
        """What there is of a table."""


class SqliteLog:
    """The log in the server's own database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def append(self, written: Written, told: Told) -> None:
        one = written
        row = (one.table, one.version, one.at, one.person, one.command, one.body.decode())
        statements: list[Statement] = []
        if one.version == 1:
            statements.append(("INSERT INTO tables (id, opened_at) VALUES (?, ?)", (one.table, one.at)))
        if one.closes:
            statements.append(("UPDATE tables SET closed_at = ? WHERE id = ?", (one.at, one.table)))
        if one.snapshot is not None:
            statements.append(
                (
                    "INSERT OR REPLACE INTO snapshots (table_id, version, body) VALUES (?, ?, ?)",
                    (one.table, one.version, one.snapshot),
                )
            )
        statements += one.hand
        self.database.append(row, statements, told)

    async def open_tables(self) -> list[str]:
        rows = await self.database.rows("SELECT id FROM tables WHERE closed_at IS NULL ORDER BY opened_at")
        return [row["id"] for row in rows]

    async def load(self, table: str) -> Kept:
        found = await self.database.row("SELECT version, body FROM snapshots WHERE table_id = ?", table)
        after = found["version"] if found is not None else 0
        rows = await self.database.rows(
            "SELECT version, person, command, body FROM log WHERE table_id = ? AND version > ? ORDER BY version",
            table,
            after,
        )
        done = await self.database.rows(
            "SELECT person, command, version FROM log WHERE table_id = ? AND command IS NOT NULL "
            "ORDER BY version DESC LIMIT 500",
            table,
        )
        return Kept(
            found["body"] if found is not None else None,
            [Row(row["version"], row["person"], row["command"], row["body"]) for row in rows],
            [(row["person"], row["command"], row["version"]) for row in reversed(done)],
        )
