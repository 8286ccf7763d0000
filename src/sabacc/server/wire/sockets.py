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
from sabacc.server.table.actor import Table
from sabacc.server.wire import protocol as pr
from sabacc.server.wire.broadcast import REMOVED
from sabacc.server.wire.connection import Connection
from sabacc.server.wire.fast_websocket import MAX_BURST, SCOPE_KEY, FastWebSocket
from sabacc.server.wire.network_limits import FrameBudget

HELLO_TIMEOUT = 10.0  # seconds
MAX_SOCKETS_PER_PERSON = 100
MAX_BAD_MESSAGES = 20  # in a row
FLOOD_FACTOR = 10  # times as many messages as commands may be sent at a table before the client is let go
FLOOD_SECONDS = 5  # of that at once
TOO_MANY = "that is one window too many: close another one first."

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
        table = await self._find_table(table_id)
        hello = await self._receive_hello()
        if hello is None:
            return
        session = await self._current_session()
        person = session.person if session is not None else None
        if not self.hub.may_enter(table, person) and not await self._check_password(table, hello.password):
            wrong = hello.password is not None
            why = "that is not the table's password." if wrong else "this table asks for a password."
            await self.refuse(why, wants_password=True)
            return
        session = await self._current_session()  # it may have ended while the password was checked
        if session is None and person is not None:
            await self.refuse("you are signed out")
            return
        name = session.person.name if session is not None else None
        key = session.person.id if session is not None else None
        await self._check_socket_limit(key)
        table = await self._find_table(table_id)  # it may have closed or been recovered meanwhile
        connection = self._connection(key, name, hello.words)
        if session is not None:
            connection.session, connection.known_since = session.id, session.known_since
        connection.traces = traces_of(self.scope, self.address)
        if table.broadcaster.is_barred(connection):
            await self.refuse(REMOVED)
            return
        connection.ping_at = 0.0
        if session is not None:
            self.hub.shared_addresses.note(table_id, session.person, self.address)
        await self._run_connection(
            connection,
            key,
            lambda: table.join(connection, hello.since),
            lambda: self._leave_table(connection, table),
            self._listen(connection, table_id),
        )

    def _connection(self, person: str | None, name: str | None, words: bool = False) -> Connection:
        hub = self.hub
        write_batch = hub.write_batch
        return Connection(person, name, self.websocket.try_write, self.write, words, write_batch, self.language)

    async def _current_session(self) -> Session | None:
        return await self.hub.people.sessions.authenticate(token_of(self.scope))

    async def _find_table(self, table_id: str) -> Table:
        """The table, if there is one; else the client is refused."""
        try:
            return self.hub.table(table_id)
        except (NotFound, Unavailable) as error:
            await self.refuse(error.said, again=isinstance(error, Unavailable))
            raise SocketClosed from error

    async def _check_socket_limit(self, person: str | None) -> None:
        """Refuses a person who has too many sockets; strangers are counted by their address alone."""
        if person is not None and self.hub.socket_counts[person] >= MAX_SOCKETS_PER_PERSON:
            await self.refuse(TOO_MANY)
            raise SocketClosed

    async def _check_password(self, table: Table, password: str | None) -> bool:
        if not password:
            return False
        try:
            with self.hub.password_limiter.charge(self.address):
                return await self.hub.check_table_password(table, password)
        except TooManyRequests as error:
            await self.refuse(error.said, again=True)
            raise SocketClosed from error

    async def _receive_hello(self) -> pr.Hello | None:
        try:
            async with asyncio.timeout(HELLO_TIMEOUT):
                hello = pr.read_message(await self.receive_text())
        except TimeoutError:
            await self.refuse("say hello first.", again=True)
            return None
        except pr.DECODE_ERRORS as error:
            await self.refuse(
                f'say hello first, like {{"type": "hello", "protocol": {pr.PROTOCOL}}}: {why_misread(error)}.'
            )
            return None
        if isinstance(hello, pr.Hello):
            self.language = known_language(hello.language or "") or self.language
        else:
            await self.refuse("say hello first.")
            return None
        if hello.protocol != pr.PROTOCOL:
            await self.refuse(f"the server speaks protocol {pr.PROTOCOL}, not {hello.protocol}: load the page again.")
            return None
        return hello

    def _leave_table(self, connection: Connection, table: Table) -> None:
        table.leave(connection)
        now = self.hub.tables.get(table.id)
        if now is not None and now is not table:  # it was recovered in the meantime
            now.leave(connection)

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
            self._handle_pong(connection, message.ping)
        elif isinstance(message, pr.Command):
            self._handle_command(connection, table_id, message)
        else:
            self._refuse_malformed(connection, "one hello is enough.")

    def _refuse_malformed(self, connection: Connection, why: str, command: str | None = None) -> None:
        self.bad_messages += 1
        self.hub.metrics.refused.inc()
        connection.send(pr.Refused(command, why))
        if self.bad_messages >= MAX_BAD_MESSAGES:
            connection.close("too many messages that make no sense", again=False)

    def _handle_command(self, connection: Connection, table_id: str, command: pr.Command) -> None:
        self.bad_messages = 0
        hub = self.hub
        key = connection.person or f"socket {id(self)}"
        try:
            (hub.chat_limiter if isinstance(command, pr.Chat) else hub.command_limiter).take(key)
            table = hub.table(table_id)
        except (TooManyRequests, NotFound, Unavailable) as error:
            hub.metrics.refused.inc()
            connection.send(pr.Refused(command.id, error.text(connection.language)))
            return
        table.command(connection, command)
        hub.poll()

    def _handle_pong(self, connection: Connection, number: int) -> None:
        sent = connection.pings.pop(number, None)
        if sent is not None:
            connection.lag = connection.loop.time() - sent
            connection.pings.clear()  # earlier ones are answered with it

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
            lambda: lobby.watch(connection),
            lambda: lobby.watchers.discard(connection),
            self._drain(),
        )

    async def _drain(self) -> None:
        while True:
            await self.receive_text()

    # ---- both

    async def _run_connection(
        self,
        connection: Connection,
        person: str | None,
        join: Callable[[], None],
        leave: Callable[[], None],
        listen: Awaitable[None],
    ) -> None:
        """Writes and listens at the same time, until one of the two ends."""
        with self.hub.socket_counts.counted(person) if person is not None else contextlib.nullcontext():
            await self._serve_connection(connection, join, leave, listen)

    async def _serve_connection(
        self, connection: Connection, join: Callable[[], None], leave: Callable[[], None], listen: Awaitable[None]
    ) -> None:
        hub = self.hub
        hub.connections.add(connection)
        hub.metrics.connections += 1
        tasks = [asyncio.ensure_future(one) for one in (connection.pump(), listen)]
        connection.task = tasks[0]
        try:
            join()
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
