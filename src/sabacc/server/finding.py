"""Somebody's own hands: looking for them, and taking them all home.

A person may see a hand as the seat saw it that was theirs, and nothing else of it. Whoever sat by without being dealt in
has no such hand in their history, but may look at it.
"""

from __future__ import annotations

import asyncio
import functools
import sqlite3
from collections.abc import AsyncIterator, Sequence
from typing import Any, Literal

import msgspec

from sabacc.errors import SabaccError
from sabacc.server.database import Database
from sabacc.server.history import Past
from sabacc.server.refusals import NotThere, NotYours

AT_ONCE = 20  # hands of a whole history that are told in one go
Outcome = Literal["won", "lost", "folded"]
Whole = tuple[sqlite3.Row, list[sqlite3.Row], int]  # a hand, who sat there, and one of their seats


class Search(msgspec.Struct, frozen=True, kw_only=True):
    """Which hands somebody looks for; nothing means all."""

    preset: str | None = None
    table: str | None = None
    opponent: str | None = None  # a name
    since: int | None = None
    until: int | None = None
    outcome: Outcome | None = None
    text: str | None = None  # in names, titles, presets and what hands are called
    before: str | None = None  # where the page before ended
    limit: int = 50


class PlayerThere(msgspec.Struct, frozen=True):
    """Somebody in a hand, and what all could see of how it went for them."""

    seat: int
    name: str
    bot: str | None
    you: bool
    dealt_in: bool
    staked: int
    won: int
    outcome: Outcome | None  # none for who was not dealt in
    showed: bool
    bombed_out: bool
    special: bool
    hand_name: str | None


class HandThere(msgspec.Struct, frozen=True):
    """A hand in short."""

    id: str
    table: str
    title: str
    number: int
    preset: str
    ended_at: int
    seat: int
    players: list[PlayerThere]


class Page(msgspec.Struct, frozen=True):
    """Some hands, the newest first. `before` asks for the next page; none: this was the last."""

    hands: list[HandThere]
    before: str | None


_MINE = "SELECT me.hand_id, me.ended_at, me.seat FROM hand_seats me JOIN hands h ON h.id = me.hand_id"
_IN_SHORT = "SELECT table_id, title, number, preset, ended_at FROM hands WHERE id = ?"
_OUTCOMES = {
    "won": "me.took_pot AND NOT me.folded",
    "lost": "NOT me.took_pot AND NOT me.folded",
    "folded": "me.folded",
}
_OPPONENT = """EXISTS (SELECT 1 FROM hand_seats other WHERE other.hand_id = me.hand_id AND other.seat <> me.seat
    AND other.dealt_in AND casefold(other.name) = casefold(?))"""
_TEXT = """instr(casefold(h.title || ' ' || h.preset || (SELECT group_concat(' ' || other.name || ' ' ||
    coalesce(other.hand_name, ''), '') FROM hand_seats other WHERE other.hand_id = me.hand_id)), casefold(?))"""


class History:
    """Everybody's hands."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._telling = asyncio.Semaphore(
            1
        )  # whole histories take long: together they get one processor, and play the rest

    async def search(self, person: str, search: Search) -> Page:
        """A page of somebody's hands."""
        where, values = _conditions(person, search)
        sql = f"{_MINE} WHERE {where} ORDER BY me.ended_at DESC, me.hand_id DESC LIMIT ?"
        return await self.database.read(lambda connection: _page(connection, sql, (*values, search.limit + 1), search))

    async def summary(self, person: str, hand: str) -> HandThere:
        """One hand in short."""
        seat = await self.seat_of(person, hand)
        return (await self.database.read(lambda connection: _hands(connection, {hand: seat})))[0]

    async def seat_of(self, person: str, hand: str) -> int:
        """Which seat of a hand was somebody's."""
        row = await self.database.row("SELECT seat FROM hand_seats WHERE hand_id = ? AND person = ?", hand, person)
        if row is None:
            raise NotThere("you have played no such hand: GET /api/hands lists those you have.")
        return int(row["seat"])

    async def own_seat(self, person: str, hand: str, seat: int | None) -> int:
        """The seat somebody asks for, if it was theirs; theirs, if they name none."""
        own = await self.seat_of(person, hand)
        if seat is not None and seat != own:
            raise NotYours(f"seat {seat} was not yours: you had seat {own}, and can see the hand as that seat saw it.")
        return own

    async def past(self, hand: str) -> Past:
        """A hand with all there is to it: only for who may see what they then ask of it."""
        row = await self.database.row("SELECT * FROM hands WHERE id = ?", hand)
        if row is None:
            raise NotThere("there is no such hand.")
        seats = await self.database.rows("SELECT seat, name FROM hand_seats WHERE hand_id = ?", hand)
        return await asyncio.to_thread(Past, row, {one["seat"]: one["name"] for one in seats})

    async def lines(self, person: str) -> AsyncIterator[bytes]:
        """A whole history as JSON lines, the oldest hand first; some hands at a time, and others get their turn."""
        sql = f"""{_MINE} WHERE me.person = ? AND me.dealt_in AND (me.ended_at, me.hand_id) > (?, ?)
            ORDER BY me.ended_at, me.hand_id LIMIT {AT_ONCE}"""
        after: tuple[int, str] = (-1, "")
        while page := await self.database.rows(sql, person, *after):
            hands = {row["hand_id"]: row["seat"] for row in page}
            whole = await self.database.read(functools.partial(_whole, seats=hands))
            async with self._telling:
                told = await asyncio.to_thread(_as_lines, whole)
            yield told
            after = (page[-1]["ended_at"], page[-1]["hand_id"])


