"""Runs a command that must go on saying something: one that is silent for very long hangs, and is ended.

What its processes were doing is printed, and those of Python print where they stood (pytest turns on the faulthandler).
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import sys
from pathlib import Path

HUNG = -1000  # no exit code of a process
LAST_WORDS = 10.0  # seconds for tracebacks


def run_watched(command: list[str], silence: float) -> int:
    """Its exit code, or `HUNG` if it said nothing for so many seconds; what it says is passed on.

    It has a session of its own, so that all its processes can be ended. Whoever of them stays behind keeps nobody waiting.
    """
    process = subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True)
    try:
        if _pass_on(process, silence):
            return process.wait()
        _say(f"Nothing was said for {silence:.0f} seconds. The processes:\n{_processes(process.pid)}")
        _signal_all(process.pid, signal.SIGCONT)
        _signal_all(process.pid, signal.SIGABRT)
        _pass_on(process, LAST_WORDS)
        return HUNG
    finally:
        _signal_all(process.pid, signal.SIGKILL)
        process.wait()


def _pass_on(process: subprocess.Popen[bytes], silence: float) -> bool:
    """Whether the process ended, before it was silent for so long."""
    assert process.stdout is not None
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        waited = 0.0
        while waited < silence:
            if selector.select(timeout=1.0):
                said = os.read(process.stdout.fileno(), 1 << 16)
                if not said:
                    process.wait()
                    return True
                sys.stdout.buffer.write(said)
                sys.stdout.buffer.flush()
                waited = 0.0
            elif process.poll() is not None:
                return True
            else:
                waited += 1.0
    return False


def _signal_all(group: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)


def _processes(session: int) -> str:
    """A line for each process of the session: its id, its state, what it waits for in the kernel, and its command."""
    lines = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            state, _, _, its_session = (folder / "stat").read_text().rpartition(")")[2].split()[:4]
            if int(its_session) == session:
                words = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                lines.append(f"{folder.name:>8} {state} {(folder / 'wchan').read_text():24} {words[:120]}")
    return "\n".join(lines)


def _say(what: str) -> None:
    sys.stdout.write(f"{what}\n")
    sys.stdout.flush()
