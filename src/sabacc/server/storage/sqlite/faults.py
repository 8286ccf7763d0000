"""Sentences about writes that SQLite refuses."""

from __future__ import annotations

import sqlite3

# By the first words of SQLite's names of errors.
SENTENCES = {
    "SQLITE_FULL": "the disk is full: make room, and all tables go on.",
    "SQLITE_BUSY": "the database is locked by another process: end that, and all tables go on.",
    "SQLITE_LOCKED": "the database is locked by another process: end that, and all tables go on.",
    "SQLITE_READONLY": "the database can't be written: let the server's user write it.",
    "SQLITE_CORRUPT": "the database is damaged: stop the server, and put a backup in its place or run sabacc admin salvage.",
    "SQLITE_NOTADB": "the database is damaged: stop the server, and put a backup in its place or run sabacc admin salvage.",
    "SQLITE_IOERR": "the disk does not take what is written to it: look at the machine's own log.",
}


def explain_fault(error: BaseException) -> str:
    """A sentence about a write that failed."""
    name = getattr(error, "sqlite_errorname", "") or ""
    for start, sentence in SENTENCES.items():
        if isinstance(error, sqlite3.Error) and name.startswith(start):
            return sentence
    return f"the database can't be written: {error}."
