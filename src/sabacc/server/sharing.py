"""Links to single hands, for friends: a hand as a player saw it, or as a spectator did, with nothing else behind it."""

from __future__ import annotations

import secrets
import sqlite3
import time

import msgspec

from sabacc.server.finding import History
from sabacc.server.history import Past
from sabacc.server.refusals import NotThere


class Share(msgspec.Struct, frozen=True):
    """A link that somebody made. Without a seat it shows what a spectator saw."""

    token: str
    url: str
    hand: str
    seat: int | None
    number: int
    preset: str
    ended_at: int
    created_at: int


class Shares:
    """Everybody's links."""

    def __init__(self, history: History) -> None:
        self.history = history
        self.database = history.database

    async def share(self, person: str, hand: str, seat: int | None) -> Share:
        """A link to a hand of one's own; the same as before, if there is one."""
        await self.history.own_seat(person, hand, seat)
        token = secrets.token_urlsafe(16)

        def find_or_make(connection: sqlite3.Connection) -> None:
            known = connection.execute(f"{_SHARES} AND hand_id = ? AND seat IS ?", (person, hand, seat)).fetchone()
            if known is None:
                row = (token, hand, seat, person, int(time.time() * 1000))
                connection.execute("INSERT INTO shares VALUES (?, ?, ?, ?, ?)", row)

        await self.database.write(find_or_make)
        return (await self._find(f"{_SHARES} AND hand_id = ? AND seat IS ?", person, hand, seat))[0]

    async def all_of(self, person: str) -> list[Share]:
        """Somebody's links, the newest first."""
        return await self._find(f"{_SHARES} ORDER BY created_at DESC, token", person)

    async def take_back(self, person: str, token: str) -> None:
        """The link leads nowhere from now on."""

        def delete(connection: sqlite3.Connection) -> int:
            sql = "DELETE FROM shares WHERE token = ? AND person = ?"
            return connection.execute(sql, (token, person)).rowcount

        if not await self.database.write(delete):
            raise NotThere("you have no such link: GET /api/shares lists yours.")

    async def follow(self, token: str) -> tuple[Past, int | None]:
        """Where a link leads: a hand, and as which seat one may look at it."""
        row = await self.database.row("SELECT hand_id, seat FROM shares WHERE token = ?", token)
        if row is None:
            raise NotThere("this link leads nowhere: it was mistyped, or taken back by who shared it.")
        return await self.history.past(row["hand_id"]), row["seat"]

    async def _find(self, sql: str, *values: object) -> list[Share]:
        return [
            Share(
                token=row["token"],
                url=f"/shared/{row['token']}",
                hand=row["hand_id"],
                seat=row["seat"],
                number=row["number"],
                preset=row["preset"],
                ended_at=row["ended_at"],
                created_at=row["created_at"],
            )
            for row in await self.database.rows(sql, *values)
        ]


_SHARES = """SELECT token, hand_id, seat, number, preset, ended_at, created_at
    FROM shares JOIN hands ON hands.id = hand_id WHERE person = ?"""
