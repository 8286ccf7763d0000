"""The gauntlet: every pair of our own bots in every preset, two players and four, until it is clear who is better.

A pair plays on until its interval leaves zero out, which is looked at after 20, 40, 80 … sessions, or until it has played
as many as it may. So how long it plays depends on the seed alone, and the result can be had again. The clock is only there
to stop what takes too long, and then the page says so.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal

import msgspec
from rich.console import Console
from rich.progress import Progress

from sabacc import bots, policy
from sabacc.arena.formatting import format_estimate
from sabacc.arena.intervals import Estimate
from sabacc.arena.match import Match, new_match
from sabacc.arena.run import running_scores
from sabacc.arena.scores import Scores
from sabacc.bots import OWN, Character, Player, find_character
from sabacc.errors import SabaccError
from sabacc.parallel import on_ray, slots
from sabacc.rules import PRESETS

FIRST_LOOK = 20  # sessions
MAX_SESSIONS = {2: 1280, 4: 640}  # sessions, by the number of players
MAX_SEARCHING_SESSIONS = {2: 320, 4: 160}  # where a bot searches, which takes its time
NOT_PLAY = ("__init__.py", "roster.py")  # modules that have nothing to do with how anybody plays
ERROR_RATE = 0.05  # how often an interval may be wrong, all looks together


PairingVerdict = Literal["shown", "open", "upset", "even", "unplayed"]


class Pairing(msgspec.Struct, frozen=True):
    """Two bots, the stronger one first by their levels, in one preset at one size of table."""

    match: Match
    levels: tuple[int, int]
    max_sessions: int  # sessions
    first: int = FIRST_LOOK

    @property
    def looks(self) -> list[int]:
        """After how many sessions one looks whether it is clear."""
        looks = [min(self.first, self.max_sessions)]
        while looks[-1] < self.max_sessions:
            looks.append(min(2 * looks[-1], self.max_sessions))
        return looks

    @property
    def level(self) -> float:
        """The confidence of each interval, so that all looks together are right in 95 of 100 matches (Bonferroni)."""
        return 1 - ERROR_RATE / (len(self.looks) + 1)  # with the look that the clock may force

    @property
    def name(self) -> str:
        preset, (one, other) = self.match.rules.preset, self.match.names
        return f"{preset}, {self.match.players} players: {one} against {other}"

    def file(self, folder: Path) -> Path:
        """Where it is kept."""
        words = [self.match.rules.preset, str(self.match.players), *self.match.names, f"seed {self.match.seed}"]
        return folder / f"{re.sub(r'[^A-Za-z0-9]+', '-', ' '.join(words))}.jsonl"


class PairingResult(msgspec.Struct, frozen=True):
    """What came of a pairing."""

    pairing: Pairing
    scores: Scores
    timed_out: bool

    @property
    def estimate(self) -> Estimate | None:
        """What the first bot wins; the interval is right however often one looked."""
        return self.scores.estimate((0, 1), self.pairing.level)

    @property
    def verdict(self) -> PairingVerdict:
        """Whether the stronger one by level is so by its winnings."""
        if self.estimate is None:
            return "unplayed"
        if self.pairing.levels[0] == self.pairing.levels[1]:
            return "even"
        if not (self.estimate.above or self.estimate.below):
            return "open"
        return "shown" if self.estimate.above else "upset"


def pairings(
    presets: Iterable[str],
    players: Iterable[int],
    characters: Sequence[Character],
    seed: str,
    max_sessions: int | None = None,
) -> Iterator[Pairing]:
    """All of them, in the order of the page."""
    best_first = sorted(characters, key=lambda one: -one.level)
    for preset in presets:
        for size in players:
            for at, one in enumerate(best_first):
                for other in best_first[at + 1 :]:
                    match = new_match(preset, (Player(one.name), Player(other.name)), size, seed=seed)
                    yield Pairing(match, (one.level, other.level), max_sessions or _max_sessions(size, one, other))


def _max_sessions(players: int, *characters: Character) -> int:
    searching = any(one.budget is not None for one in characters)
    return (MAX_SEARCHING_SESSIONS if searching else MAX_SESSIONS).get(players, min(MAX_SEARCHING_SESSIONS.values()))


def play_pairing(pairing: Pairing, folder: Path, minutes: float, processes: int | None = None) -> PairingResult:
    """Plays until it is clear, or enough, or time is up; what is in the folder already is not played again."""
    folder.mkdir(parents=True, exist_ok=True)
    scores = Scores(pairing.match)
    for look in pairing.looks:
        for scores in running_scores(pairing.match, look, processes, pairing.file(folder)):
            if len(scores) < look and minutes_taken(scores, processes) + minutes_to_stop(scores) >= minutes:
                return PairingResult(pairing, scores, True)
        estimate = scores.estimate((0, 1), pairing.level)
        if estimate is not None and (estimate.above or estimate.below):
            break
    return PairingResult(pairing, scores, False)


def minutes_taken(scores: Scores, processes: int | None = None) -> float:
    """How long it took to play these sessions, in this run or an earlier one."""
    return sum(session.seconds for session in scores) / slots(processes) / 60


def minutes_to_stop(scores: Scores) -> float:
    """How long the sessions under way, and those handed out already, may still take."""
    return 2 * max((session.seconds for session in scores), default=0.0) / 60


def play_gauntlet(
    todo: Sequence[Pairing], folder: Path, minutes: float, processes: int | None = None
) -> Iterator[PairingResult]:
    """Plays them all, and says how it goes."""
    console = Console(stderr=True, highlight=False)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("The gauntlet", total=len(todo))
        for pairing in todo:
            bar.update(task, description=pairing.name)
            result = play_pairing(pairing, folder, minutes, processes)
            console.print(_summary(result, processes), markup=False, soft_wrap=True)
            bar.advance(task)
            yield result


def _summary(result: PairingResult, processes: int | None) -> str:
    stopped = ", stopped by the clock" if result.timed_out else ""
    took = f"sessions: {len(result.scores)}, {minutes_taken(result.scores, processes):.1f} min{stopped}"
    return f"{result.pairing.name}: {format_estimate(result.estimate)} antes a hand ({result.verdict}); {took}"


def code_digest() -> str:
    """Which code plays: results of other bots are kept elsewhere and never mixed in."""
    digest = hashlib.sha256()
    for package in (bots, policy):
        for source in sorted(Path(str(package.__file__)).parent.rglob("*.py")):
            if source.name in NOT_PLAY:
                continue
            digest.update(source.name.encode() + source.read_bytes())
    return digest.hexdigest()[:12]


def main(argv: Sequence[str] | None = None) -> None:
    """`python -m sabacc.arena.gauntlet`, which is `make arena`."""
    asked = _arguments().parse_args(argv)
    try:
        _run(asked)
    except SabaccError as error:
        sys.stderr.write(f"gauntlet: {error}\n")
        sys.exit(2)
    except KeyboardInterrupt:
        sys.stderr.write("gauntlet: stopped. Run it again to go on, or with --minutes 0 for a page of what there is.\n")
        sys.exit(130)


def _run(asked: argparse.Namespace) -> None:
    page = Path(asked.page)
    if not page.parent.is_dir():
        raise SabaccError(f"{page} can't be written: there is no folder {page.parent}.")
    characters = [find_character(name) for name in asked.bots]
    todo = list(pairings(asked.presets, asked.players, characters, asked.seed, asked.max_sessions))
    with on_ray(asked.ray):
        cores = slots(asked.processes)
        results = list(play_gauntlet(todo, Path(asked.keep) / code_digest(), asked.minutes, asked.processes))
    from sabacc.arena.gauntlet_page import write_page  # draws, and so takes a while to load

    write_page(results, page, asked.minutes, cores)
    sys.stderr.write(f"Written: {page} and {page.with_suffix('.svg')}.\n")


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="gauntlet", description="All our bots against each other, and a page about it."
    )
    parser.add_argument("--minutes", type=float, default=9.0, help="the longest a pairing may take (%(default)s)")
    parser.add_argument("--presets", type=_words, default=list(PRESETS), help="only these, like classic,force")
    parser.add_argument("--players", type=_numbers, default=[2, 4], help="sizes of the table, like 2,4")
    parser.add_argument("--bots", type=_words, default=list(OWN), help="only these, like counter,droid")
    parser.add_argument("--seed", default="2")
    parser.add_argument("--most", type=int, dest="max_sessions", help="the most sessions of any pairing")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--processes", type=int, help="all cores, if nothing is said")
    where.add_argument("--ray", nargs="?", const="auto", help="a Ray cluster's address; without one, any there is")
    parser.add_argument("--keep", default="build/arena", help="the folder of what was played (%(default)s)")
    parser.add_argument("--page", default="docs/bots-strength.md", help="what is written (%(default)s)")
    return parser


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",")]


def _numbers(text: str) -> list[int]:
    return [int(word) for word in _words(text)]


if __name__ == "__main__":
    main()
