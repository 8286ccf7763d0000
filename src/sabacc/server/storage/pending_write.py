"""A write that waits for its commit, in whichever store."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sabacc.server.storage.lease import Held
from sabacc.server.storage.store import Job, PendingRow


class PendingWrite:
    """Rows or a job to be written, and the callback for it."""

    __slots__ = ("chain", "job", "lease", "on_written", "result", "rows")

    def __init__(
        self,
        rows: Sequence[PendingRow],
        job: Job[Any] | None,
        on_written: Callable[..., None],
        chain: str | None,
        lease: Held | None = None,
    ) -> None:
        self.rows = rows
        self.job = job
        self.on_written = on_written
        self.chain = chain
        self.lease = lease  # without which it may not be written, in a cluster
        self.result: Any = None
