"""One client's connection to a table, and its outbox.

A table never waits for a client. It puts messages into the outbox, which is written at the end of the moment; what a socket can't
take at once is left to a task of the connection's own. If messages pile up, they are thrown away and the client gets a fresh
snapshot instead; if even that can't be written, the connection is closed.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable

import msgspec
import structlog

from sabacc.server.protocol import Bye, News
from sabacc.words import Teller

MOST_MESSAGES = 256
MOST_BYTES = 512 * 1024
FROZEN = 10.0  # seconds that one write may take

encode = msgspec.json.encode
_log = structlog.get_logger()


class Moment:
    """The connections with something to be written at the end of this moment of the event loop; one call for them all."""

    def __init__(self) -> None:
        self._due: list[Connection] = []

    def add(self, connection: Connection) -> None:
        if not self._due:
            connection.loop.call_soon(self.end)
        self._due.append(connection)

    def end(self) -> None:
        """Writes to them all."""
        due, self._due = self._due, []
        for connection in due:
            try:
                connection.flush()
            except Exception as error:  # the others are written to all the same
                _log.error("could not be written to", error=repr(error), exc_info=error)


class Connection:
    """Somebody, or nobody in particular, looking at a table."""

    def __init__(
        self,
        person: str | None,
        name: str | None,
        offer: Callable[[bytes], bool],
        write: Callable[[bytes], Awaitable[None]],
        words: bool = False,
        frozen: float = FROZEN,
        moment: Moment | None = None,
    ) -> None:
        self.person = person
        self.name = name
        self.words = words
        self.offer = offer  # writes a frame if that can be done at once,
        self.write = write  # or as soon as it can
        self.frozen = frozen
        self.session: str | None = None  # what it is signed in with
        self.seat: int | None = None
        self.sees = True  # the cards and bets, and not only the table
        self.teller: Teller | None = None
        self.behind = False  # what was in the outbox is thrown away, and a snapshot is due
        self.on_behind: Callable[[Connection], None] | None = None
        self.lag = 0.0  # seconds there and back
        self.pings: dict[int, float] = {}
        self.ping_at = math.inf  # when the next one is due
        self.closed = False
        self.last_word: bytes | None = None
        self.loop = asyncio.get_running_loop()
        self.writing_since = math.inf
        self.task: asyncio.Future[None] | None = None  # that writes
        self._moment = moment or Moment()
        self._outbox: list[bytes] = []
        self._size = 0
        self._due = False  # whether the outbox is written at the end of this moment
        self._left: bytes | None = None  # a frame that the socket could not take at once
        self._news = asyncio.Event()  # for `pump`

    def send(self, message: bytes) -> None:
        """Puts a message into the outbox."""
        if self.closed or self.behind:
            return
        self._outbox.append(message)
        self._size += len(message)
        if len(self._outbox) > MOST_MESSAGES or self._size > MOST_BYTES:
            self._collapse()
        self._write_soon()

    def _write_soon(self) -> None:
        if not self._due:
            self._due = True
            self._moment.add(self)

    def tell(self, news: News) -> None:
        """Puts a message into the outbox, that is not ready-made."""
        self.send(encode(news))

    def catch_up(self, snapshot: bytes) -> None:
        """A snapshot, perhaps one that was due. However long it is, only what comes after it can be too much."""
        self.behind = False
        self._outbox.append(snapshot)
        self._write_soon()

    def close(self, why: str, again: bool) -> None:
        """A last word, and no more."""
        if not self.closed:
            self.closed = True
            self.last_word = encode(Bye(why, again))
            self._news.set()

    def _collapse(self) -> None:
        self._outbox.clear()
        self._size = 0
        self.behind = True

    def flush(self) -> None:
        """Writes what is in the outbox, all of a moment in one frame. Nearly always the socket takes it at once, and then no
        task has to be woken for it; if not, it is left to `pump`."""
        self._due = False
        if self.behind and self.on_behind is not None:
            self.on_behind(self)
        if not self._outbox or self._left is not None:
            return
        frame = self._frame()
        if not self.offer(frame):
            self._left = frame
            self._news.set()

    def _frame(self) -> bytes:
        """What is in the outbox, which is empty then."""
        frame = b"[" + b",".join(self._outbox) + b"]"
        self._outbox.clear()
        self._size = 0
        return frame

    async def pump(self) -> None:
        """Waits for slow sockets, until the connection is closed."""
        while True:
            await self._news.wait()
            self._news.clear()
            while self._left is not None:
                await self._write(self._left)
                self._left = None
                self.flush()  # what has come in the meantime
            if self.closed:
                break
        if self._outbox:
            await self._write(self._frame())
        if self.last_word is not None:
            await self._write(b"[" + self.last_word + b"]")

    async def _write(self, frame: bytes) -> None:
        self.writing_since = self.loop.time()
        await self.write(frame)
        self.writing_since = math.inf

    def silent_for(self, now: float) -> float:
        """How long a ping has gone unanswered: a line can be dead though everything that was written has found room."""
        return now - next(iter(self.pings.values()), now)

    def is_frozen(self) -> bool:
        """Whether what was written last has not gone out for so long that it never will."""
        return self.loop.time() - self.writing_since > self.frozen
