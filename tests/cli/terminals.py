"""The command on a terminal of some width, where tables have to fit."""

from __future__ import annotations

import os
import pty
import re
import subprocess
from pathlib import Path

from tests.cli.running import LONGEST, SABACC, environment

CODES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


def on_terminal(width: int, *arguments: str | Path) -> list[str]:
    """The lines that `sabacc` writes there, without colours."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [SABACC, *arguments], stdout=theirs, stderr=subprocess.DEVNULL, env=environment(COLUMNS=f"{width}")
    )
    os.close(theirs)
    written = _read_to_end(ours)
    os.close(ours)
    assert process.wait(LONGEST) == 0
    return [line.rstrip() for line in CODES.sub("", written.decode()).splitlines()]


def _read_to_end(ours: int) -> bytes:
    written = b""
    while True:
        try:
            more = os.read(ours, 1 << 16)
        except OSError:  # Linux says so when nobody has the other end any more
            return written
        if not more:
            return written
        written += more
