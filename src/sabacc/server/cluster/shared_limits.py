"""Rate limits that hold across nodes: each tells the others what was taken, a few times a second."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Mapping

from sabacc.server.cluster.messages import Taken
from sabacc.server.http.rate_limit import RateLimiter

INTERVAL = 0.25  # seconds; what was taken elsewhere since then is not counted yet


class SharedLimits:
    """The rate limits of a node, by name, and what was taken from them here since the others were told."""

    def __init__(self, publish: Callable[[Taken], None]) -> None:
        self._publish = publish
        self._limiters: dict[str, RateLimiter] = {}
        self._taken: dict[str, defaultdict[str, float]] = {}

    def add(self, name: str, limiter: RateLimiter) -> None:
        """Shares a limit with all nodes that have one of this name."""
        self._limiters[name] = limiter
        taken = self._taken[name] = defaultdict(float)

        def note(key: str, cost: float) -> None:
            taken[key] += cost

        limiter.on_take = note

    async def run(self) -> None:
        """Tells the others, for ever."""
        while True:
            await asyncio.sleep(INTERVAL)
            news = {name: dict(taken) for name, taken in self._taken.items() if taken}
            if news:
                self._publish(Taken(news))
                for taken in self._taken.values():
                    taken.clear()

    def receive(self, limits: Mapping[str, Mapping[str, float]]) -> None:
        """What was taken at another node."""
        for name, taken in limits.items():
            limiter = self._limiters.get(name)
            for key, cost in taken.items() if limiter is not None else ():
                assert limiter is not None
                limiter.note(key, cost)
