"""What a backup that is put back has to know of the database in whose place it comes."""

from __future__ import annotations

import msgspec

from sabacc.server.storage.credentials import Credentials, put_in
from sabacc.server.storage.sql import tables as sql
from sabacc.server.storage.store import Transaction

UNKNOWN_VERSIONS = 1_000_000  # more than people can have seen since, where that is not known


class DatabaseState(msgspec.Struct, frozen=True):
    """How far a database was."""

    restores: int = 0  # how often a backup was put in its place, so that heads of the log can say so
    versions: dict[str, int] | None = None  # the last one of each table; none if nobody knows
    credentials: Credentials | None = None  # what people signed in with; none if nobody knows


async def read_state(transaction: Transaction) -> DatabaseState:
    """How far a database is."""
    versions = {row["table_id"]: int(row["version"]) for row in await transaction.rows(sql.LAST_VERSIONS)}
    return DatabaseState(await _restores(transaction), versions)


async def mark_restored(transaction: Transaction, before: DatabaseState) -> None:
    """Notes which tables had gone on since the backup, so that the server takes their hands back and says so; people sign
    in with what they signed in with before."""
    count = max(await _restores(transaction), before.restores) + 1
    await transaction.execute(sql.SET_FACT, "restores", count)
    for row in await transaction.rows(sql.OPEN_VERSIONS):
        table, version = row["id"], row["version"]
        lost = version + UNKNOWN_VERSIONS if before.versions is None else before.versions.get(table, version)
        if lost > version:
            await transaction.execute(sql.MARK_RESTORED, table, lost)
    if before.credentials is not None:
        await put_in(transaction, before.credentials)


async def _restores(transaction: Transaction) -> int:
    row = await transaction.row(sql.FACT, "restores")
    return int(row["value"]) if row is not None else 0
