"""Password hashes: argon2id, in threads of its own, and only so many at a time."""

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
from sabacc.messages import Message
from sabacc.server.http.errors import TooManyRequests
from sabacc.server.people.breached import is_breached

MIN_LENGTH = 8
MAX_LENGTH = 200
WORKERS = 2
MAX_WAITING = 16
HASHER = PasswordHasher(time_cost=3, memory_cost=32 * 1024, parallelism=1)  # more than OWASP asks for

T = TypeVar("T")


class Passwords:
    """Hashes passwords and compares with hashes; no password is stored here."""

    def __init__(self, hasher: PasswordHasher = HASHER) -> None:
        self._hasher = hasher
        self._pool = ThreadPoolExecutor(WORKERS, thread_name_prefix="passwords")
        self._slots = threading.Semaphore(WORKERS + MAX_WAITING)
        self._dummy_hash = hasher.hash(secrets.token_hex())

    async def hash(self, password: str) -> str:
        """The hash of a password, of any length."""
        return await self._run(lambda: self._hasher.hash(_normalize(password)))

    async def matches(self, password_hash: str | None, password: str) -> bool:
        """Whether a password has this hash; without a hash the answer is no, and takes as long."""
        right = await self._run(lambda: self._verify(password_hash or self._dummy_hash, password))
        return right and password_hash is not None

    def needs_rehash(self, password_hash: str) -> bool:
        """Whether a hash was made with other costs than the present ones."""
        return self._hasher.check_needs_rehash(password_hash)

    def close(self) -> None:
        """Ends the threads."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _verify(self, password_hash: str, password: str) -> bool:
        try:
            return self._hasher.verify(password_hash, _normalize(password))
        except (VerificationError, InvalidHashError):
            return False

    async def _run(self, job: Callable[[], T]) -> T:
        if not self._slots.acquire(blocking=False):
            raise TooManyRequests(Message("refusal.many-signing-in"), wait=3)
        future = self._pool.submit(job)
        future.add_done_callback(lambda _: self._slots.release())  # also if the caller was cancelled
        return await asyncio.wrap_future(future)


def check_new_password(password: str) -> None:
    """Refuses a new password that is too short, too long, or known to everybody who guesses."""
    if not MIN_LENGTH <= len(password) <= MAX_LENGTH:
        raise SabaccError(Message("refusal.password-length", least=MIN_LENGTH, most=MAX_LENGTH))
    if is_breached(password):
        raise SabaccError(Message("refusal.password-common"))


def _normalize(password: str) -> bytes:
    """The same bytes for the same letters, whichever keyboard they were typed on."""
    return unicodedata.normalize("NFC", password).encode()
