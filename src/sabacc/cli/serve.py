"""`sabacc serve`: the table server on one machine."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import msgspec

from sabacc.errors import SabaccError
from sabacc.server.guarding import Safety
from sabacc.server.hub import Config
from sabacc.server.paths import database_path
from sabacc.server.serving import THIS_MACHINE, Addresses, serve

ORIGIN = re.compile(r"https?://[^/?#\s]+/?$")


class Wanted(msgspec.Struct, frozen=True):
    """What was asked for."""

    host: str
    port: int
    data: Path | None
    secure: bool
    behind_proxy: bool
    origins: list[str]
    idle_minutes: float
    rate: float
    table_rate: float
    guest_rate: float
    metrics_token: str | None


def run_server(wanted: Wanted) -> None:
    """Runs until it is stopped."""
    if not 0 <= wanted.port <= 65535:
        raise SabaccError(f"a port is a number from 0 to 65535, not {wanted.port}.")
    for origin in wanted.origins:
        if not ORIGIN.match(origin):
            raise SabaccError(f"an origin is an address without a path, like https://sabacc.example, not {origin!r}.")
    path = database_path(wanted.data)
    config = Config(
        database=path,
        safety=Safety(wanted.secure, tuple(wanted.origins), wanted.behind_proxy),
        idle_minutes=wanted.idle_minutes,
        commands_a_second=wanted.rate,
        tables_a_minute=wanted.table_rate,
        guests_a_minute=wanted.guest_rate,
        metrics_token=wanted.metrics_token or None,
    )

    def started(where: Addresses) -> None:
        sys.stdout.write(f"Sabacc is served at {where.here}\n{_for_others(where, wanted.host)}\n")
        sys.stdout.write(f"Everything is kept in {path}. Ctrl-C stops the server; it goes on from there.\n")
        sys.stdout.flush()

    serve(config, wanted.host, wanted.port, started)


def _for_others(where: Addresses, host: str) -> str:
    """What friends have to open."""
    if where.network is not None:
        return f"Others in your network open {where.network}"
    if host in THIS_MACHINE:
        return "Only this machine can open it; with --host 0.0.0.0 others in your network can, too."
    return "Others in your network open it under this machine's address."
