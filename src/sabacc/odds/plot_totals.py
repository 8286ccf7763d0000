"""Pictures of totals: a bar for each, bombed out ones hatched, 23 and −23 marked."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from matplotlib.patheffects import withStroke

from sabacc.hands.classic import PURE
from sabacc.odds.classic_counts import ClassicCounts
from sabacc.odds.classic_step import TotalChances
from sabacc.odds.classic_ways import Result
from sabacc.odds.step import Step

PLAY, PURE_BAR, BOMBED = "#4a7f8c", "#c77f0a", "#e4e0d6"
EDGE = "#8a867c"
_HALO = [withStroke(linewidth=2.5, foreground="#fbfaf7")]  # so that the number can be read on the bars
_RARE = 0.0003  # a total rarer than this is too low a bar to be seen


def draw_all_totals(figure: Figure, odds: ClassicCounts) -> None:
    """A panel for each number of cards."""
    figure.set_size_inches(12, 7)
    whose = f", {odds.side} side" if odds.side else ""
    figure.suptitle(f"Every hand of {odds.preset}{whose}, by its total", fontsize="x-large", fontweight="bold")
    panels = figure.subplots(2, 3, sharex=True, sharey=True).flat
    for panel, (size, hands) in zip(panels, odds.cards.items(), strict=True):
        shares = {total: count / hands.hands for total, count in hands.totals.items()}
        _bars(panel, shares)
        panel.set_title(f"{size} cards: {hands.bomb_out / hands.hands:.0%} bomb out")
    _explain(figure, "total of the hand", "share of all hands")


def draw_total_chances(figure: Figure, step: Step, moves: Mapping[str, TotalChances]) -> None:
    """A panel for each move."""
    wide = min(3, len(moves))
    high = ceil(len(moves) / wide)
    figure.set_size_inches(4.2 * wide, 1.4 + 2.8 * high)
    title = f"{' '.join(step.hand)} ({step.preset}): one step ahead"
    figure.suptitle(title, fontsize="x-large", fontweight="bold")
    panels = list(figure.subplots(high, wide, sharex=True, sharey=True, squeeze=False).flat)
    for panel, (name, move) in zip(panels, moves.items(), strict=False):
        _bars(panel, move.totals)
        panel.axvline(step.now["total"], color="black", linestyle=":", linewidth=1)
        panel.set_title(f"{name}: {move.better:.0%} better, {move.bomb_out:.0%} bomb out")
    for empty in panels[len(moves) :]:
        empty.set_axis_off()
        panels[panels.index(empty) - wide].xaxis.set_tick_params(labelbottom=True)
    _explain(figure, "total of the hand (dotted line: now)", "chance")


def _bars(panel: Axes, shares: Mapping[int, float]) -> None:
    shown = {total: share for total, share in shares.items() if share >= _RARE}
    pure = {total: share for total, share in shown.items() if abs(total) == PURE}
    bombed = {total: share for total, share in shown.items() if Result(total).bombed_out}
    play = {total: share for total, share in shown.items() if total not in pure | bombed}
    panel.bar(list(play), list(play.values()), width=1.0, color=PLAY)
    panel.bar(list(bombed), list(bombed.values()), width=1.0, color=BOMBED, edgecolor=EDGE, hatch="////", linewidth=0.4)
    panel.bar(list(pure), list(pure.values()), width=1.0, color=PURE_BAR, edgecolor="black", linewidth=0.8)
    for total, share in pure.items():
        name = f"{total}".replace("-", "−")
        panel.annotate(name, (total, share), (0, 4), textcoords="offset points", ha="center", path_effects=_HALO)
    panel.yaxis.set_major_formatter(lambda share, _: f"{100 * share:g} %")
    panel.grid(axis="y")


def _explain(figure: Figure, across: str, up: str) -> None:
    figure.supylabel(up)
    figure.legend(
        handles=[
            Patch(color=PLAY, label="in play"),
            Patch(facecolor=PURE_BAR, edgecolor="black", label="23 and −23"),
            Patch(facecolor=BOMBED, edgecolor=EDGE, hatch="////", label="bombed out: 0, over 23, under −23"),
        ],
        title=across,
        loc="outside lower center",
        ncols=3,
    )
