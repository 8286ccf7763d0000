"""The gateway of a node: its clients are connected to tables that any worker may play.

A client is joined to the worker that has its table's lease. When the table moves, or something between the two is lost, it is
joined anew: it gets a fresh snapshot, and what it has asked and nobody has answered is asked again, under the same ids.
"""

from __future__ import annotations

import asyncio
import itertools
from typing import NamedTuple

import msgspec

from sabacc.server.cluster.bus import Bus
from sabacc.server.cluster.messages import (
    ClientCommand,
    Farewell,
    Frame,
    Join,
    Joined,
    JoinRefused,
    Lag,
    Leave,
    NotHere,
    Visitor,
)
from sabacc.server.http.errors import TooManyRequests
from sabacc.server.storage.lease import node_of, shard_of
from sabacc.server.table_service import EntryRefused, Visit
from sabacc.server.wire import protocol as pr
from sabacc.server.wire.connection import Connection

ENTER_TIMEOUT = 12.0  # seconds in which a client must be connected to its table; a takeover takes fewer
RETRY_DELAY = 0.25  # seconds until a worker is asked again that did not play the table
ANSWER_TIMEOUT = 3.0  # seconds in which a worker has to say something about a join
MAX_UNANSWERED = 200  # commands of one client
AWAY = "the table can't be reached just now: it goes on where it is in a moment."


class Route(NamedTuple):
    """Who plays a shard, and since which epoch."""

    owner: str
    epoch: int


class Attachment:
    """A client of this node at a table."""

    def __init__(self, number: int, table_id: str, connection: Connection, visit: Visit) -> None:
        self.number = number
        self.table_id = table_id
        self.shard = shard_of(table_id)
        self.connection = connection
        self.visit = visit
        self.attempt = 0
        self.owner = ""  # the worker that it is joined to, or that was asked last
        self.joined = False
        self.entered: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.unanswered: dict[str, bytes] = {}


