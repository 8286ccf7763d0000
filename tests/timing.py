"""Where the time of `make test` goes: seconds by phase, and by test file.

python -m tests.timing NAME COMMAND...   runs a phase, and keeps how long it took
python -m tests.timing                   prints the phases that were run

Phases run side by side, so that their seconds add up to more than the whole; CPU seconds don't.
"""

from __future__ import annotations

import collections
import json
import os
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pytest

TIMES = Path("build/times")
SLOWEST = 10


def run_phase(name: str, command: list[str]) -> int:
    """Runs a command and keeps its times and its last line, which is pytest's summary; its exit code."""
    began = time.time()
    last = ""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            sys.stdout.write(line)
            sys.stdout.flush()
            last = line.strip() or last
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    phase = {"name": name, "began": began, "ended": time.time(), "cpu": used.ru_utime + used.ru_stime, "last": last}
    TIMES.mkdir(parents=True, exist_ok=True)
    (TIMES / f"{name}.json").write_text(json.dumps(phase), encoding="utf-8")
    return process.returncode


def phase_table() -> str:
    """All phases, in the order in which they began, and how the tests ended."""
    phases = sorted((json.loads(path.read_text(encoding="utf-8")) for path in TIMES.glob("*.json")), key=_began)
    lines = [f"{'where the time went':24} {'seconds':>8} {'CPU':>8}"]
    lines += [_row(one["name"], one["ended"] - one["began"], one["cpu"]) for one in phases]
    if phases:
        whole = max(one["ended"] for one in phases) - phases[0]["began"]
        lines.append(_row("all", whole, sum(one["cpu"] for one in phases)))
    lines += [f"{one['name']}: {one['last']}" for one in phases if "passed" in one["last"]]
    return "\n".join(lines) + "\n"


def _began(phase: dict[str, Any]) -> float:
    return float(phase["began"])


def _row(name: str, seconds: float, cpu: float) -> str:
    return f"{name:24} {seconds:8.0f} {cpu:8.0f}"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The slowest test files, when `make test` asks for them."""
    if not os.environ.get("SABACC_TIMES"):
        return
    seconds: collections.Counter[str] = collections.Counter()
    for report in (one for reports in terminalreporter.stats.values() for one in reports if hasattr(one, "duration")):
        seconds[report.nodeid.partition("::")[0]] += report.duration
    terminalreporter.section(f"the {SLOWEST} slowest test files")
    for file, slow in seconds.most_common(SLOWEST):
        terminalreporter.write_line(f"{slow:8.0f} s  {file}")


if __name__ == "__main__":
    if sys.argv[1:]:
        sys.exit(run_phase(sys.argv[1], sys.argv[2:]))
    sys.stdout.write(phase_table())
