"""Backups of the database: made while the server runs, and restored while it doesn't."""

from __future__ import annotations

import contextlib
import os
import secrets
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from sabacc.errors import SabaccError
from sabacc.server.storage.credentials import read_credentials
from sabacc.server.storage.private_files import create_private_file, make_private, make_private_folder, sync_folder
from sabacc.server.storage.restored import DatabaseState, mark_restored, read_state
from sabacc.server.storage.sqlite.checksums import bring_up_to_date, keep_checksums
from sabacc.server.storage.sqlite.migrations import MIGRATIONS, version_of
from sabacc.server.storage.sqlite.transaction import SqliteTransaction, run_now

PAGES = 2048  # copied at a time
Progress = Callable[[int, int], None]  # called with the pages done and all pages

# ---- the lock


@contextlib.contextmanager
def hold_lock(database: Path) -> Iterator[None]:
    """Holds the lock of a database, which a server has as long as it runs, and a restore has too."""
    path = database.with_name(database.name + ".lock")
    make_private_folder(path.parent)
    try:
        file = create_private_file(path)
    except OSError as error:
        raise SabaccError(f"{path} can't be written: {error.strerror}.") from error
    try:
        if not _lock(file):
            holder = os.read(file, 20).decode("ascii", "replace").strip()
            who = f"process {holder}" if holder.isdigit() else "another process"
            raise SabaccError(f"{database} is in use by {who}, a server most likely: stop it first.")
        _write_holder(file, path)
        yield
    finally:
        os.close(file)  # and the lock is gone; the file stays, since another may be waiting for it


def _write_holder(file: int, path: Path) -> None:
    """Says in the lock's file who holds it."""
    try:
        os.ftruncate(file, 0)
        os.write(file, f"{os.getpid()}\n".encode())
    except OSError as error:
        raise SabaccError(f"{path} can't be written: {error.strerror}.") from error


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> bool:
        os.lseek(file, 100, os.SEEK_SET)  # behind the number that others may want to read
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(file, 0, os.SEEK_SET)
        return True

else:
    import fcntl

    def _lock(file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


# ---- reading


def open_read_only(path: Path) -> sqlite3.Connection:
    """A read-only connection to a database that exists."""
    if not path.is_file():
        raise SabaccError(f"there is no database {path}.")
    try:
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None, timeout=30)
        connection.row_factory = sqlite3.Row
        version_of(connection)
    except sqlite3.Error as error:
        raise SabaccError(f"{path} can't be read: {error}.") from error
    return connection


def check_version(connection: sqlite3.Connection, path: Path) -> None:
    """Refuses a database that is not ours, or of a newer sabacc."""
    version = version_of(connection)
    if version > len(MIGRATIONS):
        raise SabaccError(
            f"{path} is of version {version}, and this sabacc knows versions up to {len(MIGRATIONS)}: install a newer one."
        )
    tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not version or not {"people", "tables", "log", "hands"} <= tables:
        raise SabaccError(f"{path} is no database of a sabacc server.")


# ---- copying


def back_up(database: Path, target: Path, replace: bool = False, progress: Progress | None = None) -> int:
    """Makes a copy of the database as it is now, while a server may go on; returns its size in bytes."""
    check_free(target, replace)
    with _open_source(database) as source, temporary_file(target) as copy:
        _copy(source, copy, database, progress)
        check_free(target, replace)  # still
        size = copy.stat().st_size
        copy.replace(target)
        sync_folder(target.parent)
    return size


def restore(backup: Path, database: Path, progress: Progress | None = None) -> Path | None:
    """Replaces the database with a copy; returns where the old one was moved, if there was one."""
    if backup.exists() and database.exists() and backup.samefile(database):
        raise SabaccError(f"{backup} is the database itself: name a copy of it.")
    with _open_source(backup) as source, hold_lock(database), temporary_file(database) as copy:
        _copy(source, copy, backup, progress)
        _mark_restored(copy, database)
        old = move_aside(database, "before")
        copy.replace(database)
        make_private(database)  # what was moved aside, too
        sync_folder(database.parent)
    return old


