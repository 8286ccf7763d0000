"""How many files and connections the process may have open at once."""

from __future__ import annotations

import contextlib

import structlog

WANTED = 65_536
ENOUGH = 4096  # below it, the keeper is told
RESERVED = 64  # for the database, its backups and whatever else is opened
_log = structlog.get_logger()


def raise_file_limit() -> int:
    """Raises the limit of open files as far as it goes; returns how many connections there is room for."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return WANTED
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WANTED if hard == resource.RLIM_INFINITY else min(WANTED, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):  # some systems allow less than they say
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    room = WANTED if soft == resource.RLIM_INFINITY else max(16, soft - RESERVED)
    if room + RESERVED < ENOUGH:
        _log.warning(
            "few files may be open at once: raise the limit with `ulimit -n` or LimitNOFILE",
            open_files=soft,
            connections=room,
            wanted=ENOUGH,
        )
    return room
