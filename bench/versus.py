"""Two versions of the engine against each other, in alternating runs: the ratio of their speeds, with its interval.

    python -m bench.versus OLD NEW [--runs 20] [--seconds 1]

OLD and NEW are revisions of this repository, such as `7f65156` or `HEAD`, which run as plain Python; or folders that hold a
package `sabacc`, plain (`src`) or compiled (an unpacked wheel).
"""

from __future__ import annotations

import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import tarfile
import tempfile
from io import BytesIO
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

from sabacc.arena.intervals import estimate

ROOT = Path(__file__).parent.parent
PRESETS = ("cloud-city", "classic", "force", "pagat", "galactic", "corellian-house", "coruscant-shift")
PLAY = """
import json, random, sys, time
from sabacc.policy import random_step
from sabacc.rules import find_preset
from sabacc.variants import new_game
preset, seconds = sys.argv[1], float(sys.argv[2])
names = [f"P{seat}" for seat in range(min(6, find_preset(preset).players[1]))]
luck = random.Random(1)

def play_table(number):
    decisions = 0
    game = new_game(preset, names, seed=f"versus {number}")
    for _ in range(20):
        if len(game.able()) < 2:
            break
        hand = game.deal()
        while not hand.over:
            hand.act(*random_step(hand, luck))
            decisions += 1
    return decisions

play_table(0)  # what is imported or made once is no part of it
decisions, tables = 0, 0
began = time.process_time()
while time.process_time() - began < seconds:
    tables += 1
    decisions += play_table(tables)
json.dump(decisions / (time.process_time() - began), sys.stdout)
"""


def package_of(version: str, scratch: Path) -> Path:
    """The folder with a version's package: the one that is named, or a revision's, taken out of the repository."""
    if Path(version).is_dir():
        return Path(version).resolve()
    packed = subprocess.run(["git", "archive", version, "src/sabacc"], cwd=ROOT, capture_output=True)
    if packed.returncode:
        raise SystemExit(f"{version} is neither a folder nor a revision: {packed.stderr.decode().strip()}")
    with tarfile.open(fileobj=BytesIO(packed.stdout)) as archive:
        archive.extractall(scratch, filter="data")
    return scratch / "src"


def speed(folder: Path, preset: str, seconds: float) -> float:
    """Decisions a CPU-second in random play."""
    command = [sys.executable, "-c", PLAY, preset, str(seconds)]
    ran = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": str(folder)}, check=True, stdout=subprocess.PIPE, text=True
    )
    return float(json.loads(ran.stdout))


def ratio(ratios: list[float]) -> tuple[str, str]:
    """The geometric mean of the ratios, and its 95 % interval."""
    found = estimate([math.log(one) for one in ratios])
    assert found.low is not None
    assert found.high is not None
    return f"{math.exp(found.mean):.3f}", f"{math.exp(found.low):.3f}–{math.exp(found.high):.3f}"


def measure(old: Path, new: Path, runs: int, seconds: float) -> Table:
    """Alternating runs of both in every preset."""
    table = Table("preset", "new / old", "95 % interval", "decisions a second, new")
    whole: list[list[float]] = []
    for preset in PRESETS:
        ratios, speeds = [], []
        for run in track(range(runs), preset, console=Console(stderr=True)):
            found = {folder: speed(folder, preset, seconds) for folder in ((old, new) if run % 2 else (new, old))}
            ratios.append(found[new] / found[old])
            speeds.append(found[new])
        whole.append(ratios)
        table.add_row(preset, *ratio(ratios), f"{statistics.median(speeds):,.0f}")
    together = [math.prod(run) ** (1 / len(run)) for run in zip(*whole, strict=True)]
    table.add_row("all", *ratio(together), "", style="bold")
    return table


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=1.0)
    asked = parser.parse_args()
    if asked.runs < 2:
        parser.error("an interval takes two runs or more")
    with tempfile.TemporaryDirectory() as scratch:
        old = package_of(asked.old, Path(scratch) / "old")
        new = package_of(asked.new, Path(scratch) / "new")
        Console().print(measure(old, new, asked.runs, asked.seconds))


if __name__ == "__main__":
    main()
