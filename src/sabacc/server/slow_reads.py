"""Reads that look at much, like all hands of somebody: one at a time, and whoever asks for them takes turns."""

from __future__ import annotations

from typing import TypeVar

from sabacc.messages import Message
from sabacc.server.fair_queue import FairQueue
from sabacc.server.http.errors import TooManyRequests
from sabacc.server.storage.store import Job, Store

T = TypeVar("T")
MAX_WAITING = 20  # of one person, or of one address where nobody is signed in


class SlowReads:
    """Those of everybody; who only signs in, or plays, doesn't wait for them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._turns = FairQueue(1)

    async def read(self, owner: str, job: Job[T]) -> T:
        """Reads something for an owner, when it is their turn."""
        if self._turns.waiting(owner) >= MAX_WAITING:
            raise TooManyRequests(Message("refusal.reads-waiting"), wait=5.0)
        async with self._turns.slot(owner):
            return await self._store.read_slowly(job)
