"""Backups of a database of any kind: SQLite files, made while the server runs, and restored while it doesn't."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from sabacc.server.storage.copying import Progress
from sabacc.server.storage.opening import require_driver
from sabacc.server.storage.sqlite import backup as sqlite_backup


def back_up(path: Path, postgresql: str | None, target: Path, replace: bool, progress: Progress | None = None) -> int:
    """Makes a copy of a database as it is now; returns its size in bytes."""
    if postgresql is None:
        return sqlite_backup.back_up(path, target, replace, progress)
    require_driver()
    from sabacc.server.storage.postgresql import backup

    return backup.back_up(postgresql, target, replace, progress)


def restore(file: Path, path: Path, postgresql: str | None, progress: Progress | None = None) -> Path | None:
    """Puts a copy in the place of a database; returns where the old one is kept, if there was one."""
    if postgresql is None:
        return sqlite_backup.restore(file, path, progress)
    require_driver()
    from sabacc.server.storage.postgresql import backup

    return backup.restore(file, postgresql, path, progress)


@contextlib.contextmanager
def as_file(path: Path, postgresql: str | None) -> Iterator[Path]:
    """A database as a file that can be checked: itself, or a copy that is deleted in the end."""
    if postgresql is None:
        yield path
        return
    require_driver()
    from sabacc.server.storage.postgresql import backup

    with backup.as_file(postgresql, path) as copy:
        yield copy
