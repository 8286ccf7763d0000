"""`sabacc arena`."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from rich.progress import TaskID

from sabacc.arena import Match, Scores, new_match, running_scores
from sabacc.arena.formatting import HEADINGS, format_estimate, format_figures
from sabacc.arena.session import lineups
from sabacc.bots import OWN
from sabacc.cli.output import check_writable, console, plot_kind, print_json, print_notice, progress, read_options
from sabacc.cli.split_table import SplitTable, signed
from sabacc.errors import SabaccError

if TYPE_CHECKING:
    from sabacc.odds.plots.figure import PlotKind

MAX_BARS = 12  # one below the other
UPDATES_PER_SECOND = 5  # times they are brought up to date


class ArenaOptions(msgspec.Struct):
    """What the command line asks for."""

    preset: str
    option: list[str]
    bots: str | None
    hands: int
    players: int
    session: int
    seed: str
    processes: int | None
    save: str | None
    plot: str | None


def show_match(options: ArenaOptions, as_json: bool) -> None:
    """Plays a match, and says what came of it."""
    rules = {"preset": options.preset, **read_options(options.option)}
    match = new_match(rules, _bots(options.bots), options.players, options.session, options.seed)
    kind = plot_kind(options.plot) if options.plot is not None else None
    if options.plot is not None:
        check_writable(options.plot)
    scores = _play(match, options)
    if as_json:
        print_json(scores.report())
    else:
        _print_scores(scores)
    if options.plot is not None and kind is not None:
        _write_plot(scores, options.plot, kind)


def _bots(given: str | None) -> list[str]:
    """Those named, or all our own, the best first."""
    if given is None:
        return [one.name for one in sorted(OWN.values(), key=lambda one: -one.level)]
    return [name.strip() for name in given.split(",")]


# ---- playing


def _play(match: Match, options: ArenaOptions) -> Scores:
    sessions = match.sessions_for(options.hands)
    hands = sessions * match.hands_per_session
    if hands != options.hands:
        print_notice(f"{hands} hands a pair are played, in whole sessions of {match.hands_per_session}.")
    scores = Scores(match)
    try:
        with _Bars(match, sessions) as bars:
            for scores in running_scores(match, sessions, options.processes, options.save):
                bars.show(scores)
    except KeyboardInterrupt:
        if not len(scores):
            _remove_empty_plot(options.plot)
            print_notice("sabacc: stopped.")
            sys.exit(130)
        print_notice(f"sabacc: stopped after {len(scores)} of {sessions * len(match.pairs)} sessions.")
    except SabaccError:
        _remove_empty_plot(options.plot)
        raise
    return scores


class _Bars:
    """A bar for each pair with how it stands; where there are too many, one for all."""

    def __init__(self, match: Match, sessions: int) -> None:
        self.match = match
        self.bar = progress()
        self.pairs = match.pairs if len(match.pairs) <= MAX_BARS else []
        self.tasks: list[TaskID] = [self.bar.add_task(_against(match, pair), total=sessions) for pair in self.pairs]
        self.shown = 0.0  # when they were brought up to date
        self.all = None if self.pairs else self.bar.add_task("Sessions", total=sessions * len(match.pairs))

    def __enter__(self) -> _Bars:
        self.bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.bar.stop()

    def show(self, scores: Scores) -> None:
        """Brings the bars up to date."""
        if self.bar.disable or time.monotonic() < self.shown + 1 / UPDATES_PER_SECOND:
            return
        self.shown = time.monotonic()
        if self.all is not None:
            self.bar.update(self.all, completed=len(scores))
        for task, pair in zip(self.tasks, self.pairs, strict=False):
            found = scores.estimate(pair)
            said = f"{_against(self.match, pair)} {format_estimate(found)}"
            self.bar.update(task, completed=found.samples if found else 0, description=said)


def _against(match: Match, pair: tuple[int, int]) -> str:
    one, other = (match.names[place] for place in pair)
    return f"{one} against {other}"


# ---- the answer


def _print_scores(scores: Scores) -> None:
    out = console()
    out.print(_heading(scores.match), markup=False, soft_wrap=True)
    out.print()
    out.print(_winnings(scores), crop=False)
    out.print()
    out.print(_play_stats(scores), crop=False)
    cut_short = sum(scores.clock(name).cut_short for name in scores.match.names)
    if cut_short:
        out.print()
        out.print(f"The clock cut {cut_short} decisions short: on a faster machine the result may be another.")


def _heading(match: Match) -> str:
    ways = len(lineups(match.players))
    words = [
        f"{match.rules.preset}, {match.players} players, seed {match.seed}.",
        f"Sessions of {match.session} hands, each played {ways} times with the same chance and the seats changed.",
        f"Everybody sits down with {match.stack} credits, and a bet is {_limit(match)}. Ante: {match.ante}.",
    ]
    return " ".join(words)


def _limit(match: Match) -> str:
    return f"at most {match.rules.max_bet}" if match.rules.max_bet else "of any size"


def _winnings(scores: Scores) -> SplitTable:
    table = SplitTable("", "bot", "against", "antes a hand", "95 % interval", "hands", labels=2, words=(0, 1))
    for pair in scores.match.pairs:
        found = scores.estimate(pair)
        names = [scores.match.names[place] for place in pair]
        interval = f"{found.low:+.3f} to {found.high:+.3f}" if found and found.low is not None else "–"
        table.add_row(*names, format_estimate(found), signed(interval), f"{scores.hands(pair):,}")
    return table


def _play_stats(scores: Scores) -> SplitTable:
    table = SplitTable("", "bot", *HEADINGS)
    for name, rating in scores.ratings().items():
        table.add_row(name, *format_figures(rating, scores.stats(name), scores.clock(name)))
    return table


# ---- the picture


def _write_plot(scores: Scores, plot: str, kind: PlotKind) -> None:
    from sabacc.arena.match_plot import draw_match

    try:
        Path(plot).write_bytes(draw_match(scores, kind))
    except OSError as error:
        raise SabaccError(f"{plot} can't be written: {error.strerror or error}.") from error
    print_notice(f"Drawn in {plot}.")


def _remove_empty_plot(plot: str | None) -> None:
    """Takes the empty file away that was to become the picture."""
    if plot is not None and Path(plot).is_file() and not Path(plot).stat().st_size:
        Path(plot).unlink()
