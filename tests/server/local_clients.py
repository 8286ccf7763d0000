"""Clients of a server in the same process, for what can't be brought about from outside."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from sabacc.server.hub import Hub
from sabacc.server.people.sessions import Person
from sabacc.server.table.actor import Table
from sabacc.server.table.settings import Clocks, Settings
from sabacc.server.wire import protocol as pr
from sabacc.server.wire.connection import Connection


class LocalClient:
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


async def until(true: Any, seconds: float = 120) -> None:
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.01)


async def two_in_a_hand(hub: Hub, rules: dict[str, Any] | None = None) -> tuple[Table, list[Person], list[LocalClient]]:
    """Ana and Ben at a table of their own, in the middle of a hand that no clock ends."""
    people = [(await hub.people.new_guest(name))[0] for name in ("Ana", "Ben")]
    clocks = Clocks(decision=600, window=600, between=0)
    wanted, settings = rules or {"preset": "classic"}, Settings(seats=2, clocks=clocks)
    table = hub.tables[await hub.table_service.open(people[0], wanted, settings)]
    screens = [LocalClient(person) for person in people]
    for seat, screen in enumerate(screens):
        table.join(screen.connection, None)
        table.command(screen.connection, pr.Sit(f"sit {seat}", seat))
    await until(lambda: table.state.in_hand and table.durable_version == table.state.version)
    return table, people, screens
