"""Rows on their way into the database, many with one statement.

The database's writer and the event loop share one interpreter, and each time the writer comes back from SQLite it may have to
wait until the loop lets go. So all rows go in with one call: SQLite takes those of one kind out of a JSON array by itself,
and what is no text out of one long string of bytes beside it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

Values = Sequence[Any]


class Put:
    """A statement for any number of rows, an array of which is its `?1`. In it, `{name}` stands for a column of theirs;
    those in `blobs` are bytes."""

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

    def pack(self, rows: Sequence[Values]) -> tuple[str, bytes]:
        """Rows as its statement takes them: an array, and the bytes beside it."""
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
        return msgspec.json.encode(placed).decode(), b"".join(parts)


class Putter:
    """Puts rows of many kinds into a database with one statement, which is a transaction by itself.

    They go into a view that keeps nothing; it has a trigger for each kind, and that trigger's body is the kind's statement.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._kinds: dict[Put, int] = {}
        connection.execute("CREATE TEMP VIEW putting AS SELECT NULL AS kind, NULL AS many, NULL AS parts")

    def know(self, kinds: Iterable[Put]) -> None:
        """Gets ready for kinds of rows. Not inside a transaction: were that taken back, so would be the triggers, and rows
        of those kinds would vanish in the view."""
        assert not self._connection.in_transaction
        for put in kinds:
            if put not in self._kinds:
                number = len(self._kinds)
                body = put.sql.replace("?1", "NEW.many").replace("?2", "NEW.parts")
                self._connection.execute(
                    f"CREATE TEMP TRIGGER putting_{number} INSTEAD OF INSERT ON putting "
                    f"WHEN NEW.kind = {number} BEGIN {body}; END"
                )
                self._kinds[put] = number

    def put(self, kinds: Mapping[Put, Sequence[Values]]) -> None:
        """Puts them all, or raises and puts none. Inside a transaction, kinds have to be known already."""
        if not self._connection.in_transaction:
            self.know(kinds)
        values: list[Any] = []
        for put in sorted(kinds, key=lambda put: put.last):
            values += (self._kinds[put], *put.pack(kinds[put]))
        if values:
            self._connection.execute("INSERT INTO putting VALUES " + ", ".join(["(?, ?, ?)"] * len(kinds)), values)
