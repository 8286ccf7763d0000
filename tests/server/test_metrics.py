"""The figures for Prometheus."""

from __future__ import annotations

from prometheus_client.parser import text_string_to_metric_families

from sabacc.server.metrics import COUNTED, Metrics


def test_prometheus_can_read_them() -> None:
    metrics = Metrics()
    metrics.commands.inc()
    metrics.seconds.observe(0.004)
    metrics.seconds.observe(7)
    metrics.tables = 3
    samples = {
        (sample.name, sample.labels.get("le")): sample.value
        for family in text_string_to_metric_families(metrics.text().decode())
        for sample in family.samples
    }
    assert samples[("sabacc_commands_total", None)] == 1
    assert samples[("sabacc_tables", None)] == 3
    assert samples[("sabacc_command_seconds_bucket", "0.0025")] == 0
    assert samples[("sabacc_command_seconds_bucket", "0.005")] == 1
    assert samples[("sabacc_command_seconds_bucket", "+Inf")] == 2
    assert samples[("sabacc_command_seconds_count", None)] == 2
    assert {f"sabacc_{name}_total" for name in COUNTED} <= {name for name, _ in samples}
