"""A queue in which owners take turns, so that nobody waits for all that somebody else has asked for."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator


class FairQueue:
    """Lets so many in at a time; who waits is let in owner by owner, and not in the order of asking."""

    def __init__(self, slots: int) -> None:
        self._free = slots
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}  # by owner, the next one first

    @contextlib.asynccontextmanager
    async def slot(self, owner: str) -> AsyncIterator[None]:
        """Waits for one's turn, and holds it."""
        await self._enter(owner)
        try:
            yield
        finally:
            self._leave()

    async def turn(self, owner: str) -> None:
        """Waits for one's turn, and makes room for the next one in the event loop's next turn."""
        await self._enter(owner)
        asyncio.get_running_loop().call_soon(self._leave)

    def waiting(self, owner: str) -> int:
        """How many of an owner wait."""
        return len(self._waiting.get(owner, ()))

    async def _enter(self, owner: str) -> None:
        if self._free:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(owner, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it was let in at the same moment
                self._leave()
            raise

    def _leave(self) -> None:
        """Lets the next one in: the first of the owner whose last turn is longest ago."""
        while self._waiting:
            owner = next(iter(self._waiting))
            turns = self._waiting.pop(owner)
            turn = turns.popleft()
            if turns:
                self._waiting[owner] = turns  # behind all others
            if not turn.done():  # else whoever waited has given up
                turn.set_result(None)
                return
        self._free += 1
