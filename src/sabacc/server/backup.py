"""Copies of the database: made while the server runs, and put back while it doesn't."""

from __future__ import annotations

import contextlib
import os
import secrets
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from sabacc.errors import SabaccError
from sabacc.server.migrations import STEPS, version_of

PAGES = 2048  # copied at a time
Progress = Callable[[int, int], None]  # pages done, of so many

# ---- one at a time


@contextlib.contextmanager
def hold_lock(database: Path) -> Iterator[None]:
    """The database is this process's alone: for a server as long as it runs, and for a restore."""
    path = database.with_name(database.name + ".lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except (FileExistsError, NotADirectoryError) as error:
        raise SabaccError(f"{path.parent} is no folder: name one that a database can be kept in.") from error
    except OSError as error:
        raise SabaccError(f"{path} can't be written: {error.strerror}.") from error
    try:
        if not _lock(file):
            holder = os.read(file, 20).decode("ascii", "replace").strip()
            who = f"process {holder}" if holder.isdigit() else "another process"
            raise SabaccError(f"{database} is in use by {who}, a server most likely: stop it first.")
        os.ftruncate(file, 0)
        os.write(file, f"{os.getpid()}\n".encode())
        yield
    finally:
        os.close(file)  # and the lock is gone; the file stays, since another may be waiting for it


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


def open_to_read(path: Path) -> sqlite3.Connection:
    """A database that is there, and that nothing is changed in."""
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
    """Refuses a database that is none of ours, or one of a newer sabacc."""
    version = version_of(connection)
    if version > len(STEPS):
        raise SabaccError(
            f"{path} is of version {version}, and this sabacc knows versions up to {len(STEPS)}: install a newer one."
        )
    tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not version or not {"people", "tables", "log", "hands"} <= tables:
        raise SabaccError(f"{path} is no database of a sabacc server.")


# ---- copying


def back_up(database: Path, target: Path, replace: bool = False, progress: Progress | None = None) -> int:
    """A copy as things stand now; the server may go on meanwhile. How many bytes it has."""
    _check_free(target, replace)
    with _reading(database) as source, _beside(target) as copy:
        _copy(source, copy, database, progress)
        _check_free(target, replace)  # still
        size = copy.stat().st_size
        copy.replace(target)
        _settle(target.parent)
    return size


def restore(backup: Path, database: Path, progress: Progress | None = None) -> Path | None:
    """Puts a copy in the place of the database. Where the one that was there went, if there was one."""
    if backup.exists() and database.exists() and backup.samefile(database):
        raise SabaccError(f"{backup} is the database itself: name a copy of it.")
    with _reading(backup) as source, hold_lock(database), _beside(database) as copy:
        _copy(source, copy, backup, progress)
        old = _put_aside(database)
        copy.replace(database)
        _settle(database.parent)
    return old


def _check_free(target: Path, replace: bool) -> None:
    if target.exists() and not replace:
        raise SabaccError(f"{target} is there already and would be lost: name another file, or say --replace.")
    if not target.parent.is_dir():
        raise SabaccError(f"there is no folder {target.parent} to write {target.name} to: make it first.")


@contextlib.contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    """A database of ours, open to be copied."""
    with contextlib.closing(open_to_read(path)) as connection:
        try:
            check_version(connection, path)
            yield connection
        except sqlite3.Error as error:
            raise SabaccError(f"{path} can't be copied: {error}.") from error


@contextlib.contextmanager
def _beside(target: Path) -> Iterator[Path]:
    """A file of our own beside another, that nobody else may read; gone in the end, if it has not become something."""
    path = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    except OSError as error:
        raise SabaccError(f"{target} can't be written: {error.strerror}.") from error
    try:
        yield path
    except OSError as error:
        raise SabaccError(f"{target} can't be written: {error.strerror or error}.") from error
    finally:
        path.unlink(missing_ok=True)


def _copy(source: sqlite3.Connection, target: Path, name: Path, progress: Progress | None) -> None:
    """Copies a database, checks the copy, and sees it to the disk."""
    with contextlib.closing(sqlite3.connect(target, isolation_level=None)) as writing:
        source.execute("BEGIN")  # holds on to the present, so that what is written meanwhile doesn't make it start over
        source.execute("SELECT count(*) FROM sqlite_master").fetchone()
        source.backup(writing, pages=PAGES, progress=_telling(progress))
        writing.execute("PRAGMA journal_mode=DELETE")  # all in one file
        _check(writing, name)
    with target.open("rb+") as file:
        os.fsync(file.fileno())


def _telling(progress: Progress | None) -> Callable[[int, int, int], None] | None:
    if progress is None:
        return None
    return lambda status, remaining, total: progress(total - remaining, total)


def _check(connection: sqlite3.Connection, source: Path) -> None:
    """Refuses a copy that SQLite finds a fault with."""
    found = [row[0] for row in connection.execute("PRAGMA integrity_check(3)").fetchall()]
    if found != ["ok"]:
        raise SabaccError(f"{source} is damaged, and was not copied: {'; '.join(map(str, found))}.")


def _put_aside(database: Path) -> Path | None:
    """Keeps what is there under another name."""
    if not database.exists():
        return None
    kept = database.with_name(
        f"{database.stem}-before-{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(2)}{database.suffix}"
    )
    with contextlib.suppress(sqlite3.Error):  # a damaged one is put aside as it is
        connection = sqlite3.connect(database)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()
    # What was not written into the file itself yet goes first: beside another database it would be poison.
    for tail in ("-wal", "-shm"):
        part = database.with_name(database.name + tail)
        if part.exists():
            part.rename(kept.with_name(kept.name + tail))
    try:
        os.link(database, kept)  # there is a database at every moment, whatever happens
    except OSError:  # on a disk that knows no links
        database.rename(kept)
    return kept


def _settle(folder: Path) -> None:
    """Sees a new name in a folder to the disk, where folders can be opened."""
    with contextlib.suppress(OSError):
        file = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(file)
        finally:
            os.close(file)
