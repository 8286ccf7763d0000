"""Opening a PostgreSQL database: it is brought up to date, and what is not ours is refused with a sentence."""

from __future__ import annotations

import asyncio
from importlib.resources import files
from pathlib import Path
from typing import Final

import asyncpg

from sabacc.errors import SabaccError
from sabacc.server.storage.key_history import open_keys
from sabacc.server.storage.keys import ServerKeys
from sabacc.server.storage.postgresql.casefold import casefold_function
from sabacc.server.storage.postgresql.connecting import connect, explained, shown
from sabacc.server.storage.postgresql.transaction import PostgresqlTransaction

SERVER_LOCK: Final = 0x5ABACC  # an advisory lock, which a server has as long as it runs
STARTUP_LOCK: Final = 0x5ABACD  # the same for a node that starts
LOCK_PATIENCE = 10.0  # seconds; a server that was killed may have its lock for a moment longer
LOCK_INTERVAL = 0.1  # seconds
VERSION_TABLE = "CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)"


class DatabaseInUse(SabaccError):
    """Another server has the database."""


def migrations() -> list[str]:
    """The migrations, the first one first; one that was ever released stays as it is."""
    folder = files("sabacc.server.storage.postgresql") / "migrations"
    found = sorted((one for one in folder.iterdir() if one.name.endswith(".sql")), key=lambda one: one.name)
    return [one.read_text(encoding="utf-8") for one in found]


async def hold_lock(connection: asyncpg.Connection, address: str, shared: bool = False) -> None:
    """Takes the server's lock for as long as the connection lasts, or refuses; nodes of a cluster share it."""
    deadline = asyncio.get_running_loop().time() + LOCK_PATIENCE
    function = "pg_try_advisory_lock_shared" if shared else "pg_try_advisory_lock"
    while not await connection.fetchval(f"SELECT {function}($1)", SERVER_LOCK):
        if asyncio.get_running_loop().time() > deadline:
            raise DatabaseInUse(f"{shown(address)} is in use by another process, a server most likely: stop it first.")
        await asyncio.sleep(LOCK_INTERVAL)


async def migrate(connection: asyncpg.Connection, address: str) -> None:
    """Applies the migrations that are missing, each whole or not at all."""
    encoding = await connection.fetchval("SHOW server_encoding")
    if encoding != "UTF8":
        raise SabaccError(f"{shown(address)} has the encoding {encoding}: make a database with the encoding UTF8.")
    steps = migrations()
    ours = await connection.fetchval("SELECT to_regclass('schema_version') IS NOT NULL")
    if not ours and await connection.fetchval("SELECT to_regclass('people') IS NOT NULL"):
        raise SabaccError(f"{shown(address)} is a database of another program: name an empty one.")
    await connection.execute(VERSION_TABLE)
    done = await connection.fetchval("SELECT max(version) FROM schema_version") or 0
    if done > len(steps):
        raise SabaccError(
            f"the database is of version {done}, and this sabacc knows versions up to {len(steps)}: install a newer one."
        )
    for number, step in enumerate(steps[done:], done + 1):
        async with connection.transaction():
            await connection.execute(step)
            await connection.execute("INSERT INTO schema_version VALUES ($1)", number)
    await connection.execute(casefold_function())


async def open_for_server(address: str, path: Path, clustered: bool = False) -> ServerKeys:
    """Brings a database up to date for a server; its keys, which lie beside a path."""
    with explained(address):
        connection = await connect(address)
        try:
            await hold_lock(connection, address, shared=clustered)
            await connection.execute("SELECT pg_advisory_lock($1)", STARTUP_LOCK)  # nodes start one by one
            await migrate(connection, address)
            async with connection.transaction():
                return await open_keys(path, PostgresqlTransaction(connection))
        finally:
            await connection.close()


async def check_version(connection: asyncpg.Connection, address: str) -> None:
    """Refuses a database that is not ours, or of another version."""
    if not await connection.fetchval("SELECT to_regclass('schema_version') IS NOT NULL"):
        raise SabaccError(f"{shown(address)} is no database of a sabacc server.")
    version, known = await connection.fetchval("SELECT max(version) FROM schema_version"), len(migrations())
    if version != known:
        which = "install a newer one" if version > known else "start the server once, which brings it up to date"
        raise SabaccError(f"{shown(address)} is of version {version}, and this sabacc knows version {known}: {which}.")
