"""The gauntlet as a page: who beats whom, by how much, and where that is not shown."""

from __future__ import annotations

import itertools
import platform
import textwrap
from collections.abc import Sequence
from pathlib import Path

from sabacc.arena.bot_seat import Clock
from sabacc.arena.formatting import HEADINGS, format_estimate, format_figures, format_rating
from sabacc.arena.gauntlet import FIRST_LOOK, PairingResult, PairingVerdict, minutes_taken
from sabacc.arena.gauntlet_plot import draw_gauntlet
from sabacc.arena.match import SESSION
from sabacc.arena.play_stats import PlayStats
from sabacc.arena.ratings import Rating, rate
from sabacc.arena.session import Session
from sabacc.rules import BEHAVIOUR, PRESETS, find_preset
from sabacc.version import build

MARKS: dict[PairingVerdict, str] = {"shown": "", "even": "", "unplayed": "", "open": " ◌", "upset": " ✗"}
SIZES = {2: "Two players", 3: "Three players", 4: "Four players"}
INTRO = f"""# How strong the bots are

`make arena` writes this page; don't edit it by hand. Every pair of our own bots plays sessions of
{SESSION} hands. Each session is played twice, with the same chance and the seats changed, so that good
cards help both bots equally. A result is what a bot wins **per hand and seat, in antes**. The
number after ± is half of its interval. Where a game has no ante of its own, an ante is a board
price. {{for_credits}}
[The arena](arena.md) explains how results are counted.
"""
MOST = """A pair plays until it is clear who is better. That is checked after {checks} … sessions. The \
largest number of sessions is {most}."""
LOOKS = """Checking often gives luck more chances. So each check must be surer than 95 %: with *n* checks
planned, and one more in case the clock stops the pair, every interval has a confidence of
1 − 0.05/(*n* + 1). All checks together are then right in at least 95 of 100 pairings. These are the
intervals on this page, so one in twenty of them may still be wrong. If a pair stopped early, its
mean tends to be a little too far from zero, as in every test that stops when it is sure.

With a version of that behaviour, any of it can be played again, with a plain 95 % interval:

```sh
sabacc arena PRESET --bots A,B --players N --hands H --seed {seed}
```
"""
LEGEND = """In the first table of each part, the bot of the row plays against the bot of the column.

- **Bold**: the whole interval is above zero, so the bot with the higher level is the stronger one.
- ◌: zero is in the interval, so it is not clear who is better.
- ✗: the whole interval is below zero, so the bot with the lower level is the stronger one.
- ⏱: the clock stopped the pair before the next check.
- No mark: the two bots have the same level.

[The arena](arena.md#reading-the-result) explains the columns of the second table. Here, a *rating*
uses only the first sessions of every pair, the same number of each.
"""
WIDTH = 100


def write_page(results: Sequence[PairingResult], page: Path, minutes: float, processes: int) -> None:
    """Writes the page and the picture beside it."""
    picture = page.with_suffix(".svg")
    page.write_text(_page(results, picture.name, _circumstances(results, minutes, processes)), encoding="utf-8")
    picture.write_bytes(draw_gauntlet(results))


def _page(results: Sequence[PairingResult], picture: str, circumstances: Sequence[str]) -> str:
    parts = [
        INTRO.format(for_credits=_for_credits()),
        *circumstances,
        "## In short\n",
        *_summary_lines(results),
        f"![What every pair wins in every preset, with intervals]({picture})\n",
        "## How to read the tables\n",
        LEGEND,
        *_sections(results),
    ]
    return "\n".join(parts).rstrip() + "\n"


def _for_credits() -> str:
    """With which stakes games are played here that could be played for rounds (CS13)."""
    stakes = {key: preset.for_credits for key, preset in PRESETS.items() if preset.for_credits}
    said = [
        f"{key} is played with an ante of {one['ante']} and bets of at most {one['max_bet']}."
        for key, one in stakes.items()
    ]
    return " ".join(said)


def _circumstances(results: Sequence[PairingResult], minutes: float, processes: int) -> list[str]:
    seed = results[0].pairing.match.seed
    played = sum(result.scores.hands((0, 1)) for result in results)
    slow = sum(result.timed_out for result in results)
    longest = max(minutes_taken(result.scores, processes) for result in results)
    return [
        _paragraph(
            MOST.format(checks=f"{FIRST_LOOK}, {2 * FIRST_LOOK}, {4 * FIRST_LOOK}", most=_max_sessions_text(results))
        ),
        LOOKS.format(seed=seed),
        _paragraph(
            f"Played with seed {seed} by the {build()} engine with Python {platform.python_version()} in {processes} processes "
            f"({platform.machine()}), under behaviour {BEHAVIOUR} of the rules: {len(results)} pairings, {played:,} hands. "
            f"The longest pairing took {longest:.1f} minutes. "
            f"The clock stops a pairing after {minutes:g} minutes, and stopped {slow or 'none'} of them."
        ),
    ]


def _paragraph(text: str) -> str:
    return textwrap.fill(text, WIDTH, break_long_words=False, break_on_hyphens=False) + "\n"


