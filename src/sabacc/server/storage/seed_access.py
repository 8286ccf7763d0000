"""Seeds for who keeps the server: every look at them is written down, in a file beside the database that only grows."""

from __future__ import annotations

import getpass
import os
import time
from pathlib import Path
from typing import NamedTuple

import msgspec

from sabacc.errors import SabaccError
from sabacc.server.history.archive import unpack
from sabacc.server.storage.keys import load_keys, new_keys
from sabacc.server.storage.offline import read_offline
from sabacc.server.storage.paths import shown_database
from sabacc.server.storage.private_files import append_durably
from sabacc.server.storage.seed_vault import SeedVault
from sabacc.server.storage.sql import history as sql


class HandSeed(NamedTuple):
    """What a hand was dealt from, and the salt of the promise that was made of it."""

    seed: str
    salt: str


def access_log_path(database: Path) -> Path:
    """Where the looks at a database's seeds are written down."""
    return database.with_name(database.name + ".seed-access")


def vault_for_keeper(database: Path, what: str, copy: Path | None = None) -> SeedVault:
    """What opens the seeds of a database; who opens them, and what for, is written down first.

    A copy is opened with the keys beside it, or else with those of the database.
    """
    keys = (load_keys(copy) if copy is not None else None) or load_keys(database)
    if keys is not None:
        note_access(database, what)
    return SeedVault(keys or new_keys())  # without keys, those seeds can be read that were never sealed


def read_seed(database: Path, hand: str, postgresql: str | None = None) -> HandSeed:
    """The seed of a finished hand."""
    row = read_offline(database, lambda transaction: transaction.row(sql.HAND, hand), postgresql)
    if row is None:
        raise SabaccError(f"there is no finished hand {hand!r} in {shown_database(database, postgresql)}.")
    archived = unpack(row["body"])
    vault = vault_for_keeper(database, f"the seed of hand {hand}")
    return HandSeed(vault.open(archived.seed), vault.open(archived.salt))


def note_access(database: Path, what: str) -> None:
    """Writes down who looks at what, before they see it; if that can't be done, they don't."""
    path = access_log_path(database)
    at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    try:
        append_durably(path, msgspec.json.encode({"at": at, "user": _user(), "what": what}) + b"\n")
    except OSError as error:
        raise SabaccError(
            f"seeds are not looked at, since {path} can't be written, where each look is noted: {error.strerror}."
        ) from error


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a user without a name
        return f"user {os.getuid()}"
