"""The data folder and what lies in it are their owner's alone, whatever the umask: they hold the seeds of hands in play."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from pathlib import Path

from sabacc.errors import SabaccError
from sabacc.server.storage.paths import REPORT_FILE

FOLDER_MODE = 0o700
FILE_MODE = 0o600


def make_private_folder(folder: Path) -> None:
    """Makes a folder that only its owner may enter, if it is not there."""
    try:
        if not folder.is_dir():
            folder.mkdir(mode=FOLDER_MODE, parents=True)
            folder.chmod(FOLDER_MODE)  # whatever the umask has left of it
            sync_folder(folder.parent)
    except (FileExistsError, NotADirectoryError) as error:
        raise SabaccError(f"{folder} is no folder: name one that a database can be kept in.") from error
    except OSError as error:
        raise SabaccError(f"the folder {folder} can't be made: {error.strerror}.") from error
    if folder.stat().st_mode & stat.S_ISVTX:
        raise SabaccError(f"{folder} is a folder for everybody's files: name one that is yours alone.")


def create_private_file(path: Path, flags: int = 0) -> int:
    """Opens a file for reading and writing, and makes it for its owner alone if it is not there; its descriptor."""
    existed = path.exists()
    file = os.open(path, os.O_RDWR | os.O_CREAT | flags, FILE_MODE)
    if not existed:
        path.chmod(FILE_MODE)  # whatever the umask has left of it
    return file


def append_durably(path: Path, line: bytes) -> None:
    """Adds a whole line to a private file, and returns when it is on the disk; of one that does not fit, nothing stays."""
    existed = path.exists()
    file = create_private_file(path, os.O_APPEND)
    try:
        size = os.fstat(file).st_size
        if os.write(file, line) != len(line):
            os.ftruncate(file, size)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        os.fsync(file)
    finally:
        os.close(file)
    if not existed:
        sync_folder(path.parent)


def make_private(database: Path) -> list[str]:
    """Takes a database's folder, its files, and all copies in the folder away from everybody else; a sentence for each."""
    folder = database.parent
    if not folder.exists():
        return []
    files = [path for path in sorted(folder.iterdir()) if _is_ours(path, database) and path.is_file()]
    return list(filter(None, [_mend(folder, FOLDER_MODE), *(_mend(path, FILE_MODE) for path in files)]))


def _is_ours(path: Path, database: Path) -> bool:
    """Whether a file in the folder belongs to the database, or may be a copy of one."""
    return database.suffix in path.name or path.name == REPORT_FILE


def _mend(path: Path, mode: int) -> str:
    """A sentence if others could read it, or nothing."""
    found = stat.S_IMODE(path.stat().st_mode)
    if os.name != "posix" or found == mode:
        return ""
    try:
        path.chmod(mode)
    except OSError as error:
        return f"others can read {path} ({found:o}), and that can't be changed: {error.strerror}."
    return f"others could read {path} ({found:o}); it is its owner's alone now ({mode:o})."


def sync_folder(folder: Path) -> None:
    """Syncs a folder's list of files to the disk, where folders can be opened."""
    with contextlib.suppress(OSError):
        file = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(file)
        finally:
            os.close(file)
