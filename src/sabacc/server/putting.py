"""Rows on their way into the database, many with one statement.

The database's writer and the event loop share one interpreter, and each time the writer comes back from SQLite it may have to
wait until the loop lets go. So rows of one kind go in together: SQLite takes them out of a JSON array by itself, and what is
no text out of one long string of bytes beside it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

import msgspec

Values = Sequence[Any]


class Put:
    """A statement for any number of rows. In it, `{name}` stands for a column of theirs; those in `blobs` are bytes."""

    def __init__(self, sql: str, columns: Sequence[str], blobs: Sequence[str] = (), last: bool = False) -> None:
        self.last = last  # after all others of a commit
        places = {name: f"value ->> {at}" for at, name in enumerate(columns)}
        for name in blobs:
            at = columns.index(name)
            places[name] = f"coalesce(substr(?2, value ->> '$[{at}][0]', value ->> '$[{at}][1]'), x'')"
        self.sql = sql.format_map(places)
        self.blobs = tuple(columns.index(name) for name in blobs)

    @staticmethod
    def into(
        table: str,
        columns: Sequence[str],
        blobs: Sequence[str] = (),
        how: str = "INSERT",
        last: bool = False,
        **computed: str,
    ) -> Put:
        """Puts rows into a table. Some of its columns may be `computed` from theirs."""
        values = {name: f"{{{name}}}" for name in columns} | computed
        sql = f"{how} INTO {table} ({', '.join(values)}) SELECT {', '.join(values.values())} FROM json_each(?1)"
        return Put(sql, columns, blobs, last)

    def run(self, connection: sqlite3.Connection, rows: Sequence[Values]) -> None:
        """Puts them all."""
        if not self.blobs:
            connection.execute(self.sql, (msgspec.json.encode(rows).decode(),))
            return
        parts: list[bytes] = []
        at = 1  # SQLite counts from one
        placed = []
        for row in rows:
            columns = list(row)
            for column in self.blobs:
                parts.append(columns[column])
                columns[column] = (at, len(parts[-1]))
                at += len(parts[-1])
            placed.append(columns)
        connection.execute(self.sql, (msgspec.json.encode(placed).decode(), b"".join(parts)))
