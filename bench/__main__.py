"""`make bench`: measures, prints one table and writes docs/benchmarks.md."""

from __future__ import annotations

import platform
import statistics
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench.engine import engine_copies, engine_decisions
from bench.peers import poker_copies, poker_decisions
from sabacc.variants import VARIANTS

REPEATS = 3
SECONDS = 1.5
OUT = Path(__file__).parent.parent / "docs" / "benchmarks.md"


class Figure:
    """A rate, measured several times."""

    def __init__(self, name: str, what: str, rates: list[float], peer: Figure | None = None) -> None:
        self.name = name
        self.what = what
        self.rate = statistics.median(rates)
        self.spread = (max(rates) - min(rates)) / self.rate
        self.ratio = self.rate / peer.rate if peer is not None else 1.0

    def row(self) -> tuple[str, str, str, str, str]:
        """The figure for a table."""
        return self.what, self.name, f"{self.rate:,.0f}", f"± {self.spread / 2:.0%}", f"{self.ratio:,.1f}"


def measure(run: Callable[[], float]) -> list[float]:
    """The rate, three times."""
    return [run() for _ in range(REPEATS)]


def figures() -> list[Figure]:
    """All of them; peers first, in the same run."""
    peer = [poker_decisions(SECONDS) for _ in range(REPEATS)]
    decisions = Figure("PokerKit no-limit hold'em", "decisions/s", [one[0] for one in peer])
    hands = Figure("PokerKit no-limit hold'em", "hands/s", [one[1] for one in peer])
    copies = Figure("PokerKit deepcopy(State)", "copies/s", measure(lambda: poker_copies(SECONDS)))
    found = [decisions, hands, copies]
    for preset in track(list(VARIANTS), description="Measuring", console=Console(stderr=True)):
        ours = [engine_decisions(preset, SECONDS) for _ in range(REPEATS)]
        found.append(Figure(preset, "decisions/s", [one[0] for one in ours], decisions))
        found.append(Figure(preset, "hands/s", [one[1] for one in ours], hands))
        rates = [engine_copies(preset, SECONDS) for _ in range(REPEATS)]
        found.append(Figure(preset, "copies/s", rates, copies))
    return sorted(found, key=lambda figure: ("decisions/s", "hands/s", "copies/s").index(figure.what))


def main() -> None:
    found = figures()
    columns = ("what", "who", "a CPU-second", "spread", "times PokerKit")
    table = Table(*columns)
    lines = [
        "# Benchmarks",
        "",
        "Written by `make bench`: random play by six players (four in coruscant-shift), all events made, one process, CPU time,",
        f"the median of {REPEATS} runs of {SECONDS} s on {platform.machine()} with Python {platform.python_version()}. Only the",
        "ratios mean anything: peers are measured in the same run. Hands of different games are of different length, so",
        "decisions are the fair comparison.",
        "",
        "| " + " | ".join(columns) + " |",
        "|---|---|---:|---:|---:|",
    ]
    for figure in found:
        table.add_row(*figure.row())
        lines.append("| " + " | ".join(figure.row()) + " |")
    Console().print(table)
    OUT.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
