"""Searching and exporting one's own hands.

A person may see a hand as their own seat saw it, and nothing else of it. Whoever sat there without being dealt in doesn't find
the hand in their history, but may look at it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any, Literal

import msgspec

from sabacc.errors import SabaccError
from sabacc.messages import Message
from sabacc.server.history.archive import FinishedHand
from sabacc.server.http.errors import Forbidden, NotFound
from sabacc.server.slow_reads import SlowReads
from sabacc.server.storage.log_heads import LogHeads
from sabacc.server.storage.sql import history as sql
from sabacc.server.storage.store import Row, Store, Transaction

Outcome = Literal["won", "lost", "folded"]
HandToExport = tuple[Row, Sequence[Row], int]  # the hand, its seats, and the owner's seat


class HandFilter(msgspec.Struct, frozen=True, kw_only=True):
    """Which hands somebody searches for; no filter means all."""

    preset: str | None = None
    table: str | None = None
    opponent: str | None = None  # the name of one
    since: int | None = None
    until: int | None = None
    outcome: Outcome | None = None
    text: str | None = None  # in names, titles, presets and names of hands
    before: str | None = None  # the cursor of the page before
    limit: int = 50

    @property
    def is_slow(self) -> bool:
        """Whether all hands may have to be looked at to find some."""
        return any(one is not None for one in (self.text, self.opponent, self.outcome, self.preset, self.table))


class PlayerSummary(msgspec.Struct, frozen=True):
    """A player of a hand, and what all could see of how it went for them."""

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


class HandSummary(msgspec.Struct, frozen=True):
    """A hand in short."""

    id: str
    table: str
    title: str
    number: int
    preset: str
    ended_at: int
    seat: int
    players: list[PlayerSummary]


class HandPage(msgspec.Struct, frozen=True):
    """Some hands, the newest first; `before` asks for the next page, and none means that this was the last."""

    hands: list[HandSummary]
    before: str | None


class History:
    """The hands of everybody."""

    def __init__(self, store: Store, log_heads: LogHeads, slow_reads: SlowReads | None = None) -> None:
        self.store = store
        self.log_heads = log_heads
        self.slow_reads = slow_reads or SlowReads(store)
        self._export_slot = asyncio.Semaphore(1)  # exports take long: all of them share one processor

    async def search(self, person: str, search: HandFilter) -> HandPage:
        """A page of somebody's hands."""
        wanted = _search(person, search)

        if not search.is_slow:
            return await self.store.read(lambda transaction: _page(transaction, wanted, search))
        return await self.slow_reads.read(person, lambda transaction: _page(transaction, wanted, search))

    async def summary(self, person: str, hand: str) -> HandSummary:
        """One hand in short."""
        seat = await self.seat_of(person, hand)
        return (await self.store.read(lambda transaction: _hands(transaction, {hand: seat})))[0]

    async def summary_at(self, person: str, table: str, number: int) -> HandSummary:
        """One hand in short, by its table and number."""
        row = await self.store.row(sql.HAND_AT, table, number)
        if row is None:
            raise NotFound(Message("refusal.no-hand-here"))
        return await self.summary(person, row["id"])

    async def seat_of(self, person: str, hand: str) -> int:
        """The seat that somebody had in a hand."""
        row = await self.store.row(sql.SEAT_OF, hand, person)
        if row is None:
            raise NotFound(Message("refusal.no-hand-of-yours"))
        return int(row["seat"])

    async def own_seat(self, person: str, hand: str, seat: int | None) -> int:
        """The seat that somebody asks for, if it was theirs, or theirs if they name none."""
        own = await self.seat_of(person, hand)
        if seat is not None and seat != own:
            raise Forbidden(Message("refusal.not-your-seat", seat=seat, own=own))
        return own

    async def finished_hand(self, hand: str) -> FinishedHand:
        """A whole hand; whoever calls this checks what may be seen of it."""
        row = await self.store.row(sql.HAND, hand)
        if row is None:
            raise NotFound(Message("refusal.no-hand"))
        seats = await self.store.rows(sql.NAMES, hand)
        return await asyncio.to_thread(FinishedHand, row, {one["seat"]: one["name"] for one in seats})

    async def export_lines(self, person: str) -> AsyncIterator[bytes]:
        """A whole history as JSON lines, the oldest hand first, in batches so that others get their turn."""
        after: tuple[int, str] = (-1, "")
        while page := await self.store.rows(sql.AFTER, person, *after):
            hands = {row["hand_id"]: row["seat"] for row in page}
            whole = await self._load(hands)
            evidence = {row["table_id"]: await self.log_heads.evidence(row["table_id"]) for row, _, _ in whole}
            async with self._export_slot:
                batch = await asyncio.to_thread(_encode_lines, whole, evidence)
            yield batch
            after = (page[-1]["ended_at"], page[-1]["hand_id"])

    async def _load(self, hands: dict[str, int]) -> list[HandToExport]:
        return await self.store.read(lambda transaction: _load_hands(transaction, hands))


