"""A match as a picture: what each pair's first bot won as time went on, and how sure that is in the end."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patheffects import withStroke

from sabacc.arena.intervals import student_t
from sabacc.arena.match import Pair
from sabacc.arena.scores import Scores
from sabacc.odds.plots.figure import INK, PAPER, STYLE, PlotKind

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8c6d1f", "#56b4e9", "#7b4fa3", "#e69f00", "#4d4d4d", "#a6761d")
DASHES = ("-", "--", ":", "-.")  # for more pairs than there are colours
FIRST_BAND = 5  # sessions; before that an interval is wider than any picture
MAX_POINTS = 500  # of a line
HALO = [withStroke(linewidth=3, foreground=PAPER)]
ROW = 0.42  # inches for a pair, where they stand below each other


def draw_match(scores: Scores, kind: PlotKind) -> bytes:
    """The picture, as `svg` or `png`."""
    pairs = [pair for pair in scores.match.pairs if scores.of(pair)]
    with mpl.rc_context(STYLE):
        figure = Figure(layout="constrained", figsize=(13, max(5.2, 2.2 + ROW * len(pairs))))
        figure.suptitle(_title(scores), fontsize="x-large", fontweight="bold")
        left, right = figure.subplots(1, 2, width_ratios=(3, 2))
        _draw_winnings(left, scores, pairs)
        _draw_intervals(right, scores, pairs)
        picture = io.BytesIO()
        figure.savefig(picture, format=kind, dpi=150, metadata={"Date": None} if kind == "svg" else None)
    return picture.getvalue()


def _title(scores: Scores) -> str:
    match = scores.match
    return f"{match.rules.preset}, {match.players} players: winnings in antes"


def _style(number: int) -> dict[str, Any]:
    return {"color": COLOURS[number % len(COLOURS)], "linestyle": DASHES[number // len(COLOURS) % len(DASHES)]}


def _draw_winnings(panel: Axes, scores: Scores, pairs: Sequence[Pair]) -> None:
    """Lines that grow with the hands, each in the band that its interval leaves."""
    hands = scores.match.hands_per_session
    lows, highs = [0.0], [0.0]
    for number, pair in enumerate(pairs):
        samples = scores.samples(pair)
        step = math.ceil(len(samples) / MAX_POINTS)
        sums = list(accumulate(samples, initial=0.0))
        at = [n for n in range(len(sums)) if n % step == 0 or n == len(samples)]
        panel.plot([n * hands for n in at], [sums[n] * hands for n in at], linewidth=1.8, **_style(number))
        band = [(n * hands, low * hands, high * hands) for n, low, high in _bands(samples) if n in set(at)]
        if band:
            x, low, high = zip(*band, strict=True)
            panel.fill_between(x, low, high, color=_style(number)["color"], alpha=0.13, linewidth=0)
            lows.append(low[-1])
            highs.append(high[-1])
        lows.append(min(sums) * hands)
        highs.append(max(sums) * hands)
    room = 0.08 * (max(highs) - min(lows) or 1.0)
    panel.set_ylim(min(lows) - room, max(highs) + room)
    panel.set_xlim(left=0)
    panel.axhline(0, color=INK, linewidth=1)
    panel.grid(axis="y")
    panel.set_title("Won so far by the first of each pair, with its 95 % interval (colours as on the right)")
    panel.set_xlabel("hands played by the pair")
    panel.set_ylabel("antes won a seat")


def _bands(samples: Sequence[float]) -> Iterator[tuple[int, float, float]]:
    """After each session: how many there were, and the interval of the sum."""
    total = squares = 0.0
    for n, sample in enumerate(samples, 1):
        total += sample
        squares += sample * sample
        if n >= FIRST_BAND:
            spread = math.sqrt(max(0.0, (squares - total * total / n) / (n - 1)))
            half = student_t(n - 1) * spread * math.sqrt(n)
            yield n, total - half, total + half


def _draw_intervals(panel: Axes, scores: Scores, pairs: Sequence[Pair]) -> None:
    """The result of each pair, from the highest to the lowest."""
    names = scores.match.names
    found = [(scores.estimate(pair), number) for number, pair in enumerate(pairs)]
    rows = sorted(((one, number) for one, number in found if one is not None), key=lambda row: row[0].mean)
    for row, (one, number) in enumerate(rows):
        style = _style(number)
        panel.plot([one.mean], [row], marker="o", markersize=7, color=style["color"])
        if one.low is not None and one.high is not None:
            panel.plot([one.low, one.high], [row, row], linewidth=3, solid_capstyle="butt", **style)
        said = f"{one.mean:+.2f}" + (f" ±{one.half:.2f}" if one.half is not None else "")
        panel.annotate(
            said.replace("-", "−"), (one.mean, row), (0, 8), textcoords="offset points", ha="center", path_effects=HALO
        )
    labels = ["{} against {}".format(*(names[place] for place in pairs[number])) for _, number in rows]
    panel.set_yticks(range(len(rows)), labels)
    panel.set_ylim(-0.6, len(rows) - 0.2)
    panel.axvline(0, color=INK, linewidth=1)
    panel.grid(axis="x")
    panel.margins(x=0.18)
    panel.set_title("In the end")
    panel.set_xlabel("antes a hand")
