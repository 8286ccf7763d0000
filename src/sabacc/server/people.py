"""People: guests and those who keep their name with a password, and how they come, sign in, change and go."""

from __future__ import annotations

import secrets
import sqlite3
import time
from collections.abc import Awaitable, Callable
from typing import Any

from litestar.connection import ASGIConnection

from sabacc.errors import SabaccError
from sabacc.server.database import Database
from sabacc.server.guarding import token_of
from sabacc.server.names import GONE, another_name, clean_name, made_up_name, name_key
from sabacc.server.passwords import Passwords, check_password
from sabacc.server.refusals import Clash, NotSignedIn, NotYours
from sabacc.server.sessions import DAY, Begun, Ended, Kind, Person, Session, Sessions, begin, digests_of, end_where

__all__ = ["People", "Person", "Session", "session_of", "signed_in", "who_is"]

MOST_TOKENS = 20
KEPT_UNUSED = 30 * DAY  # a guest who never played
LONGEST_LABEL = 60
HAS_PASSWORD = "SELECT 1 FROM people WHERE id = ? AND password = ?"

Connection = ASGIConnection[Any, Any, Any, Any]

# Tables that were made by one click are called after whoever made them: "Ana’s Classic".
_NAMELESS = """UPDATE hands SET title = substr(title, length(seat.name) + 4) FROM hand_seats seat
    WHERE seat.hand_id = hands.id AND seat.person = ? AND substr(title, 1, length(seat.name) + 3) = seat.name || '’s '"""


class People:
    """Everybody the server knows."""

    def __init__(
        self, database: Database, passwords: Passwords | None = None, clock: Callable[[], float] = time.time
    ) -> None:
        self._database = database
        self.passwords = passwords or Passwords()
        self.sessions = Sessions(database, clock)
        # Told before it is done. One that raises stops it, for a reason that the person is told.
        self.on_delete: list[Callable[[str], Awaitable[None]]] = []  # the person's id
        self.on_rename: list[Callable[[str, str], Awaitable[None]]] = []  # the person's id and the new name
        self.on_renamed: list[Callable[[str, str], Awaitable[None]]] = []  # the same, once it is done

    def close(self) -> None:
        """Ends the threads that work on passwords."""
        self.passwords.close()

    # ---- coming and going

    async def new_guest(self, name: str = "", label: str = "") -> tuple[Person, Begun]:
        """Somebody comes in, with a name of their own or one that is made up, and needs no password."""
        wanted = clean_name(name) if name.strip() else ""
        now = self.sessions.now()

        def job(connection: sqlite3.Connection) -> tuple[Person, Begun]:
            person = Person(secrets.token_hex(8), _free_name(connection, wanted), guest=True)
            connection.execute(
                "INSERT INTO people (id, name, key, created_at, seen_at) VALUES (?, ?, ?, ?, ?)",
                (person.id, person.name, name_key(person.name), now, now),
            )
            return person, begin(connection, person.id, "browser", label, now)

        return await self._database.write(job)

    async def log_in(self, name: str, password: str, label: str = "") -> tuple[Person, Begun]:
        """Somebody is back. A name that nobody has, or that a guest has, is refused like a wrong password."""
        row = await self._database.row("SELECT id, name, password FROM people WHERE key = ?", name_key(name))
        kept: str | None = row["password"] if row is not None else None
        right = await self.passwords.matches(kept, password)
        if row is None or kept is None or not right:
            raise NotSignedIn("that name and that password don't belong together.")
        if self.passwords.is_dated(kept):
            dated, kept = kept, await self.passwords.hash(password)
            await self._keep_password(row["id"], dated, kept)
        begun = await self._begin(row["id"], "browser", label, kept)
        return Person(row["id"], row["name"], guest=False), begun

    async def log_out(self, session: Session) -> None:
        """Ends the session, of a browser or of a program."""
        await self.sessions.end(session.person.id, session.kind, session.id)

    async def delete(self, person: Person, password: str | None = None) -> None:
        """Somebody goes for good. The hands they played stay, without their name."""
        await self._check_password(person.id, password)
        await self._remove(person.id)

    async def clean(self) -> int:
        """Takes away guests who never played and were not seen for a month, and sessions that are over; says how many guests."""
        now = self.sessions.now()
        await self._database.write(lambda connection: end_where(connection, "expires_at <= ?", now))
        unused = await self._database.rows(
            "SELECT id FROM people WHERE password IS NULL AND seen_at < ?"
            " AND NOT EXISTS (SELECT 1 FROM hand_seats WHERE hand_seats.person = people.id)",
            now - KEPT_UNUSED,
        )
        return sum([await self._remove(row["id"], now - KEPT_UNUSED) for row in unused])

    async def _remove(self, person: str, unless_seen: int | None = None) -> bool:
        def job(connection: sqlite3.Connection) -> list[Ended] | None:
            seen_at = connection.execute("SELECT seen_at FROM people WHERE id = ?", (person,)).fetchone()
            if seen_at is None or (unless_seen is not None and seen_at[0] >= unless_seen):
                return None
            ended = end_where(connection, "person = ?", person)
            connection.execute(_NAMELESS, (person,))
            connection.execute("UPDATE hand_seats SET person = NULL, name = ? WHERE person = ?", (GONE, person))
            connection.execute("DELETE FROM people WHERE id = ?", (person,))
            return ended

        self.sessions.leaving.add(person)  # who is getting up from the tables must not sit down again
        try:
            for told in self.on_delete:
                await told(person)
            ended = await self._database.write(job)
            await self.sessions.ended(ended or [])
        finally:
            self.sessions.leaving.discard(person)
        return ended is not None

    # ---- changing

    async def rename(self, person: Person, name: str) -> Person:
        """Somebody takes another name, if it is free."""
        wanted = clean_name(name)
        await self._database.read(lambda connection: _free_name(connection, wanted, person.id))
        for told in self.on_rename:
            await told(person.id, wanted)

        def job(connection: sqlite3.Connection) -> list[bytes]:
            _free_name(connection, wanted, person.id)
            connection.execute(
                "UPDATE people SET name = ?, key = ? WHERE id = ?", (wanted, name_key(wanted), person.id)
            )
            return digests_of(connection, person.id)

        self.sessions.forget(await self._database.write(job))
        for told in self.on_renamed:
            await told(person.id, wanted)
        return Person(person.id, wanted, person.guest)

    async def set_password(self, session: Session, new: str, old: str | None = None) -> None:
        """A guest keeps their name, or somebody changes their password. All their other browsers are signed out."""
        check_password(new)
        person = session.person.id
        before = await self._check_password(person, old)
        await self._keep_password(person, before, await self.passwords.hash(new))
        ended = await self._database.write(
            lambda connection: end_where(connection, "person = ? AND kind = 'browser' AND id <> ?", person, session.id)
        )
        await self.sessions.ended(ended)

    async def _keep_password(self, person: str, before: str | None, after: str) -> None:
        def job(connection: sqlite3.Connection) -> list[bytes]:
            sql = "UPDATE people SET password = ? WHERE id = ? AND password IS ?"
            if not connection.execute(sql, (after, person, before)).rowcount:
                raise Clash("the password was changed somewhere else just now; try again.")
            return digests_of(connection, person)

        self.sessions.forget(await self._database.write(job))  # who was a guest is none now

    async def _check_password(self, person: str, password: str | None) -> str | None:
        """What is kept of the password, if this is the one; a guest has none and needs none."""
        row = await self._database.row("SELECT password FROM people WHERE id = ?", person)
        if row is None or row["password"] is None:
            return None
        if not await self.passwords.matches(row["password"], password or ""):
            raise NotYours("that is not the password you have now.")
        return str(row["password"])

    # ---- programs

    async def new_token(self, person: Person, label: str) -> Begun:
        """A token for a program that plays under this person's name."""
        if not label.isprintable() or not 0 < len(label) <= LONGEST_LABEL:
            raise SabaccError(f"a token's label is something one can read, of 1 to {LONGEST_LABEL} characters.")
        return await self._begin(person.id, "program", label)

    async def _begin(self, person: str, kind: Kind, label: str, kept: str = "") -> Begun:
        now = self.sessions.now()

        def job(connection: sqlite3.Connection) -> Begun:
            if kind == "program":
                _check_count(connection, person)
            elif not connection.execute(HAS_PASSWORD, (person, kept)).fetchone():
                raise NotSignedIn("the password was changed just now; sign in with the new one.")
            return begin(connection, person, kind, label, now)

        begun = await self._database.write(job)
        await self.sessions.ended(begun.ended)
        return begun


