"""The sockets: one for each table that a client looks at, and one for the lobby.

They are spoken to right on the server's own interface, and mostly on the line itself: with thousands of messages a second,
every layer in between is felt.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from sabacc.errors import why_misread
from sabacc.server import protocol as pr
from sabacc.server.connection import Connection
from sabacc.server.guarding import address_of, token_of
from sabacc.server.hub import Hub
from sabacc.server.lines import AT_ONCE, KEY, Line
from sabacc.server.refusals import NotThere, TooMany
from sabacc.server.sessions import Session
from sabacc.server.table import Table

HELLO_WITHIN = 10.0  # seconds
MOST_OF_ONE = 100  # sockets of one person
MOST_OF_ADDRESS = 500  # sockets of nobody in particular, from one address
MOST_BAD = 20  # messages in a row that make no sense

Scope = Any
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]


class Gone(Exception):
    """The other side has hung up."""


async def serve_socket(hub: Hub, scope: Scope, receive: Receive, send: Send) -> None:
    """A client has come to a socket's address."""
    await receive()  # websocket.connect
    place, _, table_id = scope["path"].removeprefix("/ws/").partition("/")
    if place not in ("tables", "lobby") or bool(table_id) != (place == "tables"):
        await send({"type": "websocket.close", "code": 1008})  # before it is accepted: 403
        return
    await send({"type": "websocket.accept"})
    talk = Talk(hub, scope, receive, send)
    with contextlib.suppress(Gone):
        if place == "lobby":
            await talk.with_lobby()
        else:
            await talk.with_table(table_id)


