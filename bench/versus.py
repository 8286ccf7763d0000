"""Two builds of the engine against each other, in alternating runs: the ratio of their speeds, with its interval.

    python -m bench.versus OLD NEW [--runs 20] [--seconds 1]

OLD and NEW are folders that hold a package `sabacc`, plain (`src`) or compiled (an unpacked wheel).
"""

from __future__ import annotations

import argparse
import json
import math
import os
import statistics
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

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


def speed(folder: Path, preset: str, seconds: float) -> float:
    """Decisions a CPU-second in random play."""
    command = [sys.executable, "-c", PLAY, preset, str(seconds)]
    ran = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": str(folder)}, check=True, capture_output=True, text=True
    )
    return float(json.loads(ran.stdout))


def interval(ratios: list[float]) -> tuple[float, float, float]:
    """The geometric mean of the ratios, and a 95 % interval (Student's t for 20 runs, near enough for others)."""
    logs = [math.log(ratio) for ratio in ratios]
    half = 2.09 * statistics.stdev(logs) / math.sqrt(len(logs))
    middle = statistics.mean(logs)
    return math.exp(middle), math.exp(middle - half), math.exp(middle + half)


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=1.0)
    asked = parser.parse_args()
    table = Table("preset", "new / old", "95 % interval", "decisions a second, new")
    whole: list[list[float]] = []
    for preset in PRESETS:
        ratios, speeds = [], []
        for run in track(range(asked.runs), preset, console=Console(stderr=True)):
            both = [asked.old, asked.new] if run % 2 else [asked.new, asked.old]
            found = {folder: speed(folder, preset, asked.seconds) for folder in both}
            ratios.append(found[asked.new] / found[asked.old])
            speeds.append(found[asked.new])
        middle, low, high = interval(ratios)
        whole.append(ratios)
        table.add_row(preset, f"{middle:.3f}", f"{low:.3f}–{high:.3f}", f"{statistics.median(speeds):,.0f}")
    together = [math.prod(run) ** (1 / len(run)) for run in zip(*whole, strict=True)]
    middle, low, high = interval(together)
    table.add_row("all", f"{middle:.3f}", f"{low:.3f}–{high:.3f}", "", style="bold")
    Console().print(table)


if __name__ == "__main__":
    main()
