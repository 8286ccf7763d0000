"""Rates in CPU time, and memory by the page."""

from __future__ import annotations

import gc
import os
import time
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
    """How much the process grows with each thing made; all of them are kept until it is known."""
    kept = [make(number) for number in range(count // 10)]  # what is set up once is not counted
    gc.collect()
    before = _resident()
    kept += [make(number) for number in range(count)]
    grown = _resident() - before
    return grown / count if kept else 0.0


def _resident() -> int:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")
