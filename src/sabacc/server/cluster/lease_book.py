"""The leases that this node holds, as far as it knows, and for how long it may believe that."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterable

from sabacc.server.metrics import Histogram
from sabacc.server.storage.lease import LEASE_SECONDS, SHARDS, Held, Lease, shard_of

SMOOTHING = 0.1  # of a shard's activity, with each second


class LeaseBook:
    """The epochs of the leases held here. Nothing is shown from memory once the leases may have run out."""

    def __init__(self) -> None:
        self.epochs: dict[int, int] = {}  # by shard
        self.activity: dict[int, float] = {}  # by shard: entries a second
        self.commit_seconds = Histogram()
        self._good_until = -math.inf
        self._appended: Counter[int] = Counter()  # entries since the last renewal
        self._measured_at = now()

    def lease_for(self, table: str) -> Held | None:
        """The lease that a write of a table needs, if it is held here."""
        shard = shard_of(table)
        self._appended[shard] += 1
        epoch = self.epochs.get(shard)
        return Held(shard, epoch) if epoch is not None else None

    def note_commit(self, seconds: float) -> None:
        """A commit took so long."""
        self.commit_seconds.observe(seconds)

    @property
    def is_good(self) -> bool:
        """Whether nobody else can have the leases yet, however long this process has stood still."""
        return now() < self._good_until

    def epoch_of(self, table_id: str) -> int | None:
        """The epoch of a table that may be shown from memory."""
        return self.epochs.get(shard_of(table_id)) if self.is_good else None

    def renewed(self, asked_at: float, owner: str, leases: Iterable[Lease]) -> tuple[set[int], set[int]]:
        """Takes over how the leases stood some time after it was asked; which shards are lost, and which are new."""
        held = {lease.shard: lease.epoch for lease in leases if lease.owner == owner}
        lost = {shard for shard, epoch in self.epochs.items() if held.get(shard) != epoch}
        new = {shard for shard, epoch in held.items() if self.epochs.get(shard) != epoch}
        self.epochs = held
        self._good_until = asked_at + LEASE_SECONDS
        return lost, new

    def give_up(self, shards: Iterable[int]) -> dict[int, int]:
        """Gives shards up, and returns their epochs."""
        return {shard: self.epochs.pop(shard) for shard in list(shards) if shard in self.epochs}

    def measure(self) -> dict[int, float]:
        """How much happens in each shard, now and lately."""
        passed = max(now() - self._measured_at, 0.001)
        self._measured_at += passed
        part = 1 - (1 - SMOOTHING) ** passed
        for shard in range(SHARDS):
            rate = self._appended[shard] / passed
            value = self.activity.get(shard, 0.0)
            self.activity[shard] = round(value + part * (rate - value), 4)
        self._appended.clear()
        return {shard: self.activity[shard] for shard in self.epochs}


def now() -> float:
    """Seconds that also pass while the process is stopped or the machine sleeps."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))
