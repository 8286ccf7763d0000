"""`sabacc admin`: looking after a server's database."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

admin = typer.Typer(help="Look after a server's database: back it up, put it back, check it.", no_args_is_help=True)

DataFlag = Annotated[
    Path | None,
    typer.Option(
        "--data",
        metavar="FOLDER",
        help="Where the server keeps its things; otherwise SABACC_DATA, or the usual place of this system.",
    ),
]
JsonFlag = Annotated[bool, typer.Option("--json", help="JSON on standard output, and nothing else.")]


@admin.command(epilog="Example: sabacc admin backup monday.sqlite3")
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the copy goes.")],
    data: DataFlag = None,
    replace: Annotated[bool, typer.Option("--replace", help="Overwrite FILE if it is there.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """Copy the database into a file; a server may go on running meanwhile."""
    from sabacc.cli.output import console, print_json, progress
    from sabacc.server.backup import back_up
    from sabacc.server.paths import database_path

    database = database_path(data)
    with progress() as bar:
        task = bar.add_task("Copying", total=None)
        size = back_up(database, file, replace, lambda done, total: bar.update(task, completed=done, total=total))
    if as_json:
        print_json({"ok": True, "database": str(database), "file": str(file), "bytes": size})
    else:
        console().print(f"{database} is copied to {file}: {size:,} bytes.", markup=False)


@admin.command(epilog="Example: sabacc admin restore monday.sqlite3")
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A copy that `sabacc admin backup` has made.")],
    data: DataFlag = None,
    as_json: JsonFlag = False,
) -> None:
    """Put a copy in the place of the database; stop the server first. What was there is kept under another name."""
    from sabacc.cli.output import console, print_json, progress
    from sabacc.server.backup import restore as put_back
    from sabacc.server.paths import database_path

    database = database_path(data)
    with progress() as bar:
        task = bar.add_task("Copying", total=None)
        old = put_back(file, database, lambda done, total: bar.update(task, completed=done, total=total))
    if as_json:
        kept = str(old) if old is not None else None
        print_json({"ok": True, "database": str(database), "file": str(file), "kept": kept})
        return
    out = console()
    out.print(f"{database} is now what {file} has.", markup=False)
    if old is not None:
        out.print(f"What was there before is kept as {old}.", markup=False)


@admin.command(epilog="Example: sabacc admin check monday.sqlite3")
def check(
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="A copy; without it, the database.")] = None,
    data: DataFlag = None,
    processes: Annotated[int | None, typer.Option(help="Processes to use; all cores by default.", min=1)] = None,
    as_json: JsonFlag = False,
) -> None:
    """Play all tables again from their logs and compare: exit 0 if everything is true, 1 if not."""
    import msgspec

    from sabacc.cli.output import console, print_json, progress, say
    from sabacc.server.checking import check_log
    from sabacc.server.paths import database_path

    path = file or database_path(data)
    with progress() as bar:
        task = bar.add_task("Playing again", total=None)
        report = check_log(path, lambda done, total: bar.update(task, completed=done, total=total), processes)
    if as_json:
        print_json({"ok": not report.faults, "database": str(path), **msgspec.to_builtins(report)})
    for fault in report.faults:
        say(f"sabacc: {fault}")
    if report.faults:
        sys.exit(1)
    if not as_json:
        seen = ", ".join((_many(report.tables, "table"), f"{report.entries:,} entries", _many(report.hands, "hand")))
        console().print(f"{path} is good: {seen}.", style="green", markup=False)
    if report.not_replayed:
        skipped = _many(report.not_replayed, "table")
        say(f"sabacc: {skipped} of an older sabacc could not be played again; only the order of entries was checked.")


def _many(count: int, what: str) -> str:
    return f"{count:,} {what}{'s' if count != 1 else ''}"
