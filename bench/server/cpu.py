"""Processor time that processes take, as the kernel counts it."""

from __future__ import annotations

import os
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds(pid: int, *, children: bool = False) -> float:
    """Processor time of a process so far; with that of the processes it has started and waits for, if wanted."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    own = sum(int(one) for one in fields[11:15]) if children else int(fields[11]) + int(fields[12])
    seconds = own / TICKS
    if children:
        for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
            try:
                seconds += cpu_seconds(int(child), children=True)
            except FileNotFoundError:  # it has ended; its parent has its time
                continue
    return seconds
