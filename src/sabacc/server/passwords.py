"""Passwords at rest: argon2id, worked out in threads of its own, and only so many at a time."""

from __future__ import annotations

import asyncio
import secrets
import threading
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from sabacc.errors import SabaccError
from sabacc.server.refusals import TooMany

SHORTEST = 8
LONGEST = 200
WORKERS = 2
MOST_WAITING = 16
HASHER = PasswordHasher(time_cost=3, memory_cost=32 * 1024, parallelism=1)  # well above what OWASP asks for

T = TypeVar("T")


class Passwords:
    """Makes hashes and compares with them. Nothing of a password stays here."""

    def __init__(self, hasher: PasswordHasher = HASHER) -> None:
        self._hasher = hasher
        self._pool = ThreadPoolExecutor(WORKERS, thread_name_prefix="passwords")
        self._room = threading.Semaphore(WORKERS + MOST_WAITING)
        self._nobodys = hasher.hash(secrets.token_hex())

    async def hash(self, password: str) -> str:
        """What is kept of a password, however short: who sets it knows what it must be like."""
        return await self._work(lambda: self._hasher.hash(_bytes(password)))

    async def matches(self, kept: str | None, password: str) -> bool:
        """Whether this is the password. Where none is kept, the answer is no and takes as long as any other."""
        right = await self._work(lambda: self._verify(kept or self._nobodys, password))
        return right and kept is not None

    def is_dated(self, kept: str) -> bool:
        """Whether it was made with other costs than today's."""
        return self._hasher.check_needs_rehash(kept)

    def close(self) -> None:
        """Ends the threads."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _verify(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, _bytes(password))
        except (VerificationError, InvalidHashError):
            return False

    async def _work(self, job: Callable[[], T]) -> T:
        if not self._room.acquire(blocking=False):
            raise TooMany("many people are signing in just now: wait a few seconds and try again.", wait=3)
        future = self._pool.submit(job)
        future.add_done_callback(lambda _: self._room.release())  # also if whoever asked has gone
        return await asyncio.wrap_future(future)


def check_password(password: str) -> None:
    """A password is long enough, and no novel."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise SabaccError(f"a password has {SHORTEST} to {LONGEST} characters.")


def _bytes(password: str) -> bytes:
    """The same bytes for the same letters, whichever keyboard they were typed on."""
    return unicodedata.normalize("NFC", password).encode()
