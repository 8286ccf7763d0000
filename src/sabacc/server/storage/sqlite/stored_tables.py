"""All that a SQLite file has of each table, read in one transaction, so that a server may go on writing meanwhile."""

from __future__ import annotations

import contextlib
import itertools
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

from sabacc.server.storage.log_head import LogHead
from sabacc.server.storage.sqlite.backup import check_version, open_read_only
from sabacc.server.storage.sqlite.checksums import wrong_rows
from sabacc.server.storage.sqlite.migrations import EVIDENCE_VERSION, LEDGER_VERSION, version_of
from sabacc.server.storage.sqlite.transaction import SqliteTransaction
from sabacc.server.storage.sqlite.verify_heads import HeadVerifier
from sabacc.server.storage.stored_table import StoredTable


class DamagedFile(Exception):
    """SQLite can't read on."""


@contextlib.contextmanager
def reading(path: Path) -> Iterator[StoredTables]:
    """The tables of a database, as it is now."""
    with contextlib.closing(open_read_only(path)) as connection:
        try:
            check_version(connection, path)
            connection.execute("BEGIN")
            yield StoredTables(connection)
        except sqlite3.DatabaseError as error:
            raise DamagedFile(str(error)) from error


class StoredTables:
    """The tables of a database that is open."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        (self.entries,) = connection.execute("SELECT count(*) FROM log").fetchone()

    def faults(self, witnessed: Sequence[LogHead]) -> list[str]:
        """What is wrong with the file, its rows and the heads of its log."""
        faults = _file_faults(self._connection)
        if version_of(self._connection) >= EVIDENCE_VERSION:
            faults += [*map(str, wrong_rows(self._connection)), *HeadVerifier(self._connection, witnessed).faults()]
        return faults

    @property
    def ledger(self) -> SqliteTransaction | None:
        """The database, if it has a ledger: those of older versions have none."""
        return SqliteTransaction(self._connection) if version_of(self._connection) >= LEDGER_VERSION else None

    def tables(self) -> Iterator[StoredTable]:
        """All tables, one by one."""
        return _stored_tables(self._connection)


def _file_faults(connection: sqlite3.Connection) -> list[str]:
    """The faults that SQLite itself finds."""
    found = [row[0] for row in connection.execute("PRAGMA integrity_check").fetchall()]
    faults = [f"the file is damaged: {one}." for one in found if one != "ok"]
    loose = connection.execute("PRAGMA foreign_key_check").fetchall()
    faults += [f"a row of {row[0]} belongs to one of {row[2]} that is not there." for row in loose]
    known = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'done_commands'").fetchone()
    wrong = connection.execute(_WRONG_COMMANDS).fetchall() if known else []  # an older database has none
    return faults + [f"table {row[0]}, version {row[1]}: the log has no such command {row[2]!r}." for row in wrong]


_WRONG_COMMANDS = """SELECT done.table_id, done.version, done.command FROM done_commands done
    LEFT JOIN log ON log.table_id = done.table_id AND log.version = done.version
    WHERE log.person IS NOT done.person OR log.command IS NOT done.command"""


_TABLES = """SELECT DISTINCT table_id FROM log UNION SELECT id FROM tables UNION SELECT table_id FROM snapshots
    UNION SELECT table_id FROM hands ORDER BY 1"""


def _stored_tables(connection: sqlite3.Connection) -> Iterator[StoredTable]:
    """All tables, one by one; the log is in the order of time, so it is sorted once for all of them."""
    log = connection.execute("SELECT table_id, version, body FROM log ORDER BY table_id, version")
    entries = itertools.groupby(log, key=lambda row: str(row["table_id"]))
    next_table, rows = next(entries, (None, iter(())))
    for (table,) in connection.execute(_TABLES).fetchall():
        mine = []
        if table == next_table:
            mine = [(row["version"], row["body"]) for row in rows]
            next_table, rows = next(entries, (None, iter(())))
        yield _stored_table(connection, table, mine)


def _stored_table(connection: sqlite3.Connection, table: str, entries: list[tuple[int, bytes]]) -> StoredTable:
    found = connection.execute("SELECT version, body FROM snapshots WHERE table_id = ?", (table,)).fetchone()
    hands = connection.execute("SELECT * FROM hands WHERE table_id = ?", (table,))
    seats = connection.execute(
        "SELECT hand_seats.* FROM hands JOIN hand_seats ON hand_seats.hand_id = hands.id WHERE table_id = ? "
        "ORDER BY hand_id, seat",
        (table,),
    )
    row = connection.execute("SELECT * FROM tables WHERE id = ?", (table,)).fetchone()
    return StoredTable(
        table,
        entries,
        tuple(found) if found is not None else None,
        {row["number"]: dict(row) for row in hands},
        {
            key: [dict(row) for row in rows]
            for key, rows in itertools.groupby(seats, key=lambda row: str(row["hand_id"]))
        },
        row is not None,
        row is not None and "erased" in row.keys() and row["erased"] > 0,  # noqa: SIM118 - a row is no mapping
    )
