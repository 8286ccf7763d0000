"""Clients of a server in the same process, for what can't be brought about from outside."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from sabacc.server.connection import Connection
from sabacc.server.people import Person


class Screen:
    """A connection whose frames are kept."""

    def __init__(self, person: Person) -> None:
        self.news: list[dict[str, Any]] = []
        self.connection = Connection(person.id, person.name, self._offer, self._write)
        self.pump = asyncio.create_task(self.connection.pump())

    def _offer(self, text: bytes) -> bool:
        self.news += json.loads(text)
        return True

    async def _write(self, text: bytes) -> None:
        self._offer(text)

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [news for news in self.news if news["type"] == kind]


async def until(true: Any, seconds: float = 20) -> None:
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.01)
