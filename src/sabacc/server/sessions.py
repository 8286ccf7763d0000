"""Who is signed in where: browsers and programs, each with a token of its own, of which only a digest is kept."""

from __future__ import annotations

import hashlib
import re
import secrets
import sqlite3
import time
from collections.abc import Awaitable, Callable
from typing import Literal

import msgspec

from sabacc.server.database import Database
from sabacc.server.putting import Put
from sabacc.server.refusals import NotSignedIn

SECOND = 1000
HOUR = 3600 * SECOND
DAY = 24 * HOUR
LIFETIME = 180 * DAY
MOST_BROWSERS = 50  # of one person; the one used longest ago makes room
MOST_REMEMBERED = 20_000
PREFIX = "sab_"  # of a program's token, so that one knows it when it turns up where it shouldn't

Kind = Literal["browser", "program"]
_TOKEN = re.compile(rf"(?:{PREFIX})?[A-Za-z0-9_-]{{43}}")


class Person(msgspec.Struct, frozen=True):
    """Somebody with a name; a guest has no password yet."""

    id: str
    name: str
    guest: bool


class Session(msgspec.Struct, frozen=True):
    """A browser or a program that somebody is signed in with."""

    id: str
    kind: Kind
    person: Person
    used_at: int
    expires_at: int | None


class Listed(msgspec.Struct, frozen=True):
    """A session as its owner sees it in a list. Times are milliseconds since 1970."""

    id: str
    label: str
    created_at: int
    used_at: int | None  # null: a token that no program has used yet; else right to an hour
    current: bool


class Ended(msgspec.Struct, frozen=True):
    """A session that is no more."""

    id: str
    digest: bytes


class Begun(msgspec.Struct, frozen=True):
    """A new session. Its token is told once and kept nowhere."""

    id: str
    token: str
    ended: list[Ended]  # those that had to make room for it

    def __repr__(self) -> str:
        return f"<Begun {self.id}>"  # a token has no place in a log


