"""Copies all rows of a database into another one, of whatever kind both are, and compares them afterwards."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import msgspec

from sabacc.errors import SabaccError
from sabacc.server.storage.schema import TABLES, TableSchema
from sabacc.server.storage.store import Row, Transaction, Values

CHUNK = 500  # rows that are written at a time
OWN_FACTS = ("probed", "revoked")  # of the one database alone
Progress = Callable[[int, int], None]  # called with the tables done and all tables


class CopyReport(msgspec.Struct, frozen=True):
    """How many rows were copied, by table."""

    rows: dict[str, int]
    faults: list[str] = []  # rows of the old database that were not as they were written: the new one can't tell

    @property
    def total(self) -> int:
        """All of them."""
        return sum(self.rows.values())


async def count_rows(database: Transaction) -> int:
    """How many rows a database has that would be copied."""
    total = 0
    for table in TABLES:
        row = await database.row(f"SELECT count(*) AS count FROM {table.name}")
        total += int(row["count"]) if row is not None and table.name not in ("facts", "server_keys") else 0
    return total


async def copy_rows(source: Transaction, target: Transaction, progress: Progress | None = None) -> CopyReport:
    """Copies all rows into a database that has none, and refuses if the copy is not the same in the end."""
    counts: dict[str, int] = {}
    for done, table in enumerate(TABLES, 1):
        counts[table.name] = await _copy_table(source, target, table)
        if await _digest(source, table) != await _digest(target, table):
            raise SabaccError(f"{table.name} could not be copied as it is: nothing was changed.")
        if progress is not None:
            progress(done, len(TABLES))
    return CopyReport(counts)


async def _copy_table(source: Transaction, target: Transaction, table: TableSchema) -> int:
    count = 0
    chunk: list[Values] = []
    async for row in source.stream(table.select):
        if _is_own(table, row):
            continue
        chunk.append(_values(table, row))
        count += 1
        if len(chunk) == CHUNK:
            await target.execute_many(table.insert, chunk)
            chunk = []
    if chunk:
        await target.execute_many(table.insert, chunk)
    return count


async def _digest(database: Transaction, table: TableSchema) -> bytes:
    """A digest of all rows of a table."""
    digest = hashlib.sha256()
    async for row in database.stream(table.select):
        if not _is_own(table, row):
            digest.update(repr(_values(table, row)).encode())
    return digest.digest()


def _is_own(table: TableSchema, row: Row) -> bool:
    return table.name == "facts" and row["name"] in OWN_FACTS


def _values(table: TableSchema, row: Row) -> Values:
    return tuple(row[name] for name in table.columns)
