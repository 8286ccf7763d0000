"""SQLite files as copies of a database of another kind: written whole, and read without changing them."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from sabacc.server.storage.key_history import key_history
from sabacc.server.storage.seed_vault import SeedVault
from sabacc.server.storage.sqlite.backup import check_version, copy_file, open_read_only, temporary_file
from sabacc.server.storage.sqlite.checksums import has_checksums, sum_up, wrong_rows
from sabacc.server.storage.sqlite.migrations import EVIDENCE_VERSION, migrate, version_of
from sabacc.server.storage.sqlite.seal_plain_seeds import seal_plain_seeds
from sabacc.server.storage.sqlite.transaction import SqliteTransaction, run_now


@contextlib.contextmanager
def writing_copy(file: Path) -> Iterator[SqliteTransaction]:
    """An empty file as a new database to be filled; in the end it is on the disk."""
    with contextlib.closing(_connect(file)) as connection:
        migrate(connection)
        connection.execute("BEGIN")
        yield SqliteTransaction(connection)
        sum_up(connection)
        connection.execute("COMMIT")
    with file.open("rb+") as written:
        os.fsync(written.fileno())


@contextlib.contextmanager
def reading_copy(file: Path, beside: Path, vault: SeedVault | None) -> Iterator[SqliteTransaction]:
    """A database's file as it would be after an update: a copy of it beside another file, which is deleted in the end."""
    with temporary_file(beside) as copy:
        copy_file(file, copy)
        with contextlib.closing(_connect(copy)) as connection:
            migrate(connection)
            if vault is not None:
                seal_plain_seeds(connection, vault)
            yield SqliteTransaction(connection)


def has_signed(file: Path) -> bool:
    """Whether the server of a file has ever had keys; those of older versions had none."""
    with contextlib.closing(open_read_only(file)) as connection:
        check_version(connection, file)
        if version_of(connection) < EVIDENCE_VERSION:
            return False
        return bool(run_now(key_history(SqliteTransaction(connection))))


def changed_rows(file: Path) -> list[str]:
    """A sentence for each row of a database that is not as it was written."""
    with contextlib.closing(open_read_only(file)) as connection:
        return list(map(str, wrong_rows(connection))) if has_checksums(connection) else []


def _connect(file: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(file, isolation_level=None)
    connection.row_factory = sqlite3.Row
    connection.execute("PRAGMA synchronous=OFF")  # it is a copy, and synced in the end if it is kept
    return connection
