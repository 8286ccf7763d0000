"""`sabacc admin`: looking after a server's database."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

admin = typer.Typer(
    help="Look after a server's database: back it up, put it back, check it, look for collusion.", no_args_is_help=True
)

DataFlag = Annotated[
    Path | None,
    typer.Option(
        "--data",
        metavar="FOLDER",
        help="Where the server keeps its things; otherwise SABACC_DATA, or the usual place of this system.",
    ),
]
DatabaseFlag = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="ADDRESS",
        envvar="SABACC_DATABASE",
        help="The server's PostgreSQL database (postgresql://…), if it has one; its keys are in the folder of --data.",
    ),
]
LostFlag = Annotated[
    bool, typer.Option("--lost", help="The old keys are gone: what they sealed is lost, and so are open tables.")
]
JsonFlag = Annotated[bool, typer.Option("--json", help="JSON on standard output, and nothing else.")]


@admin.command(epilog="Example: sabacc admin backup monday.sqlite3")
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the copy goes.")],
    data: DataFlag = None,
    database: DatabaseFlag = None,
    replace: Annotated[bool, typer.Option("--replace", help="Overwrite FILE if it is there.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """Copy the database into a file; a server may go on running meanwhile."""
    from sabacc.cli.output import console, print_json, progress
    from sabacc.server.storage.backup import back_up

    path, postgresql, shown = _find(data, database)
    with progress() as bar:
        task = bar.add_task("Copying", total=None)
        size = back_up(
            path, postgresql, file, replace, lambda done, total: bar.update(task, completed=done, total=total)
        )
    if as_json:
        print_json({"ok": True, "database": shown, "file": str(file), "bytes": size})
    else:
        console().print(f"{shown} is copied to {file}: {size:,} bytes.", markup=False)


@admin.command(epilog="Example: sabacc admin restore monday.sqlite3")
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A copy that `sabacc admin backup` has made.")],
    data: DataFlag = None,
    database: DatabaseFlag = None,
    as_json: JsonFlag = False,
) -> None:
    """Put a copy in the place of the database; stop the server first. What was there is kept under another name."""
    from sabacc.cli.output import console, print_json, progress
    from sabacc.server.storage.backup import restore as put_back
    from sabacc.server.storage.key_history import lacks_keys
    from sabacc.server.storage.keys import keys_path
    from sabacc.server.storage.offline import read_offline

    path, postgresql, shown = _find(data, database)
    with progress() as bar:
        task = bar.add_task("Copying", total=None)
        old = put_back(file, path, postgresql, lambda done, total: bar.update(task, completed=done, total=total))
    has_keys = not read_offline(path, lambda transaction: lacks_keys(path, transaction), postgresql)
    if as_json:
        kept = str(old) if old is not None else None
        print_json({"ok": True, "database": shown, "file": str(file), "kept": kept, "keys": has_keys})
        return
    out = console()
    out.print(f"{shown} is now what {file} has.", markup=False)
    if not has_keys:
        out.print(f"Put its keys beside it as {keys_path(path).name}: it can't be served without them.", markup=False)
    if old is not None:
        out.print(f"What was there before is kept as {old}.", markup=False)
        out.print("Hands that were played since the copy was made are void; their players are told.", markup=False)


@admin.command(epilog="Example: sabacc admin salvage")
def salvage(
    data: DataFlag = None,
    lose_accounts: Annotated[
        bool,
        typer.Option("--lose-accounts", help="Go on even if accounts can't be read; others can then take their names."),
    ] = False,
    as_json: JsonFlag = False,
) -> None:
    """Save what can be read of a damaged database; stop the server first. What was there is kept under another name."""
    import msgspec

    from sabacc.cli.output import console, print_json
    from sabacc.server.storage.paths import database_path
    from sabacc.server.storage.sqlite.salvage import salvage as save

    found = save(database_path(data), lose_accounts)
    if as_json:
        print_json({"ok": not found.lost, **msgspec.to_builtins(found)})
    else:
        for line in found.lines():
            console().print(line, markup=False)


@admin.command(epilog="Example: sabacc admin check monday.sqlite3")
def check(
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="A copy; without it, the database.")] = None,
    data: DataFlag = None,
    database: DatabaseFlag = None,
    processes: Annotated[int | None, typer.Option(help="Processes to use; all cores by default.", min=1)] = None,
    witness: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A witness's file: the database must have every head that stands in it."),
    ] = None,
    as_json: JsonFlag = False,
) -> None:
    """Play all tables again from their logs and compare: exit 0 if everything is true, 1 if not."""
    import msgspec

    from sabacc.cli.output import console, print_json, print_notice, progress
    from sabacc.server.storage.backup import as_file
    from sabacc.server.storage.seed_access import vault_for_keeper
    from sabacc.server.storage.verify import verify_database
    from sabacc.server.storage.witness import read_witness

    path, postgresql, shown = _find(data, database)
    shown = str(file) if file is not None else shown
    witnessed = read_witness(witness) if witness is not None else ()
    vault = vault_for_keeper(path, f"the seeds of all hands, to check {shown}", file)
    with as_file(file or path, None if file is not None else postgresql) as checked, progress() as bar:
        task = bar.add_task("Playing again", total=None)
        report = verify_database(
            checked, lambda done, total: bar.update(task, completed=done, total=total), processes, vault, witnessed
        )
    if as_json:
        print_json({"ok": not report.faults, "database": shown, **msgspec.to_builtins(report)})
    for fault in report.faults:
        print_notice(f"sabacc: {fault}")
    if report.faults:
        sys.exit(1)
    if not as_json:
        seen = ", ".join((_many(report.tables, "table"), f"{report.entries:,} entries", _many(report.hands, "hand")))
        console().print(f"{shown} is good: {seen}.", style="green", markup=False)
    if report.not_replayed:
        skipped = _many(report.not_replayed, "hand")
        print_notice(
            f"sabacc: {skipped} of an older behaviour could not be played again: their seeds, their credits and what they "
            "did to their tables were checked against what is kept of them."
        )


@admin.command(epilog="Example: sabacc admin seed 0019a2f6c1e44b3a7")
def seed(
    hand: Annotated[str, typer.Argument(metavar="HAND", help="The id of a finished hand.")],
    data: DataFlag = None,
    database: DatabaseFlag = None,
    as_json: JsonFlag = False,
) -> None:
    """Show the seed and the salt of a finished hand, to settle an argument; that you look is written down."""
    from sabacc.cli.output import console, print_json
    from sabacc.server.storage.seed_access import read_seed

    path, postgresql, _ = _find(data, database)
    found = read_seed(path, hand, postgresql)
    if as_json:
        print_json({"ok": True, "hand": hand, "seed": found.seed, "salt": found.salt})
    else:
        console().print(f"seed {found.seed}\nsalt {found.salt}", markup=False)


@admin.command(epilog="Example: sabacc admin new-keys")
def new_keys(
    data: DataFlag = None,
    database: DatabaseFlag = None,
    lost: LostFlag = False,
    as_json: JsonFlag = False,
) -> None:
    """Make new keys for sealing seeds and signing the log; stop the server first. The old signing key signs the new one."""
    from sabacc.cli.output import console, print_json
    from sabacc.server.storage.key_history import replace_keys
    from sabacc.server.storage.keys import keys_path
    from sabacc.server.storage.offline import write_offline

    path, postgresql, shown = _find(data, database)
    keys = write_offline(path, lambda transaction: replace_keys(path, transaction, lost), postgresql)
    public = keys.public.hex()
    if as_json:
        print_json({"ok": True, "database": shown, "public": public, "keys": str(keys_path(path))})
    else:
        console().print(f"The server signs with {public} from its next start on.", markup=False)
        console().print(f"Keep a copy of {keys_path(path)} apart from backups of the database.", markup=False)


@admin.command(epilog="Example: sabacc admin report --days 7")
def report(
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="A copy; without it, the database.")] = None,
    data: DataFlag = None,
    database: DatabaseFlag = None,
    days: Annotated[float, typer.Option(help="Hands of how many days are looked at.", min=0.01)] = 30,
    as_json: JsonFlag = False,
) -> None:
    """List pairs who may play into each other's hands: chip dumping and soft play. Exit 0 if there are none, 1 if there are."""
    import time

    import msgspec

    from sabacc.cli.output import console, print_json
    from sabacc.server.history.collusion import find_colluding_pairs

    path, postgresql, shown = _find(data, database) if file is None else (file, None, str(file))
    hands, pairs = find_colluding_pairs(path, int((time.time() - days * 24 * 3600) * 1000), postgresql)
    if as_json:
        print_json({"ok": not pairs, "database": shown, "hands": hands, "pairs": msgspec.to_builtins(pairs)})
    else:
        for pair in pairs:
            console().print(pair.sentence(), markup=False)
        console().print(f"{_many(hands, 'hand')} looked at, {_many(len(pairs), 'pair')} to look at.", markup=False)
    if pairs:
        sys.exit(1)


