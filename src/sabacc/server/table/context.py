"""What all tables of a server share."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

from sabacc.server.bot_pace import BotPace
from sabacc.server.bot_workers import BotWorkers
from sabacc.server.metrics import Metrics
from sabacc.server.storage.log import Log
from sabacc.server.table.settings import SHORTEST_CLOCK

if TYPE_CHECKING:
    from sabacc.server.table.actor import Table


class TableContext:
    """The log, the bot workers, the metrics, and the callbacks of whoever holds the tables."""

    def __init__(
        self,
        log: Log,
        bot_workers: BotWorkers,
        metrics: Metrics,
        shortest_clock: float = SHORTEST_CLOCK,
        luck: random.Random | None = None,
    ) -> None:
        self.log = log
        self.bot_workers = bot_workers
        self.bot_pace = BotPace()
        self.metrics = metrics
        self.shortest_clock = shortest_clock  # seconds
        self.luck = luck or random.SystemRandom()  # for moments and names; cards have seeds of their own
        self.stopping = False
        self.on_change: Callable[[Table], None] = lambda table: None
        self.on_progress: Callable[[Table], None] = lambda table: None  # all that has happened is durable
        self.charge: Callable[[str, str, int], None] = lambda table, person, size: None  # bytes written for a person
        self.is_over_quota: Callable[[str], bool] = lambda person: False
        self.on_lost: Callable[[Table], None] = lambda table: None  # another node plays it now
        self.on_broken: Callable[[Table, BaseException], None] = lambda table, error: None
