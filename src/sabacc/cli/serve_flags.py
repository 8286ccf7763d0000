"""What `sabacc serve` can be told: each flag with its default and its line of help."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Annotated

import typer


@dataclasses.dataclass(frozen=True)
class ServeOptions:
    """The flags of `sabacc serve`; `takes_options` makes the command's parameters of them."""

    host: Annotated[str, typer.Option(help="Where to listen; 0.0.0.0 lets others in your network in.")] = "127.0.0.1"
    port: Annotated[int, typer.Option(help="The port; 0 takes any that is free.")] = 7777
    data: Annotated[Path | None, typer.Option(help="The folder of the database; your own data folder if left out.")] = (
        None
    )
    database: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            envvar="SABACC_DATABASE",
            help="A PostgreSQL database (postgresql://…) instead of a file; its keys stay in the folder of --data.",
        ),
    ] = None
    nats: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            envvar="SABACC_NATS",
            help="Be a node of a cluster: the address of NATS (nats://NODE:password@host); with --database alone.",
        ),
    ] = None
    role: Annotated[
        str, typer.Option(help="What this node of a cluster does: gateway (sockets), worker (tables) or both.")
    ] = "both"
    node: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The name of this node; the user in the address of NATS if left out."),
    ] = None
    secure: Annotated[bool, typer.Option("--secure", help="Send cookies over https only.")] = False
    behind_proxy: Annotated[
        bool, typer.Option("--behind-proxy", help="A proxy of yours stands before it and says who is asking.")
    ] = False
    origin: Annotated[
        list[str] | None, typer.Option(help="Another address that its pages come from, like https://sabacc.example.")
    ] = None
    allowed_host: Annotated[
        list[str] | None, typer.Option(help="Another name under which people open it, like sabacc.example.")
    ] = None
    idle_minutes: Annotated[float, typer.Option(help="After so long an empty table closes.", min=0.1)] = 30
    rate: Annotated[float, typer.Option(help="Commands a second that one person may send.", min=0.1)] = 20
    table_rate: Annotated[float, typer.Option(help="Tables a minute that one person may make.", min=0.1)] = 6
    guest_rate: Annotated[float, typer.Option(help="Guests a minute from one address.", min=0.1)] = 12
    shortest_clock: Annotated[
        float, typer.Option(help="Seconds that a table's clocks must leave for a decision.", min=0.05, max=60)
    ] = 5
    address_connections: Annotated[
        int,
        typer.Option(help="Connections from one address; 0: any number. Those of this machine are not counted.", min=0),
    ] = 600
    guest_quota: Annotated[float, typer.Option(help="Megabytes on the disk for each guest; 0: any number.", min=0)] = 50
    quota: Annotated[
        float, typer.Option(help="Megabytes on the disk for each person with a password; 0: any number.", min=0)
    ] = 1000
    guest_days: Annotated[
        float, typer.Option(help="Days after which tables that only guests played at are forgotten; 0: never.", min=0)
    ] = 0
    house_tables: Annotated[
        int,
        typer.Option(
            help="Tables where bots play while somebody looks, for the lobby never to be empty.", min=0, max=7
        ),
    ] = 3
    report_hour: Annotated[
        int,
        typer.Option(help="The hour at which colluding pairs are looked for every night; -1: never.", min=-1, max=23),
    ] = 4
    metrics_token: Annotated[
        str | None,
        typer.Option(
            metavar="TOKEN",
            envvar="SABACC_METRICS_TOKEN",
            help="Who shows it may read /metrics; without it, only this machine may.",
        ),
    ] = None
    push_service: Annotated[
        list[str] | None,
        typer.Option(
            metavar="HOST[:PORT]",
            help="Another host that messages may be pushed to, besides those of browsers' makers.",
        ),
    ] = None
    witness: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE|URL", help="A file or an address that gets every signed head of the log; any number."
        ),
    ] = None
    head_interval: Annotated[
        float, typer.Option(help="Seconds between two signed heads of the log, if it has grown.", min=0.1)
    ] = 10
