"""PostgreSQL outside a server: commands that read or write a database, and end."""

from __future__ import annotations

import asyncio
from typing import TypeVar

import asyncpg

from sabacc.errors import SabaccError
from sabacc.server.storage.postgresql.connecting import connect, explained, shown
from sabacc.server.storage.postgresql.startup import hold_lock, migrate, migrations
from sabacc.server.storage.postgresql.transaction import PostgresqlTransaction
from sabacc.server.storage.store import Job

T = TypeVar("T")
VERSION = "SELECT max(version) FROM schema_version"


def read_once(address: str, job: Job[T]) -> T:
    """Runs a job that only reads, and sees the database as it is at one moment."""

    async def run() -> T:
        connection = await connect(address, command_timeout=None)
        try:
            await _check_version(connection, address)
            async with connection.transaction(isolation="repeatable_read", readonly=True):
                return await job(PostgresqlTransaction(connection))
        finally:
            await connection.close()

    with explained(address):
        return asyncio.run(run())


def write_once(address: str, job: Job[T]) -> T:
    """Brings a database up to date and runs a job in it, as one transaction; refuses while a server has it."""

    async def run() -> T:
        connection = await connect(address, command_timeout=None)
        try:
            await hold_lock(connection, address)
            await migrate(connection, address)
            async with connection.transaction():
                return await job(PostgresqlTransaction(connection))
        finally:
            await connection.close()

    with explained(address):
        return asyncio.run(run())


async def _check_version(connection: asyncpg.Connection, address: str) -> None:
    """Refuses a database that is not ours, or of another version."""
    if not await connection.fetchval("SELECT to_regclass('schema_version') IS NOT NULL"):
        raise SabaccError(f"{shown(address)} is no database of a sabacc server.")
    version, known = await connection.fetchval(VERSION), len(migrations())
    if version != known:
        which = "install a newer one" if version > known else "start the server once, which brings it up to date"
        raise SabaccError(f"{shown(address)} is of version {version}, and this sabacc knows version {known}: {which}.")
