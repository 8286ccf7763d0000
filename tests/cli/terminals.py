"""The command on a terminal: of some width, where tables have to fit, or with a progress bar, until Ctrl-C."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
from pathlib import Path

from tests.cli.command_runner import LONGEST, SABACC, Ran, environment

CODES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
COUNTED = re.compile(rb"(?<!\d)[1-9]\d*/\d+")  # the progress bar, once there is something


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


def interrupted(*arguments: str | Path) -> Ran:
    """The command, stopped with Ctrl-C as soon as its progress bar has counted something.

    Ctrl-C reaches the whole group of processes, and standard error is a terminal, since there is no bar elsewhere.
    """
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [SABACC, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=theirs,
        start_new_session=True,
        env=environment(TERM="xterm"),
    )
    os.close(theirs)
    try:
        written = _read_until(ours, COUNTED)
        os.killpg(process.pid, signal.SIGINT)
        written += _read_to_end(ours)
        out, _ = process.communicate(timeout=LONGEST)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        os.close(ours)
    err = CODES.sub("", written.decode(errors="replace"))
    assert "Traceback" not in err
    return Ran(process.returncode, out.decode(), err)


def _read_until(ours: int, pattern: re.Pattern[bytes]) -> bytes:
    written = b""
    while not pattern.search(written):
        more = _read_some(ours)
        assert more, f"{pattern.pattern!r} never came: {written!r}"
        written += more
    return written


def _read_to_end(ours: int) -> bytes:
    return b"".join(iter(lambda: _read_some(ours), b""))


def _read_some(ours: int) -> bytes:
    """What comes next; nothing when nobody has the other end any more, or says nothing for very long."""
    ready, _, _ = select.select([ours], [], [], LONGEST)
    try:
        return os.read(ours, 1 << 16) if ready else b""
    except OSError:  # how Linux says that the other end is closed
        return b""
