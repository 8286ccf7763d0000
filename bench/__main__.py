"""`make bench`: measures all sides in turn, prints one table, and writes docs/benchmarks.md and its picture."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from bench.page import Figures, write_page

ROOT = Path(__file__).parent.parent
PEERS = ROOT / ".bench-venv" / "bin" / "python"
COMPILED = ROOT / "build" / "compiled"
REPEATS = 3
SECONDS = float(os.environ.get("BENCH_SECONDS", "1.5"))


def run(who: str, task: str, seconds: float = SECONDS, *more: str) -> dict[str, Any]:
    """One measurement in a process of its own: `peers`, or our engine `plain` or `compiled`."""
    python = str(PEERS) if who == "peers" else sys.executable
    module = "bench.peers" if who == "peers" else "bench.ours"
    env = {**os.environ, "PYTHONPATH": str(COMPILED) if who == "compiled" else ""}
    command = [python, "-m", module, task, str(seconds), *more]
    done = subprocess.run(command, cwd=ROOT, env=env, check=True, stdout=subprocess.PIPE, text=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def measure() -> Figures:
    """Everything. The sides take turns, so that all have the same weather."""
    figures = Figures()
    sides = ["plain", "compiled", "peers"]
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Measuring", total=REPEATS * (len(sides) + 2) + 5)
        for _ in range(REPEATS):
            for side in sides:
                for name, rate in run(side, "all").items():
                    figures.add(name if side == "peers" else f"{name} {side}", rate)
                bar.advance(task)
            for what in ("bulk", "batch"):
                for name, rate in run("plain", what, SECONDS / 3).items():
                    figures.add(name, rate)
                bar.advance(task)
        for side in sides:
            figures.memory |= {f"{name} {side}": size for name, size in run(side, "memory").items()}
            bar.advance(task)
        figures.growth = run("compiled", "growth", SECONDS / 10)
        bar.advance(task)
        figures.versions = run("peers", "versions")
        slowest = min(figures.presets(), key=lambda preset: figures.rate(f"decisions {preset} compiled"))
        figures.profile = (slowest, run("plain", "profile", SECONDS, slowest)["profile"])
    return figures


def main() -> None:
    figures = measure()
    for title, columns, rows in figures.tables():
        table = Table(title=title, title_justify="left")
        for number, column in enumerate(columns):
            table.add_column(column, justify="left" if number == 0 else "right", no_wrap=True)
        for row in rows:
            table.add_row(*row)
        Console().print(table)
    write_page(
        figures, ROOT / "docs", f"{platform.machine()} with Python {platform.python_version()}", REPEATS, SECONDS
    )


if __name__ == "__main__":
    main()
