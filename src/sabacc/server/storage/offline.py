"""A database outside a server: for commands that read or write it, and end."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TypeVar

from sabacc.server.storage.opening import require_driver
from sabacc.server.storage.sqlite.backup import check_version, hold_lock, open_read_only
from sabacc.server.storage.sqlite.startup import explained, open_existing
from sabacc.server.storage.sqlite.transaction import SqliteTransaction, run_now
from sabacc.server.storage.store import Job

T = TypeVar("T")


def read_offline(path: Path, job: Job[T], postgresql: str | None = None) -> T:
    """Runs a job that only reads, in a database that a server may be using meanwhile."""
    if postgresql is not None:
        require_driver()
        from sabacc.server.storage.postgresql.offline import read_once

        return read_once(postgresql, job)
    with contextlib.closing(open_read_only(path)) as connection, explained(path):
        check_version(connection, path)
        return run_now(job(SqliteTransaction(connection)))


def write_offline(path: Path, job: Job[T], postgresql: str | None = None) -> T:
    """Runs a job in a database that no server has."""
    if postgresql is not None:
        require_driver()
        from sabacc.server.storage.postgresql.offline import write_once

        return write_once(postgresql, job)
    with hold_lock(path), contextlib.closing(open_existing(path)) as connection:
        return run_now(job(SqliteTransaction(connection)))
