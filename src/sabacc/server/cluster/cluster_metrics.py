"""Metrics of a node in its cluster, for Prometheus."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

if TYPE_CHECKING:
    from sabacc.server.cluster.node import ClusterNode


class ClusterMetrics(Collector):
    """What one node holds, took and gave, and how long its commits and messages take."""

    def __init__(self, node: ClusterNode) -> None:
        self._node = node

    def collect(self) -> Iterator[Metric]:
        """All metrics, for Prometheus."""
        node = self._node
        name = [node.name]
        gauges = {"leases": ("Leases held", len(node.book.epochs)), "nodes": ("Nodes alive", len(node.state.nodes))}
        for key, (line, value) in gauges.items():
            gauge = GaugeMetricFamily(f"sabacc_{key}", line, labels=["node"])
            gauge.add_metric(name, value)
            yield gauge
        counters = {
            "takeovers": ("Leases taken over", node.takeovers),
            "handovers": ("Leases given to others", node.handovers),
            "stale_frames": ("Frames dropped, since the table had moved", node.gateway.dropped),
        }
        for key, (line, value) in counters.items():
            counter = CounterMetricFamily(f"sabacc_{key}", line, labels=["node"])
            counter.add_metric(name, value)
            yield counter
        times = {
            "commit_seconds": ("A commit in PostgreSQL", node.book.commit_seconds),
            "publish_seconds": ("From a message to the socket of NATS", node.bus.publish_seconds),
        }
        for key, (line, histogram) in times.items():
            family = HistogramMetricFamily(f"sabacc_{key}", line, labels=["node"])
            family.add_metric(name, histogram.buckets(), histogram.total)
            yield family
