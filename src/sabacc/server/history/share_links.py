"""Links to single hands, as a player or as a spectator saw them."""

from __future__ import annotations

import secrets
import time

import msgspec

from sabacc.messages import Message
from sabacc.server.history.archive import FinishedHand
from sabacc.server.history.search import History
from sabacc.server.http.errors import NotFound
from sabacc.server.storage.sql import history as sql
from sabacc.server.storage.store import Sql, Transaction


class ShareLink(msgspec.Struct, frozen=True):
    """A link that somebody made; without a seat it shows what a spectator saw."""

    token: str
    url: str
    hand: str
    seat: int | None
    number: int
    preset: str
    ended_at: int
    created_at: int


class ShareLinks:
    """The links of everybody."""

    def __init__(self, history: History) -> None:
        self.history = history
        self.store = history.store

    async def create(self, person: str, hand: str, seat: int | None) -> ShareLink:
        """Makes a link to a hand of one's own, or finds the one that was made before."""
        await self.history.own_seat(person, hand, seat)
        token = secrets.token_urlsafe(16)

        async def find_or_make(transaction: Transaction) -> None:
            if await transaction.row(sql.SHARE_OF_HAND, person, hand, seat) is None:
                await transaction.execute(sql.INSERT_SHARE, token, hand, seat, person, int(time.time() * 1000))

        await self.store.write(find_or_make)
        return (await self._find(sql.SHARE_OF_HAND, person, hand, seat))[0]

    async def list_for(self, person: str) -> list[ShareLink]:
        """Somebody's links, the newest first."""
        return await self._find(sql.SHARES, person)

    async def revoke(self, person: str, token: str) -> None:
        """Deletes a link."""
        if not await self.store.write(lambda transaction: transaction.execute(sql.DELETE_SHARE, token, person)):
            raise NotFound(Message("refusal.no-share-link"))

    async def resolve(self, token: str) -> tuple[FinishedHand, int | None]:
        """The hand that a link leads to, and as which seat it is shown."""
        row = await self.store.row(sql.SHARED, token)
        if row is None:
            raise NotFound(Message("refusal.dead-link"))
        return await self.history.finished_hand(row["hand_id"]), row["seat"]

    async def _find(self, statement: Sql, *values: object) -> list[ShareLink]:
        return [
            ShareLink(
                token=row["token"],
                url=f"/shared/{row['token']}",
                hand=row["hand_id"],
                seat=row["seat"],
                number=row["number"],
                preset=row["preset"],
                ended_at=row["ended_at"],
                created_at=row["created_at"],
            )
            for row in await self.store.rows(statement, *values)
        ]
