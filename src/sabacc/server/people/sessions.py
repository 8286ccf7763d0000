"""Sessions of browsers and programs, each with a token of its own, of which only a digest is stored."""

from __future__ import annotations

import hashlib
import re
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Literal

import msgspec

from sabacc.messages import Message
from sabacc.server.http.errors import NotAuthenticated
from sabacc.server.people.avatars import avatar_of
from sabacc.server.storage.sql import people as people_sql
from sabacc.server.storage.sql import sessions as sql
from sabacc.server.storage.store import RowKind, Sql, Store, Transaction

SECOND = 1000
HOUR = 3600 * SECOND
DAY = 24 * HOUR
LIFETIME = 180 * DAY
MAX_BROWSERS = 50  # of one person; the least recently used is signed out
MAX_CACHED = 20_000  # sessions
PREFIX = "sab_"  # of a program's token, so that leaked ones can be found

SessionKind = Literal["browser", "program"]
_TOKEN = re.compile(rf"(?:{PREFIX})?[A-Za-z0-9_-]{{43}}")


class Person(msgspec.Struct, frozen=True):
    """Somebody with a name; a guest has no password yet."""

    id: str
    name: str
    guest: bool
    avatar: int = 0


class Session(msgspec.Struct, frozen=True):
    """A browser or a program that somebody is signed in with."""

    id: str
    kind: SessionKind
    person: Person
    used_at: int
    expires_at: int | None
    known_since: int = 0  # when its person first came


class SessionInfo(msgspec.Struct, frozen=True):
    """A session as its owner sees it; times are milliseconds since 1970."""

    id: str
    label: str
    created_at: int
    used_at: int | None  # right to an hour; null for a token that was never used
    current: bool


class EndedSession(msgspec.Struct, frozen=True):
    """A session that was deleted."""

    id: str
    digest: bytes


class NewSession(msgspec.Struct, frozen=True):
    """A new session; its token is stored nowhere."""

    id: str
    token: str
    drop_ended: list[EndedSession]  # those that were deleted to make room for it

    def __repr__(self) -> str:
        return f"<NewSession {self.id}>"  # without the token, which has no place in a log


class Sessions:
    """The sessions of everybody, with a cache of those in use."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self._store = store
        self._clock = clock
        self._cache: dict[bytes, Session] = {}  # by digest, the most recently used last
        self._evictions = 0
        self.cache_size = MAX_CACHED  # 0 where they may end without this process hearing of it
        self.people_leaving: set[str] = set()  # whose accounts are being deleted
        self.on_end: list[Callable[[str], Awaitable[None]]] = []  # gets the id of each session that ends

    def now(self) -> int:
        """Milliseconds since 1970."""
        return int(self._clock() * SECOND)

    async def authenticate(self, token: str) -> Session | None:
        """The session of a token, if there is one, which counts as used now."""
        if not _TOKEN.fullmatch(token):
            return None
        digest = _digest(token)
        session = self._cache.pop(digest, None)
        if session is None:
            session = await self._read(digest)
        else:
            self._cache[digest] = session
        now = self.now()
        if session is None or session.person.id in self.people_leaving or _is_expired(session, now):
            return None
        if now - session.used_at >= HOUR:
            return self._mark_used(digest, session, now)
        return session

    def evict(self, digests: list[bytes]) -> None:
        """Removes sessions from the cache, once a change of theirs is durable."""
        self._evictions += 1
        for digest in digests:
            self._cache.pop(digest, None)

    async def list_for(self, person: str, kind: SessionKind, current: str = "") -> list[SessionInfo]:
        """Somebody's sessions of a kind, the most recently used first."""
        rows = await self._store.rows(sql.OF_PERSON, person, kind, self.now())
        return [
            SessionInfo(row["id"], row["label"], row["created_at"], row["used_at"], row["id"] == current)
            for row in rows
        ]

    async def end(self, person: str, kind: SessionKind, session_id: str) -> bool:
        """Deletes a session by its id; whether there was one."""
        ended = await self._store.write(
            lambda transaction: delete_sessions(transaction, sql.DELETE_ONE, person, kind, session_id)
        )
        await self.drop_ended(ended)
        return bool(ended)

    async def drop_ended(self, drop_ended: list[EndedSession]) -> None:
        """Removes deleted sessions from the cache, and calls the callbacks for each."""
        self.evict([one.digest for one in drop_ended])
        for callback in self.on_end:
            for one in drop_ended:
                await callback(one.id)

    async def _read(self, digest: bytes) -> Session | None:
        before = self._evictions
        row = await self._store.row(sql.BY_HASH, digest)
        if row is None:
            return None
        person = Person(row["person"], row["name"], bool(row["guest"]), avatar_of(row["person"], row["avatar"]))
        session = Session(row["id"], row["kind"], person, row["used_at"], row["expires_at"], row["known_since"])
        if before == self._evictions:  # else it may have changed while it was read
            self._add_to_cache(digest, session)
        return session

    def _add_to_cache(self, digest: bytes, session: Session) -> None:
        self._cache[digest] = session
        if len(self._cache) > self.cache_size:
            del self._cache[next(iter(self._cache))]

    def _mark_used(self, digest: bytes, session: Session, now: int) -> Session:
        """Stores that a session was used, without waiting for it."""
        expires_at = None if session.expires_at is None else now + LIFETIME
        touched = msgspec.structs.replace(session, used_at=now, expires_at=expires_at)
        if digest in self._cache:
            self._cache[digest] = touched
        self._store.append(
            [(RowKind.SESSION_USED, (now, expires_at, digest)), (RowKind.PERSON_SEEN, (now, session.person.id))],
            lambda error: None,  # if it fails, the next use is stored
        )
        return touched


async def create_session(transaction: Transaction, person: str, kind: SessionKind, label: str, now: int) -> NewSession:
    """Inserts a new session; part of a job."""
    if not await transaction.execute(people_sql.SET_SEEN, now, person):
        raise NotAuthenticated(Message("refusal.gone"))
    token = (PREFIX if kind == "program" else "") + secrets.token_urlsafe(32)
    session_id = secrets.token_hex(8)
    used_at, expires_at = (now, now + LIFETIME) if kind == "browser" else (0, None)  # 0 means never
    await transaction.execute(sql.INSERT, _digest(token), session_id, person, kind, label, now, used_at, expires_at)
    oldest = await delete_sessions(transaction, sql.DELETE_OLDEST, person, MAX_BROWSERS)
    return NewSession(session_id, token, oldest)


async def delete_sessions(transaction: Transaction, statement: Sql, *values: object) -> list[EndedSession]:
    """Deletes sessions by a statement that gives what it has deleted; part of a job."""
    return [EndedSession(row["id"], row["hash"]) for row in await transaction.rows(statement, *values)]


async def token_digests(transaction: Transaction, person: str) -> list[bytes]:
    """The digests of all tokens of somebody; part of a job."""
    return [row["hash"] for row in await transaction.rows(sql.HASHES_OF_PERSON, person)]


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def _is_expired(session: Session, now: int) -> bool:
    return session.expires_at is not None and session.expires_at <= now
