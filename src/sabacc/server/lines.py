"""The line to one client: uvicorn's websocket with two short cuts.

At thousands of messages a second most of a server's time goes into carrying them. So a message that comes in is handed on at
once, instead of waking a task for it; and a frame that goes out is written ready-made, as long as the other side takes what it
is given. Whatever is out of the ordinary (messages in parts, too many at once, lines that are full or closing) takes
uvicorn's own way, where a client is not read from until it is heard out.
"""

from __future__ import annotations

from collections.abc import Callable

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import OPEN

AT_ONCE = 8  # messages of one client in a moment; more of them wait until others have had their turn
TEXT = b"\x81"  # the first byte of a whole message of text
NO_TEXT = 1007  # why a line is closed
KEY = "line"  # under which the application finds it, in the state of the scope


class Line(WebSocketsSansIOProtocol):
    """One client's socket."""

    heard: Callable[[str], None] | None = None  # whoever wants messages at once
    moment = 0.0
    count = 0  # of messages in it

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["state"][KEY] = self

    def handle_text(self, event: Frame) -> None:
        """In order: after a message that waits in the queue, the next one waits there too."""
        if self.heard is None or not event.fin or self.close_sent or not self.queue.empty() or self._too_many():
            super().handle_text(event)
            return
        try:
            text = bytes(event.data).decode()
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
        size = len(text)
        if size < 126:
            length = size.to_bytes(1, "big")
        elif size < 1 << 16:
            length = b"\x7e" + size.to_bytes(2, "big")
        else:
            length = b"\x7f" + size.to_bytes(8, "big")
        self.transport.write(TEXT + length + text)
        return True
