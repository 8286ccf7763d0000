"""The line to one client: uvicorn's websocket with two short cuts.

At thousands of messages a second most of a server's time goes into carrying them. So a message that comes in by itself is read
and handed on at once, instead of waking a task for it; and a frame that goes out is written ready-made, as long as the other
side takes what it is given. Whatever is out of the ordinary (messages in parts, too many at once, lines that are full or
closing) takes uvicorn's own way, where a client is not read from until it is heard out.
"""

from __future__ import annotations

from collections.abc import Callable

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import OPEN

from sabacc.server.frames import is_whole, read_text, write_text

AT_ONCE = 8  # messages of one client in a moment; more of them wait until others have had their turn
LONGEST = 4096  # bytes of a message that takes the short cut
END = b"\r\n\r\n"  # of the request that a line begins with
NO_TEXT = 1007  # why a line is closed
KEY = "line"  # under which the application finds it, in the state of the scope


class Line(WebSocketsSansIOProtocol):
    """One client's socket."""

    heard: Callable[[str], None] | None = None  # whoever wants messages at once
    whole = False  # so far no packet has ended within a frame or a message, so that the parser waits for a new one
    moment = 0.0
    count = 0  # of messages in it

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["state"][KEY] = self

    def data_received(self, data: bytes) -> None:
        text = read_text(data, LONGEST) if self.whole else None
        if text is not None and self._hears_now():
            self._hear(text)
            return
        if self.handshake_initiated:
            self.whole = self.whole and is_whole(data)
            super().data_received(data)
        else:
            super().data_received(data)
            self.whole = data.endswith(END)

    def handle_text(self, event: Frame) -> None:
        if event.fin and self._hears_now():
            self._hear(bytes(event.data))
        else:
            super().handle_text(event)

    def _hears_now(self) -> bool:
        """In order: after a message that waits in the queue, the next one waits there too."""
        return (
            self.heard is not None
            and self.conn.state is OPEN
            and not self.close_sent
            and self.queue.empty()
            and not self._too_many()
        )

    def _hear(self, data: bytes) -> None:
        assert self.heard is not None
        try:
            text = data.decode()
        except UnicodeDecodeError:
            self.conn.send_close(NO_TEXT)
            self.handle_parser_exception()
        else:
            self.heard(text)

    def _too_many(self) -> bool:
        now = self.loop.time()
        if now != self.moment:
            self.moment = now
            self.count = 0
        self.count += 1
        return self.count > AT_ONCE

    def offer(self, text: bytes) -> bool:
        """Writes a message of text if that can be done at once; whether it was."""
        if (
            not self.writable.is_set()
            or self.disconnected
            or self.conn.state is not OPEN
            or self.transport.is_closing()
        ):
            return False
        self.transport.write(write_text(text))
        return True
