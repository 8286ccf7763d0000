"""Pictures of the twenty Corellian ranks."""

from __future__ import annotations

from collections.abc import Mapping
from math import nan

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from sabacc.hands.corellian import RANKS
from sabacc.odds.corellian_counts import CorellianCounts
from sabacc.odds.corellian_step import RankChances
from sabacc.odds.step import Step

MARKS = {4: ("s", "#4a7f8c", 8), 5: ("o", "#2b2d31", -15)}  # and how far above it the figure stands if there are two
RIGHT, WRONG = "#8a867c", "#b3261e"


def draw_odds_against(figure: Figure, odds: CorellianCounts) -> None:
    """Each rank's exact odds, with four and with five cards, and what is printed."""
    figure.set_size_inches(11, 8)
    panel = figure.subplots()
    panel.set_title("Odds against each Corellian rank", fontsize="x-large", fontweight="bold", pad=14)
    for size, (mark, colour, above) in MARKS.items():
        against = {at: odds.cards[size].against(name) for at, name in enumerate(RANKS)}
        found = [(at, value) for at, value in against.items() if value is not None]
        panel.plot(*_points(found), mark, color=colour, markersize=6, zorder=3, label=f"counted, {size} cards")
        for at, value in found:
            _write_beside(
                panel, at, value, above if all(hands.ranks[RANKS[at]] for hands in odds.cards.values()) else None
            )
    right = [(RANKS.index(name), float(odds.printed[name])) for name in odds.right]
    wrong = [(RANKS.index(name), float(odds.printed[name])) for name in odds.wrong]
    panel.plot(*_points(right), "D", color=RIGHT, fillstyle="none", markersize=13, label="printed, right")
    panel.plot(*_points(wrong), "X", color=WRONG, markeredgecolor="white", markersize=14, label="printed, wrong")
    panel.set_xscale("log")
    panel.set_xlabel("so many to 1 (log scale)")
    panel.set_yticks(range(len(RANKS)), [f"{name}  {number}" for number, name in enumerate(RANKS, 1)])
    panel.invert_yaxis()
    panel.xaxis.set_major_formatter(lambda value, _: f"{value:,g}")
    panel.grid(alpha=0.7)
    panel.legend(loc="lower right")


def _write_beside(panel: Axes, at: int, against: float, above: int | None) -> None:
    """Writes a mark's figure above or below it, or to its right where it is the only one."""
    text = f"{against:,.0f}" if against >= 1 else f"{against:.2f}"
    where, align = ((0, above), "center") if above is not None else ((12, -3), "left")
    panel.annotate(text, (against, at), where, textcoords="offset points", ha=align, fontsize="x-small")


def _points(found: list[tuple[int, float]]) -> tuple[list[float], list[int]]:
    return [value for _, value in found], [at for at, _ in found]


def draw_rank_chances(figure: Figure, step: Step, moves: Mapping[str, RankChances]) -> None:
    """Ranks down, moves across, each chance written on a shade that goes with it."""
    ranks = [name for name in RANKS if any(move.ranks[name] for move in moves.values())]
    shares = [[move.ranks[name] for move in moves.values()] for name in ranks]
    figure.set_size_inches(2.6 + 1.25 * len(moves), 1.9 + 0.42 * len(ranks))
    panel = figure.subplots()
    title = f"{' '.join(step.hand)} ({step.now['name']}): one step ahead"
    panel.set_title(title, fontsize="x-large", fontweight="bold", pad=14)
    shades = [[share**0.3 if share else nan for share in row] for row in shares]  # so that small chances show too
    panel.imshow(shades, cmap="Greys", vmin=0, vmax=2.4, aspect="auto")
    for down, row in enumerate(shares):
        for across, share in enumerate(row):
            weight = "bold" if share >= 0.5 else "normal"
            panel.text(across, down, _written(share), ha="center", va="center", fontsize="small", fontweight=weight)
    panel.set_xticks(range(len(moves)), list(moves))
    panel.xaxis.tick_top()
    panel.set_yticks(range(len(ranks)), ranks)
    panel.tick_params(length=0)
    panel.spines[:].set_visible(False)
    panel.set_xlabel("chance of each rank after the move")


def _written(share: float) -> str:
    return f"{100 * share:.3g} %" if share else "–"