def _search(person: str, wanted: HandFilter) -> sql.Search:
    search = sql.Search(person)
    if wanted.preset is not None:
        search.preset(wanted.preset)
    if wanted.table is not None:
        search.table(wanted.table)
    if wanted.since is not None:
        search.since(wanted.since)
    if wanted.until is not None:
        search.until(wanted.until)
    if wanted.opponent:
        search.opponent(wanted.opponent)
    if wanted.text:
        search.text(wanted.text)
    if wanted.outcome is not None:
        search.outcome(wanted.outcome)
    if wanted.before is not None:
        search.before(*_cursor(wanted.before))
    return search


def _cursor(text: str) -> tuple[int, str]:
    ended_at, _, hand = text.partition("-")
    if not ended_at.isdecimal() or not ended_at.isascii() or len(ended_at) > 18:
        raise SabaccError("before must be what an earlier page says under before.")
    return int(ended_at), hand


async def _page(transaction: Transaction, wanted: sql.Search, search: HandFilter) -> HandPage:
    statement = wanted.newest_first(search.limit + 1)
    found = await transaction.rows(statement, *wanted.values)
    rows = found[: search.limit]
    before = f"{rows[-1]['ended_at']}-{rows[-1]['hand_id']}" if len(found) > len(rows) else None
    return HandPage(await _hands(transaction, {row["hand_id"]: row["seat"] for row in rows}), before)


async def _hands(transaction: Transaction, seats: dict[str, int]) -> list[HandSummary]:
    """Summaries of hands, each for the player of the seat that is given."""
    found: list[HandSummary] = []
    for hand, seat in seats.items():
        row = await transaction.row(sql.IN_SHORT, hand)
        assert row is not None
        players = await transaction.rows(sql.SEATS, hand)
        found.append(
            HandSummary(
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


def _player(row: Row, you: bool) -> PlayerSummary:
    return PlayerSummary(
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


def _outcome(row: Row) -> Outcome | None:
    if not row["dealt_in"]:
        return None
    return "folded" if row["folded"] else "won" if row["took_pot"] else "lost"


async def _load_hands(transaction: Transaction, seats: dict[str, int]) -> list[HandToExport]:
    found: list[HandToExport] = []
    for hand, seat in seats.items():
        row = await transaction.row(sql.HAND, hand)
        assert row is not None
        found.append((row, await transaction.rows(sql.NAMES, hand), seat))
    return found


def _encode_lines(hands: list[HandToExport], evidence: dict[str, dict[str, Any]]) -> bytes:
    lines: list[bytes] = []
    for row, players, seat in hands:
        finished_hand = FinishedHand(row, {one["seat"]: one["name"] for one in players})
        won = next(one["won"] for one in players if one["seat"] == seat)
        lines.append(msgspec.json.encode(finished_hand.line(seat, won, evidence[row["table_id"]])) + b"\n")
    return b"".join(lines)
