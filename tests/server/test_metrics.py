"""The figures for Prometheus."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from sabacc.server.metrics import COUNTERS, Metrics
from tests.server.servers import running


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
    assert {f"sabacc_{name}_total" for name in COUNTERS} <= {name for name, _ in samples}


def status(url: str, **headers: str) -> int:
    """How a request for the figures is answered."""
    return httpx.get(f"{url}/metrics", headers=headers).status_code


def test_without_a_token_they_are_for_this_machine_alone(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        assert status(server.url) == 200
        assert status(server.url, **{"X-Forwarded-For": "127.0.0.1"}) == 403
        assert status(server.url, Forwarded="for=203.0.113.9") == 403


def test_with_a_token_they_are_for_who_has_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SABACC_METRICS_TOKEN", "Zoë's")
    with running(tmp_path) as server:
        assert status(server.url) == 403
        assert status(server.url, Authorization="Bearer Zoe's") == 403
        shown = {"X-Forwarded-For": "203.0.113.9", "Authorization": "Bearer Zoë's".encode()}
        assert httpx.get(f"{server.url}/metrics", headers=shown).status_code == 200  # type: ignore[arg-type]  # as bytes
