"""Connections to a SQLite file, with our settings and functions."""

from __future__ import annotations

import sqlite3
from pathlib import Path


def connect(path: Path | str, read_only: bool = False) -> sqlite3.Connection:
    """A connection with our settings and functions."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=30)
    connection.row_factory = sqlite3.Row
    connection.create_function("casefold", 1, lambda text: (text or "").casefold(), deterministic=True)
    connection.execute("PRAGMA foreign_keys=ON")
    if read_only:
        connection.execute("PRAGMA query_only=ON")
    else:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")  # what was acknowledged survives a power cut
    return connection
