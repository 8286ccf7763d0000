"""A client's connection before it is a websocket: uvicorn's HTTP, with time limits and a limit for each address.

Uvicorn itself waits for the head of a request for as long as the client likes, and for a client that doesn't read its answer.
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol

from sabacc.server.wire.network_limits import NetworkLimits, WriteDeadline

REFUSAL = "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\ncontent-length: %d\r\nconnection: close\r\n\r\n"


class HttpConnection(H11Protocol):
    """One client's connection."""

    def __init__(self, *args: Any, limits: NetworkLimits, **options: Any) -> None:
        super().__init__(*args, **options)
        self.limits = limits
        self._head_timer: asyncio.TimerHandle | None = None
        self._deadline: WriteDeadline | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn does
        super().connection_made(transport)
        self._deadline = WriteDeadline(self.limits, self.loop, transport)
        why = self.limits.admit(transport, self.client[0] if self.client else None, len(self.connections))
        if why is None:
            self._await_head()
        else:
            body = msgspec.json.encode({"error": why})
            transport.write((REFUSAL % len(body)).encode() + body)
            self.limits.on_drop()
            transport.abort() if transport.get_write_buffer_size() else transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self.limits.release(self.transport)
        self._stop_timers()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.transport.get_protocol() is not self:  # it has become a websocket
            return
        if self.transport.is_closing():
            self._close_soon()
        elif self.conn.their_state is h11.IDLE:
            self._await_head()
        elif self.cycle is None or not self.cycle.response_complete:
            self._stop_awaiting_head()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._stop_timers()
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.is_closing():
            self._close_soon()
        elif self.conn.their_state is h11.SEND_BODY:  # a body that nobody has asked for must end, too
            self._await_head()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._close_soon()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._close_soon()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._deadline is not None:
            self._deadline.stop()

    def _close_soon(self) -> None:
        """Gives the client a while to take what waits for it."""
        if self._deadline is not None:
            self._deadline.start()

    def _await_head(self) -> None:
        if self._head_timer is None:
            self._head_timer = self.loop.call_later(self.limits.header_timeout, self._give_up)

    def _stop_awaiting_head(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _stop_timers(self) -> None:
        self._stop_awaiting_head()
        if self._deadline is not None:
            self._deadline.stop()

    def _give_up(self) -> None:
        self.limits.on_drop()
        self.transport.abort()
