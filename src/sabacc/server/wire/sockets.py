"""The sockets: one for each table that a client is connected to, and one for the lobby.

They use ASGI directly, and mostly the websocket itself: with thousands of messages a second, every layer in between costs.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from sabacc.errors import why_misread
from sabacc.messages import Message, known_language
from sabacc.server.http.errors import NotFound, TooManyRequests, Unavailable
from sabacc.server.http.guard import address_of, language_of, token_of, traces_of
from sabacc.server.hub import Hub
from sabacc.server.people.sessions import Session
from sabacc.server.table_service import EntryRefused, Visit
from sabacc.server.wire import protocol as pr
from sabacc.server.wire.connection import Connection
from sabacc.server.wire.fast_websocket import MAX_BURST, SCOPE_KEY, FastWebSocket
from sabacc.server.wire.network_limits import FrameBudget

HELLO_TIMEOUT = 10.0  # seconds
MAX_SOCKETS_PER_PERSON = 100
MAX_BAD_MESSAGES = 20  # in a row
FLOOD_FACTOR = 10  # times as many messages as commands may be sent at a table before the client is let go
FLOOD_SECONDS = 5  # of that at once
TOO_MANY = Message("refusal.too-many-windows")

Scope = Any
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]


class SocketClosed(Exception):
    """The client has disconnected, or has been refused."""


async def serve_socket(hub: Hub, scope: Scope, receive: Receive, send: Send) -> None:
    """Serves a client that connects to a socket."""
    await receive()  # websocket.connect
    kind, _, table_id = scope["path"].removeprefix("/ws/").partition("/")
    if kind not in ("tables", "lobby") or bool(table_id) != (kind == "tables"):
        await send({"type": "websocket.close", "code": 1008})  # before it is accepted: 403
        return
    await send({"type": "websocket.accept"})
    session = SocketSession(hub, scope, receive, send)
    with contextlib.suppress(SocketClosed), hub.socket_counts.counted(session.address):
        await session.check_address()
        if kind == "lobby":
            await session.run_lobby()
        else:
            await session.run_table(table_id)


class SocketSession:
    """One socket, from its first message to its last."""

    def __init__(self, hub: Hub, scope: Scope, receive: Receive, send: Send) -> None:
        self.hub = hub
        self.scope = scope
        self._receive = receive
        self._send = send
        self.websocket: FastWebSocket = scope["state"][SCOPE_KEY]
        self.bad_messages = 0
        self.address = address_of(scope, hub.config.security)
        self.language = language_of(scope)

    # ---- frames

    async def write(self, text: bytes) -> None:
        """Writes a text frame, as soon as the client takes it."""
        try:
            await self._send({"type": "websocket.send", "text": text.decode()})
        except (OSError, RuntimeError) as error:  # the ways in which uvicorn reports a closed socket
            raise SocketClosed from error

    async def receive_text(self) -> str | bytes:
        """The next message; raises `SocketClosed` when there is none any more."""
        message = await self._receive()
        if message["type"] != "websocket.receive":
            raise SocketClosed
        return message.get("text") or message.get("bytes") or ""

    async def close(self, code: int = 4000) -> None:
        """Closes the socket, and drops the connection of a client that takes nothing any more."""
        self.websocket.expect_close()
        try:
            async with asyncio.timeout(1):
                await self._send({"type": "websocket.close", "code": code})
        except TimeoutError:
            self.websocket.transport.abort()
        except Exception:  # the client may be gone already, however that shows
            return

    async def refuse(self, why: str | Message, again: bool = False, wants_password: bool = False) -> None:
        """Says goodbye with a reason, and closes the socket."""
        said = why if isinstance(why, str) else why.text(self.language)
        await self.write(b"[" + msgspec.json.encode(pr.Bye(said, again, wants_password)) + b"]")
        await self.close(4000 if again else 4001)

    async def check_address(self) -> None:
        """Refuses a client whose address has too many sockets already, this one among them."""
        if self.hub.network_limits.is_full(self.address, self.hub.socket_counts[self.address] - 1):
            await self.refuse(TOO_MANY, again=True)
            raise SocketClosed

    # ---- a table

    async def run_table(self, table_id: str) -> None:
        """Runs a table's socket."""
        rate = FLOOD_FACTOR * self.hub.config.commands_a_second
        self.websocket.message_budget = FrameBudget(rate, FLOOD_SECONDS * rate)
        await self._check_table(table_id)
        hello = await self._receive_hello()
        if hello is None:
            return
        session = await self._current_session()
        person = session.person if session is not None else None
        key = person.id if person is not None else None
        await self._check_socket_limit(key)
        connection = self._connection(key, person.name if person is not None else None, hello.words)
        if session is not None:
            connection.session, connection.known_since = session.id, session.known_since
        connection.traces = traces_of(self.scope, self.address)
        service = self.hub.table_service
        visit = Visit(person, self.address, hello.since, hello.password)
        await self._run_connection(
            connection,
            key,
            lambda: self._enter(table_id, connection, visit),
            lambda: service.leave(table_id, connection),
            lambda: self._listen(connection, table_id),
        )

    async def _enter(self, table_id: str, connection: Connection, visit: Visit) -> None:
        try:
            await self.hub.table_service.enter(table_id, connection, visit)
        except EntryRefused as error:
            await self.refuse(error.said, error.again, error.wants_password)
            raise SocketClosed from error
        except (TooManyRequests, NotFound, Unavailable) as error:
            await self.refuse(error.said, again=not isinstance(error, NotFound))
            raise SocketClosed from error
        connection.ping_at = 0.0

    def _connection(self, person: str | None, name: str | None, words: bool = False) -> Connection:
        hub = self.hub
        write_batch = hub.write_batch
        return Connection(person, name, self.websocket.try_write, self.write, words, write_batch, self.language)

    async def _current_session(self) -> Session | None:
        return await self.hub.people.sessions.authenticate(token_of(self.scope))

    async def _check_table(self, table_id: str) -> None:
        """Refuses the client if there is no such table."""
        try:
            self.hub.table_service.check(table_id)
        except (NotFound, Unavailable) as error:
            await self.refuse(error.said, again=isinstance(error, Unavailable))
            raise SocketClosed from error

    async def _check_socket_limit(self, person: str | None) -> None:
        """Refuses a person who has too many sockets; strangers are counted by their address alone."""
        if person is not None and self.hub.socket_counts[person] >= MAX_SOCKETS_PER_PERSON:
            await self.refuse(TOO_MANY)
            raise SocketClosed

    async def _receive_hello(self) -> pr.Hello | None:
        try:
            async with asyncio.timeout(HELLO_TIMEOUT):
                hello = pr.read_message(await self.receive_text())
        except TimeoutError:
            await self.refuse(Message("refusal.say-hello"), again=True)
            return None
        except pr.DECODE_ERRORS as error:
            await self.refuse(
                f'say hello first, like {{"type": "hello", "protocol": {pr.PROTOCOL}}}: {why_misread(error)}.'
            )
            return None
        if isinstance(hello, pr.Hello):
            self.language = known_language(hello.language or "") or self.language
        else:
            await self.refuse(Message("refusal.say-hello"))
            return None
        if hello.protocol != pr.PROTOCOL:
            await self.refuse(Message("refusal.protocol", spoken=pr.PROTOCOL, asked=hello.protocol))
            return None
        return hello

    async def _listen(self, connection: Connection, table_id: str) -> None:
        """Handles messages: most come right from the websocket, and those too early or too many at a time from the queue."""
        self.websocket.on_text = lambda text: self._handle_text(connection, table_id, text)
        for number in itertools.count(1):
            self._handle_text(connection, table_id, await self.receive_text())
            if number % MAX_BURST == 0:
                await asyncio.sleep(0)  # others get their turn

    def _handle_text(self, connection: Connection, table_id: str, text: str | bytes) -> None:
        if connection.closed:
            return
        try:
            message = pr.read_message(text)
        except pr.DECODE_ERRORS as error:
            self._refuse_malformed(connection, f"that can't be read: {why_misread(error)}.", pr.read_id(text))
            return
        if isinstance(message, pr.Pong):
            if self._handle_pong(connection, message.ping):
                self.hub.table_service.update_lag(table_id, connection)
        elif isinstance(message, pr.Command):
            self._handle_command(connection, table_id, message)
        else:
            self._refuse_malformed(connection, "one hello is enough.")

    def _refuse_malformed(self, connection: Connection, why: str, command: str | None = None) -> None:
        self.bad_messages += 1
        self.hub.metrics.refused.inc()
        connection.send(pr.Refused(command, why))
        if self.bad_messages >= MAX_BAD_MESSAGES:
            connection.close(Message("refusal.nonsense"), again=False)

    def _handle_command(self, connection: Connection, table_id: str, command: pr.Command) -> None:
        self.bad_messages = 0
        hub = self.hub
        key = connection.person or f"socket {id(self)}"
        try:
            hub.limiters.get(type(command), hub.command_limiter).take(key)
            hub.table_service.command(table_id, connection, command)
        except (TooManyRequests, NotFound, Unavailable) as error:
            hub.metrics.refused.inc()
            connection.send(pr.Refused(command.id, error.text(connection.language)))
            return
        hub.poll()

    def _handle_pong(self, connection: Connection, number: int) -> bool:
        """Measures the lag; whether the ping was one of ours."""
        sent = connection.pings.pop(number, None)
        if sent is not None:
            connection.lag = connection.loop.time() - sent
            connection.pings.clear()  # earlier ones are answered with it
        return sent is not None

    # ---- the lobby

    async def run_lobby(self) -> None:
        """Runs the lobby's socket, whose client is pinged by its websocket and need not say anything."""
        session = await self._current_session()
        person = session.person.id if session is not None else None
        await self._check_socket_limit(person)
        connection = self._connection(None, None)
        lobby = self.hub.lobby
        self.websocket.ping_interval = self.hub.config.ping_interval
        self.websocket.ping_timeout = self.hub.config.pong_timeout
        self.websocket.start_keepalive()
        await self._run_connection(
            connection,
            person,
            lambda: self._watch_lobby(connection),
            lambda: lobby.watchers.discard(connection),
            self._drain,
        )

    async def _watch_lobby(self, connection: Connection) -> None:
        self.hub.lobby.watch(connection)

    async def _drain(self) -> None:
        while True:
            await self.receive_text()

    # ---- both

    async def _run_connection(
        self,
        connection: Connection,
        person: str | None,
        enter: Callable[[], Awaitable[None]],
        leave: Callable[[], None],
        listen: Callable[[], Awaitable[None]],
    ) -> None:
        """Writes and listens at the same time, until one of the two ends."""
        with self.hub.socket_counts.counted(person) if person is not None else contextlib.nullcontext():
            await self._serve_connection(connection, enter, leave, listen)

    async def _serve_connection(
        self,
        connection: Connection,
        enter: Callable[[], Awaitable[None]],
        leave: Callable[[], None],
        listen: Callable[[], Awaitable[None]],
    ) -> None:
        hub = self.hub
        hub.connections.add(connection)  # before it enters: its session may end meanwhile
        hub.metrics.connections += 1
        connection.task = asyncio.ensure_future(connection.pump())
        tasks: list[asyncio.Future[None]] = [connection.task]
        try:
            await enter()
            tasks.append(asyncio.ensure_future(listen()))
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                if (
                    not task.cancelled()
                    and (error := task.exception()) is not None
                    and not isinstance(error, SocketClosed)
                ):
                    raise error
        finally:
            for task in tasks:
                task.cancel()
            self.websocket.on_text = None
            leave()
            hub.connections.discard(connection)
            hub.metrics.connections -= 1
            await self.close()
