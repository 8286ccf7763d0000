"""A checksum for each row that no digest of the log covers, so that a flipped bit is seen wherever it is."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from sabacc.server.storage.sqlite.migrations import EVIDENCE_VERSION, MIGRATIONS, migrate, version_of

# The log has digests of its own, and the ids of commands are compared with it.
UNCOVERED = frozenset({"log", "done_commands", "checksums"})
CHECKSUM_BYTES = 8
_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"


class WrongRow(NamedTuple):
    """A row that is not as it was written, is missing, or was added behind the server's back."""

    table: str
    key: str
    checksum: bytes | None  # none where it was added
    is_missing: bool = False

    def __str__(self) -> str:
        what = "is missing" if self.is_missing else "is not as it was written"
        return f"{self.table}: the row {self.key} {'was not written by the server' if self.checksum is None else what}."


def row_checksum(*values: Any) -> bytes:
    """The checksum of a row's values."""
    return hashlib.blake2b(repr(values).encode(), digest_size=CHECKSUM_BYTES).digest()


def keep_checksums(connection: sqlite3.Connection) -> None:
    """Has all that this connection writes summed up; in a database without checksums, all rows get theirs."""
    connection.create_function("row_checksum", -1, row_checksum, deterministic=True)
    for table in _covered(connection):
        key, values = _columns(connection, table)
        forget = f"DELETE FROM checksums WHERE row_table = '{table}' AND row_key ="
        add = f"INSERT INTO checksums VALUES ('{table}', {_of('NEW', key)}, row_checksum({_list('NEW', values)}))"
        # A replacing insert would not do: an upsert that fires a trigger has its own policy for conflicts in it.
        steps = {
            "INSERT": f"{forget} {_of('NEW', key)}; {add};",
            "UPDATE": f"{forget} {_of('OLD', key)}; {forget} {_of('NEW', key)}; {add};",
            "DELETE": f"{forget} {_of('OLD', key)};",
        }
        for change, step in steps.items():
            connection.execute(
                f"CREATE TEMP TRIGGER checksum_{table}_{change} AFTER {change} ON main.{table} BEGIN {step} END"
            )
    if not has_checksums(connection):
        sum_up(connection)


def bring_up_to_date(connection: sqlite3.Connection) -> None:
    """Applies the migrations that are missing, after which rows may have new columns."""
    is_older = version_of(connection) < len(MIGRATIONS)
    wrong = list(wrong_rows(connection)) if is_older and has_checksums(connection) else ()
    if migrate(connection):
        sum_up(connection, wrong)


def sum_up(connection: sqlite3.Connection, wrong: Iterable[WrongRow] = ()) -> None:
    """Sums all rows up anew, as they are; those that were wrong before stay so."""
    connection.create_function("row_checksum", -1, row_checksum, deterministic=True)
    connection.execute("DELETE FROM checksums")
    for table in _covered(connection):
        key, values = _columns(connection, table)
        connection.execute(
            f"INSERT INTO checksums SELECT '{table}', {_of('one', key)}, row_checksum({_list('one', values)}) FROM {table} one"
        )
    for one in wrong:
        connection.execute("DELETE FROM checksums WHERE row_table = ? AND row_key = ?", (one.table, one.key))
        if one.checksum is not None:
            connection.execute("INSERT INTO checksums VALUES (?, ?, ?)", (one.table, one.key, one.checksum))


def wrong_rows(connection: sqlite3.Connection) -> Iterator[WrongRow]:
    """All wrong rows of a database that has checksums."""
    connection.create_function("row_checksum", -1, row_checksum, deterministic=True)
    for table in _covered(connection):
        key, values = _columns(connection, table)
        rows = connection.execute(
            f"SELECT {_of('one', key)}, checksum FROM {table} one LEFT JOIN checksums ON row_table = '{table}' "
            f"AND row_key = {_of('one', key)} WHERE checksum IS NOT row_checksum({_list('one', values)})"
        )
        for name, checksum in rows:
            yield WrongRow(table, str(name), checksum)
        gone = connection.execute(
            f"SELECT row_key, checksum FROM checksums WHERE row_table = '{table}' AND row_key NOT IN "
            f"(SELECT {_of('one', key)} FROM {table} one)"
        )
        for name, checksum in gone:
            yield WrongRow(table, name, checksum, is_missing=True)


def has_checksums(connection: sqlite3.Connection) -> bool:
    """Whether the rows of a database were ever summed up."""
    if version_of(connection) < EVIDENCE_VERSION:
        return False
    return connection.execute("SELECT 1 FROM checksums LIMIT 1").fetchone() is not None


def _covered(connection: sqlite3.Connection) -> list[str]:
    return [name for (name,) in connection.execute(_TABLES).fetchall() if name not in UNCOVERED]


def _columns(connection: sqlite3.Connection, table: str) -> tuple[list[str], list[str]]:
    """The columns of a table's key, and all of them."""
    columns = connection.execute(f"PRAGMA table_info({table})").fetchall()
    return [one[1] for one in columns if one[5]], [one[1] for one in columns]


def _list(row: str, names: list[str]) -> str:
    return ", ".join(f"{row}.{name}" for name in names)


def _of(row: str, key: list[str]) -> str:
    """A row's key as text; bytes are written in hexadecimal."""
    return " || ' ' || ".join(
        f"CASE typeof({row}.{name}) WHEN 'blob' THEN hex({row}.{name}) ELSE {row}.{name} END" for name in key
    )
