"""Odds as pictures: readable in grey, with a title, labelled axes and the same look for all."""

from __future__ import annotations

import io
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

from sabacc.odds.classic_counts import ClassicCounts
from sabacc.odds.classic_step import TotalChances
from sabacc.odds.corellian_counts import CorellianCounts
from sabacc.odds.corellian_step import RankChances
from sabacc.odds.coruscant_counts import CoruscantCounts
from sabacc.odds.coruscant_step import DistanceChances
from sabacc.odds.counts import Counts
from sabacc.odds.moves import by_name
from sabacc.odds.plot_distances import draw_deals, draw_selections
from sabacc.odds.plot_ranks import draw_odds_against, draw_rank_chances
from sabacc.odds.plot_totals import draw_all_totals, draw_total_chances
from sabacc.odds.step import Step

INK, PAPER, LINE = "#2b2d31", "#fbfaf7", "#d5d2c9"
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
    if not moves:
        figure.suptitle("No card is unseen: nothing can come.")
    totals = {name: move for name, move in moves.items() if isinstance(move, TotalChances)}
    ranks = {name: move for name, move in moves.items() if isinstance(move, RankChances)}
    selections = [move for move in moves.values() if isinstance(move, DistanceChances)]
    if totals:
        draw_total_chances(figure, step, totals)
    elif ranks:
        draw_rank_chances(figure, step, ranks)
    elif selections:
        draw_selections(figure, step, selections)
