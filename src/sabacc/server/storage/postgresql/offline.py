"""PostgreSQL outside a server: commands that read or write a database, and end."""

from __future__ import annotations

import asyncio
from typing import TypeVar

from sabacc.server.storage.postgresql.connecting import connect, explained
from sabacc.server.storage.postgresql.startup import check_version, hold_lock, migrate
from sabacc.server.storage.postgresql.transaction import PostgresqlTransaction
from sabacc.server.storage.store import Job

T = TypeVar("T")


def read_once(address: str, job: Job[T]) -> T:
    """Runs a job that only reads, and sees the database as it is at one moment."""

    async def run() -> T:
        connection = await connect(address, command_timeout=None)
        try:
            await check_version(connection, address)
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
