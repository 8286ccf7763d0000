"""Pictures of the twenty Corellian ranks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.patches import Patch, Rectangle

from sabacc.hands.corellian import BANTHAS_WILD, RANKS
from sabacc.odds.exact.corellian.counts import CorellianCounts
from sabacc.odds.exact.corellian.step import RankChances
from sabacc.odds.exact.step import Step
from sabacc.odds.plots.classic import BOMBED, EDGE, PLAY, SPECIAL

MARKS = {4: ("s", "#4a7f8c", 8), 5: ("o", "#2b2d31", -15)}  # with how far above a mark its figure stands
RIGHT, WRONG = "#8a867c", "#b3261e"
WORST = RANKS[-1]
KEY = {RANKS[0]: "Banthas Wild or better", "Sabacc": "sums to zero", WORST: "does not sum to zero"}


def draw_counts(figure: Figure, odds: CorellianCounts) -> None:
    """Each rank's exact odds, with four and with five cards, and what is printed."""
    figure.set_size_inches(11, 8)
    panel = figure.subplots()
    panel.set_title("Odds against each Corellian rank", fontsize="x-large", fontweight="bold", pad=14)
    for size, (mark, colour, above) in MARKS.items():
        against = {at: odds.cards[size].against(name) for at, name in enumerate(RANKS)}
        found = [(at, value) for at, value in against.items() if value is not None]
        panel.plot(*_points(found), mark, color=colour, markersize=6, zorder=3, label=f"counted, {size} cards")
        for at, value in found:
            _annotate(panel, at, value, above if all(hands.ranks[RANKS[at]] for hands in odds.cards.values()) else None)
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


def _annotate(panel: Axes, at: int, against: float, above: int | None) -> None:
    """Writes a mark's figure above or below it, or to its right where it is the only one."""
    text = f"{against:,.0f}" if against >= 1 else f"{against:.2f}"
    where, align = ((0, above), "center") if above is not None else ((12, -3), "left")
    panel.annotate(text, (against, at), where, textcoords="offset points", ha=align, fontsize="x-small")


def _points(found: list[tuple[int, float]]) -> tuple[list[float], list[int]]:
    return [value for _, value in found], [at for at, _ in found]


def draw_step(figure: Figure, step: Step, moves: Mapping[str, RankChances]) -> None:
    """Ranks down, moves across, each chance written on a shade that goes with it; what can't come has none."""
    ranks = [name for name in RANKS if any(move.ranks[name] for move in moves.values())]
    figure.set_size_inches(max(6.5, 2.6 + 1.25 * len(moves)), 1.6 + 0.42 * len(ranks))
    panel = figure.subplots()
    figure.suptitle(f"{' '.join(step.hand)} ({step.preset}): one step ahead", fontsize="x-large", fontweight="bold")
    for down, name in enumerate(ranks):
        for across, move in enumerate(moves.values()):
            _cell(panel, (across, down), name, move.ranks[name])
    panel.set_xlim(-0.5, len(moves) - 0.5)
    panel.set_ylim(len(ranks) - 0.5, -0.5)
    panel.set_xticks(range(len(moves)), [name.replace("-", "−") for name in moves])
    panel.xaxis.tick_top()
    panel.set_yticks(range(len(ranks)), ranks)
    panel.tick_params(length=0)
    panel.spines[:].set_visible(False)
    panel.set_xlabel(f"chance of each rank after the move; now it is {step.now['name']}")
    handles = [Patch(label=label, **_style(name, 0.5)) for name, label in KEY.items()]
    figure.legend(handles=handles, loc="outside lower center", ncols=len(handles))


def _cell(panel: Axes, at: tuple[int, int], name: str, share: float) -> None:
    across, down = at
    if share:
        panel.add_patch(Rectangle((across - 0.48, down - 0.44), 0.96, 0.88, **_style(name, share)))
    weight = "bold" if share and name != WORST else "normal"
    panel.text(across, down, _percent(share), ha="center", va="center", fontsize="small", fontweight=weight)


def _style(name: str, share: float) -> dict[str, Any]:
    """Special ranks golden (CH21), the worst as pale as what is bombed out elsewhere; the likelier, the darker."""
    if name == WORST:
        return {"facecolor": BOMBED, "edgecolor": EDGE, "linewidth": 0.4}
    colour = SPECIAL if RANKS.index(name) < BANTHAS_WILD else PLAY
    return {"facecolor": to_rgba(colour, 0.25 + 0.6 * share**0.3), "edgecolor": colour, "linewidth": 0.4}


def _percent(share: float) -> str:
    return f"{100 * share:.3g}%" if share else "–"
