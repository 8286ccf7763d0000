"""Jobs over a SQLite connection: what they await is done at once."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Coroutine, Iterable, Sequence
from typing import Any, TypeVar

from sabacc.server.storage.store import Row, Sql, Values

T = TypeVar("T")


class SqliteTransaction:
    """What a job may do with a SQLite connection; see `Transaction`."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    async def rows(self, sql: Sql, *values: Any) -> Sequence[Row]:
        return self.connection.execute(_spelled(sql), values).fetchall()

    async def row(self, sql: Sql, *values: Any) -> Row | None:
        found: Row | None = self.connection.execute(_spelled(sql), values).fetchone()
        return found

    async def stream(self, sql: Sql, *values: Any) -> AsyncIterator[Row]:
        for row in self.connection.execute(_spelled(sql), values):
            yield row

    async def execute(self, sql: Sql, *values: Any) -> int:
        return self.connection.execute(_spelled(sql), values).rowcount

    async def execute_many(self, sql: Sql, rows: Iterable[Values]) -> None:
        self.connection.executemany(_spelled(sql), rows)


def run_now(job: Coroutine[Any, Any, T]) -> T:
    """Runs a job to its end, which awaits nothing that would have to be waited for."""
    try:
        job.send(None)
    except StopIteration as done:
        result: T = done.value
        return result
    job.close()
    raise RuntimeError("a job waits for something else than its transaction")


def _spelled(sql: Sql) -> str:
    return sql if isinstance(sql, str) else sql.sqlite
