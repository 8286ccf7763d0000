"""The command in a process of its own that need not load all modules first: it is forked from one that has them.

Tests start a thousand commands and servers, and loading what they are made of would be most of their work.
"""

from __future__ import annotations

import io
import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
from multiprocessing.connection import Connection
from pathlib import Path
from typing import IO

COMMANDS = (
    "app",
    "arena",
    "bots",
    "chances",
    "odds",
    "play",
    "rank",
    "records",
    "serve",
    "settle",
    "simulate",
    "variants",
)
PRELOADED = [
    *("matplotlib.figure", "numba", "rich.progress", "rich.table", "typer", "typer._adapters", "uvloop"),
    *(f"sabacc.cli.{name}" for name in COMMANDS),
    *("sabacc.cli.split_table", "sabacc.cli.odds_tables.steps", "sabacc.server.run"),
]

_forking = multiprocessing.get_context("forkserver")
_forking.set_forkserver_preload(PRELOADED)


def run_forked(
    arguments: list[str], stdin: bytes, environment: dict[str, str], longest: float
) -> tuple[int, bytes, bytes]:
    """Runs `sabacc`; its exit code, standard output and standard error."""
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, name) for name in ("stdin", "stdout", "stderr")]
        files[0].write_bytes(stdin)
        process = ForkedProcess(arguments, files[0], files[1], files[2], environment)
        try:
            return process.wait(longest), files[1].read_bytes(), files[2].read_bytes()
        except subprocess.TimeoutExpired:
            process.kill()
            raise


class ForkedProcess:
    """A running `sabacc`, to be handled like a `subprocess.Popen`; without a file for it, `stdout` is a pipe."""

    def __init__(
        self, arguments: list[str], stdin: Path, out: Path | None, err: Path, environment: dict[str, str] | None = None
    ) -> None:
        self.stdout: IO[bytes] | None = None
        theirs: Connection | None = None
        if out is None:
            ours, theirs = multiprocessing.Pipe(duplex=False)
            self.stdout = os.fdopen(os.dup(ours.fileno()), "rb", buffering=0)
            ours.close()
        place = (str(Path.cwd()), dict(os.environ) if environment is None else environment)
        self._process = _forking.Process(target=_run, args=(arguments, stdin, out or theirs, err, place), daemon=False)
        self._process.start()
        if theirs is not None:
            theirs.close()
        assert self._process.pid is not None
        self.pid = self._process.pid

    def poll(self) -> int | None:
        """The exit code, once there is one."""
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        """The exit code, when there is one."""
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired("sabacc", timeout or 0)
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        """As `kill` does."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """At once."""
        self.send_signal(signal.SIGKILL)


def _run(
    arguments: list[str], stdin: Path, out: Path | Connection, err: Path, place: tuple[str, dict[str, str]]
) -> None:
    """In the new process: takes on its surroundings, and is the command."""
    folder, environment = place
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    _become(0, os.open(stdin, os.O_RDONLY))
    _become(1, out.fileno() if isinstance(out, Connection) else os.open(out, os.O_WRONLY | os.O_CREAT))
    _become(2, os.open(err, os.O_WRONLY | os.O_CREAT | os.O_APPEND))
    sys.stdin = io.TextIOWrapper(io.BufferedReader(io.FileIO(0, "r", closefd=False)), "utf-8", "surrogateescape")
    sys.stdout = io.TextIOWrapper(io.BufferedWriter(io.FileIO(1, "w", closefd=False)), "utf-8", "surrogateescape")
    sys.stderr = io.TextIOWrapper(
        io.BufferedWriter(io.FileIO(2, "w", closefd=False)), "utf-8", "backslashreplace", line_buffering=True
    )
    sys.argv = ["sabacc", *arguments]
    from sabacc.cli import main

    main()


def _become(number: int, descriptor: int) -> None:
    os.dup2(descriptor, number)
    os.close(descriptor)