def _max_sessions_text(results: Sequence[PairingResult]) -> str:
    """How many sessions there may be, by the size of the table."""
    words: list[str] = []
    for players in dict.fromkeys(result.pairing.match.players for result in results):
        max_sessions = {result.pairing.max_sessions for result in results if result.pairing.match.players == players}
        fewer = f" ({min(max_sessions):,} where one of them searches)" if len(max_sessions) > 1 else ""
        words.append(f"{max(max_sessions):,} with {SIZES.get(players, f'{players} players').lower()}{fewer}")
    return " and ".join(words)


# ---- in short


def _summary_lines(results: Sequence[PairingResult]) -> list[str]:
    ranked = [result for result in results if result.verdict not in ("even", "unplayed")]
    rest = [result for result in ranked if result.verdict != "shown"]
    shown = len(ranked) - len(rest)
    lines = [
        _paragraph(
            f"In {shown} of {len(ranked)} pairings of two levels the bot with the higher one wins, "
            "with its whole interval above zero."
        ),
        f"{_faults_text(results)}\n",
    ]
    unplayed = sum(result.verdict == "unplayed" for result in results)
    if unplayed:
        lines.append(f"Pairings not played yet: {unplayed}.\n")
    if rest:
        lines.append("These are the other pairings:\n")
        lines += [_row("preset", "players", "bot", "against", "antes a hand", "hands"), _rule(6, labels=4)]
        lines += [_undecided_row(result) for result in rest]
        lines.append("")
    return [*lines, "Ratings over all presets and all sizes of table:\n", *_ratings_table(_ratings(results)), ""]


def _faults_text(results: Sequence[PairingResult]) -> str:
    faults = sum(stats.faults for result in results for stats in _both_stats(result))
    return f"**There were {faults} faults.**" if faults else "No bot made a fault."


def _undecided_row(result: PairingResult) -> str:
    match = result.pairing.match
    hands = f"{result.scores.hands((0, 1)):,}"
    return _row(match.rules.preset, str(match.players), *match.names, _cell(result), hands)


def _ratings(results: Sequence[PairingResult]) -> dict[str, Rating]:
    """From as many sessions of every pair, or those that it took long to tell apart would count for more than the rest."""
    played: list[tuple[str, str, Session]] = []
    for result in results:
        one, other = result.pairing.match.names
        played += [(one, other, session) for session in result.scores if session.number < FIRST_LOOK]
    names = list(dict.fromkeys(name for one, other, _ in played for name in (one, other)))
    ratings = rate(names, played)
    return dict(sorted(ratings.items(), key=lambda entry: -entry[1].mu))


def _ratings_table(ratings: dict[str, Rating]) -> list[str]:
    return [_row(*ratings), _rule(len(ratings), labels=0), _row(*map(format_rating, ratings.values()))]


# ---- a preset at a size of table


def _sections(results: Sequence[PairingResult]) -> list[str]:
    lines: list[str] = []
    for preset, of_preset in itertools.groupby(results, lambda result: result.pairing.match.rules.preset):
        lines.append(f"## {find_preset(preset).title}\n")
        for players, some in itertools.groupby(of_preset, lambda result: result.pairing.match.players):
            lines.append(f"### {find_preset(preset).title}: {SIZES.get(players, f'{players} players').lower()}\n")
            lines += _section(list(some))
    return lines


def _section(results: Sequence[PairingResult]) -> list[str]:
    names = list(dict.fromkeys(name for result in results for name in result.pairing.match.names))
    hands = [result.scores.hands((0, 1)) for result in results]
    cells = {tuple(result.pairing.match.names): _cell(result) for result in results}
    ratings = _ratings(results)
    stats, clocks = _stats_by_name(results), _clocks_by_name(results)
    return [
        _row("antes a hand", *names[1:]),
        _rule(len(names)),
        *(_row(one, *(cells.get((one, other), "") for other in names[1:])) for one in names[:-1]),
        "",
        f"Hands a pair: {min(hands):,}" + (f" to {max(hands):,}" if min(hands) < max(hands) else "") + ".\n",
        _row("bot", *HEADINGS),
        _rule(1 + len(HEADINGS)),
        *(_row(name, *format_figures(rating, stats[name], clocks[name])) for name, rating in ratings.items()),
        "",
    ]


def _both_stats(result: PairingResult) -> list[PlayStats]:
    return [result.scores.stats(name) for name in result.pairing.match.names]


def _stats_by_name(results: Sequence[PairingResult]) -> dict[str, PlayStats]:
    totals: dict[str, PlayStats] = {}
    for result in results:
        for name, stats in zip(result.pairing.match.names, _both_stats(result), strict=True):
            totals.setdefault(name, PlayStats()).add(stats)
    return totals


def _clocks_by_name(results: Sequence[PairingResult]) -> dict[str, Clock]:
    totals: dict[str, Clock] = {}
    for result in results:
        for name in result.pairing.match.names:
            totals.setdefault(name, Clock()).add(result.scores.clock(name))
    return totals


# ---- cells


def _cell(result: PairingResult) -> str:
    said = format_estimate(result.estimate, digits=2)
    if result.verdict == "shown":
        said = f"**{said}**"
    return said + MARKS[result.verdict] + (" ⏱" if result.timed_out and result.estimate else "")


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _rule(columns: int, labels: int = 1) -> str:
    return "|" + "---|" * labels + "---:|" * (columns - labels)
