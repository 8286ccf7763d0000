"""Rates in CPU time, and memory by the page."""

from __future__ import annotations

import gc
import os
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path


def rate(work: Callable[[], int], seconds: float) -> float:
    """How many of what `work` counts a CPU-second does; it is called over and over."""
    done = 0
    began = time.process_time()
    while True:
        done += work()
        spent = time.process_time() - began
        if spent >= seconds:
            return done / spent


def bytes_each(make: Callable[[int], object], count: int) -> float:
    """How much memory Python hands out for each thing made; all of them are kept until it is known."""
    kept = [make(number) for number in range(10)]  # what is set up once is not counted
    gc.collect()
    tracemalloc.start()
    kept += [make(number) for number in range(count)]
    grown, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return grown / len(kept[10:])


_KEPT: list[object] = []


def pages_each(make: Callable[[int], object], count: int) -> float:
    """The same by how much the process grows, for what Python doesn't see; nothing is ever given back."""
    _KEPT.extend(make(number) for number in range(count // 10))
    before = _resident()
    _KEPT.extend(make(number) for number in range(count))
    return (_resident() - before) / count


def _resident() -> int:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")
