"""`sabacc serve`: the table server on one machine."""

from __future__ import annotations

import re
import socket
import sys
from typing import get_args
from urllib.parse import urlsplit

import msgspec

from sabacc.cli.serve_flags import ServeOptions
from sabacc.errors import SabaccError
from sabacc.server.cluster.roles import Role
from sabacc.server.http.guard import Security, host_name
from sabacc.server.hub import Config
from sabacc.server.run import THIS_MACHINE, Addresses, serve
from sabacc.server.storage.paths import find_database, shown_database

LOCAL_DOMAINS = ("local", "lan", "home", "home.arpa", "internal", "fritz.box")  # in which routers name machines
ORIGIN = re.compile(r"https?://[^/?#\s]+/?$")


def run_server(options: ServeOptions) -> None:
    """Runs until it is stopped."""
    if not 0 <= options.port <= 65535:
        raise SabaccError(f"a port is a number from 0 to 65535, not {options.port}.")
    for origin in options.origin or []:
        if not ORIGIN.match(origin):
            raise SabaccError(f"an origin is an address without a path, like https://sabacc.example, not {origin!r}.")
    path, postgresql = find_database(options.data, options.database)
    role = _check_cluster(options, postgresql)
    config = Config(
        database=path,
        postgresql=postgresql,
        nats=options.nats or None,
        role=role,
        node=options.node,
        security=Security(options.secure, tuple(options.origin or ()), options.behind_proxy, _allowed_hosts(options)),
        idle_minutes=options.idle_minutes,
        commands_a_second=options.rate,
        tables_a_minute=options.table_rate,
        guests_a_minute=options.guest_rate,
        shortest_clock=options.shortest_clock,
        max_address_connections=options.address_connections,
        guest_megabytes=options.guest_quota,
        person_megabytes=options.quota,
        guest_days=options.guest_days,
        house_tables=options.house_tables,
        report_hour=options.report_hour if options.report_hour >= 0 else None,
        metrics_token=options.metrics_token or None,
        push_services=tuple(options.push_service or ()),
        witnesses=tuple(options.witness or ()),
        head_interval=options.head_interval,
    )

    def started(where: Addresses) -> None:
        sys.stdout.write(f"Sabacc is served at {where.here}\n{_network_hint(where, options.host)}\n")
        sys.stdout.write(
            f"Everything is kept in {shown_database(path, postgresql)}. Ctrl-C stops the server; it goes on from there.\n"
        )
        sys.stdout.flush()

    serve(config, options.host, options.port, started)


def _check_cluster(options: ServeOptions, postgresql: str | None) -> Role:
    """The role of the node; refuses what makes no cluster."""
    if options.role not in get_args(Role):
        raise SabaccError(f"a node is a gateway, a worker or both, not {options.role!r}.")
    if options.nats and postgresql is None:
        raise SabaccError("a cluster keeps everything in PostgreSQL: add --database postgresql://…")
    if not options.nats and (options.role != "both" or options.node):
        raise SabaccError("--role and --node are for a node of a cluster: add --nats nats://…")
    role: Role = msgspec.convert(options.role, Role)
    return role


def _allowed_hosts(options: ServeOptions) -> tuple[str, ...] | None:
    """The names under which the server may be asked; behind a proxy any, unless some are given: the proxy knows its own."""
    given = [*(options.allowed_host or []), *(urlsplit(one).hostname or "" for one in options.origin or [])]
    if options.behind_proxy and not given:
        return None
    own = socket.gethostname().lower()
    local = ["localhost", options.host, own, *(f"{own.partition('.')[0]}.{end}" for end in LOCAL_DOMAINS)]
    return tuple(host_name(one) for one in [*local, *given] if one)


def _network_hint(where: Addresses, host: str) -> str:
    """What friends have to open."""
    if where.network is not None:
        return f"Others in your network open {where.network}"
    if host in THIS_MACHINE:
        return "Only this machine can open it; with --host 0.0.0.0 others in your network can, too."
    return "Others in your network open it under this machine's address."
