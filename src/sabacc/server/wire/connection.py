"""One client's connection to a table, and its outbox.

A table never waits for a client. It puts messages into the outbox, which is written at the end of the event loop's turn. What a
socket can't take at once is left to a task of the connection's own. If messages pile up, they are thrown away and the client gets
a fresh snapshot instead. If even that can't be written, the socket is closed.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable

import msgspec
import structlog

from sabacc.messages import ENGLISH, Message
from sabacc.server.table.removals import Traces
from sabacc.server.wire.protocol import Bye, ServerMessage
from sabacc.words import Teller

MAX_MESSAGES = 256
MAX_BYTES = 512 * 1024

encode = msgspec.json.encode
_log = structlog.get_logger()


class WriteBatch:
    """The connections to be written to at the end of this turn of the event loop, with one call for them all."""

    def __init__(self) -> None:
        self._scheduled: list[Connection] = []

    def add(self, connection: Connection) -> None:
        if not self._scheduled:
            connection.loop.call_soon(self.flush)
        self._scheduled.append(connection)

    def flush(self) -> None:
        """Writes to all of them."""
        scheduled, self._scheduled = self._scheduled, []
        for connection in scheduled:
            try:
                connection.flush()
            except Exception as error:  # the others are written to all the same
                _log.error("could not be written to", error=repr(error), exc_info=error)


class Connection:
    """A client, signed in or not, that is connected to a table or to the lobby."""

    def __init__(
        self,
        person: str | None,
        name: str | None,
        try_write: Callable[[bytes], bool],
        write: Callable[[bytes], Awaitable[None]],
        words: bool = False,
        write_batch: WriteBatch | None = None,
        language: str = ENGLISH,
    ) -> None:
        self.person = person
        self.name = name
        self.words = words
        self.language = language
        self.try_write = try_write  # writes a frame at once, if that can be done
        self.write = write  # writes a frame as soon as it can be done
        self.session: str | None = None  # the id of the session it is signed in with
        self.known_since = 0  # when its person came, in milliseconds since 1970
        self.avatar: int | None = None
        self.guest = False  # whether its person has no password
        self.traces = Traces()
        self.seat: int | None = None
        self.sees_hand = True  # whether it is shown cards and bets
        self.teller: Teller | None = None
        self.needs_snapshot = False  # the outbox has overflowed
        self.on_overflow: Callable[[Connection], None] | None = None
        self.lag = 0.0  # round-trip time in seconds
        self.pings: dict[int, float] = {}
        self.ping_at = math.inf  # when the next ping is due
        self.closed = False
        self.goodbye: bytes | None = None
        self.loop = asyncio.get_running_loop()
        self.task: asyncio.Future[None] | None = None  # the one that runs `pump`
        self._write_batch = write_batch or WriteBatch()
        self._outbox: list[bytes] = []
        self._size = 0
        self._scheduled = False  # whether it is in the write batch
        self._unwritten: bytes | None = None  # a frame that the socket could not take
        self._pump_wakeup = asyncio.Event()

    def send_encoded(self, message: bytes) -> None:
        """Puts an encoded message into the outbox."""
        if self.closed or self.needs_snapshot:
            return
        self._outbox.append(message)
        self._size += len(message)
        if len(self._outbox) > MAX_MESSAGES or self._size > MAX_BYTES:
            self._overflow()
        self._schedule_write()

    def _schedule_write(self) -> None:
        if not self._scheduled:
            self._scheduled = True
            self._write_batch.add(self)

    def send(self, message: ServerMessage) -> None:
        """Puts a message into the outbox."""
        self.send_encoded(encode(message))

    def catch_up(self, snapshot: bytes) -> None:
        """Puts a snapshot into the outbox; however long it is, it doesn't overflow."""
        self.needs_snapshot = False
        self._outbox.append(snapshot)
        self._schedule_write()

    def say(self, text: str | Message) -> str:
        """A sentence in the client's language."""
        return text if isinstance(text, str) else text.text(self.language)

    def close(self, why: str | Message, again: bool) -> None:
        """Says goodbye, and sends nothing more."""
        if not self.closed:
            self.closed = True
            self.goodbye = encode(Bye(self.say(why), again))
            self._pump_wakeup.set()

    def _overflow(self) -> None:
        self._outbox.clear()
        self._size = 0
        self.needs_snapshot = True

    def flush(self) -> None:
        """Writes the outbox in one frame; what the socket can't take at once is left to `pump`."""
        self._scheduled = False
        if self.needs_snapshot and self.on_overflow is not None:
            self.on_overflow(self)
        if not self._outbox or self._unwritten is not None:
            return
        frame = self._take_frame()
        if not self.try_write(frame):
            self._unwritten = frame
            self._pump_wakeup.set()

    def _take_frame(self) -> bytes:
        """Empties the outbox into one frame."""
        frame = b"[" + b",".join(self._outbox) + b"]"
        self._outbox.clear()
        self._size = 0
        return frame

    async def pump(self) -> None:
        """Writes what the socket could not take at once, until the connection is closed."""
        while True:
            await self._pump_wakeup.wait()
            self._pump_wakeup.clear()
            while self._unwritten is not None:
                await self.write(self._unwritten)
                self._unwritten = None
                self.flush()  # what has come in the meantime
            if self.closed:
                break
        if self._outbox:
            await self.write(self._take_frame())
        if self.goodbye is not None:
            await self.write(b"[" + self.goodbye + b"]")

    def seconds_unanswered(self, now: float) -> float:
        """How long a ping has gone unanswered: a dead socket may still take what is written to it."""
        return now - next(iter(self.pings.values()), now)
