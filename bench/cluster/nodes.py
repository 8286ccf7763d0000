"""A cluster for the bench: PostgreSQL, NATS, one gateway and some workers, each a process whose time can be read."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
from tests.server.nats import running_nats
from tests.server.postgresql import SETTINGS, start_postgresql

from bench.server.__main__ import LIMITS, process
from bench.server.cpu import cpu_seconds
from sabacc.server.storage.keys import keys_path

PARTS = ("gateway", "NATS", "worker", "PostgreSQL")
FILE = "sabacc.postgresql"
Times = dict[str, float]


class Setup:
    """What is measured: where clients go, and the processes of each part."""

    def __init__(self, name: str, url: str, parts: dict[str, list[int]]) -> None:
        self.name = name
        self.url = url
        self.parts = parts
        self.nodes = len(parts.get("gateway", ())) + len(parts.get("worker", ()))

    def cpu(self) -> Times:
        """Processor time of each part so far, in seconds."""
        return {
            part: sum(cpu_seconds(pid, children=part == "PostgreSQL") for pid in pids)
            for part, pids in self.parts.items()
        }


@contextlib.contextmanager
def single_server() -> Iterator[Setup]:
    """A server on SQLite."""
    command = ("-m", "sabacc", "serve", "--port", "0", *LIMITS, "--house-tables", "0", "--data", "FOLDER")
    with process(*command) as (pid, url):
        yield Setup("SQLite", url, {"server": [pid]})


@contextlib.contextmanager
def cluster(workers: int) -> Iterator[Setup]:
    """A gateway and some workers, on a PostgreSQL that waits for its disk."""
    database = start_postgresql(SETTINGS)
    assert database is not None, "there is no PostgreSQL"
    names = [*(f"worker{number}" for number in range(workers)), "gate"]
    try:
        with contextlib.ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            nats = stack.enter_context(running_nats(folder, names))
            address = database.new_database()
            parts: dict[str, list[int]] = {"gateway": [], "worker": [], "PostgreSQL": [database.postmaster]}
            urls = []
            for name in names:
                role = "gateway" if name == "gate" else "worker"
                home = folder / name
                home.mkdir()
                if name != names[0]:  # which makes them
                    shutil.copy(keys_path(folder / names[0] / FILE), keys_path(home / FILE))
                flags = ("--database", address, "--nats", nats.address(name), "--role", role, "--data", str(home))
                command = ("-m", "sabacc", "serve", "--port", "0", *LIMITS, "--house-tables", "0", *flags)
                pid, url = stack.enter_context(process(*command))
                parts[role].append(pid)
                urls.append(url)
            assert nats.process is not None
            parts["NATS"] = [nats.process.pid]
            _wait_until_ready(urls)
            yield Setup(
                f"{workers} worker{'s' if workers > 1 else ''}", urls[-1], {part: parts[part] for part in PARTS}
            )
    finally:
        database.stop()


def _wait_until_ready(urls: list[str]) -> None:
    deadline = time.monotonic() + 120
    while any(httpx.get(f"{url}/healthz", timeout=30).status_code != 200 for url in urls):
        assert time.monotonic() < deadline, "the cluster does not get ready"
        time.sleep(0.5)
    time.sleep(6)  # until shards are spread
