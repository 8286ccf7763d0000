"""Many rows of many kinds, written with one statement.

The database's writer and the event loop share one interpreter, and each time the writer comes back from SQLite it may have to
wait until the loop lets go. So all rows go in with one call: SQLite takes those of one kind out of a JSON array by itself,
and their blobs out of one long string of bytes beside it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from sabacc.server.storage.store import Values

Verb = Literal["INSERT", "INSERT OR REPLACE", "INSERT OR IGNORE"]


class BulkStatement:
    """A statement for any number of rows: `?1` is an array of them, and `{name}` stands for a column of theirs."""

    def __init__(self, sql: str, columns: Sequence[str], blobs: Sequence[str] = (), last: bool = False) -> None:
        self.last = last  # whether it runs after all others of a commit
        places = {name: f"value ->> {at}" for at, name in enumerate(columns)}
        for name in blobs:
            at = columns.index(name)
            places[name] = f"coalesce(substr(?2, value ->> '$[{at}][0]', value ->> '$[{at}][1]'), x'')"
        self.sql = sql.format_map(places)
        self.blobs = tuple(columns.index(name) for name in blobs)

    @staticmethod
    def insert_into(
        table: str,
        columns: Sequence[str],
        blobs: Sequence[str] = (),
        verb: Verb = "INSERT",
        last: bool = False,
        **computed: str,
    ) -> BulkStatement:
        """A statement that inserts rows into a table, some of whose columns may be `computed` from theirs."""
        values = {name: f"{{{name}}}" for name in columns} | computed
        sql = f"{verb} INTO {table} ({', '.join(values)}) SELECT {', '.join(values.values())} FROM json_each(?1)"
        return BulkStatement(sql, columns, blobs, last)

    def pack(self, rows: Sequence[Values]) -> tuple[str, bytes]:
        """Rows as the statement takes them: a JSON array, and the blobs beside it."""
        parts: list[bytes] = []
        at = 1  # SQLite counts from one
        packed = []
        for row in rows:
            columns = list(row)
            for column in self.blobs:
                parts.append(columns[column])
                columns[column] = (at, len(parts[-1]))
                at += len(parts[-1])
            packed.append(columns)
        return msgspec.json.encode(packed).decode(), b"".join(parts)


class BulkInserter:
    """Runs bulk statements of many kinds as one statement, which is a transaction by itself.

    Rows go into a view that stores nothing. It has a trigger for each kind, whose body is the kind's statement.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._kinds: dict[BulkStatement, int] = {}
        connection.execute("CREATE TEMP VIEW bulk_rows AS SELECT NULL AS kind, NULL AS row_array, NULL AS blobs")

    def prepare(self, statements: Iterable[BulkStatement]) -> None:
        """Creates the triggers of new kinds of rows, outside a transaction: a rollback would take them back."""
        assert not self._connection.in_transaction
        for statement in statements:
            if statement not in self._kinds:
                number = len(self._kinds)
                body = statement.sql.replace("?1", "NEW.row_array").replace("?2", "NEW.blobs")
                self._connection.execute(
                    f"CREATE TEMP TRIGGER bulk_rows_{number} INSTEAD OF INSERT ON bulk_rows "
                    f"WHEN NEW.kind = {number} BEGIN {body}; END"
                )
                self._kinds[statement] = number

    def insert(self, rows: Mapping[BulkStatement, Sequence[Values]]) -> None:
        """Writes all rows, or raises and writes none; inside a transaction, their kinds must be prepared already."""
        if not self._connection.in_transaction:
            self.prepare(rows)
        values: list[Any] = []
        for statement in sorted(rows, key=lambda one: one.last):
            values += (self._kinds[statement], *statement.pack(rows[statement]))
        if values:
            self._connection.execute("INSERT INTO bulk_rows VALUES " + ", ".join(["(?, ?, ?)"] * len(rows)), values)
