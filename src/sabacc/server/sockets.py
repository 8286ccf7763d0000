"""The sockets: one for each table that a client looks at, and one for the lobby."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from sabacc.server import protocol as pr
from sabacc.server.connection import Connection
from sabacc.server.hub import Hub
from sabacc.server.people import session_of
from sabacc.server.refusals import NotThere, TooMany
from sabacc.server.table import Table

HELLO_WITHIN = 10.0  # seconds
MOST_BAD = 20  # messages in a row that make no sense

Socket = WebSocket[Any, Any, Any]


class Talk:
    """One socket's talk with the server."""

    def __init__(self, socket: Socket, hub: Hub) -> None:
        self.socket = socket
        self.hub = hub
        self.bad = 0

    async def write(self, text: str) -> None:
        await self.socket.send({"type": "websocket.send", "text": text, "bytes": None})

    async def next(self) -> str | bytes:
        """The next message; raises when there is none any more."""
        message = await self.socket.receive()
        if message["type"] != "websocket.receive":
            raise WebSocketDisconnect(detail="gone")
        return message.get("text") or message.get("bytes") or ""

    async def say_no(self, why: str, again: bool = False) -> None:
        """A refusal, and the end."""
        with contextlib.suppress(Exception):  # the other side may be gone already
            await self.write("[" + msgspec.json.encode(pr.Bye(why, again)).decode() + "]")
            await self.socket.close(code=4000 if again else 4001)

    async def talk(self, table: Table) -> None:
        """From hello to goodbye."""
        session = await session_of(self.socket)
        person = session.person if session is not None else None
        hello = await self._hello()
        if hello is None:
            return
        if not self.hub.may_enter(table, person) and not (
            hello.password and await self.hub.knows_password(table, hello.password)
        ):
            await self.say_no("this table has a password: send it with hello.")
            return
        name = person.name if person is not None else None
        connection = Connection(
            person.id if person is not None else None, name, self.write, hello.words, self.hub.config.frozen_after
        )
        connection.session = session.id if session is not None else None
        await self._with(connection, table, hello.since)

    async def _hello(self) -> pr.Hello | None:
        try:
            async with asyncio.timeout(HELLO_WITHIN):
                hello = pr.read_message(await self.next())
        except TimeoutError:
            await self.say_no("say hello first.", again=True)
            return None
        except (msgspec.MsgspecError, UnicodeError, RecursionError, ValueError) as error:
            await self.say_no(f"say hello first, like {{'type': 'hello', 'protocol': {pr.PROTOCOL}}}: {error}")
            return None
        if not isinstance(hello, pr.Hello):
            await self.say_no("say hello first.")
            return None
        if hello.protocol != pr.PROTOCOL:
            await self.say_no(f"the server speaks protocol {pr.PROTOCOL}, not {hello.protocol}: load the page again.")
            return None
        return hello

    async def _with(self, connection: Connection, table: Table, since: int | None) -> None:
        hub = self.hub
        hub.connections.add(connection)
        hub.metrics.connections.inc()
        tasks = [
            asyncio.create_task(connection.pump()),
            asyncio.create_task(self._listen(connection, table.id)),
            asyncio.create_task(self._ping(connection)),
        ]
        try:
            table.join(connection, since)
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if connection.closed and connection.last_word is None:
                hub.metrics.dropped.inc()
        finally:
            for task in tasks:
                task.cancel()
            hub.tables.get(table.id, table).part(connection)
            table.part(connection)
            hub.connections.discard(connection)
            hub.metrics.connections.dec()
            with contextlib.suppress(Exception):  # the other side may be gone already
                async with asyncio.timeout(1):
                    await self.socket.close(code=4000)

    async def _listen(self, connection: Connection, table_id: str) -> None:
        while self.bad < MOST_BAD:
            text = await self.next()
            try:
                message = pr.read_message(text)
            except (msgspec.MsgspecError, UnicodeError, RecursionError, ValueError) as error:
                self._bad(connection, None, f"that can't be read: {error}")
                continue
            if isinstance(message, pr.Pong):
                self._pong(connection, message.ping)
            elif isinstance(message, pr.Command):
                self._command(connection, table_id, message)
            else:
                self._bad(connection, None, "one hello is enough.")
        connection.close("too many messages that make no sense", again=False)

    def _bad(self, connection: Connection, command: str | None, why: str) -> None:
        self.bad += 1
        self.hub.metrics.refused.inc()
        connection.tell(pr.Refused(command, why))

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

    async def _ping(self, connection: Connection) -> None:
        """Measures the line, so that a slow one costs nobody their time to think."""
        loop = asyncio.get_running_loop()
        number = 0
        while True:
            number += 1
            connection.pings = {number: loop.time()}
            connection.tell(pr.Ping(number))
            await asyncio.sleep(self.hub.config.ping_every)

    def _pong(self, connection: Connection, number: int) -> None:
        sent = connection.pings.pop(number, None)
        if sent is not None:
            connection.lag = asyncio.get_running_loop().time() - sent


def socket_routes(hub: Hub) -> list[Any]:
    """The handlers."""

    @websocket("/ws/tables/{table_id:str}")
    async def table_socket(socket: Socket, table_id: str) -> None:
        await socket.accept()
        talk = Talk(socket, hub)
        with contextlib.suppress(WebSocketDisconnect):
            try:
                table = hub.table(table_id)
            except NotThere as error:
                await talk.say_no(str(error))
                return
            await talk.talk(table)

    @websocket("/ws/lobby")
    async def lobby_socket(socket: Socket) -> None:
        await socket.accept()
        talk = Talk(socket, hub)
        connection = Connection(None, None, talk.write, frozen=hub.config.frozen_after)
        hub.connections.add(connection)
        hub.metrics.connections.inc()
        pump = asyncio.create_task(connection.pump())
        listen = asyncio.create_task(_until_gone(talk))
        try:
            hub.lobby.watch(connection)
            await asyncio.wait([pump, listen], return_when=asyncio.FIRST_COMPLETED)
        finally:
            pump.cancel()
            listen.cancel()
            hub.lobby.watchers.discard(connection)
            hub.connections.discard(connection)
            hub.metrics.connections.dec()
            with contextlib.suppress(Exception):  # the other side may be gone already
                await socket.close()

    return [table_socket, lobby_socket]


async def _until_gone(talk: Talk) -> None:
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            await talk.next()
