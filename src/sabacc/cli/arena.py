"""`sabacc arena`."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import msgspec
from rich.progress import TaskID

from sabacc.arena import Match, Scores, new_match, running
from sabacc.arena.figures import HEADS, say_estimate, say_figures
from sabacc.arena.session import lineups
from sabacc.bots import OWN
from sabacc.cli.output import check_writable, console, plot_kind, print_json, progress, read_options, say
from sabacc.cli.sheets import Sheet, signed
from sabacc.errors import SabaccError

MOST_BARS = 12  # one below the other
A_SECOND = 5  # times they are brought up to date


class Asked(msgspec.Struct):
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


def show_match(asked: Asked, as_json: bool) -> None:
    """Plays a match, and says what came of it."""
    rules = {"preset": asked.preset, **read_options(asked.option)}
    match = new_match(rules, _bots(asked.bots), asked.players, asked.session, asked.seed)
    kind = plot_kind(asked.plot) if asked.plot is not None else ""
    if asked.plot is not None:
        check_writable(asked.plot)
    scores = _play(match, asked)
    if as_json:
        print_json(scores.report())
    else:
        _print_scores(scores)
    if asked.plot is not None:
        _write_plot(scores, asked.plot, kind)


def _bots(given: str | None) -> list[str]:
    """Those named, or all our own, the best first."""
    if given is None:
        return [one.name for one in sorted(OWN.values(), key=lambda one: -one.level)]
    return [name.strip() for name in given.split(",")]


# ---- playing


def _play(match: Match, asked: Asked) -> Scores:
    sessions = match.sessions_for(asked.hands)
    hands = sessions * match.hands_a_session
    if hands != asked.hands:
        say(f"{hands} hands a pair are played, in whole sessions of {match.hands_a_session}.")
    scores = Scores(match)
    try:
        with _Bars(match, sessions) as bars:
            for scores in running(match, sessions, asked.processes, asked.save):
                bars.show(scores)
    except KeyboardInterrupt:
        if not len(scores):
            _forget(asked.plot)
            say("sabacc: stopped.")
            sys.exit(130)
        say(f"sabacc: stopped after {len(scores)} of {sessions * len(match.pairs)} sessions.")
    except SabaccError:
        _forget(asked.plot)
        raise
    return scores


class _Bars:
    """A bar for each pair with how it stands; where there are too many, one for all."""

    def __init__(self, match: Match, sessions: int) -> None:
        self.match = match
        self.bar = progress()
        self.pairs = match.pairs if len(match.pairs) <= MOST_BARS else []
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
        if self.bar.disable or time.monotonic() < self.shown + 1 / A_SECOND:
            return
        self.shown = time.monotonic()
        if self.all is not None:
            self.bar.update(self.all, completed=len(scores))
        for task, pair in zip(self.tasks, self.pairs, strict=False):
            found = scores.estimate(pair)
            said = f"{_against(self.match, pair)} {say_estimate(found)}"
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
    out.print(_habits(scores), crop=False)
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


def _winnings(scores: Scores) -> Sheet:
    sheet = Sheet("", "bot", "against", "antes a hand", "95 % interval", "hands", labels=2, words=(0, 1))
    for pair in scores.match.pairs:
        found = scores.estimate(pair)
        names = [scores.match.names[place] for place in pair]
        interval = f"{found.low:+.3f} to {found.high:+.3f}" if found and found.low is not None else "–"
        sheet.add_row(*names, say_estimate(found), signed(interval), f"{scores.hands(pair):,}")
    return sheet


def _habits(scores: Scores) -> Sheet:
    sheet = Sheet("", "bot", *HEADS)
    for name, rating in scores.ratings().items():
        sheet.add_row(name, *say_figures(rating, scores.habits(name), scores.clock(name)))
    return sheet


# ---- the picture


def _write_plot(scores: Scores, plot: str, kind: str) -> None:
    from sabacc.arena.plots import draw_match

    try:
        Path(plot).write_bytes(draw_match(scores, kind))
    except OSError as error:
        raise SabaccError(f"{plot} can't be written: {error.strerror or error}.") from error
    say(f"Drawn in {plot}.")


def _forget(plot: str | None) -> None:
    """Takes the empty file away that was to become the picture."""
    if plot is not None and Path(plot).is_file() and not Path(plot).stat().st_size:
        Path(plot).unlink()
