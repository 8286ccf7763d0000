"""Metrics of a running server, for Prometheus."""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Iterator

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
COUNTERS = {
    "commands": "Commands that were done",
    "refused": "Commands that were refused",
    "versions": "Entries in the log",
    "hands": "Hands played to their end",
    "timeouts": "Decisions made by the clock",
    "bot_decisions": "Decisions made by bots",
    "bot_faults": "Decisions that a bot could not make",
    "collapsed": "Outboxes that gave way to a snapshot",
    "dropped": "Connections closed for being frozen or silent",
}


class EventCounter:
    """A counter of the event loop, which needs no lock."""

    __slots__ = ("value",)

    def __init__(self) -> None:
        self.value = 0

    def inc(self) -> None:
        """Counts one more."""
        self.value += 1


class Histogram:
    """The number of values in each bucket."""

    __slots__ = ("counts", "total")

    def __init__(self) -> None:
        self.counts = [0] * (len(BUCKETS) + 1)
        self.total = 0.0

    def observe(self, value: float) -> None:
        """Adds a value."""
        self.counts[bisect.bisect_left(BUCKETS, value)] += 1
        self.total += value

    def buckets(self) -> list[tuple[str, float]]:
        """Cumulative counts, as Prometheus wants them."""
        sums = list(itertools.accumulate(self.counts))
        return [(str(limit), count) for limit, count in zip((*BUCKETS, "+Inf"), sums, strict=True)]


class Metrics(Collector):
    """The metrics of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.commands = EventCounter()
        self.refused = EventCounter()
        self.versions = EventCounter()
        self.hands = EventCounter()
        self.timeouts = EventCounter()
        self.bot_decisions = EventCounter()
        self.bot_faults = EventCounter()
        self.collapsed = EventCounter()
        self.dropped = EventCounter()
        self.connections = 0
        self.tables = 0
        self.seconds = Histogram()
        self.registry.register(self)

    def collect(self) -> Iterator[Metric]:
        """All metrics, for Prometheus."""
        for name, line in COUNTERS.items():
            yield CounterMetricFamily(f"sabacc_{name}", line, value=getattr(self, name).value)
        yield HistogramMetricFamily(
            "sabacc_command_seconds",
            "From a command to its last view",
            buckets=self.seconds.buckets(),
            sum_value=self.seconds.total,
        )
        yield GaugeMetricFamily("sabacc_connections", "Open sockets", value=self.connections)
        yield GaugeMetricFamily("sabacc_tables", "Open tables", value=self.tables)

    def text(self) -> bytes:
        """All metrics as text."""
        return generate_latest(self.registry)
