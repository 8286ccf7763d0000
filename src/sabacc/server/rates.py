"""How often somebody may do something: a bucket that fills at a rate, and each time takes out a drop."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

from sabacc.server.refusals import TooMany

MOST_KEYS = 20_000


class Limiter:
    """Allows `burst` times at once, and then `rate` times a second, for each key by itself.

    >>> limiter = Limiter(rate=1, burst=2, clock=lambda: 0.0)
    >>> limiter.check("Ana"), limiter.check("Ana"), limiter.check("Ben")
    (None, None, None)
    >>> limiter.check("Ana")
    Traceback (most recent call last):
    ...
    sabacc.server.refusals.TooMany: that is too often: wait a second and try again.
    """

    __slots__ = ("_burst", "_clock", "_full_at", "_most", "_rate")

    def __init__(
        self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic, most_keys: int = MOST_KEYS
    ) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._most = most_keys
        self._full_at: dict[str, float] = {}  # when the bucket of a key will be full again; the last used is last

    def __len__(self) -> int:
        return len(self._full_at)

    def check(self, key: str, cost: float = 1) -> None:
        """Takes from the bucket, or says how long to wait. A refusal costs nothing."""
        now = self._clock()
        full_at = max(self._full_at.get(key, now), now) + cost / self._rate
        wait = full_at - now - self._burst / self._rate
        if wait > 1e-9:
            seconds = math.ceil(wait)
            raise TooMany(
                f"that is too often: wait {'a second' if seconds == 1 else f'{seconds} seconds'} and try again.", wait
            )
        self._full_at.pop(key, None)
        self._full_at[key] = full_at
        if len(self._full_at) > self._most:
            self._make_room(now)

    def _make_room(self, now: float) -> None:
        """Full buckets need not be kept; if that is not enough, whoever was here longest ago is forgotten."""
        self._full_at = {key: full_at for key, full_at in self._full_at.items() if full_at > now}
        for key in list(self._full_at)[: max(0, len(self._full_at) - self._most * 9 // 10)]:
            del self._full_at[key]
