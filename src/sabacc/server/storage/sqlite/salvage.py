"""Saves what can be read of a damaged database into a new one, and says which tables are whole and which are lost."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import msgspec

from sabacc.errors import SabaccError
from sabacc.server.storage.private_files import make_private, sync_folder
from sabacc.server.storage.restored import UNKNOWN_VERSIONS
from sabacc.server.storage.sqlite.backup import (
    check_version,
    hold_lock,
    move_aside,
    open_read_only,
    temporary_file,
)
from sabacc.server.storage.sqlite.checksums import WrongRow, has_checksums, sum_up, wrong_rows
from sabacc.server.storage.sqlite.migrations import migrate, version_of

ACCOUNTS = frozenset({"people", "sessions"})
_TABLES = "SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'"
_NEEDED = """SELECT one.name, needed."from", needed."table", needed."to"
    FROM sqlite_master one, pragma_foreign_key_list(one.name) needed WHERE one.type = 'table'"""
_LAST_HOLE = "SELECT max(place) FROM log one WHERE NOT EXISTS (SELECT 1 FROM log WHERE place = one.place - 1)"
# Open tables, the version of the last snapshot, and what is there of the log after it.
_OPEN = """SELECT tables.id, coalesce(snapshots.version, 0) AS snapshot, max(coalesce(log.version, 0)) AS last,
        count(DISTINCT log.version) AS entries, coalesce(max(log.place), 0) AS place
    FROM tables LEFT JOIN snapshots ON snapshots.table_id = tables.id
    LEFT JOIN log ON log.table_id = tables.id AND log.version > coalesce(snapshots.version, 0)
    WHERE closed_at IS NULL GROUP BY tables.id ORDER BY tables.id"""


class Salvage(msgspec.Struct):
    """What was saved, and where the damaged database is now."""

    kept: str
    tables: int = 0  # open ones that go on
    lost: list[str] = []  # open ones that can't
    unsure: list[str] = []  # open ones of which the last entries may be missing
    damaged: list[str] = []  # what could not be read whole: people, log …

    def lines(self) -> list[str]:
        """Sentences about it, for who looks after the server."""
        found = [
            f"the database was damaged, and is kept as {self.kept}; not all of it could be read: {', '.join(self.damaged)}.",
            f"{self.tables} open tables were saved.",
        ]
        if self.unsure:
            found.append(f"these may lack their last entries, so their hands are void: {', '.join(self.unsure)}.")
        return found + [f"table {table} is lost: its log has a hole." for table in self.lost]


def salvage(database: Path, lose_accounts: bool = False) -> Salvage:
    """Puts what can be read of a damaged database in its place; nothing changes if people or sessions would be lost."""
    with hold_lock(database):
        return salvage_locked(database, lose_accounts)


def salvage_locked(database: Path, lose_accounts: bool = False) -> Salvage:
    """The same, where the lock is held already."""
    with temporary_file(database) as copy:
        try:
            found = _copy_readable(database, copy, lose_accounts)
        except (sqlite3.Error, UnicodeError) as error:
            raise SabaccError(
                f"nothing can be saved of {database}: {error}. Put a backup in its place with sabacc admin restore."
            ) from error
        found.kept = str(move_aside(database, "damaged"))
        copy.replace(database)
        make_private(database)
        sync_folder(database.parent)
    return found


def _copy_readable(database: Path, copy: Path, lose_accounts: bool) -> Salvage:
    with (
        contextlib.closing(open_read_only(database)) as source,
        contextlib.closing(sqlite3.connect(copy, isolation_level=None)) as target,
    ):
        target.row_factory = sqlite3.Row
        source.text_factory = lambda text: text.decode(errors="replace")
        check_version(source, database)
        migrate(target, version_of(source))
        tables = target.execute(_TABLES).fetchall()
        scans = {row["name"]: _copy_table(source, target, row["name"], not row["wr"]) for row in tables}
        found = Salvage(str(database), damaged=[table for table, scan in scans.items() if scan.broken])
        if ACCOUNTS & set(found.damaged) and not lose_accounts:
            raise SabaccError(
                f"{database} is damaged, and accounts would be lost: put a backup in its place with sabacc admin restore, or "
                "save what is left with sabacc admin salvage --lose-accounts."
            )
        for table, column, parent, key in target.execute(_NEEDED).fetchall():
            target.execute(f"DELETE FROM {table} WHERE {column} NOT IN (SELECT {key} FROM {parent})")
        altered = _altered_rows(target)
        migrate(target)
        _judge_tables(target, found, scans["log"])
        sum_up(target, altered)
    with copy.open("rb+") as file:
        os.fsync(file.fileno())
    return found


def _altered_rows(copy: sqlite3.Connection) -> list[WrongRow]:
    """The rows that could be read, but are not as they were written: a check is to name them ever after."""
    if not has_checksums(copy):
        return []
    return [one for one in wrong_rows(copy) if one.checksum is not None and not one.is_missing]


def _copy_table(source: sqlite3.Connection, target: sqlite3.Connection, table: str, has_rowid: bool) -> _Scan:
    """Copies the rows that can be read."""
    columns = target.execute(f"PRAGMA table_info({table})").fetchall()
    names = [column["name"] for column in columns]
    key = [column["name"] for column in sorted(columns, key=lambda one: int(one["pk"])) if column["pk"]]
    scan = _Scan(source, table, names, ["rowid"] if has_rowid else key)
    sql = f"INSERT OR IGNORE INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"
    target.execute("BEGIN")
    for row in scan.rows():
        with contextlib.suppress(sqlite3.Error):  # garbage
            target.execute(sql, row)
    target.execute("COMMIT")
    return scan


class _Scan:
    """Reads a table around its damaged pages: from the front, over the hole, and from the back."""

    def __init__(self, source: sqlite3.Connection, table: str, columns: list[str], order: list[str]) -> None:
        self._source = source
        self._columns = f"SELECT {order[0]}, {', '.join(columns)} FROM {table}"
        self._order = order
        self.broken = False
        self.lost_its_end = False

    def rows(self) -> Iterator[tuple[object, ...]]:
        """All rows that can be read; some of them twice."""
        last: object = None
        for last, row in self._until_damage("", "ASC"):  # noqa: B007 - it is used below
            yield row
        if not self.broken:
            return
        if self._order == ["rowid"]:
            yield from self._over_holes(last if isinstance(last, int) else 0)
        self.lost_its_end = True
        for _, row in self._until_damage("", "DESC"):
            self.lost_its_end = False
            yield row

    def _over_holes(self, last: int) -> Iterator[tuple[object, ...]]:
        """Jumps farther and farther behind the last row that could be read."""
        step = 1
        while step < 1 << 40:
            start, found = last + step, False
            for key, row in self._until_damage(f"WHERE rowid >= {start}", "ASC"):
                if int(str(key)) > last:  # in a damaged page they may be in any order
                    last, found = int(str(key)), True
                yield row
            if found:  # what was jumped over, and can be read from behind
                for _, row in self._until_damage(f"WHERE rowid < {start}", "DESC"):
                    yield row
            step = 1 if found else 2 * step

    def _until_damage(self, where: str, direction: str) -> Iterator[tuple[object, tuple[object, ...]]]:
        order = ", ".join(f"{one} {direction}" for one in self._order)
        try:
            for row in self._source.execute(f"{self._columns} {where} ORDER BY {order}"):
                yield row[0], tuple(row)[1:]
        except sqlite3.DatabaseError:
            self.broken = True


def _judge_tables(target: sqlite3.Connection, found: Salvage, log: _Scan) -> None:
    """Which open tables can go on, and which of them may have lost their last entries."""
    (last_hole,) = target.execute(_LAST_HOLE).fetchone()
    for row in target.execute(_OPEN).fetchall():
        last = max(row["last"], row["snapshot"])
        if row["entries"] != last - row["snapshot"] or not last:
            found.lost.append(row["id"])
            continue
        found.tables += 1
        if log.broken and (log.lost_its_end or row["place"] < (last_hole or 0)):
            found.unsure.append(row["id"])
            target.execute("INSERT OR REPLACE INTO restored VALUES (?, ?)", (row["id"], last + UNKNOWN_VERSIONS))
