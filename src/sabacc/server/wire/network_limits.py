"""What one client may take of the network: budgets of frames, connections for each address, and time."""

from __future__ import annotations

import contextlib
from asyncio import AbstractEventLoop, TimerHandle, Transport
from collections import Counter
from collections.abc import Callable, Iterator

from sabacc.server.addresses import is_loopback, network_of
from sabacc.server.token_bucket import BucketSize

HEADER_TIMEOUT = 10.0  # seconds for the head of a request
WRITE_TIMEOUT = 10.0  # seconds in which a client takes something of what waits for it
MAX_ADDRESS_CONNECTIONS = 600  # of one address: a school may share one


class FrameBudget:
    """Frames that a client may send: `burst` at once, and then `rate` a second."""

    __slots__ = ("_full_at", "_size")

    def __init__(self, rate: float, burst: float) -> None:
        self._size = BucketSize(rate, burst)
        self._full_at = 0.0

    def take(self, now: float) -> bool:
        """Takes a frame from the budget; whether there was one left."""
        full_at = self._size.take(self._full_at, now)
        if self._size.wait(full_at, now):
            return False
        self._full_at = full_at
        return True


class SocketCounts:
    """The sockets of each address and each person, from the moment they are accepted."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def __getitem__(self, key: str) -> int:
        return self._counts[key]

    @contextlib.contextmanager
    def counted(self, key: str) -> Iterator[None]:
        """Counts a socket as long as it is open."""
        self._counts[key] += 1
        try:
            yield
        finally:
            self._counts[key] -= 1
            if not self._counts[key]:
                del self._counts[key]


class NetworkLimits:
    """The limits of all connections of a server, and how many connections each address has."""

    def __init__(
        self,
        write_timeout: float = WRITE_TIMEOUT,
        header_timeout: float = HEADER_TIMEOUT,
        max_address_connections: int = MAX_ADDRESS_CONNECTIONS,
        max_connections: int = 1 << 30,
        behind_proxy: bool = False,
        on_drop: Callable[[], None] = lambda: None,
    ) -> None:
        self.write_timeout = write_timeout
        self.header_timeout = header_timeout
        self.max_address_connections = max_address_connections  # 0: any number
        self.max_connections = max_connections  # of all addresses together
        self.behind_proxy = behind_proxy  # all connections come from the proxy then, which is not counted
        self.on_drop = on_drop  # a client was let go
        self._addresses: dict[Transport, str] = {}
        self._counts: Counter[str] = Counter()

    def is_full(self, address: str, count: int) -> bool:
        """Whether an address with so many connections gets no more."""
        return 0 < self.max_address_connections <= count and not is_loopback(address)

    def admit(self, transport: Transport, address: str | None, connections: int) -> str | None:
        """Counts a new connection beside all others; the reason if there are too many already."""
        if connections > self.max_connections:
            return "the house is full: try again in a moment."
        if address is None or self.behind_proxy:
            return None
        network = network_of(address)
        if self.is_full(address, self._counts[network]):
            return "there are too many connections from your address: close some of them first."
        self._addresses[transport] = network
        self._counts[network] += 1
        return None

    def release(self, transport: Transport) -> None:
        """A connection is over."""
        network = self._addresses.pop(transport, None)
        if network is not None:
            self._counts[network] -= 1
            if not self._counts[network]:
                del self._counts[network]


class WriteDeadline:
    """Drops a client that takes nothing of what waits for it."""

    __slots__ = ("_limits", "_loop", "_timer", "_transport")

    def __init__(self, limits: NetworkLimits, loop: AbstractEventLoop, transport: Transport) -> None:
        self._limits = limits
        self._loop = loop
        self._transport = transport
        self._timer: TimerHandle | None = None

    def start(self) -> None:
        """Something waits to be written, or the connection is to be closed once that is done."""
        if self._timer is None:
            self._timer = self._loop.call_later(self._limits.write_timeout, self._expire)

    def stop(self) -> None:
        """The client has taken it, or is gone."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _expire(self) -> None:
        self._limits.on_drop()
        self._transport.abort()
