"""Opens the store that a server is told to use."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sabacc.errors import SabaccError
from sabacc.server.storage.lease import Fence
from sabacc.server.storage.sqlite.database import Database
from sabacc.server.storage.store import Store

if TYPE_CHECKING:
    from sabacc.server.storage.postgresql.leases import LeaseStore

NO_DRIVER = "a server on PostgreSQL needs one more package: pip install 'sabacc[cluster]'."


def open_store(path: Path, postgresql: str | None = None, fence: Fence | None = None) -> Store:
    """The database at a path, or the one in PostgreSQL whose files (its keys) lie beside that path; in a cluster with a fence."""
    if postgresql is None:
        return Database(path)
    require_driver()
    from sabacc.server.storage.postgresql.store import PostgresqlStore

    return PostgresqlStore(postgresql, path, fence)


def open_lease_store(postgresql: str) -> LeaseStore:
    """The leases of a cluster."""
    from sabacc.server.storage.postgresql.leases import LeaseStore as PostgresqlLeaseStore

    return PostgresqlLeaseStore(postgresql)


def require_driver() -> None:
    """Says what is missing if there is no way to speak to PostgreSQL."""
    try:
        import asyncpg  # noqa: F401, TID251 - only whether it is there
    except ImportError as error:
        raise SabaccError(NO_DRIVER) from error
