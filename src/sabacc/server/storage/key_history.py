"""The public keys that a database's server has signed with: each one is signed by the one before it."""

from __future__ import annotations

import itertools
import os
import time
from pathlib import Path

import msgspec

from sabacc.errors import SabaccError
from sabacc.server.storage.keys import VARIABLE, ServerKeys, is_endorsed, keys_path, load_keys, new_keys, store_keys
from sabacc.server.storage.sql import tables as sql
from sabacc.server.storage.store import Transaction


class PublicKey(msgspec.Struct, frozen=True):
    """A key that the server signs with, or has signed with."""

    public: str  # hexadecimal, as all that follows
    since: int  # milliseconds since 1970
    endorsement: str | None  # its signature by the key before it; none if there was none, or it was lost


async def key_history(transaction: Transaction) -> list[PublicKey]:
    """All keys, the first one first."""
    rows = await transaction.rows(sql.SERVER_KEYS)
    return [PublicKey(row[0].hex(), row[1], row[2].hex() if row[2] is not None else None) for row in rows]


async def open_keys(path: Path, transaction: Transaction) -> ServerKeys:
    """The keys of a database that is opened for a server; one that never had any gets some."""
    known = await key_history(transaction)
    keys = load_keys(path)
    if keys is None and known:
        raise SabaccError(
            f"the keys of {path} are gone: put {keys_path(path).name} back beside it, or its content into {VARIABLE}. Without "
            "them no seed can be read; sabacc admin new-keys --lost makes new ones, and open tables are lost."
        )
    if keys is None:
        keys = new_keys()
        store_keys(path, keys)
    if not known:
        await _add(transaction, keys, None)
    elif known[-1].public != keys.public.hex():
        if not is_endorsed(keys.public, keys.endorsement, bytes.fromhex(known[-1].public)):
            raise SabaccError(
                f"the keys of {path} are those of another server, or old ones: it signs with {known[-1].public[:16]}…, and "
                f"these sign with {keys.public.hex()[:16]}…. Put the right ones back."
            )
        await _add(transaction, keys, keys.endorsement)
    return keys


async def lacks_keys(path: Path, transaction: Transaction) -> bool:
    """Whether a database had keys once, and has none now; one of an older version never had any."""
    return bool(await key_history(transaction)) and load_keys(path) is None


async def replace_keys(path: Path, transaction: Transaction, lost: bool) -> ServerKeys:
    """New keys for a database, from the next start on; the old signing key signs the new one, unless it is lost."""
    if os.environ.get(VARIABLE):
        raise SabaccError(
            f"the keys are in the environment: put them into {keys_path(path)}, and unset {VARIABLE} first."
        )
    old = None if lost else load_keys(path)
    if old is None and not lost:
        raise SabaccError(f"there are no keys beside {path}: put them back, or say --lost, and open tables are lost.")
    keys = new_keys(old)
    store_keys(path, keys)
    if lost:
        await _add(transaction, keys, None)
    return keys


def unendorsed_key(keys: list[PublicKey]) -> PublicKey | None:
    """The first key that the one before it has not signed, if there is one."""
    for before, key in itertools.pairwise(keys):
        endorsement = bytes.fromhex(key.endorsement) if key.endorsement is not None else None
        if not is_endorsed(bytes.fromhex(key.public), endorsement, bytes.fromhex(before.public)):
            return key
    return None


async def _add(transaction: Transaction, keys: ServerKeys, endorsement: bytes | None) -> None:
    await transaction.execute(sql.INSERT_SERVER_KEY, keys.public, int(time.time() * 1000), endorsement)
