"""The gauntlet as a page: who beats whom, by how much, and where that is not shown."""

from __future__ import annotations

import itertools
import platform
from collections.abc import Sequence
from pathlib import Path

from sabacc.arena.asking import Clock
from sabacc.arena.figures import HEADS, say_estimate, say_figures, say_rating
from sabacc.arena.gauntlet import FIRST_LOOK, Outcome, minutes_taken
from sabacc.arena.habits import Habits
from sabacc.arena.match import CORUSCANT_ANTE, CORUSCANT_BET, SESSION
from sabacc.arena.plot_gauntlet import draw_gauntlet
from sabacc.arena.ratings import Rating, rate
from sabacc.arena.session import Session
from sabacc.rules import find_preset
from sabacc.version import build

MARKS = {"shown": "", "even": "", "unplayed": "", "open": " ◌", "upset": " ✗"}
SIZES = {2: "Two players", 3: "Three players", 4: "Four players"}
INTRO = f"""# How strong the bots are

This page is written by `make arena` and by nobody else. Every pair of our own bots plays sessions of {SESSION} hands, and
each session twice with the same chance and the seats changed, so that good cards help both alike. What is told is what a
bot wins **a hand and seat, in antes**, and after the ± half of its interval. In corellian-house, which has no ante of its
own, an ante is a board price; coruscant-shift is played with an ante of {CORUSCANT_ANTE} and bets of at most
{CORUSCANT_BET}. [The arena](arena.md) says more about how it is counted.
"""
LOOKS = f"""A pair plays until it is clear who is better, which is looked at after {FIRST_LOOK}, {2 * FIRST_LOOK},
{4 * FIRST_LOOK} … sessions, and not longer than {{most}}. Looking often gives luck more chances, so each
look has to be surer than 95 %: with *n* looks planned, and one more in case the clock stops it, every interval is one of a
confidence of 1 − 0.05/(*n* + 1). All looks together are then right in at least 95 of 100 pairings, and those are the
intervals shown here; so of all that stand on this page, one in twenty may still be wrong. Means of pairs that stopped
early tend to lie a little too far from zero, as in every test that stops when it is sure.

Any of it can be had again, session by session, with a plain 95 % interval:

```sh
sabacc arena PRESET --bots A,B --players N --hands H --seed {{seed}}
```
"""
LEGEND = """In the first table of each part, a row's bot plays against a column's.

- **Bold**: the whole interval is above zero, so the one with the higher level is the stronger one.
- ◌: zero lies in the interval, so nothing is shown.
- ✗: the whole interval is below zero, so it is the other way round.
- ⏱: the clock stopped it before the next look.

In the second table:

- *rating*: by openskill, from who won which of the first sessions of every pair, with twice its uncertainty.
- *raised*, *matched*, *checked*, *folded*: shares of the decisions what to bet.
- *folds*, *calls* (of the hand), *fields* (cards put into the static field): how many a hand.
- *showdowns won*: of those the bot was in. *bombed out*, *hands won*: of its hands.
- *faults*: illegal answers, errors, and free moves without end.
- *ms*, *slowest ms*: the mean and the longest time of a decision, as the processor counts it.
- *cut short*: decisions that the bot's clock ended.
"""


def write_page(outcomes: Sequence[Outcome], page: Path, minutes: float, processes: int) -> None:
    """Writes the page and the picture beside it."""
    picture = page.with_suffix(".svg")
    page.write_text(_page(outcomes, picture.name, _circumstances(outcomes, minutes, processes)), encoding="utf-8")
    picture.write_bytes(draw_gauntlet(outcomes))


def _page(outcomes: Sequence[Outcome], picture: str, circumstances: Sequence[str]) -> str:
    parts = [
        INTRO,
        *circumstances,
        "## In short\n",
        *_in_short(outcomes),
        f"![What every pair wins in every preset, with intervals]({picture})\n",
        "## How to read the tables\n",
        LEGEND,
        *_sections(outcomes),
    ]
    return "\n".join(parts).rstrip() + "\n"


def _circumstances(outcomes: Sequence[Outcome], minutes: float, processes: int) -> list[str]:
    seed = outcomes[0].pairing.match.seed
    played = sum(outcome.scores.hands((0, 1)) for outcome in outcomes)
    slow = sum(outcome.timed_out for outcome in outcomes)
    longest = max(minutes_taken(outcome.scores, processes) for outcome in outcomes)
    return [
        LOOKS.format(most=_most_said(outcomes), seed=seed),
        f"Played with seed {seed} by the {build()} engine with Python {platform.python_version()} in {processes} processes "
        f"({platform.machine()}): {len(outcomes)} pairings, {played:,} hands. The longest pairing took {longest:.1f} minutes. "
        f"The clock stops a pairing after {minutes:g} minutes, and stopped {slow or 'none'} of them.\n",
    ]


def _most_said(outcomes: Sequence[Outcome]) -> str:
    """How many sessions there may be, by the size of the table."""
    words: list[str] = []
    for players in dict.fromkeys(outcome.pairing.match.players for outcome in outcomes):
        most = {outcome.pairing.most for outcome in outcomes if outcome.pairing.match.players == players}
        fewer = f" ({min(most):,} where one of them searches)" if len(most) > 1 else ""
        words.append(f"{max(most):,} with {SIZES.get(players, f'{players} players').lower()}{fewer}")
    return " and ".join(words)


