"""`make bench-server`: a load of real games beside a bare echo, in one run; a table and a picture for docs/benchmarks.md."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import Progress

from bench.page import SERVER, paragraph
from bench.server.cpu import cpu_seconds
from sabacc.server.wire.backlog import BACKLOG_SIZE

ROOT = Path(__file__).parent.parent.parent
COMPILED = ROOT / "build" / "compiled"
TABLES = 500
SEATS = 4
RATES = (500, 1000, 2000, 3000)
WANTED = 3000  # commands a second, the goal
WITHIN = 25  # milliseconds: the goal for 99 of 100 commands
WANTED_CPU = 0.3  # milliseconds of processor that a command may take
WANTED_TABLE = 100  # KB that a table may take
TIMES = 10  # that each rate is measured; the middle one counts
LIMITS = ("--rate", "100000", "--table-rate", "1000000", "--guest-rate", "1000000")  # out of the way
SERVE = ("-m", "sabacc", "serve", "--port", "0", *LIMITS, "--data", "FOLDER")
COLUMNS = (
    "commands per second", "held", "50 %", "90 %", "99 %", "99.9 %", "99 %, best to worst", "taken", "processor",
    "echo, 50 %", "echo, 99 %", "times the echo, 50 %", "99 %",
)  # fmt: skip
Run = dict[str, Any]


@contextlib.contextmanager
def process(*command: str) -> Iterator[tuple[int, str]]:
    """A server in a process of its own: its number, and where it is."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join((str(COMPILED), str(ROOT)))}
    with tempfile.TemporaryDirectory() as folder:
        started = [sys.executable, *(part.replace("FOLDER", folder) for part in command)]
        running = subprocess.Popen(started, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        assert running.stdout is not None
        try:
            found = re.search(r"http://\S+", running.stdout.readline().decode())
            assert found, "the server did not start"
            yield running.pid, found[0].replace("localhost", "127.0.0.1")
        finally:
            running.terminate()
            running.wait()
            running.stdout.close()


def stolen() -> tuple[int, int]:
    """How much processor time this machine's host has given to others so far, and how much time there was in all."""
    try:
        ticks = [int(one) for one in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
    except OSError:  # no such system
        return 0, 0
    return ticks[7], sum(ticks)


@contextlib.contextmanager
def clients(url: str, what: str, tables: int, seconds: float = 0) -> Iterator[subprocess.Popen[bytes]]:
    """The load, in a process of its own."""
    command = [sys.executable, "-m", "bench.server.load", url, str(seconds), str(tables), what]
    running = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with running:
        yield running
    assert running.returncode == 0, f"the load of {what} broke off"


def load(pid: int, url: str, what: str, plan: Plan, progress: Progress) -> list[Run]:
    """Rate after rate, over and over."""
    task = progress.add_task(f"{what}: people sit down", total=len(plan.every))
    runs: list[Run] = []
    with clients(url, what, plan.tables, plan.seconds) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        for rate in plan.every:
            running.stdin.write(b"%d\n" % rate)
            running.stdin.flush()
            (lost, ticks), used = stolen(), cpu_seconds(pid)
            line = running.stdout.readline()
            assert line, f"the load of {what} broke off"
            run = json.loads(line)
            now_lost, now_ticks = stolen()
            run["stolen"] = (now_lost - lost) / max(1, now_ticks - ticks)
            run["cpu_ms"] = 1000 * (cpu_seconds(pid) - used) / max(1, run["answered"])
            runs.append({**run, "memory": memory(pid)})
            progress.update(task, advance=1, description=f"{what}: {rate} commands a second")
        running.stdin.close()
    return runs


class Plan(NamedTuple):
    """What is measured."""

    tables: int
    rates: tuple[int, ...]
    seconds: float
    times: int

    @property
    def every(self) -> tuple[int, ...]:
        """The rates, one after the other."""
        return self.rates * self.times


def memory(pid: int) -> int:
    """Bytes that a process holds."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    assert found
    return 1024 * int(found[1])


def middle(runs: list[Run]) -> list[Run]:
    """For each rate, of the runs at it the one in the middle, with the lowest and the highest 99 % of them all."""
    found = []
    for rate in dict.fromkeys(run["rate"] for run in runs):
        same = sorted((run for run in runs if run["rate"] == rate), key=lambda run: run["ms"]["0.99"])
        ends = {"from": same[0]["ms"]["0.99"], "to": same[-1]["ms"]["0.99"]}
        found.append({**same[len(same) // 2], **ends})
    return found


def measure(plan: Plan) -> dict[str, Any]:
    """Both sides, one after the other."""
    with Progress(console=Console(stderr=True), transient=True) as progress:
        with process("-m", "bench.server.echo") as (pid, url):
            echo = load(pid, url, "echo", plan, progress)
        with process(*SERVE) as (pid, url), clients(url, "watch", 1) as running:
            start = memory(pid)
            assert running.stdout is not None
            watched = [(json.loads(line)["watchers"], memory(pid)) for line in running.stdout]
        with process(*SERVE) as (pid, url):
            ours = load(pid, url, "sabacc", plan, progress)
    (first, small), (more, large) = watched
    connection = (large - small) / more
    one_table = small - first * connection
    table = (ours[len(plan.every) - 1]["memory"] - one_table) / (plan.tables - 1) - SEATS * connection
    every = [(run["rate"], round(run["ms"]["0.99"], 1), round(run["stolen"], 4)) for run in ours]
    return {
        "echo": middle(echo),
        "sabacc": middle(ours),
        "start": start,
        "connection": connection,
        "table": table,
        "all": every,  # the rate, 99 %, and what the host took
    }


def write(found: dict[str, Any], folder: Path, plan: Plan) -> None:
    """Its part of docs/benchmarks.md, and the picture."""
    page = folder / "benchmarks.md"
    text, _, _ = page.read_text(encoding="utf-8").partition(SERVER)
    verdict = "\n".join(paragraph(one, item=True) for one in verdicts(found))
    lines = [
        SERVER.rstrip(),
        "",
        paragraph(
            f"`make bench-server` writes this part, on {machine()}, with the clients on the same machine: {plan.tables:,} "
            f"tables of {SEATS}, {SEATS * plan.tables:,} sockets. Each rate is held {plan.times} times for {plan.seconds:g} s. "
            "Commands are sent at this rate, whether or not earlier ones are answered. The time is measured from sending a "
            "command until the last of the four players has the update; by then the command is safely on disk. For "
            "comparison, the echo is the same framework without our code: a message to a room goes out to its four "
            "sockets, and nothing is kept."
        ),
        "",
        paragraph(
            "The table shows the middle one of all runs at a rate, by its 99 %. *Taken* is the share of processor time that "
            "the host gave to other machines during that run: if it takes a tenth of a second, one command in a hundred is "
            "late. *Processor* is the time that the server's process computed for a command, with everything it does "
            "besides."
        ),
        "",
        verdict,
        "",
        "| " + " | ".join(COLUMNS) + " |",
        "|" + "---:|" * len(COLUMNS),
        *[row(ours, echo) for ours, echo in zip(found["sabacc"], found["echo"], strict=True)],
        "",
        paragraph(
            f"Times are in milliseconds. A connection takes {found['connection'] / 1024:.0f} KB of memory. A table takes "
            f"{found['table'] / 1024:.0f} KB more: its game, its four people, and its last {BACKLOG_SIZE} versions for "
            f"clients that reconnect. The server alone takes {found['start'] / 2**20:.0f} MB."
        ),
        "",
        "![Latency against load](benchmarks-server.svg)",
    ]
    page.write_text(text.rstrip() + "\n\n" + "\n".join(lines) + "\n", encoding="utf-8")
    draw(found, folder / "benchmarks-server.svg")


def verdicts(found: dict[str, Any]) -> list[str]:
    """Our goals, and whether they are reached."""
    best = next((run for run in found["sabacc"] if run["rate"] == WANTED), None)
    table = found["table"] / 1024
    said = [(f"a table in under {WANTED_TABLE} KB", table < WANTED_TABLE, f"{table:.0f} KB")]
    if best is not None:
        held = best["held"] >= 0.99 * WANTED and best["ms"]["0.99"] < WITHIN
        figures = f"{best['held']:,.0f} per second, {best['ms']['0.99']:.1f} ms"
        said = [
            (f"{WANTED:,} commands per second with 99 of 100 under {WITHIN} ms", held, figures),
            (
                f"at most {WANTED_CPU} ms of processor for each",
                best["cpu_ms"] <= WANTED_CPU,
                f"{best['cpu_ms']:.2f} ms",
            ),
            *said,
        ]
    return [
        f"Our goal is {goal}: **{'reached' if yes else 'not reached'}** ({figures})." for goal, yes, figures in said
    ]


def row(ours: Run, echo: Run) -> str:
    """One rate."""
    times = [f"{ours['ms'][share]:.1f}" for share in ("0.5", "0.9", "0.99")]
    times += [f"{ours['ms']['0.999']:.1f}", f"{ours['from']:.1f}–{ours['to']:.1f}"]
    times += [f"{ours['stolen']:.1%}", f"{ours['cpu_ms']:.2f}"]
    peers = [f"{echo['ms'][share]:.1f}" for share in ("0.5", "0.99")]
    ratios = [f"{ours['ms'][share] / echo['ms'][share]:.1f}" for share in ("0.5", "0.99")]
    whole = [f"{ours['rate']:,.0f}", f"{ours['held']:,.0f}"]
    return "| " + " | ".join([*whole, *times, *peers, *ratios]) + " |"


def draw(found: dict[str, Any], path: Path) -> None:
    """Latency against load."""
    import matplotlib as mpl

    mpl.use("svg")
    import matplotlib.pyplot as plt

    mpl.rcParams["svg.hashsalt"] = "sabacc"
    figure, axes = plt.subplots(figsize=(7, 4))
    for who, colour in (("sabacc", "tab:blue"), ("echo", "tab:gray")):
        rates = [run["rate"] for run in found[who]]
        for share, style in (("0.5", "-"), ("0.99", "--")):
            times = [run["ms"][share] for run in found[who]]
            axes.plot(rates, times, style, color=colour, marker="o", label=f"{who}, {float(share):.0%}")
    axes.axhline(WITHIN, color="tab:red", linewidth=0.8)
    axes.set(xlabel="commands a second", ylabel="ms to the last view", yscale="log")
    axes.grid(alpha=0.3)
    axes.legend()
    figure.savefig(path, metadata={"Date": None}, bbox_inches="tight")
    plt.close(figure)


def machine() -> str:
    """Where it was measured."""
    return f"{os.cpu_count()} cores of {platform.machine()}, Python {platform.python_version()}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench-server", description="The server under load, beside a bare echo.")
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--times", type=int, default=TIMES, help="runs at each rate, of which the middle one counts")
    parser.add_argument("--rates", type=lambda text: tuple(map(int, text.split(","))), default=RATES)
    parser.add_argument("--dry", action="store_true", help="print, and leave the page alone")
    asked = parser.parse_args()
    plan = Plan(asked.tables, asked.rates, asked.seconds, asked.times)
    found = measure(plan)
    print(json.dumps(found, indent=1))
    if not asked.dry:
        write(found, ROOT / "docs", plan)


if __name__ == "__main__":
    main()
