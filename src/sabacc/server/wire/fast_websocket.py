"""A client's socket: uvicorn's websocket with two short cuts.

At thousands of messages a second most of a server's time goes into carrying them. So a message that comes in by itself is read
and delivered at once, instead of waking a task for it, and a frame that goes out is written ready-made, as long as the other
side takes what it is given. Everything else (messages in parts, too many at once, sockets that are full or closing) takes
uvicorn's own way, where a client is not read from until its last message is dealt with.

Nor is a client read from while it doesn't read itself. It has a budget of messages and one of control frames, and who sends more
is let go: an answer to each of a million pings would hold everybody else up.
"""

from __future__ import annotations

from asyncio import BaseTransport
from collections.abc import Callable
from typing import Any

from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import OPEN

from sabacc.server.wire.frames import is_whole, read_text, write_text
from sabacc.server.wire.network_limits import FrameBudget, NetworkLimits, WriteDeadline

MAX_BURST = 8  # messages of one client in one turn of the event loop
MAX_FAST_BYTES = 4096  # of a message that takes the short cut
MAX_PIECE = 2048  # bytes that are parsed in one turn of the event loop, which may be hundreds of frames
CONTROL_RATE = 5.0  # control frames a second; clients that ping do it every few seconds
CONTROL_BURST = 50
MESSAGE_RATE = 1.0  # messages a second of a client that has nothing to say, as in the lobby
MESSAGE_BURST = 20
REQUEST_END = b"\r\n\r\n"
INVALID_TEXT = 1007  # close codes of RFC 6455
POLICY_VIOLATION = 1008
SCOPE_KEY = "websocket"  # in the state of the scope, where the application finds the socket


class FastWebSocket(WebSocketsSansIOProtocol):
    """One client's socket."""

    on_text: Callable[[str], None] | None = None  # gets messages at once
    at_boundary = False  # whether the next packet begins with a new frame and a new message
    burst_at = 0.0  # the turn of the event loop in which messages are counted
    burst_count = 0  # messages in that turn

    def __init__(self, *args: Any, limits: NetworkLimits, **options: Any) -> None:
        super().__init__(*args, **options)
        self.limits = limits
        self.message_budget = FrameBudget(MESSAGE_RATE, MESSAGE_BURST)
        self._control_budget = FrameBudget(CONTROL_RATE, CONTROL_BURST)
        self._unparsed = b""  # the rest of a packet

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self._deadline = WriteDeadline(self.limits, self.loop, self.transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._unparsed = b""
        self._deadline.stop()
        self.limits.release(self.transport)
        super().connection_lost(exc)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["state"][SCOPE_KEY] = self

    # ---- reading

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            super().data_received(data)
            self.at_boundary = data.endswith(REQUEST_END)
            return
        if self._unparsed:
            self._unparsed += data
            self.at_boundary = False
            self.transport.pause_reading()
            return
        text = read_text(data, MAX_FAST_BYTES) if self.at_boundary else None
        if text is None or not self._deliver(text):
            self.at_boundary = self.at_boundary and len(data) <= MAX_FAST_BYTES and is_whole(data)
            self._parse(data)
            if self._unparsed:
                self.transport.pause_reading()
                self.loop.call_soon(self._read_on)

    def _parse(self, data: bytes) -> None:
        """Parses the first piece of a packet, and leaves the rest for later turns, when its client is read from again."""
        self._unparsed = data[MAX_PIECE:]
        super().data_received(data[:MAX_PIECE])

    def _read_on(self) -> None:
        """Goes on reading, unless a message of this client or something for it is still waiting."""
        if self.read_paused or not self.writable.is_set() or self.disconnected or self.transport.is_closing():
            return
        if self._unparsed:
            self._parse(self._unparsed)
            self.loop.call_soon(self._read_on)
        else:
            self.transport.resume_reading()

    async def receive(self) -> ASGIReceiveEvent:
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self.loop.call_soon(self._read_on)  # after this message
        return message

    async def send(self, message: ASGISendEvent) -> None:
        await super().send(message)
        if self.close_sent:  # uvicorn reads on, to find the client's own close
            self._read_on()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.transport.pause_reading()
        self._deadline.start()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._deadline.stop()
        self._read_on()

    # ---- frames

    def handle_text(self, event: Frame) -> None:
        if (not event.fin or not self._deliver(bytes(event.data))) and self._afford(self.message_budget):
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        if self._afford(self.message_budget):
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        if self._afford(self.message_budget):
            super().handle_cont(event)

    def handle_ping(self) -> None:
        if self._afford(self._control_budget):
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._afford(self._control_budget):
            super().handle_pong(event)

    def _afford(self, budget: FrameBudget) -> bool:
        """Takes a frame from a budget; who has nothing left is let go."""
        if self.transport.is_closing():
            return False
        if budget.take(self.loop.time()):
            return True
        self.let_go("you send more than anybody could play.")
        return False

    def let_go(self, why: str) -> None:
        """Closes the socket at once, and drops what the client has not taken."""
        self.limits.on_drop()
        if not self.close_sent:
            self.queue.put_nowait({"type": "websocket.disconnect", "code": POLICY_VIOLATION, "reason": why})
            self.conn.fail(POLICY_VIOLATION, why)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
        if self.transport.get_write_buffer_size():
            self.transport.abort()
        else:
            self.transport.close()

    def keepalive_timeout(self) -> None:
        self.pong_timer = None
        self.let_go("you answer no ping.")

    def expect_close(self) -> None:
        """Gives the client a while to take what was said and to close its side."""
        self.loop.call_later(2 * self.close_timeout, self.transport.abort)

    def _deliver(self, data: bytes) -> bool:
        """Delivers a message at once, unless earlier ones are queued or there are too many; whether it did."""
        on_text = self.on_text
        if on_text is None or not self._is_ready() or not self._count_message():
            return False
        if not self._afford(self.message_budget):
            return True
        try:
            text = data.decode()
        except UnicodeDecodeError:
            self._refuse_text()
        else:
            on_text(text)
        return True

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text" and not self.close_sent and not _is_text(b"".join(self.frames)):
            self.frames = []
            self._refuse_text()  # uvicorn would write a traceback for each
        else:
            super().send_receive_event_to_app()

    def _refuse_text(self) -> None:
        self.conn.send_close(INVALID_TEXT)
        self.handle_parser_exception()

    def _is_ready(self) -> bool:
        return self.conn.state is OPEN and not self.close_sent and self.queue.empty()

    def _count_message(self) -> bool:
        """Counts a message; whether this turn of the event loop may have it."""
        now = self.loop.time()
        if now != self.burst_at:
            self.burst_at = now
            self.burst_count = 0
        self.burst_count += 1
        return self.burst_count <= MAX_BURST

    def try_write(self, text: bytes) -> bool:
        """Writes a text message if that can be done at once; whether it was."""
        if (
            not self.writable.is_set()
            or self.disconnected
            or self.conn.state is not OPEN
            or self.transport.is_closing()
        ):
            return False
        self.transport.write(write_text(text))
        return True


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