def _mark_restored(copy: Path, database: Path) -> None:
    """Notes in a copy which of its tables have gone on since, so that the server takes their hands back and says so."""
    before = _state_of(database)
    with contextlib.closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA synchronous=FULL")
        bring_up_to_date(connection)
        keep_checksums(connection)
        run_now(mark_restored(SqliteTransaction(connection), before))


def _state_of(database: Path) -> DatabaseState:
    """How far a database was that may be gone, damaged or older."""
    if not database.exists():
        return DatabaseState()
    try:
        with contextlib.closing(open_read_only(database)) as connection:
            transaction = SqliteTransaction(connection)
            state = run_now(read_state(transaction))
            with contextlib.suppress(sqlite3.Error):  # it is damaged there, or of an older version
                state = msgspec.structs.replace(state, credentials=run_now(read_credentials(transaction)))
            return state
    except (sqlite3.Error, SabaccError):
        return DatabaseState()


def check_free(target: Path, replace: bool) -> None:
    """Refuses to write over a file, or where there is no folder."""
    if target.exists() and not replace:
        raise SabaccError(f"{target} is there already and would be lost: name another file, or say --replace.")
    if not target.parent.is_dir():
        raise SabaccError(f"there is no folder {target.parent} to write {target.name} to: make it first.")


@contextlib.contextmanager
def _open_source(path: Path) -> Iterator[sqlite3.Connection]:
    """A database of ours, opened to be copied."""
    with contextlib.closing(open_read_only(path)) as connection:
        try:
            check_version(connection, path)
            yield connection
        except sqlite3.Error as error:
            raise SabaccError(f"{path} can't be copied: {error}.") from error


@contextlib.contextmanager
def temporary_file(target: Path) -> Iterator[Path]:
    """A private file beside another, which is deleted in the end unless it was renamed."""
    path = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        os.close(create_private_file(path, os.O_EXCL))
    except OSError as error:
        raise SabaccError(f"{target} can't be written: {error.strerror}.") from error
    try:
        yield path
    except OSError as error:
        raise SabaccError(f"{target} can't be written: {error.strerror or error}.") from error
    finally:
        path.unlink(missing_ok=True)


def copy_file(database: Path, target: Path) -> None:
    """Copies a database into an empty file."""
    with _open_source(database) as source:
        _copy(source, target, database, None)


def _copy(source: sqlite3.Connection, target: Path, name: Path, progress: Progress | None) -> None:
    """Copies a database, checks the copy, and syncs it to the disk."""
    with contextlib.closing(sqlite3.connect(target, isolation_level=None)) as writing:
        source.execute("BEGIN")  # a fixed view: else each write of the server would start it over
        source.execute("SELECT count(*) FROM sqlite_master").fetchone()
        source.backup(writing, pages=PAGES, progress=_page_progress(progress))
        writing.execute("PRAGMA journal_mode=DELETE")  # all in one file
        _check_integrity(writing, name)
    with target.open("rb+") as file:
        os.fsync(file.fileno())


def _page_progress(progress: Progress | None) -> Callable[[int, int, int], None] | None:
    if progress is None:
        return None
    return lambda status, remaining, total: progress(total - remaining, total)


def _check_integrity(connection: sqlite3.Connection, source: Path) -> None:
    """Refuses a copy in which SQLite finds a fault."""
    found = [row[0] for row in connection.execute("PRAGMA integrity_check(3)").fetchall()]
    if found != ["ok"]:
        raise SabaccError(f"{source} is damaged, and was not copied: {'; '.join(map(str, found))}.")


def move_aside(database: Path, why: str) -> Path | None:
    """Moves a database to a name that says why, if there is one."""
    if not database.exists():
        return None
    old = database.with_name(
        f"{database.stem}-{why}-{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(2)}{database.suffix}"
    )
    with contextlib.suppress(sqlite3.Error):  # a damaged one is moved as it is
        connection = sqlite3.connect(database)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()
    # The write-ahead log goes first: beside another database it would damage that.
    for tail in ("-wal", "-shm"):
        part = database.with_name(database.name + tail)
        if part.exists():
            part.rename(old.with_name(old.name + tail))
    try:
        os.link(database, old)  # so that there is a database at every moment
    except OSError:  # on a file system without links
        database.rename(old)
    return old
