"""Raw sockets: a client that sends whatever bytes it likes, and reads only when it is told to."""

from __future__ import annotations

import base64
import contextlib
import itertools
import json
import os
import socket
import struct
import time
from collections.abc import Callable
from typing import Any

from tests.attacks.client.server import Server
from tests.attacks.client.table_socket import Json
from tests.attacks.client.waiting import PATIENCE

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA


def frame(opcode: int, data: bytes) -> bytes:
    """A whole message of a client, masked with nothing."""
    size = len(data)
    head = bytes([0x80 | opcode, 0x80 | size]) if size < 126 else struct.pack("!BBH", 0x80 | opcode, 0xFE, size)
    return head + bytes(4) + data


LAST_DATA_RECV = 52  # where it stands in Linux's `tcp_info`, in milliseconds


class RawSocket:
    """A connection that reads only when told to, and may become a websocket."""

    def __init__(self, server: Server, host: str = "127.0.0.1", receives: int | None = None) -> None:
        self.server = server
        self.socket = socket.socket()
        if receives is not None:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receives)
        self.socket.settimeout(PATIENCE)
        self.socket.connect((host, server.port))
        self.unread = b""
        self.path = ""  # of the websocket

    def __enter__(self) -> RawSocket:
        return self

    def __exit__(self, *what: object) -> None:
        self.socket.close()

    def upgrade(self, path: str, **headers: str) -> RawSocket:
        """Makes it a websocket."""
        self.path = path
        lines = {
            "Host": f"127.0.0.1:{self.server.port}", "Upgrade": "websocket", "Connection": "Upgrade",
            "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(), "Sec-WebSocket-Version": "13",
            "Origin": self.server.url,
        } | {name.replace("_", "-"): value for name, value in headers.items()}  # fmt: skip
        head = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in lines.items()), "", ""]
        self.send("\r\n".join(head).encode())
        answer = self.head()
        assert b" 101 " in answer.split(b"\r\n")[0], answer
        return self

    def head(self) -> bytes:
        """The head of an answer."""
        while b"\r\n\r\n" not in self.unread:
            self._receive()
        answer, _, self.unread = self.unread.partition(b"\r\n\r\n")
        return answer

    def came_at(self) -> float:
        """When the last bytes came to this machine, however late they are read; the kernel knows it to some milliseconds."""
        known = self.socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 104)
        ago: int = struct.unpack_from("I", known, LAST_DATA_RECV)[0]
        return time.monotonic() - ago / 1000

    def send(self, data: bytes) -> None:
        """Sends bytes as they are."""
        self.socket.sendall(data)

    def send_or_stop(self, data: bytes) -> None:
        """The same to a server that may have hung up."""
        with contextlib.suppress(ConnectionError):
            self.send(data)

    def say(self, message: Json) -> None:
        """Sends a message."""
        self.send(frame(TEXT, json.dumps(message).encode()))

    def hello(self) -> RawSocket:
        """Says hello, and waits for the table."""
        self.say({"type": "hello", "protocol": 1})
        while not any(one["type"] == "snapshot" for one in self.news()):
            pass
        return self

    def frame(self) -> tuple[int, bytes]:
        """The next frame of the server: its opcode and its data."""
        head = self._take(2)
        size = head[1] & 0x7F
        if size == 126:
            size = int.from_bytes(self._take(2), "big")
        elif size == 127:
            size = int.from_bytes(self._take(8), "big")
        return head[0] & 0x0F, self._take(size)

    def news(self) -> list[Json]:
        """The messages of the next frame; pings of the table are answered."""
        opcode, data = self.frame()
        if opcode == PING:
            self.send(frame(PONG, data))
        if opcode != TEXT:
            return []
        found: list[Json] = json.loads(data)
        for one in found:
            if one["type"] == "ping":
                self.say({"type": "pong", "ping": one["ping"]})
        return found

    def ask(self, kind: str, **fields: Any) -> Json:
        """Sends a command; its answer."""
        command = os.urandom(6).hex()
        self.say({"type": kind, "id": command, **fields})
        while True:
            for one in self.news():
                if one.get("id") == command:
                    return one

    def _take(self, size: int) -> bytes:
        while len(self.unread) < size:
            self._receive()
        data, self.unread = self.unread[:size], self.unread[size:]
        return data

    def _receive(self) -> None:
        data = self.socket.recv(1 << 16)
        if not data:
            raise ConnectionResetError("the server has hung up")
        self.unread += data

    def wait_for_end(self) -> bytes:
        """All that comes until the server hangs up."""
        with contextlib.suppress(ConnectionError):
            while True:
                self._receive()
        return self.unread

    def finish(self) -> bytes:
        """Says that nothing more is sent; all that comes until the server hangs up."""
        with contextlib.suppress(OSError):  # it has hung up already
            self.socket.shutdown(socket.SHUT_WR)
        return self.wait_for_end()

    def flood(self, data: bytes, most: int) -> int:
        """Sends the same bytes again and again until the server hangs up, or fails; how many it sent."""
        sent = 0
        try:
            while sent < most:
                sent += self.socket.send(data)
        except ConnectionError:
            return sent
        raise AssertionError(f"the server took {sent} bytes, and would take more")


def longest_wait(line: RawSocket, while_true: Callable[[], bool]) -> float:
    """The longest that a player waits for the answer to a command, as long as something goes on."""
    longest = 0.0
    for command in itertools.cycle(("sit-out", "come-back")):
        began = time.monotonic()
        answer = line.ask(command)
        assert answer["type"] == "done", answer
        longest = max(longest, time.monotonic() - began)
        if not while_true():
            break
        time.sleep(0.1)
    return longest