@admin.command(epilog="Example: sabacc admin ratings --recompute")
def ratings(
    data: DataFlag = None,
    database: DatabaseFlag = None,
    recompute: Annotated[
        bool, typer.Option("--recompute", help="Compute all ratings again from the results; stop the server first.")
    ] = False,
    as_json: JsonFlag = False,
) -> None:
    """Compare ratings with the results they come from: exit 0 if they are the same, 1 if not and nothing was changed."""
    import msgspec

    from sabacc.cli.output import console, print_json, print_notice
    from sabacc.server.ratings.recompute import compare, compute_again
    from sabacc.server.storage.offline import read_offline, write_offline

    path, postgresql, shown = _find(data, database)
    if recompute:
        found = write_offline(path, compute_again, postgresql)
    else:
        found = read_offline(path, compare, postgresql)
    if as_json:
        print_json({"ok": recompute or not found.differences, "database": shown, **msgspec.to_builtins(found)})
    else:
        for one in found.differences:
            print_notice(f"sabacc: {one}")
        sums = f"{_many(found.results, 'result')} of {_many(found.players, 'player')}"
        differing = _many(len(found.differences), "difference")
        done = f"{differing} set right" if recompute and found.differences else differing
        console().print(f"{shown}: {sums}, {done}.", markup=False)
    if found.differences and not recompute:
        sys.exit(1)


