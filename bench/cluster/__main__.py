"""`make bench-cluster`: one, two and three workers beside the SQLite server, in one run; its part of docs/cluster.md."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import Progress

from bench.cluster.nodes import PARTS, Setup, Times, cluster, single_server
from bench.cluster.sizing import BUSY, CORES, MACHINES, Costs, limits, size
from bench.page import paragraph
from bench.server.__main__ import ROOT, SEATS, clients, machine

PAGE = ROOT / "docs" / "cluster.md"
BEGIN, END = "<!-- written by make bench-cluster -->", "<!-- end of what it writes -->"
TABLES = 200
RATES = (250, 500, 1000, 2000, 3000)
TIMES = 3  # that each rate is measured; the middle one counts
WORKERS = (1, 2, 3)
HELD = 0.98  # of the commands that were sent must be answered in time for a rate to count as held
REST = 10  # seconds in which nothing happens
Run = dict[str, Any]


class Measured(NamedTuple):
    """What came of one setup."""

    name: str
    nodes: int
    runs: list[Run]  # the middle one of each rate
    idle: Times  # milliseconds of processor in a second of rest


class Plan(NamedTuple):
    """How much is measured."""

    tables: int
    rates: tuple[int, ...]
    seconds: float
    times: int


def setups() -> Iterator[Callable[[], AbstractContextManager[Setup]]]:
    """What is measured, one after the other."""
    yield single_server
    for workers in WORKERS:
        yield partial(cluster, workers)


def measure(setup: Setup, plan: Plan, step: Callable[[], None]) -> Measured:
    """Rest first, and then rate after rate."""
    before = setup.cpu()
    time.sleep(REST)
    idle = {part: 1000 * (now - before[part]) / REST for part, now in setup.cpu().items()}
    runs: list[Run] = []
    with clients(setup.url, "sabacc", plan.tables, plan.seconds) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        for rate in plan.rates * plan.times:
            before, began = setup.cpu(), time.monotonic()
            running.stdin.write(b"%d\n" % rate)
            running.stdin.flush()
            line = running.stdout.readline()
            assert line, f"the load of {setup.name} broke off"
            run = json.loads(line)
            took = time.monotonic() - began
            spent = {part: 1000 * (now - before[part]) - took * idle[part] for part, now in setup.cpu().items()}
            run["cpu_ms"] = {part: max(0.0, one) / max(1, run["answered"]) for part, one in spent.items()}
            runs.append(run)
            step()
        running.stdin.close()
    return Measured(setup.name, setup.nodes, middle(runs), idle)


def middle(runs: list[Run]) -> list[Run]:
    """Of the runs at each rate the one in the middle, by the time of 99 of 100 commands."""
    found = []
    for rate in dict.fromkeys(run["rate"] for run in runs):
        same = sorted((run for run in runs if run["rate"] == rate), key=lambda run: run["ms"].get("0.99", float("inf")))
        found.append(same[len(same) // 2])
    return found


def highest(measured: Measured) -> Run:
    """The run with the highest rate that was held; where none was, the one that got furthest."""
    held = [run for run in measured.runs if run["held"] >= HELD * run["rate"]]
    return max(held or measured.runs, key=lambda run: run["held"])


def costs_of(measured: list[Measured]) -> Costs:
    """What a command costs in each part, with the most workers, where the machine is not full yet; and an idle node."""
    largest = measured[-1]
    run = highest(largest)["cpu_ms"]
    idle = largest.idle
    return Costs(
        gateway=run["gateway"],
        nats=run["NATS"],
        worker=run["worker"],
        postgresql=run["PostgreSQL"],
        idle_postgresql=idle["PostgreSQL"] / largest.nodes,
        idle_nats=idle["NATS"] / largest.nodes / largest.nodes,
    )


# ---- the page


def page_part(measured: list[Measured], plan: Plan) -> str:
    """The part of the page that tells of it."""
    costs = costs_of(measured)
    rates = [f"99 % at {rate:,}" for rate in plan.rates]
    heads = ["", "held a second", *rates]
    lines = [
        BEGIN,
        "",
        paragraph(
            f"`make bench-cluster` measures it, on {machine()}, with clients, nodes, NATS and PostgreSQL all on this one "
            f"machine: {plan.tables:,} tables of {SEATS}, one gateway in front of the workers. So more workers show what "
            "the way between them costs, and can't show what more machines bring. Each rate is held "
            f"{plan.times} times for {plan.seconds:g} s, and the middle run counts. Times are in milliseconds, from a "
            "command to the last of the four views."
        ),
        "",
        "| " + " | ".join(heads) + " |",
        "|---|" + "---:|" * (len(heads) - 1),
        *[_rate_row(one) for one in measured],
        "",
        "Milliseconds of processor for a command, at the highest rate that was held, without what idle nodes take:",
        "",
        "| | " + " | ".join((*PARTS, "all")) + " |",
        "|---|" + "---:|" * (len(PARTS) + 1),
        *[_cost_row(one) for one in measured],
        "",
        *_size_lines(costs),
        "",
        END,
    ]
    return "\n".join(lines)


def _rate_row(measured: Measured) -> str:
    late = [f"{run['ms']['0.99']:,.0f}" if run["ms"] else "–" for run in measured.runs]
    return f"| {measured.name} | {highest(measured)['held']:,.0f} | " + " | ".join(late) + " |"


def _cost_row(measured: Measured) -> str:
    times = highest(measured)["cpu_ms"]
    parts = [f"{times[part]:.2f}" if part in times else "–" for part in PARTS]
    return f"| {measured.name} | " + " | ".join([*parts, f"{sum(times.values()):.2f}"]) + " |"


def _size_lines(costs: Costs) -> list[str]:
    """What follows for more machines."""
    broken = limits(costs)
    first = f"The first thing that breaks, at {broken[0][0]} machines: {broken[0][1]}." if broken else ""
    others = " ".join(f"At {machines} machines {what}." for machines, what in broken[1:])
    one = size(1, costs).commands
    return [
        paragraph(
            f"Worked out from that: a machine of {CORES} cores that are busy for {BUSY:.0%}, with a node on each, adds "
            f"{one:,.0f} commands a second. An idle node costs PostgreSQL {costs.idle_postgresql:.1f} ms of processor a "
            f"second for its leases. {first} {others} Beyond that, give each league a cluster of its own."
        ),
        "",
        "| machines | commands a second | cores of PostgreSQL | cores of NATS |",
        "|---:|---:|---:|---:|",
        *[
            f"| {one.machines:,} | {one.commands:,.0f} | {one.database_cores:,.0f} | {one.broker_cores:,.1f} |"
            for one in (size(machines, costs) for machines in MACHINES)
        ],
    ]


def write(part: str, page: Path) -> None:
    """Puts it into the page, in place of what was there."""
    text = page.read_text(encoding="utf-8")
    head, _, rest = text.partition(BEGIN)
    assert rest, f"{page} has no place for it"
    page.write_text(head + part + rest.partition(END)[2], encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="bench-cluster", description="A cluster under load, beside a server on SQLite."
    )
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--times", type=int, default=TIMES, help="runs at each rate, of which the middle one counts")
    parser.add_argument("--rates", type=lambda text: tuple(map(int, text.split(","))), default=RATES)
    parser.add_argument("--dry", action="store_true", help="print, and leave the page alone")
    asked = parser.parse_args()
    plan = Plan(asked.tables, asked.rates, asked.seconds, asked.times)
    measured: list[Measured] = []
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("People sit down", total=(1 + len(WORKERS)) * len(plan.rates) * plan.times)
        for start in setups():
            with start() as setup:
                progress.update(task, description=setup.name)
                measured.append(measure(setup, plan, lambda: progress.advance(task)))
    part = page_part(measured, plan)
    print(part)
    if not asked.dry:
        write(part, PAGE)


if __name__ == "__main__":
    main()
