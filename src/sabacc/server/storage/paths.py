"""Where the server keeps its database."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

from sabacc.errors import SabaccError

FILE = "sabacc.sqlite3"
REPORT_FILE = "collusion-report.json"  # of the last night
POSTGRESQL_FILES = "sabacc.postgresql"  # what the files that belong to a PostgreSQL database begin with
VARIABLE = "SABACC_DATA"
SCHEMES = ("postgresql://", "postgres://")


def database_path(data: Path | None = None) -> Path:
    """The database in the folder that is named, else in that of the environment variable, else in the system's usual one."""
    folder = data or os.environ.get(VARIABLE) or platformdirs.user_data_path("sabacc")
    return Path(folder) / FILE


def find_database(data: Path | None, address: str | None) -> tuple[Path, str | None]:
    """The path of the database; with an address of PostgreSQL, what its files lie beside, and that address."""
    path = database_path(data)
    if not address:
        return path, None
    if not address.startswith(SCHEMES):
        raise SabaccError(
            f"--database is an address that begins with postgresql://, not {address!r}; a folder is --data."
        )
    return path.with_name(POSTGRESQL_FILES), address


def shown_database(path: Path, address: str | None) -> str:
    """A database as it may be printed: without user, password and settings."""
    if address is None:
        return str(path)
    rest = address.partition("://")[2]
    head = rest.partition("?")[0]
    hidden = "@" in rest and "@" not in head  # a password with signs that don't belong into an address
    host, _, name = head.rpartition("@")[2].partition("/")
    return "postgresql://…" if hidden else f"postgresql://{host or 'localhost'}/{name}"
