"""A websocket client with nothing to it but frames: thousands of them fit into one process beside the server."""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable
from typing import cast
from urllib.parse import urlsplit

TEXT, CLOSE = 0x81, 0x88


class Wire(asyncio.Protocol):
    """One socket. What comes in is handed on as bytes, one frame after the other."""

    def __init__(self, path: str, host: str, headers: dict[str, str], heard: Callable[[Wire, bytes], None]) -> None:
        self.heard = heard
        self.buffer = bytearray()
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport | None = None
        self.lost = False
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {path} HTTP/1.1", f"Host: {host}", "Upgrade: websocket", "Connection: Upgrade"]
        lines += [f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        self.request = ("\r\n".join(lines) + "\r\n\r\n").encode()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)  # uvloop's is one only by its methods
        self.transport.write(self.request)

    def connection_lost(self, error: Exception | None) -> None:
        self.lost = True
        if not self.open.done():
            self.open.set_exception(ConnectionError("the server hung up"))

    def data_received(self, data: bytes) -> None:
        if not self.buffer and self.open.done() and _is_one_frame(data):  # as nearly always
            self.heard(self, data[4:])
            return
        self.buffer += data
        if not self.open.done():
            end = self.buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if b" 101 " not in self.buffer[:20]:
                self.open.set_exception(ConnectionError(self.buffer[:200].decode("latin-1")))
                return
            del self.buffer[: end + 4]
            self.open.set_result(None)
        self._frames()

    def _frames(self) -> None:
        buffer = self.buffer
        at = 0
        while len(buffer) - at >= 2:
            length, head = buffer[at + 1], 2
            if length == 126:
                head = 4
                length = int.from_bytes(buffer[at + 2 : at + 4], "big")
            elif length == 127:
                head = 10
                length = int.from_bytes(buffer[at + 2 : at + 10], "big")
            if len(buffer) - at < head + length:
                break
            if buffer[at] == TEXT:
                self.heard(self, bytes(buffer[at + head : at + head + length]))
            at += head + length
        if at:
            del buffer[:at]

    def send(self, data: bytes) -> None:
        """One text frame. The mask is all zeros, which is a mask like any other."""
        assert self.transport is not None
        length = len(data)
        head = bytes((TEXT, 0x80 | length)) if length < 126 else bytes((TEXT, 0x80 | 126)) + length.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + data)

    def close(self) -> None:
        if self.transport is not None:
            self.transport.close()


def _is_one_frame(data: bytes) -> bool:
    """Whether it is one whole frame of text, neither very short nor very long."""
    return len(data) >= 130 and data[0] == TEXT and data[1] == 126 and data[2] << 8 | data[3] == len(data) - 4


async def connect(url: str, path: str, headers: dict[str, str], heard: Callable[[Wire, bytes], None]) -> Wire:
    """An open socket."""
    where = urlsplit(url)
    assert where.hostname is not None
    assert where.port is not None
    loop = asyncio.get_running_loop()
    _, wire = await loop.create_connection(lambda: Wire(path, where.netloc, headers, heard), where.hostname, where.port)
    await wire.open
    return wire
