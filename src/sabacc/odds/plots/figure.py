"""Odds as pictures: readable in grey, with a title, labelled axes and the same look for all."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from textwrap import wrap
from typing import Any, Literal

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from sabacc.odds.exact.counts import Counts
from sabacc.odds.exact.step import MoveChances, Step
from sabacc.odds.plots.bars import draw_rank_bars
from sabacc.rules import Part, family_of, read_rules

COUNT_PLOT: Part[Callable[[Figure, Any], None]] = Part("count_plot", draw_rank_bars)
STEP_PLOT: Part[Callable[[Figure, Step, Mapping[str, MoveChances]], None]] = Part("step_plot")

PlotKind = Literal["svg", "png"]
INK, PAPER, LINE = "#2b2d31", "#fbfaf7", "#d5d2c9"
TITLE_HEIGHT, LINE_HEIGHT = 0.32, 0.19  # in inches
LETTERS_PER_INCH = 13  # of a note to an inch
STYLE: dict[Any, Any] = {
    "figure.facecolor": PAPER,
    "savefig.facecolor": PAPER,
    "axes.facecolor": PAPER,
    "axes.edgecolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.titlelocation": "left",
    "axes.titlesize": "medium",
    "text.color": INK,
    "axes.labelcolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "grid.color": LINE,
    "hatch.linewidth": 0.6,
    "legend.frameon": False,
    "font.family": "DejaVu Sans",
    "svg.hashsalt": "sabacc",  # the same odds, the same file
}


def draw(odds: Counts | Step, kind: PlotKind) -> bytes:
    """The picture of some odds, as `svg` or `png`."""
    with mpl.rc_context(STYLE):
        figure = Figure(layout="constrained")
        _fill(figure, odds)
        picture = io.BytesIO()
        figure.savefig(picture, format=kind, dpi=150, metadata={"Date": None} if kind == "svg" else None)
    return picture.getvalue()


def _fill(figure: Figure, odds: Counts | Step) -> None:
    family = family_of(read_rules(odds.rules))
    if not isinstance(odds, Step):
        COUNT_PLOT.of(family)(figure, odds)
        return
    moves = odds.moves_by_name()
    if not moves:
        _draw_empty(figure, odds)
        return
    STEP_PLOT.of(family)(figure, odds, moves)
    if odds.shift.has_notes:
        _write_notes(figure, odds.notes())


def _write_notes(figure: Figure, notes: list[str]) -> None:
    """Makes room below the title for what has to be said about a picture."""
    width, height = figure.get_size_inches()
    lines = [line for note in notes for line in wrap(note, int(LETTERS_PER_INCH * width))]
    full_height = height + LINE_HEIGHT * len(lines)
    figure.set_size_inches(width, full_height)
    engine = figure.get_layout_engine()
    assert isinstance(engine, ConstrainedLayoutEngine)
    engine.set(rect=(0, 0, 1, height / full_height))
    figure.text(0.5, 1 - TITLE_HEIGHT / full_height, "\n".join(lines), fontsize="small", ha="center", va="top")


def _draw_empty(figure: Figure, step: Step) -> None:
    figure.set_size_inches(7, 1.2)
    title = f"{' '.join(step.hand)} ({step.preset}): one step ahead"
    figure.suptitle(title, fontsize="x-large", fontweight="bold")
    figure.text(0.5, 0.3, "No card is unseen: nothing can be drawn.", ha="center")
