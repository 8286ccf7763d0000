"""The health of a server: whether what people do can be written down, and if not, why."""

from __future__ import annotations

import asyncio
from typing import Literal

import msgspec

from sabacc.server.storage.store import Store

PROBE_TIMEOUT = 3.0  # seconds
PROBE_INTERVAL = 1.0  # seconds in which all who ask get the same answer
SLOW = (
    f"a write has waited for more than {PROBE_TIMEOUT:.0f} seconds: the database is locked by another process, or the disk "
    "does not answer."
)


class Health:
    """Finds out whether the database can be written, for all who ask at a time with one write."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._loop = asyncio.get_running_loop()
        self._probe: asyncio.Task[str | None] | None = None
        self._probed_at = 0.0
        self.damage: str | None = None  # what a check of the file has found

    async def fault(self) -> str | None:
        """What is wrong, in a sentence, if anything is."""
        now = self._loop.time()
        if self._probe is None or (self._probe.done() and now - self._probed_at > PROBE_INTERVAL):
            self._probed_at = now
            self._probe = asyncio.create_task(self._write())
        left = self._probed_at + PROBE_TIMEOUT - now
        done, _ = await asyncio.wait([self._probe], timeout=max(0.0, left))
        return (self._probe.result() if done else SLOW) or self.damage

    async def _write(self) -> str | None:
        try:
            await self._store.probe()
        except Exception as error:  # whatever it is, it is what is wrong
            return self._store.explain_fault(error)
        return None


class HealthReport(msgspec.Struct, frozen=True, omit_defaults=True):
    """The health of the server, as `/healthz` tells it."""

    status: Literal["ok", "faulty"]  # faulty goes with the HTTP status 503
    version: str
    tables: int
    connections: int
    why: str | None = None  # what is wrong
    mending: int = 0  # tables that broke, and are being set up again
    lost: int = 0  # tables that can't be played on
