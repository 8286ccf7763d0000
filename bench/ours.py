"""Our side, in a process of its own, so that the plain and the compiled engine can be measured in one run."""

from __future__ import annotations

import cProfile
import json
import pstats
import sys
from typing import Any

from bench import engine


def main() -> None:
    task, seconds = sys.argv[1], float(sys.argv[2])
    found: dict[str, Any]
    if task == "memory":
        found = engine.memory()
    elif task == "growth":
        found = engine.growth(seconds)
    elif task == "profile":
        found = {"profile": profile(sys.argv[3], seconds)}
    elif task == "bulk":
        from bench import rankers

        found = rankers.bulk(seconds)
    elif task == "batch":
        from bench import batch

        found = batch.measure(seconds)
    else:
        from bench import rankers

        found = engine.measure(seconds) | rankers.single(seconds / 3)
    json.dump(found, sys.stdout)


def profile(preset: str, seconds: float) -> list[tuple[str, float]]:
    """The functions that took most of the time for themselves, and their part of it."""
    watch = cProfile.Profile()
    watch.runcall(engine.play_tables, preset, seconds)
    rows = pstats.Stats(watch).stats.items()  # type: ignore[attr-defined]  # known to all but the stubs
    whole = sum(row[2] for _, row in rows)
    own = sorted(((row[2] / whole, _name(*where)) for where, row in rows), reverse=True)
    return [(name, part) for part, name in own[:15]]


def _name(file: str, _line: int, function: str) -> str:
    where = file.rpartition("sabacc/")[2] if "sabacc/" in file else ""
    return f"{where} {function}".strip()


if __name__ == "__main__":
    main()
