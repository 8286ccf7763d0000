"""`sabacc tournament run`."""

from __future__ import annotations

import sys

import msgspec

from sabacc.bots.roster import read_player
from sabacc.cli.output import console, print_json, print_notice, progress
from sabacc.cli.split_table import SplitTable
from sabacc.tournament.offline import TournamentProgress, TournamentReport, play_tournament
from sabacc.tournament.settings import TournamentSettings


def run_tournament(settings: TournamentSettings, bots: str, players: int, seed: str, as_json: bool) -> None:
    """Plays it, and prints what came of it."""
    field = [read_player(name) for name in bots.split(",")]
    with progress() as bar:
        task = bar.add_task("Players out", total=players - 1)

        def show(now: TournamentProgress) -> None:
            said = f"Players out · level {now.level} · {now.hands} hands"
            bar.update(task, completed=players - now.left, description=said)

        try:
            report = play_tournament(settings, field, players, seed, show)
        except KeyboardInterrupt:
            bar.stop()
            print_notice("sabacc: stopped.")
            sys.exit(130)
    if as_json:
        print_json(msgspec.to_builtins(report))
    else:
        _print_report(settings, report, seed)


def _print_report(settings: TournamentSettings, report: TournamentReport, seed: str) -> None:
    out = console()
    words = [
        f"{settings.game.preset}, {report.entries} entries, seed {seed}.",
        f"{report.hands:,} hands, {report.levels} {'rounds' if settings.for_rounds else 'levels'}.",
    ]
    if not settings.for_rounds:
        words.append(f"{report.moves} moves, {report.tables_broken} tables broken, {report.chips_in:,} chips.")
    out.print(" ".join(words), markup=False, soft_wrap=True)
    out.print()
    table = SplitTable("", "place", "name", "bot", "won", words=(1, 2))
    for one in report.places:
        table.add_row(str(one.place), one.name, one.bot, f"{one.won:,}" if one.won else "–")
    out.print(table, crop=False)
