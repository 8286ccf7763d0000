"""Opening a database: a new one is made whole or not at all, and what is damaged or not ours is refused with a sentence."""

from __future__ import annotations

import contextlib
import os
import secrets
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

from sabacc.errors import SabaccError
from sabacc.server.storage.private_files import create_private_file, make_private_folder, sync_folder
from sabacc.server.storage.revocations import list_path
from sabacc.server.storage.sqlite.checksums import bring_up_to_date, keep_checksums
from sabacc.server.storage.sqlite.connection import connect
from sabacc.server.storage.sqlite.migrations import migrate, version_of

HEADER = b"SQLite format 3\x00"
TABLES = frozenset({"people", "sessions", "tables", "log", "snapshots", "hands"})
INSTEAD = "Put a backup in its place with sabacc admin restore"
_DAMAGE = ("SQLITE_CORRUPT", "SQLITE_NOTADB")


class DamagedDatabase(SabaccError):
    """SQLite can't read a database of ours, or not all of it."""


def is_damage(error: Exception) -> bool:
    """Whether an error says that the file is damaged; where a text can't be read, it is, too."""
    return isinstance(error, UnicodeError) or str(getattr(error, "sqlite_errorname", "")).startswith(_DAMAGE)


@contextlib.contextmanager
def explained(path: Path) -> Iterator[None]:
    """Says in a sentence why a database can't be read or opened."""
    try:
        yield
    except (sqlite3.Error, UnicodeError) as error:
        if is_damage(error):
            raise DamagedDatabase(f"{path} is damaged: {error}. {INSTEAD}, or run sabacc admin salvage.") from error
        raise SabaccError(f"the database {path} can't be opened: {error}.") from error
    except OSError as error:
        raise SabaccError(f"the database {path} can't be opened: {error.strerror}.") from error


def open_database(path: Path) -> sqlite3.Connection:
    """A connection to a database, which is brought up to date, or made if there never was one."""
    make_private_folder(path.parent)
    if not path.exists():
        _refuse_traces(path)
        _create(path)
    _check_file(path)
    _check_ours(path)
    return _open(path)


def open_existing(path: Path) -> sqlite3.Connection:
    """A connection to a database that must be there."""
    if not path.exists():
        raise SabaccError(f"there is no database {path}.")
    return open_database(path)


def check_integrity(path: Path, stopped: Callable[[], bool]) -> list[str]:
    """What SQLite finds wrong with a file until it is stopped, table by table, so that no reading takes long."""
    faults = []
    with contextlib.closing(connect(path, read_only=True)) as connection:
        for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            if stopped():
                break
            try:
                found = [row[0] for row in connection.execute(f"PRAGMA integrity_check('{table}')").fetchall()]
            except sqlite3.DatabaseError as error:
                found = [str(error)]
            faults += [f"{table}: {one}" for one in found if one != "ok"]
    return faults


def _refuse_traces(path: Path) -> None:
    """Refuses to make a new database where there was one."""
    for trace in (path.with_name(path.name + "-wal"), list_path(path)):
        if trace.exists():
            raise SabaccError(
                f"there was a database {path}, and it is gone: only {trace.name} is left of it. {INSTEAD}, or remove that file, "
                "too, to begin with nothing."
            )


def _create(path: Path) -> None:
    """Makes a new database under another name, which gets its own when it is whole."""
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    os.close(create_private_file(temporary, os.O_EXCL))
    try:
        with contextlib.closing(sqlite3.connect(temporary, isolation_level=None)) as connection:
            connection.execute("PRAGMA synchronous=FULL")
            migrate(connection)
        temporary.replace(path)
        sync_folder(path.parent)
    finally:
        temporary.unlink(missing_ok=True)


def _check_file(path: Path) -> None:
    if not path.is_file():
        raise SabaccError(f"{path} is no file: name a folder that a database can be kept in.")
    with path.open("rb") as file:
        found = file.read(len(HEADER))
    if not found:
        raise SabaccError(f"{path} is empty, and no new one is begun in its place. {INSTEAD}, or remove the file.")
    if found != HEADER:
        raise DamagedDatabase(f"{path} is no database, or its beginning is damaged. {INSTEAD}, or remove the file.")


def _check_ours(path: Path) -> None:
    """Refuses a database of another program, and changes nothing of it."""
    address = f"{path.resolve().as_uri()}?mode=ro"
    with contextlib.closing(sqlite3.connect(address, uri=True, timeout=30)) as connection:
        found = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not version_of(connection) or not found >= TABLES:
            raise SabaccError(
                f"{path} is no database of a sabacc server. {INSTEAD}, or name another folder with --data."
            )


def _open(path: Path) -> sqlite3.Connection:
    connection = connect(path)
    try:
        bring_up_to_date(connection)
        keep_checksums(connection)
    except BaseException:
        connection.close()
        raise
    return connection
