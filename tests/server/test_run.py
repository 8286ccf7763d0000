"""The server as a process: where it says it is, and that it stops whenever it is told to."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from sabacc.server.run import Addresses, find_addresses

# The signal comes while the tables are read in, where nobody listens for it yet.
TOLD_WHILE_STARTING = """
import os, signal, sys
from pathlib import Path
from sabacc.server.hub import Config, Hub
from sabacc.server.run import serve

begin = Hub.start

async def start(hub):
    os.kill(os.getpid(), signal.{name})
    await begin(hub)

Hub.start = start
serve(Config(database=Path(sys.argv[1])), "127.0.0.1", 0, lambda where: print(where.here))
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_told_to_stop_while_it_starts_stops(tmp_path: Path, number: signal.Signals) -> None:
    code = TOLD_WHILE_STARTING.format(name=number.name)
    ran = subprocess.run(
        [sys.executable, "-c", code, tmp_path / "sabacc.sqlite3"], capture_output=True, timeout=240, check=False
    )
    assert ran.returncode == 0, ran.stderr.decode()
    assert b'"stopped"' in ran.stderr


@pytest.mark.parametrize(
    ("host", "addresses"),
    [
        ("127.0.0.1", Addresses("http://localhost:7", None)),
        ("::1", Addresses("http://localhost:7", None)),
        ("192.0.2.9", Addresses("http://192.0.2.9:7", "http://192.0.2.9:7")),
        ("2001:db8::9", Addresses("http://[2001:db8::9]:7", "http://[2001:db8::9]:7")),
    ],
)
def test_it_says_what_to_open(host: str, addresses: Addresses) -> None:
    assert find_addresses(host, 7) == addresses


def test_where_it_listens_everywhere_it_says_what_others_open() -> None:
    here, network = find_addresses("0.0.0.0", 7)
    assert here == "http://localhost:7"
    assert network is None or (network.endswith(":7") and "0.0.0.0" not in network and "127.0.0.1" not in network)
