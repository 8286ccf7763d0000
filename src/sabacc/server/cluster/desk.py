"""What nodes tell and ask each other beside play: the lobby, opening tables, sessions and names, limits, heads of the log."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

import msgspec
import structlog

from sabacc.errors import SabaccError
from sabacc.server.cluster.messages import (
    CheckRename,
    Contents,
    Direct,
    HeadOf,
    Listings,
    ListingsWanted,
    NewAvatar,
    OpenTable,
    RemovePerson,
    Renamed,
    Reply,
    Request,
    SessionEnded,
    Shared,
    SharedAddressesOf,
    Taken,
)
from sabacc.server.cluster.shared_limits import SharedLimits
from sabacc.server.http.errors import Conflict, Forbidden, NotFound, Refused, TooManyRequests, Unavailable
from sabacc.server.lobby import Listing, table_listing
from sabacc.server.shared_addresses import SharedAddress
from sabacc.server.storage.lease import shard_of
from sabacc.server.storage.log_heads import PublishedHead
from sabacc.server.storage.sql import sessions as sql
from sabacc.server.table import entries as en

if TYPE_CHECKING:
    from sabacc.server.cluster.node import ClusterNode

REQUEST_TIMEOUT = 6.0  # seconds
CONTENTS_INTERVAL = 10.0  # seconds
SESSIONS_INTERVAL = 30.0  # seconds
LISTINGS_AT_A_TIME = 200
NO_ANSWER = "another machine of this server does not answer just now: try again in a moment."
REFUSALS: dict[int, type[SabaccError]] = {
    one.status: one for one in (Forbidden, NotFound, Conflict, TooManyRequests, Unavailable)
}
_log = structlog.get_logger()


class Desk:
    """The correspondence of a node."""

    def __init__(self, node: ClusterNode) -> None:
        self.node = node
        self.hub = node.hub
        self.bus = node.bus
        self.limits = SharedLimits(self.bus.publish)
        self._numbers = itertools.count(1)
        self._asked: dict[int, asyncio.Future[Reply]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self) -> None:
        """Begins to tell the others what happens here, and asks what there is."""
        hub = self.hub
        hub.lobby.on_local_change = self._tell_listings
        hub.people.sessions.on_end.append(self._tell_end)
        hub.people.before_delete.append(self._remove_person)
        hub.people.before_rename.append(self._check_rename)
        hub.people.after_rename.append(self._tell_rename)
        hub.people.after_avatar.append(self._tell_avatar)
        for name, limiter in hub.shared_limiters.items():
            self.limits.add(name, limiter)
        for chore in (self.limits.run(), self._tell_contents(), self._check_sessions()):
            self._spawn(chore)
        self.bus.publish(ListingsWanted())

    async def stop(self) -> None:
        """Says nothing more."""
        for task in self._tasks:
            task.cancel()

    def catch_up(self) -> None:
        """This node was cut off: what it has not heard it asks for."""
        self.bus.publish(ListingsWanted())
        self._spawn(self._close_ended())

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # ---- what was heard

    def receive(self, node: str, message: Direct) -> None:
        """Handles what another node says to this one."""
        if isinstance(message, Reply):
            asked = self._asked.pop(message.number, None)
            if asked is not None and not asked.done():
                asked.set_result(message)
        elif isinstance(message, Listings):
            self.hub.lobby.apply(message.changed, message.gone)
        elif isinstance(message, OpenTable | SharedAddressesOf | RemovePerson | CheckRename | HeadOf):
            self._spawn(self._answer(node, message))

    def receive_shared(self, node: str, message: Shared) -> None:
        """Handles what another node says to all."""
        if isinstance(message, Listings):
            self.hub.lobby.apply(message.changed, message.gone)
        elif isinstance(message, Contents):
            self._compare(node, message.tables)
        elif isinstance(message, ListingsWanted):
            self._send_listings(node)
        elif isinstance(message, SessionEnded):
            self._spawn(self.hub.close_session(message.session))
        elif isinstance(message, Renamed):
            self._spawn(self.hub.tables.apply_rename(message.person, message.name))
        elif isinstance(message, NewAvatar):
            self._spawn(self.hub.tables.apply_avatar(message.person, message.avatar))
        elif isinstance(message, Taken):
            self.limits.receive(message.limits)

    # ---- the lobby

    def _tell_listings(self, changed: list[Listing], gone: list[str]) -> None:
        self.bus.publish(Listings(changed, gone))

    def _send_listings(self, node: str) -> None:
        tables = [table_listing(table) for table in self.hub.tables.values()]
        for at in range(0, len(tables), LISTINGS_AT_A_TIME):
            self.bus.send(node, Listings(tables[at : at + LISTINGS_AT_A_TIME], []))

    async def _tell_contents(self) -> None:
        """Tells all nodes which tables there are, in case a change was lost."""
        while True:
            await asyncio.sleep(CONTENTS_INTERVAL)
            tables: dict[int, list[str]] = {shard: [] for shard in self.node.loaded_shards}
            for table_id in self.hub.tables:
                tables.setdefault(shard_of(table_id), []).append(table_id)
            if tables:
                self.bus.publish(Contents(tables))

    def _compare(self, node: str, tables: dict[int, list[str]]) -> None:
        there = {table for ids in tables.values() for table in ids}
        known = {table for table in self.hub.lobby.listings if shard_of(table) in tables}
        self.hub.lobby.apply([], known - there)
        if there - known:
            self.bus.publish(ListingsWanted())

    # ---- people

    async def _tell_end(self, session: str) -> None:
        self.bus.publish(SessionEnded(session))

    async def _tell_rename(self, person: str, name: str) -> None:
        self.bus.publish(Renamed(person, name))

    async def _tell_avatar(self, person: str, avatar: int) -> None:
        self.bus.publish(NewAvatar(person, avatar))

    async def _check_rename(self, person: str, name: str) -> None:
        """Refuses another name to who sits at a table of another worker."""
        await self._ask_others(lambda number: CheckRename(number, person, name))

    async def _remove_person(self, person: str) -> None:
        """Takes who deletes their account away from the tables of other workers."""
        await self._ask_others(lambda number: RemovePerson(number, person))

    async def _ask_others(self, make: Callable[[int], Request]) -> None:
        others = [name for name in self.node.workers if name != self.node.name]
        await asyncio.gather(*(self.ask(name, make) for name in others))

    async def _check_sessions(self) -> None:
        """Closes connections whose session has ended, in case that was not heard."""
        while True:
            await asyncio.sleep(SESSIONS_INTERVAL)
            try:
                await self._close_ended()
            except Exception as error:  # it is tried again
                _log.error("sessions can't be read", error=repr(error))

    async def _close_ended(self) -> None:
        open_ones = {one.session for one in self.hub.connections if one.session is not None}
        rows = await self.hub.store.rows(sql.STILL_THERE, msgspec.json.encode(sorted(open_ones)).decode())
        for session in open_ones - {row["id"] for row in rows}:
            await self.hub.close_session(session)

    # ---- requests

    async def ask(self, node: str, make: Callable[[int], Request]) -> bytes:
        """Asks a node for something, and returns its answer, or raises its refusal."""
        number = next(self._numbers)
        asked: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._asked[number] = asked
        self.bus.send(node, make(number))
        try:
            async with asyncio.timeout(REQUEST_TIMEOUT):
                reply = await asked
        except TimeoutError as error:
            raise Unavailable(NO_ANSWER) from error
        finally:
            self._asked.pop(number, None)
        if reply.error is not None:
            raise REFUSALS.get(reply.status, SabaccError)(reply.error)
        return reply.body

    async def _answer(self, node: str, request: Request) -> None:
        try:
            reply = Reply(request.number, await self._carry_out(request))
        except SabaccError as error:
            status = error.status if isinstance(error, Refused) else 0
            reply = Reply(request.number, b"", status, str(error))
        except Exception as error:
            _log.error("request failed", node=node, error=repr(error), exc_info=error)
            reply = Reply(request.number, b"", Unavailable.status, NO_ANSWER)
        self.bus.send(node, reply)

    async def _carry_out(self, request: Request) -> bytes:
        hub = self.hub
        if isinstance(request, OpenTable):
            await self.open_here(request)
            return b""
        if isinstance(request, SharedAddressesOf):
            return msgspec.json.encode(await hub.local_service.shared_addresses(request.table, request.person))
        if isinstance(request, RemovePerson):
            hub.people.sessions.people_leaving.add(request.person)  # ids are never used again
            await hub.tables.remove_person(request.person)
            return b""
        if isinstance(request, CheckRename):
            await hub.tables.check_rename(request.person, request.name)
            return b""
        return msgspec.json.encode(await hub.log_heads.published(request.table))

    async def open_here(self, request: OpenTable) -> None:
        """Opens a table whose lease is held here."""
        if self.node.book.epoch_of(request.table) is None or shard_of(request.table) not in self.node.loaded_shards:
            raise Unavailable(NO_ANSWER)
        entry = en.read_entry(request.entry, self.hub.log.vault)
        assert isinstance(entry, en.Opened)
        await self.hub.opener.open(request.table, entry, request.seats_host)

    async def shared_addresses(self, node: str, table_id: str, person: str) -> list[SharedAddress]:
        """Which players of a table came from one address."""
        body = await self.ask(node, lambda number: SharedAddressesOf(number, table_id, person))
        return msgspec.json.decode(body, type=list[SharedAddress])

    async def published_head(self, table: str | None) -> PublishedHead:
        """The newest head of the log, from the node that signs them."""
        keeper = self.node.keeper
        if keeper is None:
            raise Unavailable(NO_ANSWER)
        return msgspec.json.decode(await self.ask(keeper, lambda number: HeadOf(number, table)), type=PublishedHead)