class Sessions:
    """Finds out whose token it is, from memory if it can."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock
        self._known: dict[bytes, Session] = {}  # by digest; the last used is last
        self._forgotten = 0
        self.leaving: set[str] = set()  # people who are being deleted
        self.on_end: list[Callable[[str], Awaitable[None]]] = []  # told the id of each session that ends

    def now(self) -> int:
        """Milliseconds since 1970."""
        return int(self._clock() * SECOND)

    async def find(self, token: str) -> Session | None:
        """The session of a token, if there is one."""
        if not _TOKEN.fullmatch(token):
            return None
        digest = _digest(token)
        session = self._known.pop(digest, None)
        if session is None:
            session = await self._read(digest)
        else:
            self._known[digest] = session
        now = self.now()
        if session is None or session.person.id in self.leaving or _is_over(session, now):
            return None
        if now - session.used_at >= HOUR:
            return self._touch(digest, session, now)
        return session

    def forget(self, digests: list[bytes]) -> None:
        """What was known of these is read anew. Called when the change is safe in the database."""
        self._forgotten += 1
        for digest in digests:
            self._known.pop(digest, None)

    async def listed(self, person: str, kind: Kind, current: str = "") -> list[Listed]:
        """Where somebody is signed in, the last used first."""
        rows = await self._database.rows(
            "SELECT id, label, created_at, nullif(used_at, 0) AS used_at FROM sessions"
            " WHERE person = ? AND kind = ? AND (expires_at IS NULL OR expires_at > ?) ORDER BY used_at DESC, id",
            person,
            kind,
            self.now(),
        )
        return [Listed(**dict(row), current=row["id"] == current) for row in rows]

    async def end(self, person: str, kind: Kind, number: str) -> bool:
        """Ends one by its id, and says whether there was one."""
        ended = await self._database.write(
            lambda connection: end_where(connection, "person = ? AND kind = ? AND id = ?", person, kind, number)
        )
        await self.ended(ended)
        return bool(ended)

    async def ended(self, ended: list[Ended]) -> None:
        """These are gone from the database, so from here too, and whoever is connected with one is told."""
        self.forget([one.digest for one in ended])
        for told in self.on_end:
            for one in ended:
                await told(one.id)

    async def _read(self, digest: bytes) -> Session | None:
        before = self._forgotten
        row = await self._database.row(
            "SELECT sessions.id, kind, person, name, password IS NULL AS guest, used_at, expires_at"
            " FROM sessions JOIN people ON people.id = sessions.person WHERE hash = ?",
            digest,
        )
        if row is None:
            return None
        person = Person(row["person"], row["name"], bool(row["guest"]))
        session = Session(row["id"], row["kind"], person, row["used_at"], row["expires_at"])
        if before == self._forgotten:  # else it may have ended while we were reading
            self._remember(digest, session)
        return session

    def _remember(self, digest: bytes, session: Session) -> None:
        self._known[digest] = session
        if len(self._known) > MOST_REMEMBERED:
            del self._known[next(iter(self._known))]

    def _touch(self, digest: bytes, session: Session, now: int) -> Session:
        """Writes down that it was used; nobody waits for that."""
        expires_at = None if session.expires_at is None else now + LIFETIME
        touched = msgspec.structs.replace(session, used_at=now, expires_at=expires_at)
        if digest in self._known:
            self._known[digest] = touched
        self._database.append(
            [(_USED, (now, expires_at, digest)), (_SEEN, (now, session.person.id))],
            lambda error: None,  # if it couldn't be written, the next use in an hour is
        )
        return touched


_USED = Put(
    "UPDATE sessions SET used_at = {now}, expires_at = {expires} FROM json_each(?1) WHERE hash = {hash}",
    ("now", "expires", "hash"),
    blobs=["hash"],
)
_SEEN = Put("UPDATE people SET seen_at = {now} FROM json_each(?1) WHERE people.id = {person}", ("now", "person"))


def begin(connection: sqlite3.Connection, person: str, kind: Kind, label: str, now: int) -> Begun:
    """Part of a job of the writer: somebody signs in, or gives a program a token."""
    changed = connection.execute("UPDATE people SET seen_at = ? WHERE id = ?", (now, person))
    if not changed.rowcount:
        raise NotSignedIn("whoever this was has gone; come in under a new name.")
    token = (PREFIX if kind == "program" else "") + secrets.token_urlsafe(32)
    number = secrets.token_hex(8)
    used_at, expires_at = (now, now + LIFETIME) if kind == "browser" else (0, None)  # 0: never
    connection.execute(
        "INSERT INTO sessions (hash, id, person, kind, label, created_at, used_at, expires_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (_digest(token), number, person, kind, label, now, used_at, expires_at),
    )
    return Begun(number, token, _make_room(connection, person))


def end_where(connection: sqlite3.Connection, where: str, *values: object) -> list[Ended]:
    """Part of a job of the writer: ends sessions."""
    ended = connection.execute(f"SELECT id, hash FROM sessions WHERE {where}", values).fetchall()
    connection.execute(f"DELETE FROM sessions WHERE {where}", values)
    return [Ended(*row) for row in ended]


def _make_room(connection: sqlite3.Connection, person: str) -> list[Ended]:
    oldest = "SELECT id FROM sessions WHERE person = ? AND kind = 'browser' ORDER BY used_at DESC, rowid DESC LIMIT -1"
    return end_where(connection, f"id IN ({oldest} OFFSET ?)", person, MOST_BROWSERS)


def digests_of(connection: sqlite3.Connection, person: str) -> list[bytes]:
    """Part of a job of the writer: the digests of all tokens of somebody."""
    return [row["hash"] for row in connection.execute("SELECT hash FROM sessions WHERE person = ?", (person,))]


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def _is_over(session: Session, now: int) -> bool:
    return session.expires_at is not None and session.expires_at <= now
