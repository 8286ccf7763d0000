"""Jobs over a PostgreSQL connection."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence
from typing import Any

import asyncpg

from sabacc.server.storage.postgresql.statements import spelled
from sabacc.server.storage.store import Row, Sql, Values

PREFETCHED = 500  # rows of a stream
NO_CHARACTER = (
    "\N{REPLACEMENT CHARACTER}"  # in place of NUL, which PostgreSQL has in no text, and nothing that is kept has
)


class PostgresqlTransaction:
    """What a job may do with a PostgreSQL connection; see `Transaction`."""

    def __init__(self, connection: asyncpg.Connection) -> None:
        self.connection = connection

    async def rows(self, sql: Sql, *values: Any) -> Sequence[Row]:
        found: Sequence[Row] = await self.connection.fetch(spelled(sql), *map(storable, values))
        return found

    async def row(self, sql: Sql, *values: Any) -> Row | None:
        found: Row | None = await self.connection.fetchrow(spelled(sql), *map(storable, values))
        return found

    async def stream(self, sql: Sql, *values: Any) -> AsyncIterator[Row]:
        async for row in self.connection.cursor(spelled(sql), *map(storable, values), prefetch=PREFETCHED):
            yield row

    async def execute(self, sql: Sql, *values: Any) -> int:
        status: str = await self.connection.execute(spelled(sql), *map(storable, values))
        count = status.rpartition(" ")[2]  # "UPDATE 3"
        return int(count) if count.isdigit() else 0

    async def execute_many(self, sql: Sql, rows: Iterable[Values]) -> None:
        await self.connection.executemany(spelled(sql), [tuple(map(storable, row)) for row in rows])


def storable(value: Any) -> Any:
    """A value as PostgreSQL takes it."""
    return value.replace("\0", NO_CHARACTER) if isinstance(value, str) and "\0" in value else value
