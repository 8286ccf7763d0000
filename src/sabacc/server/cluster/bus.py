"""The way between the nodes: core NATS, which may lose messages, so that every link counts them.

A node listens to `sabacc.to.NODE.*` and `sabacc.all.*`, and publishes to `sabacc.to.*.NODE` and `sabacc.all.NODE`. With a NATS
user for each node, nobody else can read what goes to a node, or speak in its name.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote, urlsplit

import msgspec
import structlog
from nats.aio.client import Client
from nats.errors import Error

from sabacc.errors import SabaccError
from sabacc.server.cluster.messages import Direct, Envelope, Heartbeat, Mark, Notice, Shared
from sabacc.server.metrics import Histogram

HEARTBEAT_INTERVAL = 1.0  # seconds
SILENCE = 3.5  # seconds after which a node, or the way to all of them, is taken for lost
RECONNECT_WAIT = 0.2  # seconds
MAX_WAITING = 20_000  # messages; those that come while more than these wait are lost
_encoder = msgspec.msgpack.Encoder()
_envelopes = msgspec.msgpack.Decoder(Envelope)
_notices = msgspec.msgpack.Decoder(Notice)
_log = structlog.get_logger()


class Peer:
    """Another node, as it was heard last."""

    __slots__ = ("heard_at", "number", "start")

    def __init__(self) -> None:
        self.start = ""
        self.number = 0
        self.heard_at = 0.0


class Bus:
    """The links of one node to all others."""

    def __init__(
        self,
        address: str,
        owner: str,
        receive: Callable[[str, Direct], None],
        receive_shared: Callable[[str, Shared], None],
        on_gap: Callable[[str, bool], None],
    ) -> None:
        self.address = address
        self.node, _, self.start_id = owner.rpartition(".")
        self._receive = receive
        self._receive_shared = receive_shared
        self._on_gap = on_gap  # gets a node, and whether it has started anew
        self._client = Client()
        self._sent: dict[str, int] = {}  # by node: how many messages
        self._peers: dict[str, Peer] = {}
        self._waiting: deque[tuple[str, bytes, float]] = deque()
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._heard_myself_at = time.monotonic()
        self.publish_seconds = Histogram()

    async def start(self) -> None:
        """Connects; whatever happens to the connection later, it comes back by itself."""
        try:
            await self._client.connect(
                self.address,
                name=self.node,
                connect_timeout=5,
                reconnect_time_wait=RECONNECT_WAIT,  # type: ignore[arg-type]  # fractions are fine
                max_reconnect_attempts=-1,
                ping_interval=1,
                error_cb=_log_error,
            )
            await self._client.subscribe(f"sabacc.to.{self.node}.*", cb=self._on_direct)
            await self._client.subscribe("sabacc.all.*", cb=self._on_shared)
        except (OSError, Error, ValueError, TimeoutError) as error:
            raise SabaccError(f"NATS can't be reached at {shown_nats(self.address)}: {error}.") from error
        self._heard_myself_at = time.monotonic()
        self._tasks = [asyncio.create_task(self._write()), asyncio.create_task(self._beat())]

    async def stop(self) -> None:
        """Sends what waits, and disconnects."""
        for _ in range(20):
            if not self._waiting:
                break
            await asyncio.sleep(0.05)
        for task in self._tasks:
            task.cancel()
        try:
            async with asyncio.timeout(2):
                await self._client.flush(1)
                await self._client.close()
        except Exception as error:  # it may be gone
            _log.warning("disconnecting from NATS failed", error=repr(error))

    @property
    def is_open(self) -> bool:
        """Whether what goes to all nodes comes back: only then do others hear this one."""
        return time.monotonic() - self._heard_myself_at < SILENCE

    def hears(self, node: str) -> bool:
        """Whether a node was heard lately."""
        peer = self._peers.get(node)
        return peer is not None and time.monotonic() - peer.heard_at < SILENCE

    # ---- sending

    def send(self, node: str, message: Direct) -> None:
        """Sends a message to one node."""
        if node == self.node:
            asyncio.get_running_loop().call_soon(self._receive, node, message)
            return
        number = self._sent[node] = self._sent.get(node, 0) + 1
        self._enqueue(f"sabacc.to.{node}.{self.node}", Envelope(self.start_id, number, message))

    def publish(self, message: Shared) -> None:
        """Sends a message to all nodes, this one too."""
        self._enqueue(f"sabacc.all.{self.node}", Notice(self.start_id, message))

    def _enqueue(self, subject: str, message: msgspec.Struct) -> None:
        if len(self._waiting) < MAX_WAITING:
            self._waiting.append((subject, _encoder.encode(message), time.perf_counter()))
            self._wake.set()

    async def _write(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                subject, payload, since = self._waiting.popleft()
                try:
                    await self._client.publish(subject, payload)
                except Exception as error:  # it is lost: the gap is noticed at the other end
                    _log.warning("message lost", subject=subject, error=repr(error))
                self.publish_seconds.observe(time.perf_counter() - since)

    async def _beat(self) -> None:
        while True:
            self.publish(Heartbeat())
            for node in list(self._sent):
                if self.hears(node):
                    self.send(node, Mark())
            await asyncio.sleep(HEARTBEAT_INTERVAL)

    # ---- receiving

    async def _on_direct(self, message: Any) -> None:
        node = message.subject.rpartition(".")[2]
        try:
            envelope = _envelopes.decode(message.data)
        except msgspec.DecodeError as error:  # of a node of another version, perhaps
            _log.error("message can't be read", node=node, error=str(error))
            return
        peer = self._heard(node)
        if peer.start != envelope.start:
            anew = bool(peer.start)
            peer.start, peer.number = envelope.start, envelope.number
            if anew:
                self._on_gap(node, True)
        elif envelope.number != peer.number + 1:
            peer.number = envelope.number
            self._on_gap(node, False)
        peer.number = envelope.number
        self._handle(lambda: self._receive(node, envelope.body), node)

    async def _on_shared(self, message: Any) -> None:
        node = message.subject.rpartition(".")[2]
        try:
            notice = _notices.decode(message.data)
        except msgspec.DecodeError as error:
            _log.error("message can't be read", node=node, error=str(error))
            return
        if node != self.node:
            self._heard(node)
            self._handle(lambda: self._receive_shared(node, notice.body), node)
        elif notice.start == self.start_id:
            self._heard_myself_at = time.monotonic()

    def _heard(self, node: str) -> Peer:
        peer = self._peers.setdefault(node, Peer())
        peer.heard_at = time.monotonic()
        return peer

    def _handle(self, work: Callable[[], None], node: str) -> None:
        try:
            work()
        except Exception as error:  # the next messages are handled all the same
            _log.error("message failed", node=node, error=repr(error), exc_info=error)


def node_name(address: str, wanted: str | None) -> str:
    """A node's name: the one that is wanted, or the user in its NATS address."""
    name = wanted or unquote(urlsplit(address).username or "")
    if not name or not all(char.isascii() and (char.isalnum() or char in "-_") for char in name):
        raise SabaccError(
            "a node of a cluster needs a name of letters, digits, - and _: its NATS user (nats://NAME:password@host), or "
            f"--node; not {name!r}."
        )
    return name


def shown_nats(address: str) -> str:
    """An address as it may be printed."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.hostname}:{parts.port or 4222}"


async def _log_error(error: Exception) -> None:
    _log.warning("NATS", error=repr(error))
