"""Backups of a PostgreSQL database: SQLite files, which need no program of PostgreSQL and fit its every version."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from sabacc.errors import SabaccError
from sabacc.server.storage.copying import CopyReport, Progress, copy_rows, count_rows
from sabacc.server.storage.credentials import read_credentials
from sabacc.server.storage.keys import load_keys
from sabacc.server.storage.postgresql.offline import read_once, write_once
from sabacc.server.storage.private_files import make_private_folder, sync_folder
from sabacc.server.storage.restored import DatabaseState, mark_restored, read_state
from sabacc.server.storage.schema import TABLES
from sabacc.server.storage.seed_vault import SeedVault
from sabacc.server.storage.sqlite.backup import check_free, temporary_file
from sabacc.server.storage.sqlite.copies import reading_copy, writing_copy
from sabacc.server.storage.store import Transaction

EMPTY = f"TRUNCATE {', '.join(table.name for table in TABLES)}"  # it calls no trigger: no token is revoked by it
REVOKE_AGAIN = "DELETE FROM sessions WHERE hash IN (SELECT hash FROM revoked_tokens)"
NEXT_PLACES = tuple(
    f"SELECT setval(pg_get_serial_sequence('{table}', '{column}'), (SELECT max({column}) FROM {table}))"
    for table, column in (("log", "place"), ("server_keys", "number"))
)


def copy_to_file(address: str, file: Path, progress: Progress | None = None) -> CopyReport:
    """Copies a database as it is now into an empty file, while a server may go on."""
    with writing_copy(file) as target:
        return read_once(address, lambda source: copy_rows(source, target, progress))


def back_up(address: str, target: Path, replace: bool = False, progress: Progress | None = None) -> int:
    """Makes a copy of the database as it is now, while a server may go on; returns its size in bytes."""
    check_free(target, replace)
    with temporary_file(target) as copy:
        copy_to_file(address, copy, progress)
        check_free(target, replace)  # still
        size = copy.stat().st_size
        copy.replace(target)
        sync_folder(target.parent)
    return size


def restore(backup: Path, address: str, path: Path, progress: Progress | None = None) -> Path | None:
    """Replaces all rows by those of a copy, as one transaction; returns where the old ones are kept, if there were any."""
    make_private_folder(path.parent)
    keys = load_keys(path)
    with reading_copy(backup, path, SeedVault(keys) if keys is not None else None) as source:
        return write_once(address, lambda target: _replace_rows(source, target, path, progress))


async def _replace_rows(source: Transaction, target: Transaction, path: Path, progress: Progress | None) -> Path | None:
    had_rows = await count_rows(target) > 0
    before = await read_state(target) if had_rows else DatabaseState()
    if had_rows:
        before = msgspec.structs.replace(before, credentials=await read_credentials(target))
    kept = await _keep_aside(target, path) if had_rows else None
    await target.execute(EMPTY)
    await copy_rows(source, target, progress)
    await fill_up(target)
    await mark_restored(target, before)
    return kept


async def fill_up(target: Transaction) -> None:
    """What a database needs after rows were copied into it: numbers go on behind them, and revoked tokens stay so."""
    for statement in NEXT_PLACES:
        await target.row(statement)
    await target.execute(REVOKE_AGAIN)


async def require_empty(target: Transaction, shown: str) -> None:
    """Refuses a database that has something to lose."""
    if await count_rows(target):
        raise SabaccError(f"{shown} has people or tables already, which would be lost: name an empty database.")


async def _keep_aside(target: Transaction, path: Path) -> Path:
    """Keeps what is there in a file, before it is replaced."""
    kept = path.with_name(f"{path.name}-before-{time.strftime('%Y%m%d-%H%M%S')}.sqlite3")
    with temporary_file(kept) as copy:
        with writing_copy(copy) as file:
            await copy_rows(target, file)
        copy.replace(kept)
        sync_folder(kept.parent)
    return kept


@contextlib.contextmanager
def as_file(address: str, path: Path) -> Iterator[Path]:
    """A copy of a database in a file beside a path, for what reads files; it is deleted in the end."""
    make_private_folder(path.parent)
    with temporary_file(path) as copy:
        copy_to_file(address, copy)
        yield copy