class Gateway:
    """All clients of a node, and the ways to their tables."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self.routes: dict[int, Route] = {}
        self.dropped = 0  # frames of a lower epoch, or of an earlier join
        self._loop = asyncio.get_running_loop()
        self._numbers = itertools.count(1)
        self._attachments: dict[int, Attachment] = {}
        self._by_connection: dict[Connection, Attachment] = {}

    # ---- clients

    async def enter(self, table_id: str, connection: Connection, visit: Visit) -> None:
        """Connects a client to a table, wherever it is played."""
        attachment = Attachment(next(self._numbers), table_id, connection, visit)
        self._attachments[attachment.number] = attachment
        self._by_connection[connection] = attachment
        connection.on_overflow = self._on_overflow
        self._join(attachment)
        try:
            async with asyncio.timeout(ENTER_TIMEOUT):
                await attachment.entered
        except TimeoutError as error:
            raise EntryRefused(AWAY, again=True) from error

    def leave(self, connection: Connection) -> None:
        """A client disconnects."""
        attachment = self._by_connection.pop(connection, None)
        if attachment is not None:
            del self._attachments[attachment.number]
            if attachment.owner:
                self.bus.send(node_of(attachment.owner), Leave(attachment.number))

    def command(self, connection: Connection, command: pr.Command) -> None:
        """Sends a command to the worker, now or when the client is joined again."""
        attachment = self._by_connection.get(connection)
        if attachment is None:
            return
        if len(attachment.unanswered) >= MAX_UNANSWERED:
            raise TooManyRequests("that is too much at once: wait for the answers first.")
        raw = attachment.unanswered[command.id] = msgspec.json.encode(command)
        if attachment.joined:
            self.bus.send(node_of(attachment.owner), ClientCommand(attachment.number, attachment.attempt, raw))

    def update_lag(self, connection: Connection) -> None:
        """The lag of a client was measured anew."""
        attachment = self._by_connection.get(connection)
        if attachment is not None and attachment.joined:
            self.bus.send(node_of(attachment.owner), Lag(attachment.number, connection.lag))

    # ---- joining

    def _join(self, attachment: Attachment) -> None:
        """Asks the worker that has the table's lease to join a client."""
        attachment.attempt += 1
        attachment.joined = False
        route = self.routes.get(attachment.shard)
        attachment.owner = route.owner if route is not None else ""
        attempt = attachment.attempt
        self._loop.call_later(ANSWER_TIMEOUT, self._join_again, attachment, attempt)
        if route is None:
            return
        connection, visit = attachment.connection, attachment.visit
        who = (visit.person, connection.session, connection.known_since, connection.traces, visit.address)
        visitor = Visitor(*who, connection.words, connection.language)
        admitted = attachment.entered.done()
        since = None if admitted else visit.since
        self.bus.send(
            node_of(route.owner),
            Join(
                attachment.number,
                attempt,
                attachment.table_id,
                visitor,
                since,
                visit.password,
                admitted,
                connection.lag,
            ),
        )

    def _join_again(self, attachment: Attachment, attempt: int) -> None:
        """Joins a client anew, unless it has left or something else has happened meanwhile."""
        there = self._attachments.get(attachment.number) is attachment
        if there and attachment.attempt == attempt and not attachment.joined:
            self._join(attachment)

    def _on_overflow(self, connection: Connection) -> None:
        """A client could not keep up, and needs a fresh snapshot."""
        attachment = self._by_connection.get(connection)
        if attachment is not None and attachment.joined:
            self._join(attachment)

    def rejoin_all(self, node: str) -> None:
        """Something on the way between a worker and this node was lost: all its clients here are joined anew."""
        for attachment in self._attachments.values():
            if node_of(attachment.owner) == node:
                self._join(attachment)

    def set_routes(self, routes: dict[int, Route]) -> None:
        """Shards are played by others than before; their clients are joined to them."""
        moved = {
            shard
            for shard, route in routes.items()
            if (known := self.routes.get(shard)) is None or known.epoch < route.epoch
        }
        self.routes.update({shard: routes[shard] for shard in moved})
        if moved:
            for attachment in self._attachments.values():
                if attachment.shard in moved:
                    self._join(attachment)

    def close_all(self, why: str) -> None:
        """Says goodbye to all clients; they should come back."""
        for attachment in self._attachments.values():
            attachment.connection.close(why, again=True)

    # ---- from workers

    def receive(self, message: Joined | JoinRefused | NotHere | Frame | Farewell) -> None:
        """Handles what a worker says to one client; what it says of an earlier join is nothing any more."""
        attachment = self._attachments.get(message.client)
        if attachment is None or message.attempt != attachment.attempt:
            self.dropped += isinstance(message, Frame)
            return
        if isinstance(message, Frame | Farewell):
            route = self.routes.get(attachment.shard)
            if route is None or message.epoch < route.epoch:
                self.dropped += 1
                return
        if isinstance(message, Frame):
            self._show(attachment, message)
        elif isinstance(message, Farewell):
            attachment.connection.close(message.why, message.again)
        elif isinstance(message, Joined):
            self._on_joined(attachment)
        elif isinstance(message, NotHere):
            attachment.joined = False
            self._loop.call_later(RETRY_DELAY, self._join_again, attachment, attachment.attempt)
        else:
            self._on_refused(attachment, message)

    def _show(self, attachment: Attachment, frame: Frame) -> None:
        for command in frame.answered:
            attachment.unanswered.pop(command, None)
        connection = attachment.connection
        if frame.has_snapshot:
            connection.catch_up(frame.messages)
        else:
            connection.send_encoded(frame.messages)

    def _on_joined(self, attachment: Attachment) -> None:
        attachment.joined = True
        if not attachment.entered.done():
            attachment.entered.set_result(None)
        for raw in attachment.unanswered.values():
            self.bus.send(node_of(attachment.owner), ClientCommand(attachment.number, attachment.attempt, raw))

    def _on_refused(self, attachment: Attachment, message: JoinRefused) -> None:
        if attachment.entered.done():
            attachment.connection.close(message.why, message.again)
        else:
            attachment.entered.set_exception(EntryRefused(message.why, message.again, message.wants_password))