def _check_count(connection: sqlite3.Connection, person: str) -> None:
    count = "SELECT count(*) FROM sessions WHERE person = ? AND kind = 'program'"
    if connection.execute(count, (person,)).fetchone()[0] >= MOST_TOKENS:
        raise Clash(f"one has at most {MOST_TOKENS} tokens; remove one that you don't need any more.")


def _free_name(connection: sqlite3.Connection, wanted: str, but: str = "") -> str:
    """The name, if nobody else has it, or one that is made up."""

    def taken(key: str) -> bool:
        sql = "SELECT 1 FROM people WHERE key = ? AND id <> ?"
        return connection.execute(sql, (key, but)).fetchone() is not None

    if not wanted:
        return made_up_name(taken)
    if taken(name_key(wanted)):
        raise Clash(f"{wanted} is taken, or looks like a name that is; {another_name(wanted, taken)} is free.")
    return wanted


# ---- who is asking

_NOT_LOOKED: Any = object()


async def session_of(connection: Connection) -> Session | None:
    """What a request or a websocket is signed in with: the bearer's token if there is one, or else the cookie."""
    state = connection.scope["state"]
    session = state.get("sabacc_session", _NOT_LOOKED)
    if session is _NOT_LOOKED:
        people: People = connection.app.state.people
        session = await people.sessions.find(token_of(connection.scope))
        state["sabacc_session"] = session
    found: Session | None = session
    return found


async def who_is(connection: Connection) -> Person | None:
    """Who is asking, if they are signed in."""
    session = await session_of(connection)
    return None if session is None else session.person


async def signed_in(connection: Connection) -> Person:
    """Who is asking; nobody may not."""
    person = await who_is(connection)
    if person is None:
        raise NotSignedIn("come in under a name first, as a guest or with your password.")
    return person
