"""What all tables of a server share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sabacc.server.log import Log
from sabacc.server.metrics import Metrics
from sabacc.server.thinking import Thinkers

if TYPE_CHECKING:
    from sabacc.server.table import Table


class Place:
    """The log, the bots' heads, the counters, and who wants to know when a table has changed."""

    def __init__(self, log: Log, thinkers: Thinkers, metrics: Metrics) -> None:
        self.log = log
        self.thinkers = thinkers
        self.metrics = metrics
        self.stopping = False
        self.changed: Callable[[Table], None] = lambda table: None
        self.broken: Callable[[Table, BaseException], None] = lambda table, error: None
