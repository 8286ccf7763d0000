"""Figures about a running server, for Prometheus."""

from __future__ import annotations

from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
COUNTED = {
    "commands": "Commands that were done",
    "refused": "Commands that were refused",
    "versions": "Entries in the log",
    "hands": "Hands played to their end",
    "timeouts": "Decisions made by the clock",
    "bot_decisions": "Decisions made by bots",
    "bot_faults": "Decisions that a bot could not make",
    "collapsed": "Outboxes that gave way to a snapshot",
    "dropped": "Connections closed for being frozen",
}


class Count:
    """A number that goes up: by the event loop alone, so it needs no lock."""

    __slots__ = ("value",)

    def __init__(self) -> None:
        self.value = 0

    def inc(self) -> None:
        """One more."""
        self.value += 1


class Metrics(Collector):
    """One server's figures."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.commands = Count()
        self.refused = Count()
        self.versions = Count()
        self.hands = Count()
        self.timeouts = Count()
        self.bot_decisions = Count()
        self.bot_faults = Count()
        self.collapsed = Count()
        self.dropped = Count()
        self.connections = 0
        self.tables = 0
        self.seconds = Histogram(
            "sabacc_command_seconds", "From a command to its last view", buckets=BUCKETS, registry=self.registry
        )
        self.registry.register(self)

    def collect(self) -> Iterator[Metric]:
        """What Prometheus is told."""
        for name, line in COUNTED.items():
            yield CounterMetricFamily(f"sabacc_{name}", line, value=getattr(self, name).value)
        yield GaugeMetricFamily("sabacc_connections", "Open sockets", value=self.connections)
        yield GaugeMetricFamily("sabacc_tables", "Open tables", value=self.tables)

    def text(self) -> bytes:
        """All of them, as Prometheus reads them."""
        return generate_latest(self.registry)
