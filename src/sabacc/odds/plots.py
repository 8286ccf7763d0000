"""Odds as pictures: readable in grey, with a title, labelled axes and the same look for all."""

from __future__ import annotations

import io
from textwrap import wrap
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from sabacc.odds.classic_counts import ClassicCounts
from sabacc.odds.classic_step import TotalChances
from sabacc.odds.corellian_counts import CorellianCounts
from sabacc.odds.corellian_step import RankChances
from sabacc.odds.coruscant_counts import CoruscantCounts
from sabacc.odds.coruscant_step import DistanceChances
from sabacc.odds.counts import Counts
from sabacc.odds.moves import by_name, notes
from sabacc.odds.plot_distances import draw_deals, draw_selections
from sabacc.odds.plot_ranks import draw_odds_against, draw_rank_chances
from sabacc.odds.plot_totals import draw_all_totals, draw_total_chances
from sabacc.odds.step import Step

INK, PAPER, LINE = "#2b2d31", "#fbfaf7", "#d5d2c9"
TITLE_HIGH, LINE_HIGH = 0.32, 0.19  # in inches
LETTERS = 13  # of a note to an inch
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


def draw(odds: Counts | Step, kind: str) -> bytes:
    """The picture of some odds, as `svg` or `png`."""
    with mpl.rc_context(STYLE):
        figure = Figure(layout="constrained")
        _fill(figure, odds)
        picture = io.BytesIO()
        figure.savefig(picture, format=kind, dpi=150, metadata={"Date": None} if kind == "svg" else None)
    return picture.getvalue()


def _fill(figure: Figure, odds: Counts | Step) -> None:
    if isinstance(odds, ClassicCounts):
        draw_all_totals(figure, odds)
    elif isinstance(odds, CorellianCounts):
        draw_odds_against(figure, odds)
    elif isinstance(odds, CoruscantCounts):
        draw_deals(figure, odds)
    else:
        _fill_step(figure, odds)


def _fill_step(figure: Figure, step: Step) -> None:
    moves = by_name(step)
    totals = {name: move for name, move in moves.items() if isinstance(move, TotalChances)}
    ranks = {name: move for name, move in moves.items() if isinstance(move, RankChances)}
    selections = [move for move in moves.values() if isinstance(move, DistanceChances)]
    if totals:
        draw_total_chances(figure, step, totals)
        _write_notes(figure, notes(step))
    elif ranks:
        draw_rank_chances(figure, step, ranks)
        _write_notes(figure, notes(step))
    elif selections:
        draw_selections(figure, step, selections)
    else:
        _draw_nothing(figure, step)


def _write_notes(figure: Figure, notes: list[str]) -> None:
    """Makes room below the title for what has to be said about a picture."""
    wide, high = figure.get_size_inches()
    lines = [line for note in notes for line in wrap(note, int(LETTERS * wide))]
    whole = high + LINE_HIGH * len(lines)
    figure.set_size_inches(wide, whole)
    engine = figure.get_layout_engine()
    assert isinstance(engine, ConstrainedLayoutEngine)
    engine.set(rect=(0, 0, 1, high / whole))
    figure.text(0.5, 1 - TITLE_HIGH / whole, "\n".join(lines), fontsize="small", ha="center", va="top")


def _draw_nothing(figure: Figure, step: Step) -> None:
    figure.set_size_inches(7, 1.2)
    title = f"{' '.join(step.hand)} ({step.preset}): one step ahead"
    figure.suptitle(title, fontsize="x-large", fontweight="bold")
    figure.text(0.5, 0.3, "No card is unseen: nothing can be drawn.", ha="center")
