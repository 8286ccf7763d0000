"""A token bucket, kept as one number: the time at which it is full again."""

from __future__ import annotations

TOLERANCE = 1e-9  # seconds, for what rounding loses


class BucketSize:
    """Allows `burst` times at once, and then `rate` times a second; the caller keeps when each bucket is full.

    >>> size = BucketSize(rate=2, burst=1)
    >>> full_at = size.take(0.0, now=10.0)
    >>> full_at, size.wait(size.take(full_at, now=10.0), now=10.0)
    (10.5, 0.5)
    """

    __slots__ = ("burst", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst

    def take(self, full_at: float, now: float, cost: float = 1) -> float:
        """When a bucket is full after something was taken from it."""
        return max(full_at, now) + cost / self.rate

    def wait(self, full_at: float, now: float) -> float:
        """For how many seconds that was too much; 0 if it was there."""
        missing = full_at - now - self.burst / self.rate
        return missing if missing > TOLERANCE else 0.0
