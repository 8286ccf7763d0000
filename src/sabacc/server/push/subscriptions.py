"""The subscriptions of everybody: one for each browser that somebody is signed in with, and gone with its session."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import structlog

from sabacc.server.push.endpoints import Subscription
from sabacc.server.storage.seed_vault import SealedAway
from sabacc.server.storage.sql import push as sql
from sabacc.server.storage.store import Store

_log = structlog.get_logger()


class Subscriber(msgspec.Struct, frozen=True):
    """A browser that takes messages, and the language of its pages."""

    session: str
    language: str
    subscription: Subscription


class Subscriptions:
    """They are sealed in the database: whoever has it alone can't send anybody messages."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now

    async def keep(self, session: str, language: str, subscription: Subscription) -> None:
        """Takes the place of the one that the session had."""
        sealed = self._store.vault.seal(msgspec.json.encode(subscription).decode())
        await self._store.execute(sql.KEEP, session, language, sealed)

    async def forget(self, session: str) -> None:
        """No more messages to this browser."""
        await self._store.execute(sql.FORGET, session)

    async def of(self, person: str) -> list[Subscriber]:
        """All browsers of a person that take messages."""
        found = []
        for row in await self._store.rows(sql.OF_PERSON, person, self._now()):
            try:
                body = self._store.vault.open(row["sealed"])
            except SealedAway as error:
                _log.warning("push subscription", error=str(error))
                continue
            subscription = msgspec.json.decode(body, type=Subscription)
            found.append(Subscriber(row["session"], row["language"], subscription))
        return found
