"""Moves a whole server from one database to another: from SQLite to PostgreSQL, or back."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import NamedTuple

import msgspec

from sabacc.errors import SabaccError
from sabacc.server.storage.copying import CopyReport, Progress, copy_rows
from sabacc.server.storage.key_history import key_history
from sabacc.server.storage.keys import VARIABLE, ServerKeys, keys_path, load_keys, new_keys, store_keys
from sabacc.server.storage.opening import require_driver
from sabacc.server.storage.paths import FILE, find_database, shown_database
from sabacc.server.storage.private_files import make_private_folder, sync_folder
from sabacc.server.storage.revocations import Revocations, RevokedToken, list_path
from sabacc.server.storage.seed_vault import SeedVault
from sabacc.server.storage.sql import tables as sql
from sabacc.server.storage.sqlite.backup import check_free, hold_lock, temporary_file
from sabacc.server.storage.sqlite.copies import changed_rows, has_signed, reading_copy, writing_copy
from sabacc.server.storage.store import Transaction

REVOKED = "SELECT hash, expires_at FROM revoked_tokens ORDER BY hash"
REVOKE = "INSERT INTO revoked_tokens (hash, expires_at) VALUES (?1, ?2) ON CONFLICT DO NOTHING"


class Place(NamedTuple):
    """Where a database is: a file, or PostgreSQL and a path beside which its keys lie."""

    path: Path
    postgresql: str | None = None

    def __str__(self) -> str:
        return shown_database(self.path, self.postgresql)


def find_place(text: str, data: Path | None) -> Place:
    """What a keeper names: a folder (or the file in it), or an address, whose keys are in the folder of `--data`."""
    if "://" in text:
        return Place(*find_database(data, text))
    path = Path(text)
    return Place(path if path.suffix == Path(FILE).suffix else path / FILE)


def move_server(source: Place, target: Place, progress: Progress | None = None) -> CopyReport:
    """Copies everything, with the keys, into a database that has nothing yet; the source stays as it is."""
    require_driver()
    if source.postgresql is not None and target.postgresql is None:
        return _to_file(source.postgresql, source.path, target.path, progress)
    if source.postgresql is None and target.postgresql is not None:
        return _to_postgresql(source.path, target.postgresql, target.path, progress)
    raise SabaccError(
        f"{source} and {target} are of the same kind: a file is copied with sabacc admin backup, and PostgreSQL with its own "
        "tools."
    )


def _to_postgresql(source: Path, address: str, target: Path, progress: Progress | None) -> CopyReport:
    from sabacc.server.storage.postgresql.backup import fill_up, require_empty
    from sabacc.server.storage.postgresql.offline import write_once

    with hold_lock(source):
        keys = _keys_of(source)
        _check_keys(target, keys)
        revoked = _revoked(source)
        faults = changed_rows(source)

        async def job(transaction: Transaction) -> CopyReport:
            await require_empty(transaction, shown_database(target, address))
            await transaction.execute("DELETE FROM server_keys")
            report = await copy_rows(rows, transaction, progress)
            await transaction.execute_many(REVOKE, revoked)
            await fill_up(transaction)
            if not await key_history(transaction):  # the database is of an older version
                await transaction.execute(sql.INSERT_SERVER_KEY, keys.public, int(time.time() * 1000), None)
            _store_keys(target, keys)
            return report

        make_private_folder(target.parent)
        with reading_copy(source, target, SeedVault(keys)) as rows:
            return msgspec.structs.replace(write_once(address, job), faults=faults)


def _to_file(address: str, source: Path, target: Path, progress: Progress | None) -> CopyReport:
    from sabacc.server.storage.postgresql.offline import write_once

    make_private_folder(target.parent)
    with hold_lock(target), temporary_file(target) as copy:
        check_free(target, replace=False)
        keys = load_keys(source)
        if keys is None:
            raise SabaccError(f"the keys of {shown_database(source, address)} are gone: put {keys_path(source)} back.")
        _check_keys(target, keys)
        revoked: list[RevokedToken] = []
        with writing_copy(copy) as file:

            async def job(transaction: Transaction) -> CopyReport:
                revoked.extend(
                    [RevokedToken(row["hash"], row["expires_at"]) for row in await transaction.rows(REVOKED)]
                )
                return await copy_rows(transaction, file, progress)

            report = write_once(address, job)
        _store_keys(target, keys)
        copy.replace(target)
        sync_folder(target.parent)
        revocations = Revocations(target)
        revocations.add(revoked)
        revocations.close()
    return report


def _keys_of(path: Path) -> ServerKeys:
    """The keys of a file; one of an older version has none yet."""
    keys = load_keys(path)
    if keys is None and has_signed(path):
        raise SabaccError(f"the keys of {path} are gone: put {keys_path(path).name} back beside it.")
    return keys or new_keys()


def _revoked(path: Path) -> list[RevokedToken]:
    """The tokens in the list beside a file."""
    if not list_path(path).exists():
        return []
    revocations = Revocations(path)
    try:
        return revocations.tokens()
    finally:
        revocations.close()


def _check_keys(target: Path, keys: ServerKeys) -> None:
    """Refuses to take other keys away."""
    if keys_path(target).exists() and load_keys(target) != keys:
        raise SabaccError(f"{keys_path(target)} has the keys of another server: move it away first.")


def _store_keys(target: Path, keys: ServerKeys) -> None:
    if not os.environ.get(VARIABLE):
        store_keys(target, keys)