class Talk:
    """One socket's talk with the server."""

    def __init__(self, hub: Hub, scope: Scope, receive: Receive, send: Send) -> None:
        self.hub = hub
        self.scope = scope
        self._receive = receive
        self._send = send
        self.line: Line = scope["state"][KEY]
        self.bad = 0
        self.address = address_of(scope, hub.config.safety)
        self.whose = f"address {self.address}"

    # ---- frames

    async def write(self, text: bytes) -> None:
        """A text frame, as soon as the other side takes it."""
        try:
            await self._send({"type": "websocket.send", "text": text.decode()})
        except (OSError, RuntimeError) as error:  # however the server says that nobody is there any more
            raise Gone from error

    async def next(self) -> str | bytes:
        """The next message; raises when there is none any more."""
        message = await self._receive()
        if message["type"] != "websocket.receive":
            raise Gone
        return message.get("text") or message.get("bytes") or ""

    async def close(self, code: int = 4000) -> None:
        """Hangs up, if that hasn't been done; on who takes nothing any more, without a word."""
        try:
            async with asyncio.timeout(1):
                await self._send({"type": "websocket.close", "code": code})
        except TimeoutError:
            self.line.transport.abort()
        except Exception:  # the other side may be gone already, however that shows
            return

    async def say_no(self, why: str, again: bool = False) -> None:
        """A refusal, and the end."""
        await self.write(b"[" + msgspec.json.encode(pr.Bye(why, again)) + b"]")
        await self.close(4000 if again else 4001)

    # ---- a table

    async def with_table(self, table_id: str) -> None:
        """From hello to goodbye."""
        table = await self._find(table_id)
        hello = await self._hello()
        if hello is None:
            return
        session = await self._session()
        person = session.person if session is not None else None
        if not self.hub.may_enter(table, person) and not await self._knows_password(table, hello.password):
            wrong = hello.password is not None
            await self.say_no("that is not the table's password." if wrong else "this table asks for a password.")
            return
        session = await self._session()  # it may have ended meanwhile; from here on nobody is waited for
        if session is None and person is not None:
            await self.say_no("you are signed out")
            return
        name = session.person.name if session is not None else None
        key = session.person.id if session is not None else None
        await self._check_room(key)
        table = await self._find(table_id)  # it may have closed meanwhile, or been set up again
        connection = self._connection(key, name, hello.words)
        connection.session = session.id if session is not None else None
        connection.ping_at = 0.0  # soon
        await self._stay(
            connection,
            lambda: table.join(connection, hello.since),
            lambda: self._part(connection, table),
            self._listen(connection, table_id),
        )

    def _connection(self, person: str | None, name: str | None, words: bool = False) -> Connection:
        hub = self.hub
        return Connection(person, name, self.line.offer, self.write, words, hub.config.frozen_after, hub.moment)

    async def _session(self) -> Session | None:
        return await self.hub.people.sessions.find(token_of(self.scope))

    async def _find(self, table_id: str) -> Table:
        """The table, or a refusal and the end."""
        try:
            return self.hub.table(table_id)
        except NotThere as error:
            await self.say_no(str(error))
            raise Gone from error

    async def _check_room(self, person: str | None) -> None:
        """Nobody has sockets without end."""
        if person is not None:
            self.whose = f"person {person}"
        if self.hub.sockets[self.whose] >= (MOST_OF_ONE if person is not None else MOST_OF_ADDRESS):
            await self.say_no("that is one window too many: close another one first.")
            raise Gone

    async def _knows_password(self, table: Table, password: str | None) -> bool:
        if not password:
            return False
        try:
            self.hub.guessing.check(self.address)
            return await self.hub.knows_password(table, password)
        except TooMany as error:
            await self.say_no(str(error), again=True)
            raise Gone from error

    async def _hello(self) -> pr.Hello | None:
        try:
            async with asyncio.timeout(HELLO_WITHIN):
                hello = pr.read_message(await self.next())
        except TimeoutError:
            await self.say_no("say hello first.", again=True)
            return None
        except pr.MISREAD as error:
            await self.say_no(
                f'say hello first, like {{"type": "hello", "protocol": {pr.PROTOCOL}}}: {why_misread(error)}.'
            )
            return None
        if not isinstance(hello, pr.Hello):
            await self.say_no("say hello first.")
            return None
        if hello.protocol != pr.PROTOCOL:
            await self.say_no(f"the server speaks protocol {pr.PROTOCOL}, not {hello.protocol}: load the page again.")
            return None
        return hello

    def _part(self, connection: Connection, table: Table) -> None:
        table.part(connection)
        now = self.hub.tables.get(table.id)
        if now is not None and now is not table:  # it was set up again in the meantime
            now.part(connection)

    async def _listen(self, connection: Connection, table_id: str) -> None:
        """Nearly all messages come right from the line. Those that came too early or too many at a time come here, and so
        does the end."""
        self.line.heard = lambda text: self._hear(connection, table_id, text)
        for number in itertools.count(1):
            self._hear(connection, table_id, await self.next())
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)  # others have their turn

    def _hear(self, connection: Connection, table_id: str, text: str | bytes) -> None:
        if connection.closed:
            return
        try:
            message = pr.read_message(text)
        except pr.MISREAD as error:
            self._bad(connection, f"that can't be read: {why_misread(error)}.", pr.read_id(text))
            return
        if isinstance(message, pr.Pong):
            self._pong(connection, message.ping)
        elif isinstance(message, pr.Command):
            self._command(connection, table_id, message)
        else:
            self._bad(connection, "one hello is enough.")

    def _bad(self, connection: Connection, why: str, command: str | None = None) -> None:
        self.bad += 1
        self.hub.metrics.refused.inc()
        connection.tell(pr.Refused(command, why))
        if self.bad >= MOST_BAD:
            connection.close("too many messages that make no sense", again=False)

    def _command(self, connection: Connection, table_id: str, command: pr.Command) -> None:
        self.bad = 0
        hub = self.hub
        key = connection.person or f"socket {id(self)}"
        try:
            (hub.chatting if isinstance(command, pr.Chat) else hub.commands).check(key)
            table = hub.table(table_id)
        except (TooMany, NotThere) as error:
            hub.metrics.refused.inc()
            connection.tell(pr.Refused(command.id, str(error)))
            return
        table.command(connection, command)
        hub.keep_going()

    def _pong(self, connection: Connection, number: int) -> None:
        sent = connection.pings.pop(number, None)
        if sent is not None:
            connection.lag = connection.loop.time() - sent
            connection.pings.clear()  # those before it are answered with it

    # ---- the lobby

    async def with_lobby(self) -> None:
        """Watches the lobby until one side has enough."""
        session = await self._session()
        await self._check_room(session.person.id if session is not None else None)
        connection = self._connection(None, None)
        lobby = self.hub.lobby
        await self._stay(
            connection,
            lambda: lobby.watch(connection),
            lambda: lobby.watchers.discard(connection),
            self._until_gone(),
        )

    async def _until_gone(self) -> None:
        while True:
            await self.next()

    # ---- both

    async def _stay(
        self, connection: Connection, come: Callable[[], None], go: Callable[[], None], listen: Awaitable[None]
    ) -> None:
        """Writes and listens at the same time, until one of the two is over."""
        hub = self.hub
        hub.connections.add(connection)
        hub.sockets[self.whose] += 1
        hub.metrics.connections += 1
        tasks = [asyncio.ensure_future(one) for one in (connection.pump(), listen)]
        connection.task = tasks[0]
        try:
            come()
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                if not task.cancelled() and (error := task.exception()) is not None and not isinstance(error, Gone):
                    raise error
        finally:
            for task in tasks:
                task.cancel()
            self.line.heard = None
            go()
            hub.connections.discard(connection)
            hub.sockets[self.whose] -= 1
            if not hub.sockets[self.whose]:
                del hub.sockets[self.whose]
            hub.metrics.connections -= 1
            await self.close()
