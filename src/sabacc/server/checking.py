"""Is the database true? Every table is played again from the first entry of its log, and all that is kept must come out.

All is read as it was at one moment, so that a server may go on writing meanwhile.
"""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

from sabacc.parallel import in_order
from sabacc.server.backup import check_version, open_to_read
from sabacc.server.playing_again import Papers, Report, TableCheck

Progress = Callable[[int, int], None]  # entries done, of so many


def check_log(path: Path, progress: Progress | None = None, processes: int | None = None) -> Report:
    """Checks a whole database, on all cores."""
    connection = open_to_read(path)
    try:
        check_version(connection, path)
        connection.execute("BEGIN")
        report = Report(faults=_check_file(connection))
        (total,) = connection.execute("SELECT count(*) FROM log").fetchone()
        for found in in_order(check_table, _papers(connection), processes):
            report.add(found)
            if progress is not None:
                progress(report.entries, total)
    except sqlite3.DatabaseError as error:
        return Report(faults=[f"the file is damaged: {error}."])
    finally:
        connection.close()
    return report


def _check_file(connection: sqlite3.Connection) -> list[str]:
    """What SQLite itself finds."""
    found = [row[0] for row in connection.execute("PRAGMA integrity_check").fetchall()]
    faults = [f"the file is damaged: {one}." for one in found if one != "ok"]
    loose = connection.execute("PRAGMA foreign_key_check").fetchall()
    return faults + [f"a row of {row[0]} belongs to one of {row[2]} that is not there." for row in loose]


_TABLES = """SELECT DISTINCT table_id FROM log UNION SELECT id FROM tables UNION SELECT table_id FROM snapshots
    UNION SELECT table_id FROM hands ORDER BY 1"""


def _papers(connection: sqlite3.Connection) -> Iterator[Papers]:
    """Table by table. The log lies in the order in which things happened, so it is sorted once for all of them."""
    log = connection.execute("SELECT table_id, version, body FROM log ORDER BY table_id, version")
    entries = itertools.groupby(log, key=lambda row: str(row["table_id"]))
    next_table, rows = next(entries, (None, iter(())))
    for (table,) in connection.execute(_TABLES).fetchall():
        mine = []
        if table == next_table:
            mine = [(row["version"], row["body"]) for row in rows]
            next_table, rows = next(entries, (None, iter(())))
        yield _papers_of(connection, table, mine)


def _papers_of(connection: sqlite3.Connection, table: str, entries: list[tuple[int, bytes]]) -> Papers:
    found = connection.execute("SELECT version, body FROM snapshots WHERE table_id = ?", (table,)).fetchone()
    hands = connection.execute("SELECT * FROM hands WHERE table_id = ?", (table,))
    seats = connection.execute(
        "SELECT hand_seats.* FROM hands JOIN hand_seats ON hand_seats.hand_id = hands.id WHERE table_id = ? "
        "ORDER BY hand_id, seat",
        (table,),
    )
    return Papers(
        table,
        entries,
        tuple(found) if found is not None else None,
        {row["number"]: dict(row) for row in hands},
        {
            key: [dict(row) for row in rows]
            for key, rows in itertools.groupby(seats, key=lambda row: str(row["hand_id"]))
        },
        connection.execute("SELECT 1 FROM tables WHERE id = ?", (table,)).fetchone() is not None,
    )


def check_table(papers: Papers) -> Report:
    """Checks one table."""
    check = TableCheck(papers)
    check.run()
    return check.report
