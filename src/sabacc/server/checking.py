"""Is the database true? Every table is played again from the first entry of its log, and all that is kept must come out.

Each table is read in one go, so that a server may go on writing meanwhile.
"""

from __future__ import annotations

import functools
import sqlite3
from collections.abc import Callable
from pathlib import Path

from sabacc.parallel import in_order
from sabacc.server.backup import check_version, open_to_read
from sabacc.server.playing_again import Report, TableCheck

Progress = Callable[[int, int], None]  # entries done, of so many


def check_log(path: Path, progress: Progress | None = None, processes: int | None = None) -> Report:
    """Checks a whole database, on all cores."""
    connection = open_to_read(path)
    try:
        check_version(connection, path)
        report = Report(faults=_check_file(connection))
        lengths = dict(connection.execute(_TABLES).fetchall())
    except sqlite3.DatabaseError as error:
        return Report(faults=[f"the file is damaged: {error}."])
    finally:
        connection.close()
    total = sum(lengths.values())
    done = 0
    for table, found in zip(lengths, in_order(functools.partial(check_table, path), lengths, processes), strict=True):
        report.add(found)
        done += lengths[table]
        if progress is not None:
            progress(done, total)
    return report


_TABLES = """SELECT table_id, sum(entries) FROM (
        SELECT table_id, count(*) AS entries FROM log GROUP BY table_id
        UNION ALL SELECT id, 0 FROM tables UNION ALL SELECT table_id, 0 FROM snapshots UNION ALL SELECT table_id, 0 FROM hands
    ) GROUP BY table_id ORDER BY table_id"""


def _check_file(connection: sqlite3.Connection) -> list[str]:
    """What SQLite itself finds."""
    found = [row[0] for row in connection.execute("PRAGMA integrity_check").fetchall()]
    faults = [f"the file is damaged: {one}." for one in found if one != "ok"]
    loose = connection.execute("PRAGMA foreign_key_check").fetchall()
    return faults + [f"a row of {row[0]} belongs to one of {row[2]} that is not there." for row in loose]


def check_table(path: Path, table: str) -> Report:
    """Checks one table."""
    connection = open_to_read(path)
    try:
        connection.execute("BEGIN")
        check = TableCheck(connection, table)
        check.run()
        return check.report
    except sqlite3.DatabaseError as error:
        return Report(tables=1, faults=[f"table {table} can't be read: {error}."])
    finally:
        connection.close()
