"""Seals the seeds of a database that an older version wrote, which stored them in clear.

Only the seeds themselves are replaced in what is stored: the rest stays as that version wrote it.
"""

from __future__ import annotations

import sqlite3
import zlib
from typing import Any

import msgspec
import structlog

from sabacc.server.storage.hash_chain import entry_digest
from sabacc.server.storage.seed_vault import SeedVault

PLAIN = "SELECT 1 FROM facts WHERE name = 'plain_seeds'"  # a migration sets it in a database that has a log already
SECRETS = ("seed", "salt")
_ENTRIES = """SELECT place, table_id, version, at, person, command, body, salt FROM log
    WHERE json_extract(body, '$.type') IN ('opened', 'dealt')"""
_log = structlog.get_logger()


def seal_plain_seeds(connection: sqlite3.Connection, vault: SeedVault) -> None:
    """Seals all seeds, if that was not done yet; afterwards nothing of them is left in the file."""
    if connection.execute(PLAIN).fetchone() is None:
        return
    _log.info("the seeds of an older version are sealed; this happens once")
    connection.execute("BEGIN IMMEDIATE")
    _seal_log(connection, vault)
    _seal_bodies(connection, vault)
    for person, secret in connection.execute("SELECT person, secret FROM second_factors").fetchall():
        sealed = vault.seal(vault.open(secret))
        connection.execute("UPDATE second_factors SET secret = ? WHERE person = ?", (sealed, person))
    connection.execute("DELETE FROM facts WHERE name = 'plain_seeds'")
    connection.execute("COMMIT")
    connection.execute("VACUUM")  # pages that were freed still have them
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _seal_log(connection: sqlite3.Connection, vault: SeedVault) -> None:
    for place, table, version, at, person, command, body, salt in connection.execute(_ENTRIES).fetchall():
        sealed = _seal_json(body, vault)
        digest = entry_digest(table, version, at, person, command, sealed, salt)
        connection.execute("UPDATE log SET body = ?, digest = ? WHERE place = ?", (sealed, digest, place))


def _seal_bodies(connection: sqlite3.Connection, vault: SeedVault) -> None:
    """The seeds in snapshots and in finished hands."""
    for table, body in connection.execute("SELECT table_id, body FROM snapshots").fetchall():
        sealed = _seal_json(body, vault, "table")
        connection.execute("UPDATE snapshots SET body = ? WHERE table_id = ?", (sealed, table))
    for (hand,) in connection.execute("SELECT id FROM hands").fetchall():  # the bodies of all may be more than fits
        (body,) = connection.execute("SELECT body FROM hands WHERE id = ?", (hand,)).fetchone()
        sealed = zlib.compress(_seal_json(zlib.decompress(body), vault))
        connection.execute("UPDATE hands SET body = ? WHERE id = ?", (sealed, hand))


def _seal_json(body: bytes, vault: SeedVault, part: str | None = None) -> bytes:
    """A JSON object in which the secrets, or those of one of its parts, are sealed."""
    stored: dict[str, Any] = msgspec.json.decode(body)
    secrets = stored[part] if part is not None else stored
    for name in SECRETS:
        if name in secrets:
            secrets[name] = vault.seal(vault.open(secrets[name]))
    return msgspec.json.encode(stored)
