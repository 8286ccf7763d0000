"""What sockets and routes ask of tables, answered by whichever node plays them."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from sabacc.rules import BEHAVIOUR
from sabacc.server.cluster.messages import OpenTable
from sabacc.server.cluster.node import UNREACHABLE, ClusterNode
from sabacc.server.http.errors import NotFound, Unavailable
from sabacc.server.lobby import TableSummary
from sabacc.server.people.sessions import Person
from sabacc.server.shared_addresses import SharedAddress
from sabacc.server.storage.lease import node_of, shard_of
from sabacc.server.table import entries as en
from sabacc.server.table.settings import Settings
from sabacc.server.table_service import EntryRefused, Visit, new_table_id, quick_settings
from sabacc.server.tables import NO_TABLE
from sabacc.server.wire import protocol as pr
from sabacc.server.wire.connection import Connection
from sabacc.variants.lessons import Lesson

MAX_IDS = 2000  # that are tried; with so many, every shard is met
TRIES = 60  # to open a table, while it is not clear who plays it
RETRY_DELAY = 0.2  # seconds


class ClusterTableService:
    """The tables of all nodes; see `TableService` for what its methods are for."""

    def __init__(self, node: ClusterNode) -> None:
        self.node = node
        self.gateway = node.gateway
        self.lobby = node.hub.lobby
        self.opener = node.hub.opener

    def check(self, table_id: str) -> None:
        pass  # the worker knows

    async def enter(self, table_id: str, connection: Connection, visit: Visit) -> None:
        route = self.gateway.routes.get(shard_of(table_id))
        if not self.node.bus.is_open and (route is None or route.owner != self.node.owner):
            raise EntryRefused(UNREACHABLE, again=True)
        await self.gateway.enter(table_id, connection, visit)

    def leave(self, table_id: str, connection: Connection) -> None:
        self.gateway.leave(connection)

    def command(self, table_id: str, connection: Connection, command: pr.Command) -> None:
        self.gateway.command(connection, command)

    def update_lag(self, table_id: str, connection: Connection) -> None:
        self.gateway.update_lag(connection)

    async def open(
        self, person: Person, wanted: dict[str, Any], settings: Settings, lesson: Lesson | None = None
    ) -> str:
        entry = await self.opener.prepare(person, wanted, settings, self._hosted_by(person))
        return await self._open(msgspec.structs.replace(entry, lesson=lesson), seats_host=lesson is not None)

    async def open_quick(self, person: Person, preset: str, bots: tuple[str, ...]) -> str:
        settings = quick_settings(person, preset, bots)
        entry = await self.opener.prepare(person, {"preset": preset}, settings, self._hosted_by(person))
        return await self._open(entry, seats_host=True)

    def _hosted_by(self, person: Person) -> int:
        return sum(listing.host == person.id for listing in self.lobby.listings.values())

    async def _open(self, entry: en.Opened, seats_host: bool = False) -> str:
        """Has the worker of a new id open a table. Who does not answer may have done it all the same: then nobody comes, and
        the table closes by itself."""
        body = en.write_entry(entry, self.node.hub.log.vault)
        for left in range(TRIES - 1, -1, -1):
            try:
                table_id, owner = self._place_for_table()
                await self._ask_to_open(node_of(owner), table_id, body, seats_host)
                return table_id
            except Unavailable:
                if not left:
                    raise
                await asyncio.sleep(RETRY_DELAY)
        raise AssertionError

    def _place_for_table(self) -> tuple[str, str]:
        """A new id, and the worker that will play it, whose engine is not older than this one: it could not read the entry."""
        able = {node.owner for node in self.node.state.nodes if node.behaviour >= BEHAVIOUR}
        for _ in range(MAX_IDS):
            table_id = new_table_id()
            route = self.gateway.routes.get(shard_of(table_id))
            if route is not None and route.owner in able:
                return table_id, route.owner
        raise Unavailable("the table can't be opened just now: try again in a moment.")

    async def _ask_to_open(self, node: str, table_id: str, entry: bytes, seats_host: bool) -> None:
        await self.node.desk.ask(node, lambda number: OpenTable(number, table_id, entry, seats_host))

    def summary(self, table_id: str) -> TableSummary:
        self.lobby.flush()
        listing = self.lobby.listings.get(table_id)
        if listing is None:
            raise NotFound(NO_TABLE)
        return listing.summary

    def summaries_of(self, person: str) -> list[TableSummary]:
        self.lobby.flush()
        return [one.summary for one in self.lobby.listings.values() if one.host == person or person in one.people]

    async def shared_addresses(self, table_id: str, person: str) -> list[SharedAddress]:
        route = self.gateway.routes.get(shard_of(table_id))
        if route is None:
            raise Unavailable("the table can't be reached just now: try again in a moment.")
        return await self.node.desk.shared_addresses(node_of(route.owner), table_id, person)
