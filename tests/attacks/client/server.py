"""The server that is attacked: a process with a data folder of its own."""

from __future__ import annotations

import contextlib
import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx

from tests.attacks.client.launcher import Launcher
from tests.attacks.client.waiting import PATIENCE, wait_for

# Guests, tables and commands as quickly as a test needs them; a flag that is given later wins.
RATES = ("--house-tables", "0", "--rate", "100000", "--table-rate", "100000", "--guest-rate", "1000000")
_http = httpx.Client(timeout=PATIENCE)  # making one takes long


class Ended(NamedTuple):
    """A command that has ended."""

    code: int
    out: str
    err: str


class Server:
    """`sabacc serve`, which can be killed and started again on the same port."""

    def __init__(
        self,
        launcher: Launcher,
        place: Path,
        *flags: str,
        config: dict[str, Any] | None = None,
        open_files: tuple[int, int] | None = None,
        packages: Path | None = None,
    ) -> None:
        self.launcher = launcher
        self.place = place
        self.folder = place / "data"
        self.flags = flags
        self.config = config or {}  # what is no flag, since a keeper would not change it
        self.open_files = open_files  # the limits, soft and hard
        self.environment: dict[str, str] = {}
        self.is_fresh = packages is not None
        if packages is not None:  # somebody else's, in front of what is there
            self.environment["PYTHONPATH"] = os.pathsep.join((str(packages), os.environ.get("PYTHONPATH", "")))
        self.first = ""  # Python that the process runs before it becomes a server
        self.umask = 0o022
        self.port = 0
        self.process = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def database(self) -> Path:
        return self.folder / "sabacc.sqlite3"

    @property
    def is_behind_proxy(self) -> bool:
        return "--behind-proxy" in self.flags

    def run(self, *arguments: str) -> Ended:
        """Runs another command to its end."""
        out, err = self.place / "command.out", self.place / "command.err"
        for file in (out, err):
            file.unlink(missing_ok=True)
        started = self.launcher.start([*arguments], out, err, umask=self.umask, environment=self.environment)
        code = self.launcher.wait(started)
        return Ended(code, out.read_text(), err.read_text())

    def admin(self, command: str, *arguments: str) -> Ended:
        """Runs a command of the keeper's on the data folder."""
        return self.run("admin", command, *arguments, "--data", str(self.folder))

    def try_to_start(self) -> Ended:
        """Starts it where it must not be possible."""
        return self.run("serve", "--port", "0", "--data", str(self.folder))

    def start(self) -> Server:
        """Starts it, and waits until it says where it is."""
        out = self.place / "server.out"
        out.unlink(missing_ok=True)
        self.process = self.launcher.start(
            ["serve", "--port", str(self.port), "--data", str(self.folder), *RATES, *self.flags],
            out,
            self.place / "server.log",
            umask=self.umask,
            environment=self.environment,
            open_files=self.open_files,
            config=self.config,
            first=self.first,
            fresh=self.is_fresh,
        )
        wait_for(lambda: b"\n" in (out.read_bytes() if out.exists() else b"") or not self.is_running())
        found = re.search(r"http://[^\s:]+:(\d+)", out.read_text())
        assert found, self.log()
        self.port = int(found[1])
        return self

    def is_running(self) -> bool:
        state = Path(f"/proc/{self.process}/stat")
        return bool(self.process) and state.exists() and state.read_text().rpartition(")")[2].split()[0] != "Z"

    def kill(self) -> None:
        """At once, in the middle of anything."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """In good order; its exit code."""
        return self._end(signal.SIGTERM)

    @contextlib.contextmanager
    def stopped(self) -> Iterator[None]:
        """Whatever comes meanwhile is there when it goes on."""
        os.kill(self.process, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(self.process, signal.SIGCONT)

    def _end(self, number: signal.Signals) -> int:
        os.kill(self.process, number)
        code = self.launcher.wait(self.process)
        self.process = 0
        return code

    def log(self) -> str:
        """What it wrote about what it did."""
        path = self.place / "server.log"
        return path.read_text() if path.exists() else ""

    def health(self) -> tuple[int, dict[str, Any]]:
        """The status and the answer of `/healthz`."""
        answer = _http.get(f"{self.url}/healthz")
        return answer.status_code, answer.json()

    def megabytes(self) -> float:
        """The memory that it has in use."""
        pages = int(Path(f"/proc/{self.process}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

    def sockets(self) -> int:
        """Sockets that it has open."""
        return sum(_is_socket(link) for link in Path(f"/proc/{self.process}/fd").iterdir())


def _is_socket(link: Path) -> bool:
    with contextlib.suppress(OSError):  # it may be gone by now
        return str(link.readlink()).startswith("socket:")
    return False


@contextlib.contextmanager
def running(launcher: Launcher, place: Path, *flags: str, **settings: Any) -> Iterator[Server]:
    """A server while it is needed, in which nothing goes wrong that it did not expect."""
    server = Server(launcher, place, *flags, **settings).start()
    try:
        yield server
        assert "Traceback (most recent call last)" not in server.log()
    finally:
        if server.process:
            server.kill()
