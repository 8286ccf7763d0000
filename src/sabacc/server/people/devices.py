"""Known devices: browsers that somebody has signed in with before, whose tries to sign in nobody else can use up."""

from __future__ import annotations

import hashlib
import secrets

from sabacc.server.storage.sql import devices as sql
from sabacc.server.storage.store import Store, Transaction

MAX_DEVICES = 20  # of one person; the least recently used is forgotten


class Devices:
    """The known devices of everybody; a device keeps a token, of which only a digest is stored."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def known(self, token: str, key: str) -> str | None:
        """What a device is called in counts of failures, if somebody has signed in with it under this name."""
        digest = _digest(token)
        return digest.hex() if token and await self._store.row(sql.IS_KNOWN, key, digest) is not None else None

    async def remember(self, token: str, person: str, now: int) -> str:
        """Makes a device known; the token that it is to keep."""
        token = token if len(token) == len(secrets.token_urlsafe(32)) else secrets.token_urlsafe(32)

        async def job(transaction: Transaction) -> None:
            await transaction.execute(sql.REMEMBER, _digest(token), person, now)
            await transaction.execute(sql.FORGET_OLDEST, person, MAX_DEVICES)

        await self._store.write(job)
        return token


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
