"""The worker of a node: tables that are played here, for clients whose sockets any gateway may hold."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Set

from sabacc.messages import Message
from sabacc.server.cluster.bus import Bus
from sabacc.server.cluster.lease_book import LeaseBook
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
)
from sabacc.server.http.errors import NotFound, TooManyRequests, Unavailable
from sabacc.server.storage.lease import shard_of
from sabacc.server.table_service import EntryRefused, LocalTableService, Visit
from sabacc.server.wire import protocol as pr
from sabacc.server.wire.connection import Connection, WriteBatch

Client = tuple[str, int]  # a gateway, and its number for a connection


class RemoteConnection(Connection):
    """A client whose socket a gateway holds; its frames go to that gateway alone."""

    def __init__(self, bus: Bus, client: Client, join: Join, epoch: int, write_batch: WriteBatch) -> None:
        visitor = join.visitor
        name = visitor.person.name if visitor.person is not None else None
        key = visitor.person.id if visitor.person is not None else None
        super().__init__(key, name, self._send_frame, self._never, visitor.words, write_batch, visitor.language)
        self.session, self.known_since, self.traces = visitor.session, visitor.known_since, visitor.traces
        self.lag = join.lag
        self.table_id = join.table
        self.attempt = join.attempt
        self._bus = bus
        self._gateway, self._number = client
        self._epoch = epoch
        self._answered: list[str] = []
        self._has_snapshot = False

    def catch_up(self, snapshot: bytes) -> None:
        """Puts a snapshot into the outbox."""
        if not self.closed:
            self._has_snapshot = True
            super().catch_up(snapshot)

    def send(self, message: pr.ServerMessage) -> None:
        """Puts a message into the outbox."""
        if isinstance(message, pr.Done | pr.Refused) and message.id is not None:
            self._answered.append(message.id)
        super().send(message)

    def close(self, why: str | Message, again: bool) -> None:
        """Has the gateway say goodbye, after what waits."""
        if not self.closed:
            self.flush()
            self.closed = True
            said = why if isinstance(why, str) else why.text(self.language)
            self._bus.send(self._gateway, Farewell(self._number, self.attempt, self._epoch, said, again))

    def abandon(self) -> None:
        """Says nothing more, not even goodbye."""
        self.closed = True
        self._take_frame()

    def _send_frame(self, frame: bytes) -> bool:
        said = (tuple(self._answered), self._has_snapshot, frame[1:-1])
        self._answered, self._has_snapshot = [], False
        self._bus.send(self._gateway, Frame(self._number, self.attempt, self._epoch, *said))
        return True

    async def _never(self, frame: bytes) -> None:
        raise AssertionError("a frame for another node is never left to a task")


class Worker:
    """The clients of all gateways at the tables of this node."""

    def __init__(
        self, bus: Bus, book: LeaseBook, service: LocalTableService, loaded: Set[int], write_batch: WriteBatch
    ) -> None:
        self.bus = bus
        self.book = book
        self.service = service
        self._loaded = loaded  # shards whose tables are here
        self._write_batch = write_batch
        self._clients: dict[Client, RemoteConnection] = {}
        self._joining: set[asyncio.Task[None]] = set()

    # ---- from gateways

    def join(self, gateway: str, message: Join) -> None:
        """A client connects; its password may take a while to check."""
        task = asyncio.create_task(self._join((gateway, message.client), message))
        self._joining.add(task)
        task.add_done_callback(self._joining.discard)

    async def _join(self, client: Client, join: Join) -> None:
        gateway, number = client
        self._leave(client)
        epoch = self.book.epoch_of(join.table)
        if epoch is None or shard_of(join.table) not in self._loaded:
            self.bus.send(gateway, NotHere(number, join.attempt))
            return
        connection = self._clients[client] = RemoteConnection(self.bus, client, join, epoch, self._write_batch)
        visit = Visit(join.visitor.person, join.visitor.address, join.since, join.password, join.admitted)
        try:
            await self.service.enter(join.table, connection, visit)
        except (EntryRefused, NotFound, Unavailable, TooManyRequests) as error:
            again = error.again if isinstance(error, EntryRefused) else not isinstance(error, NotFound)
            wants_password = isinstance(error, EntryRefused) and error.wants_password
            self._forget(client, connection)
            if isinstance(error, Unavailable):  # the table is being set up again
                self.bus.send(gateway, NotHere(number, join.attempt))
            else:
                self.bus.send(
                    gateway, JoinRefused(number, join.attempt, error.text(connection.language), again, wants_password)
                )
            return
        if self._clients.get(client) is connection:
            self.bus.send(gateway, Joined(number, join.attempt))
        else:  # it has left meanwhile
            self.service.leave(join.table, connection)

    def leave(self, gateway: str, message: Leave) -> None:
        """A client disconnects."""
        self._leave((gateway, message.client))

    def _leave(self, client: Client) -> None:
        connection = self._clients.pop(client, None)
        if connection is not None:
            connection.abandon()
            self.service.leave(connection.table_id, connection)

    def _forget(self, client: Client, connection: RemoteConnection) -> None:
        if self._clients.get(client) is connection:
            del self._clients[client]

    def command(self, gateway: str, message: ClientCommand) -> None:
        """A client's command; its gateway sends it again if nobody answers."""
        connection = self._clients.get((gateway, message.client))
        if connection is None or connection.closed or self.book.epoch_of(connection.table_id) is None:
            self.bus.send(gateway, NotHere(message.client, message.attempt))
            return
        if connection.attempt != message.attempt:
            return
        command = pr.read_message(message.command)
        assert isinstance(command, pr.Command)
        try:
            self.service.command(connection.table_id, connection, command)
        except Unavailable:  # the table is being set up again
            self.bus.send(gateway, NotHere(message.client, message.attempt))
        except NotFound as error:
            connection.send(pr.Refused(command.id, error.text(connection.language)))

    def lag(self, gateway: str, message: Lag) -> None:
        """A client's lag."""
        connection = self._clients.get((gateway, message.client))
        if connection is not None:
            connection.lag = message.seconds

    # ---- what is lost

    def forget_gateway(self, gateway: str) -> None:
        """A gateway is gone, or joins all its clients anew."""
        for client in [one for one in self._clients if one[0] == gateway]:
            self._leave(client)

    @property
    def gateways(self) -> set[str]:
        """All gateways that have clients here."""
        return {gateway for gateway, _ in self._clients}

    def abandon(self, shards: Iterable[int]) -> None:
        """Drops the clients of shards that are lost, without a word."""
        gone = set(shards)
        for client, connection in list(self._clients.items()):
            if shard_of(connection.table_id) in gone:
                del self._clients[client]
                connection.abandon()
