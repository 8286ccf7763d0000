"""Figures about a running server, for Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)


class Metrics:
    """One server's figures."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.commands = Counter("sabacc_commands", "Commands that were done", registry=self.registry)
        self.refused = Counter("sabacc_refused", "Commands that were refused", registry=self.registry)
        self.versions = Counter("sabacc_versions", "Entries in the log", registry=self.registry)
        self.hands = Counter("sabacc_hands", "Hands played to their end", registry=self.registry)
        self.timeouts = Counter("sabacc_timeouts", "Decisions made by the clock", registry=self.registry)
        self.bots = Counter("sabacc_bot_decisions", "Decisions made by bots", registry=self.registry)
        self.bot_faults = Counter("sabacc_bot_faults", "Decisions that a bot could not make", registry=self.registry)
        self.collapsed = Counter("sabacc_collapsed", "Outboxes that gave way to a snapshot", registry=self.registry)
        self.dropped = Counter("sabacc_dropped", "Connections closed for being frozen", registry=self.registry)
        self.connections = Gauge("sabacc_connections", "Open sockets", registry=self.registry)
        self.tables = Gauge("sabacc_tables", "Open tables", registry=self.registry)
        self.seconds = Histogram(
            "sabacc_command_seconds", "From a command to its last view", buckets=BUCKETS, registry=self.registry
        )

    def text(self) -> bytes:
        """All of them, as Prometheus reads them."""
        return generate_latest(self.registry)