@admin.command(epilog="Example: sabacc admin copy --from /var/lib/sabacc --to postgresql://db.example/sabacc")
def copy(
    source: Annotated[
        str, typer.Option("--from", metavar="FOLDER|ADDRESS", help="A server's folder, or its PostgreSQL database.")
    ],
    target: Annotated[
        str, typer.Option("--to", metavar="FOLDER|ADDRESS", help="Where it goes: a database with nothing in it yet.")
    ],
    data: DataFlag = None,
    processes: Annotated[int | None, typer.Option(help="Processes to use; all cores by default.", min=1)] = None,
    as_json: JsonFlag = False,
) -> None:
    """Move a server to another kind of database, with its keys, and check it there; stop the server first."""
    import msgspec

    from sabacc.cli.output import console, print_json, print_notice, progress
    from sabacc.server.storage.backup import as_file
    from sabacc.server.storage.moving import find_place, move_server
    from sabacc.server.storage.seed_access import vault_for_keeper
    from sabacc.server.storage.verify import verify_database

    old, new = find_place(source, data), find_place(target, data)
    with progress() as bar:
        task = bar.add_task("Copying", total=None)
        copied = move_server(old, new, lambda done, total: bar.update(task, completed=done, total=total))
        bar.update(task, description="Playing again", completed=0, total=None)
        vault = vault_for_keeper(new.path, f"the seeds of all hands, to check {new}")
        with as_file(*new) as file:
            found = verify_database(
                file, lambda done, total: bar.update(task, completed=done, total=total), processes, vault
            )
    found.faults[:0] = copied.faults
    if as_json:
        places = {"from": str(old), "to": str(new), "rows": copied.rows}
        print_json({"ok": not found.faults, **places, **msgspec.to_builtins(found)})
    for fault in found.faults:
        print_notice(f"sabacc: {fault}")
    if found.faults:
        sys.exit(1)
    if not as_json:
        console().print(
            f"{new} has all that {old} has, {copied.total:,} rows, and is good.", style="green", markup=False
        )
        console().print(f"{old} is as it was: keep it until the new one has run for a while.", markup=False)


@admin.command(epilog="Example: sabacc admin cluster --database postgresql://db.example/sabacc")
def cluster(data: DataFlag = None, database: DatabaseFlag = None, as_json: JsonFlag = False) -> None:
    """List the nodes of a cluster, and what each of them plays. Exit 0 if every table has a worker, 1 if not."""
    import msgspec
    from rich.table import Table

    from sabacc.cli.output import console, print_json, print_notice
    from sabacc.errors import SabaccError
    from sabacc.server.cluster.overview import read_overview

    _, postgresql, shown = _find(data, database)
    if postgresql is None:
        raise SabaccError("a cluster is kept in PostgreSQL: add --database postgresql://…")
    found = read_overview(postgresql)
    if as_json:
        print_json({"ok": not found.without_worker, "database": shown, **msgspec.to_builtins(found)})
    else:
        table = Table("node", "role", "version", "behaviour", "shards", "tables", "connections", "entries a second")
        for node in found.nodes:
            figures = (node.behaviour, len(node.shards), node.tables, node.connections, f"{node.activity:.1f}")
            table.add_row(node.name, node.role, node.version, *map(str, figures))
        console().print(table)
    if found.without_worker:
        print_notice(
            f"sabacc: {_many(len(found.without_worker), 'shard')} of {found.shards} can't be played: no worker."
        )
        sys.exit(1)


def _find(data: Path | None, database: str | None) -> tuple[Path, str | None, str]:
    """The database that the flags name: its path, its address if it is PostgreSQL's, and how it is printed."""
    from sabacc.server.storage.paths import find_database, shown_database

    path, postgresql = find_database(data, database)
    return path, postgresql, shown_database(path, postgresql)


def _many(count: int, what: str) -> str:
    return f"{count:,} {what}{'s' if count != 1 else ''}"