def _conditions(person: str, search: Search) -> tuple[str, list[Any]]:
    given = {
        "h.preset = ?": search.preset,
        "h.table_id = ?": search.table,
        "me.ended_at >= ?": search.since,
        "me.ended_at < ?": search.until,
        _OPPONENT: search.opponent or None,
        _TEXT: search.text or None,
    }
    wanted = {sql: value for sql, value in given.items() if value is not None}
    where = ["me.person = ?", "me.dealt_in", *wanted]
    values: list[Any] = [person, *wanted.values()]
    if search.outcome is not None:
        where.append(_OUTCOMES[search.outcome])
    if search.before is not None:
        where.append("(me.ended_at, me.hand_id) < (?, ?)")
        values += _cursor(search.before)
    return " AND ".join(where), values


def _cursor(text: str) -> tuple[int, str]:
    ended_at, _, hand = text.partition("-")
    if not ended_at.isdecimal() or not ended_at.isascii() or len(ended_at) > 18:
        raise SabaccError("before must be what an earlier page says under before.")
    return int(ended_at), hand


def _page(connection: sqlite3.Connection, sql: str, values: Sequence[Any], search: Search) -> Page:
    connection.create_function("casefold", 1, lambda text: (text or "").casefold(), deterministic=True)
    found = connection.execute(sql, values).fetchall()
    rows = found[: search.limit]
    before = f"{rows[-1]['ended_at']}-{rows[-1]['hand_id']}" if len(found) > len(rows) else None
    return Page(_hands(connection, {row["hand_id"]: row["seat"] for row in rows}), before)


def _hands(connection: sqlite3.Connection, seats: dict[str, int]) -> list[HandThere]:
    """These hands in short, as those see them who had these seats."""
    found: list[HandThere] = []
    for hand, seat in seats.items():
        row = connection.execute(_IN_SHORT, (hand,)).fetchone()
        players = connection.execute("SELECT * FROM hand_seats WHERE hand_id = ? ORDER BY seat", (hand,)).fetchall()
        found.append(
            HandThere(
                id=hand,
                table=row["table_id"],
                title=row["title"],
                number=row["number"],
                preset=row["preset"],
                ended_at=row["ended_at"],
                seat=seat,
                players=[_player(one, one["seat"] == seat) for one in players],
            )
        )
    return found


def _player(row: sqlite3.Row, you: bool) -> PlayerThere:
    return PlayerThere(
        seat=row["seat"],
        name=row["name"],
        bot=row["bot"],
        you=you,
        dealt_in=bool(row["dealt_in"]),
        staked=row["staked"],
        won=row["won"],
        outcome=_outcome(row),
        showed=bool(row["showed"]),
        bombed_out=bool(row["bombed_out"]),
        special=bool(row["special"]),
        hand_name=row["hand_name"],
    )


def _outcome(row: sqlite3.Row) -> Outcome | None:
    if not row["dealt_in"]:
        return None
    return "folded" if row["folded"] else "won" if row["took_pot"] else "lost"


def _whole(connection: sqlite3.Connection, seats: dict[str, int]) -> list[Whole]:
    found = []
    for hand, seat in seats.items():
        row = connection.execute("SELECT * FROM hands WHERE id = ?", (hand,)).fetchone()
        players = connection.execute("SELECT seat, name, won FROM hand_seats WHERE hand_id = ?", (hand,)).fetchall()
        found.append((row, players, seat))
    return found


def _as_lines(hands: list[Whole]) -> bytes:
    lines: list[bytes] = []
    for row, players, seat in hands:
        past = Past(row, {one["seat"]: one["name"] for one in players})
        won = next(one["won"] for one in players if one["seat"] == seat)
        lines.append(msgspec.json.encode(past.line(seat, won)) + b"\n")
    return b"".join(lines)
