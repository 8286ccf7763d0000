"""The figures of the attacks in docs/security.md: `make attacks-figures` measures them in a long run and writes the table.

Each attack tells what it tried and what came of it, in the long form only (`SABACC_SOAK=1`). What one run has told is kept
in `figures.json`, beside this module, and the table is made of that alone.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import msgspec

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "security.md"
STORED = Path(__file__).with_name("figures.json")
MEASURED = ROOT / "build" / "attacks" / "figures.jsonl"  # of the run that goes on
BEGIN, END = "<!-- figures: written by `make attacks-figures` -->", "<!-- end of the figures -->"
SOAK = bool(os.environ.get("SABACC_SOAK"))
CHAPTERS = {
    "floods": "Floods and silence",
    "shares": "Searches, bots and the disk",
    "bad input": "Bad input",
    "hints": "Hints",
    "identity": "Identity",
    "exactly once": "Exactly once",
    "faults": "Faults",
    "power": "Kills and power cuts",
    "evidence": "Evidence",
}


class Figure(msgspec.Struct, frozen=True):
    """One attack of a run."""

    chapter: str
    attack: str
    tried: str
    result: str


class Run(msgspec.Struct, frozen=True):
    """All attacks of a run, and where it ran."""

    machine: str
    minutes: int
    figures: list[Figure]


def record(chapter: str, attack: str, tried: str, result: str) -> None:
    """Adds what an attack has tried and what came of it to the figures, in the long form."""
    assert chapter in CHAPTERS
    if SOAK:
        MEASURED.parent.mkdir(parents=True, exist_ok=True)
        with MEASURED.open("ab") as file:  # a line at a time, from several processes
            file.write(msgspec.json.encode(Figure(chapter, attack, tried, result)) + b"\n")


def table(run: Run) -> list[str]:
    """The lines of the page."""
    lines = [*textwrap.wrap(f"Measured on {run.machine}; the run took {run.minutes} minutes.", 100), ""]
    lines += ["| chapter | attack | tried | what came of it |", "|---|---|---|---|"]
    known = list(CHAPTERS)
    for one in sorted(run.figures, key=lambda one: (known.index(one.chapter), one.attack)):
        lines.append(f"| {CHAPTERS[one.chapter]} | {one.attack} | {one.tried} | {one.result} |")
    return lines


def stored_run() -> Run:
    """The run whose figures are on the page."""
    return msgspec.json.decode(STORED.read_bytes(), type=Run)


def write_page(run: Run) -> None:
    """Writes the table into the page."""
    before, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
    _, after = rest.split(END)
    PAGE.write_text("\n".join([before + BEGIN, "", *table(run), "", END]) + after, encoding="utf-8")


def publish(minutes: int) -> None:
    """Keeps what a run has told, and writes it into the page."""
    figures = [msgspec.json.decode(line, type=Figure) for line in MEASURED.read_bytes().splitlines()]
    python = ".".join(platform.python_version_tuple()[:2])
    machine = f"{os.cpu_count()} cores ({platform.machine()}), {platform.system()}, Python {python}"
    machine += f", where {os.getloadavg()[2]:.0f} processes wanted to run at a time"  # in the last quarter of an hour
    run = Run(machine, minutes, figures)
    STORED.write_text(json.dumps(msgspec.to_builtins(run), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    write_page(run)


def main() -> None:
    """Runs all attacks in their long form, and publishes what they have told, unless one of them failed."""
    MEASURED.unlink(missing_ok=True)
    began = time.monotonic()
    folder = Path(__file__).parent
    command = [sys.executable, "-m", "pytest", "-q", str(folder), f"--ignore={folder / 'test_client.py'}"]
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, "SABACC_SOAK": "1"}, check=False)
    if done.returncode:
        sys.exit("Some attacks did not end as they should; the figures stay as they were.")
    publish(round((time.monotonic() - began) / 60))


if __name__ == "__main__":
    main()