# ---- in short


def _in_short(outcomes: Sequence[Outcome]) -> list[str]:
    ranked = [outcome for outcome in outcomes if outcome.verdict not in ("even", "unplayed")]
    rest = [outcome for outcome in ranked if outcome.verdict != "shown"]
    shown = len(ranked) - len(rest)
    lines = [
        f"In {shown} of {len(ranked)} pairings, the bot of the higher level wins with its whole interval above zero. "
        f"{_faults_said(outcomes)}\n"
    ]
    unplayed = sum(outcome.verdict == "unplayed" for outcome in outcomes)
    if unplayed:
        lines.append(f"Pairings not played yet: {unplayed}.\n")
    if rest:
        lines.append("Where that is not shown:\n")
        lines += [_row("preset", "players", "bot", "against", "antes a hand", "hands"), _rule(6, labels=4)]
        lines += [_missing(outcome) for outcome in rest]
        lines.append("")
    return [*lines, "Ratings over everything:\n", *_ratings_table(_ratings(outcomes)), ""]


def _faults_said(outcomes: Sequence[Outcome]) -> str:
    faults = sum(habits.faults for outcome in outcomes for habits in _both_habits(outcome))
    return f"**There were {faults} faults.**" if faults else "No bot made a fault."


def _missing(outcome: Outcome) -> str:
    match = outcome.pairing.match
    hands = f"{outcome.scores.hands((0, 1)):,}"
    return _row(match.rules.preset, str(match.players), *match.names, _cell(outcome), hands)


def _ratings(outcomes: Sequence[Outcome]) -> dict[str, Rating]:
    """From as many sessions of every pair, or those that it took long to tell apart would count for more than the rest."""
    played: list[tuple[str, str, Session]] = []
    for outcome in outcomes:
        one, other = outcome.pairing.match.names
        played += [(one, other, session) for session in outcome.scores if session.number < FIRST_LOOK]
    names = list(dict.fromkeys(name for one, other, _ in played for name in (one, other)))
    ratings = rate(names, played)
    return dict(sorted(ratings.items(), key=lambda entry: -entry[1].mu))


def _ratings_table(ratings: dict[str, Rating]) -> list[str]:
    return [_row(*ratings), _rule(len(ratings), labels=0), _row(*map(say_rating, ratings.values()))]


# ---- a preset at a size of table


def _sections(outcomes: Sequence[Outcome]) -> list[str]:
    lines: list[str] = []
    for preset, of_preset in itertools.groupby(outcomes, lambda outcome: outcome.pairing.match.rules.preset):
        lines.append(f"## {find_preset(preset).title}\n")
        for players, some in itertools.groupby(of_preset, lambda outcome: outcome.pairing.match.players):
            lines.append(f"### {find_preset(preset).title}: {SIZES.get(players, f'{players} players').lower()}\n")
            lines += _section(list(some))
    return lines


def _section(outcomes: Sequence[Outcome]) -> list[str]:
    names = list(dict.fromkeys(name for outcome in outcomes for name in outcome.pairing.match.names))
    hands = [outcome.scores.hands((0, 1)) for outcome in outcomes]
    cells = {tuple(outcome.pairing.match.names): _cell(outcome) for outcome in outcomes}
    ratings = _ratings(outcomes)
    habits, clocks = _habits_by_name(outcomes), _clocks_by_name(outcomes)
    return [
        _row("antes a hand", *names[1:]),
        _rule(len(names)),
        *(_row(one, *(cells.get((one, other), "") for other in names[1:])) for one in names[:-1]),
        "",
        f"Hands a pair: {min(hands):,}" + (f" to {max(hands):,}" if min(hands) < max(hands) else "") + ".\n",
        _row("bot", *HEADS),
        _rule(1 + len(HEADS)),
        *(_row(name, *say_figures(rating, habits[name], clocks[name])) for name, rating in ratings.items()),
        "",
    ]


def _both_habits(outcome: Outcome) -> list[Habits]:
    return [outcome.scores.habits(name) for name in outcome.pairing.match.names]


def _habits_by_name(outcomes: Sequence[Outcome]) -> dict[str, Habits]:
    found: dict[str, Habits] = {}
    for outcome in outcomes:
        for name, habits in zip(outcome.pairing.match.names, _both_habits(outcome), strict=True):
            found.setdefault(name, Habits()).add(habits)
    return found


def _clocks_by_name(outcomes: Sequence[Outcome]) -> dict[str, Clock]:
    found: dict[str, Clock] = {}
    for outcome in outcomes:
        for name in outcome.pairing.match.names:
            found.setdefault(name, Clock()).add(outcome.scores.clock(name))
    return found


# ---- cells


def _cell(outcome: Outcome) -> str:
    said = say_estimate(outcome.found, digits=2)
    if outcome.verdict == "shown":
        said = f"**{said}**"
    return said + MARKS[outcome.verdict] + (" ⏱" if outcome.timed_out and outcome.found else "")


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _rule(columns: int, labels: int = 1) -> str:
    return "|" + "---|" * labels + "---:|" * (columns - labels)
