"""Connections to PostgreSQL, and sentences about why there is none."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import asyncpg

from sabacc.errors import SabaccError
from sabacc.server.storage.paths import shown_database

CONNECT_TIMEOUT = 10.0  # seconds
COMMAND_TIMEOUT = 30.0  # seconds; no statement of a server takes nearly as long
FAULTS: tuple[type[Exception], ...] = (asyncpg.PostgresError, asyncpg.InterfaceError, OSError)  # also a timeout
SENTENCES = {  # by PostgreSQL's codes
    "53100": "the disk of PostgreSQL is full: make room, and all tables go on.",
    "53300": "PostgreSQL takes no more connections: raise max_connections, and all tables go on.",
    "25006": "PostgreSQL takes no writes, since it is a standby: name the primary.",
    "42501": "this user of PostgreSQL may not write the database: grant it what docs/cluster.md lists.",
}


def shown(address: str) -> str:
    """An address as it may be printed."""
    return shown_database(Path(), address)


async def connect(
    address: str, command_timeout: float | None = COMMAND_TIMEOUT, read_only: bool = False
) -> asyncpg.Connection:
    """A connection with our settings."""
    settings = {"application_name": "sabacc", "timezone": "UTC"}
    if read_only:
        settings["default_transaction_read_only"] = "on"
    try:
        return await asyncpg.connect(
            address,
            timeout=CONNECT_TIMEOUT,
            command_timeout=command_timeout,
            server_settings=settings,
        )
    except ValueError as error:  # an address that can't be read
        raise SabaccError(
            f"{shown(address)} is no address of a PostgreSQL database, which looks like postgresql://user@host:5432/name."
        ) from error


@contextlib.contextmanager
def explained(address: str) -> Iterator[None]:
    """Says in a sentence why a database can't be opened."""
    try:
        yield
    except FAULTS as error:
        why = str(error).splitlines()[0].rstrip(".") if str(error) else type(error).__name__
        raise SabaccError(f"the database {shown(address)} can't be opened: {why}.") from error


def explain_fault(error: BaseException) -> str:
    """A sentence about a write that failed."""
    code = getattr(error, "sqlstate", None) or ""
    if code in SENTENCES:
        return SENTENCES[code]
    if isinstance(error, OSError | asyncpg.InterfaceError) or code[:2] in ("08", "55", "57"):
        return f"PostgreSQL can't be reached ({error}): all tables go on once it can be."
    return f"the database can't be written: {error}."
