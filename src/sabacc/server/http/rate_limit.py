"""Rate limits: a token bucket for each key."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Callable, Iterator

from sabacc.messages import Message
from sabacc.server.http.errors import Refused, TooManyRequests
from sabacc.server.token_bucket import BucketSize

MAX_KEYS = 20_000


class RateLimiter:
    """Allows `burst` times at once, and then `rate` times a second, for each key by itself.

    >>> limiter = RateLimiter(rate=1, burst=2, clock=lambda: 0.0)
    >>> limiter.take("Ana"), limiter.take("Ana"), limiter.take("Ben")
    (None, None, None)
    >>> limiter.take("Ana")
    Traceback (most recent call last):
    ...
    sabacc.server.http.errors.TooManyRequests: that is too often: wait a second and try again.
    """

    __slots__ = ("_clock", "_full_at", "_max_keys", "_size", "on_take")

    def __init__(
        self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic, max_keys: int = MAX_KEYS
    ) -> None:
        self._size = BucketSize(rate, burst)
        self._clock = clock
        self._max_keys = max_keys
        self._full_at: dict[str, float] = {}  # by key, the last used last
        self.on_take: Callable[[str, float], None] = lambda key, cost: None  # gets what is taken, or put back

    def __len__(self) -> int:
        return len(self._full_at)

    def take(self, key: str, cost: float = 1) -> None:
        """Takes from the bucket of a key, or raises with the time to wait; a refusal costs nothing."""
        now = self._clock()
        full_at = self._size.take(self._full_at.get(key, now), now, cost)
        wait = self._size.wait(full_at, now)
        if wait:
            seconds = math.ceil(wait)
            raise TooManyRequests(Message("refusal.too-often", seconds=seconds), wait)
        self._store(key, full_at, now)
        self.on_take(key, cost)

    def note(self, key: str, cost: float) -> None:
        """Counts what was taken, or put back, at another place that has the same limit."""
        now = self._clock()
        self._store(key, self._size.take(self._full_at.get(key, now), now, cost), now)

    def _store(self, key: str, full_at: float, now: float) -> None:
        self._full_at.pop(key, None)
        self._full_at[key] = full_at
        if len(self._full_at) > self._max_keys:
            self._make_room(now)

    @contextlib.contextmanager
    def charge(self, key: str) -> Iterator[None]:
        """Takes from the bucket of a key, and puts it back if nothing was tried, since others keep the server busy."""
        self.take(key)
        try:
            yield
        except Refused as error:
            if not error.is_try:
                self._put_back(key)
            raise

    @contextlib.contextmanager
    def charge_failures(self, key: str) -> Iterator[None]:
        """The same for what costs nothing if it works."""
        with self.charge(key):  # beforehand, or many at once would all be tried
            yield
        self._put_back(key)

    def _put_back(self, key: str) -> None:
        if key in self._full_at:
            self._full_at[key] -= 1 / self._size.rate
            self.on_take(key, -1)

    def _make_room(self, now: float) -> None:
        """Drops full buckets and, if that is not enough, those used longest ago."""
        self._full_at = {key: full_at for key, full_at in self._full_at.items() if full_at > now}
        for key in list(self._full_at)[: max(0, len(self._full_at) - self._max_keys * 9 // 10)]:
            del self._full_at[key]
