"""A few people at one table, who sit in the order they came in."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from typing import Any

from tests.server.servers import QUICKLY, Client, Json, Person, Server, at_table, new_people


class SeatedTable:
    """A table and who sits there; the first is the host."""

    def __init__(self, server: Server, table: str, people: list[Person], clients: list[Client]) -> None:
        self.server = server
        self.table = table
        self.people = people
        self.clients = clients

    @property
    def host(self) -> Client:
        return self.clients[0]

    @property
    def guest(self) -> Client:
        return self.clients[1]

    async def heard(self) -> None:
        """Everybody has heard as much as whoever has heard most."""
        latest = max(client.version for client in self.clients)
        for client in self.clients:
            await client.until(lambda: client.version >= latest)  # noqa: B023 - used up at once

    async def turn(self) -> Client:
        """Whoever has to decide, the first of them."""
        found = await self._next(lambda: False)
        assert found is not None
        return found

    async def _next(self, over: Callable[[], bool]) -> Client | None:
        async with asyncio.timeout(120):
            while not over():
                await self.heard()
                for client in self.clients:
                    if client.question is not None:
                        return client
                if not over():
                    await self.host.listen()
        return None

    async def play(self, over: Callable[[], bool]) -> None:
        """Everybody gives the answers that the clock would give, until it is over."""
        while (client := await self._next(over)) is not None and not over():
            await answer(client)

    def other(self, client: Client) -> Client:
        """The one of two that it is not."""
        return self.clients[1 - self.clients.index(client)]


async def answer(client: Client) -> Json:
    """The question's default, given by the player."""
    assert client.question is not None
    return await client.ask("act", action=client.question["default"], question=client.question["number"])


def events(client: Client, kind: str) -> list[Json]:
    """All events of a kind that a client was told of one by one."""
    told = [event for news in client.news if news["type"] == "update" for event in news.get("events", ())]
    return [event for event in told if event["type"] == kind]


def clock_of(client: Client, seat: int) -> Json | None:
    """A seat's clock as it was last told."""
    for news in reversed(client.news):
        if news["type"] in ("update", "snapshot"):
            found: list[Json] = [one for one in news.get("clock", ()) if one["seat"] == seat]
            return found[0] if found else None
    return None


@contextlib.asynccontextmanager
async def seated_table(
    server: Server, rules: Json | str = "cloud-city", count: int = 2, clocks: Json | None = None, **settings: Any
) -> AsyncIterator[SeatedTable]:
    """So many people who have sat down; the first hand begins when all have."""
    people = new_people(server, count)
    table = people[0].new_table(rules, clocks={**QUICKLY, **(clocks or {})}, **settings)
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(at_table(server, table, one)) for one in people]
        await clients[0].do("pause", on=True)
        for seat, client in enumerate(clients):
            await client.do("sit", seat=seat)
        await clients[0].do("pause", on=False)
        yield SeatedTable(server, table, people, clients)
