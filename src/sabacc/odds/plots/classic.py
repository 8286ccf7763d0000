"""Pictures of totals: a bar for each, bombed out ones hatched, Pure Sabaccs and Idiot's Arrays marked."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from matplotlib.patheffects import withStroke

from sabacc.hands.classic import PURE
from sabacc.odds.exact.classic.counts import ClassicCounts
from sabacc.odds.exact.classic.step import TotalChances
from sabacc.odds.exact.classic.ways import TotalResult, signed_total
from sabacc.odds.exact.step import Step
from sabacc.odds.plots.classic_arrays import arrays_after
from sabacc.rules import read_rules

PLAY, SPECIAL, BOMBED = "#4a7f8c", "#c77f0a", "#e4e0d6"
EDGE = "#8a867c"
Shares = Mapping[int, float]
_PURE_STYLE: dict[str, Any] = {"facecolor": SPECIAL, "edgecolor": "black", "linewidth": 0.8}
_ARRAY_STYLE: dict[str, Any] = {**_PURE_STYLE, "hatch": "xxxx"}
_BOMBED_STYLE: dict[str, Any] = {"facecolor": BOMBED, "edgecolor": EDGE, "hatch": "////", "linewidth": 0.4}
_HALO = [withStroke(linewidth=2.5, foreground="#fbfaf7")]  # so that the number can be read on the bars
_RARE = 0.0003  # a total rarer than this is too low a bar to be seen


def draw_counts(figure: Figure, odds: ClassicCounts) -> None:
    """A panel for each number of cards."""
    figure.set_size_inches(12, 7)
    whose = f", {odds.side} side" if odds.side else ""
    figure.suptitle(f"Every hand of {odds.preset}{whose}, by its total", fontsize="x-large", fontweight="bold")
    bars = _Bars(odds.rules, odds.side)
    panels = figure.subplots(2, 3, sharex=True, sharey=True).flat
    for panel, (size, hands) in zip(panels, odds.cards.items(), strict=True):
        shares = {total: count / hands.hands for total, count in hands.totals.items()}
        bars.draw(panel, shares)
        panel.set_title(f"{size} cards: {hands.bomb_out / hands.hands:.0%} bomb out")
    bars.explain(figure, "total of the hand", "share of all hands")


def draw_step(figure: Figure, step: Step, moves: Mapping[str, TotalChances]) -> None:
    """A panel for each move."""
    width = min(3, len(moves))
    height = ceil(len(moves) / width)
    figure.set_size_inches(max(8.4, 4.2 * width), 1.4 + 2.8 * height)
    title = f"{' '.join(step.hand)} ({step.preset}): one step ahead"
    figure.suptitle(title, fontsize="x-large", fontweight="bold")
    bars = _Bars(step.rules, step.side)
    panels = list(figure.subplots(height, width, sharex=True, sharey=True, squeeze=False).flat)
    for panel, (name, move) in zip(panels, moves.items(), strict=False):
        bars.draw(panel, move.totals, arrays_after(step, move))
        panel.axvline(step.now["total"], color="black", linestyle=":", linewidth=1)
        panel.set_title(f"{name}: {move.better:.0%} better, {move.bomb_out:.0%} bomb out")
    for empty in panels[len(moves) :]:
        empty.set_axis_off()
        panels[panels.index(empty) - width].xaxis.set_tick_params(labelbottom=True)
    bars.explain(figure, "total of the hand (dotted line: now)", "chance")


class _Bars:
    """The bars of all panels of a picture, by a table's rules."""

    def __init__(self, rules: Mapping[str, Any], side: str | None) -> None:
        self.negative_pure = read_rules(rules).negative_pure
        self.side = side
        self.arrays = False  # whether there were any

    def draw(self, panel: Axes, shares: Shares, arrays: Shares | None = None) -> None:
        """A panel's bars; an Array stands on the other hands of its total, unless it is too rare to be seen."""
        arrays = {total: share for total, share in (arrays or {}).items() if share >= _RARE}
        shown = {total: share - arrays.get(total, 0.0) for total, share in shares.items() if share >= _RARE}
        pure = {total: share for total, share in shown.items() if self._result(total).special(self.negative_pure)}
        bombed = {total: share for total, share in shown.items() if self._result(total).bombed_out}
        play = {total: share for total, share in shown.items() if total not in pure | bombed}
        panel.bar(list(play), list(play.values()), width=1.0, color=PLAY)
        panel.bar(list(bombed), list(bombed.values()), width=1.0, **_BOMBED_STYLE)
        panel.bar(list(pure), list(pure.values()), width=1.0, **_PURE_STYLE)
        below = [shown.get(total, 0.0) for total in arrays]
        panel.bar(list(arrays), list(arrays.values()), bottom=below, width=1.0, **_ARRAY_STYLE)
        self.arrays = self.arrays or bool(arrays)
        for total, share in pure.items():
            name = f"{total}".replace("-", "−")
            panel.annotate(name, (total, share), (0, 4), textcoords="offset points", ha="center", path_effects=_HALO)
        panel.yaxis.set_major_formatter(lambda share, _: f"{100 * share:g}%")
        panel.grid(axis="y")

    def _result(self, total: int) -> TotalResult:
        return TotalResult(signed_total(total, self.side))  # and back again: both are a change of sign

    def explain(self, figure: Figure, across: str, up: str) -> None:
        """The legend and what goes across and up."""
        figure.supylabel(up)
        pure = f"{PURE} and −{PURE}" if self.negative_pure else f"{signed_total(PURE, self.side)}".replace("-", "−")
        handles = [Patch(color=PLAY, label="in play"), Patch(label=pure, **_PURE_STYLE)]
        if self.arrays:
            handles.append(Patch(label="Idiot's Array", **_ARRAY_STYLE))
        handles.append(Patch(label=f"bombed out: 0, over {PURE}, under −{PURE}", **_BOMBED_STYLE))
        figure.legend(handles=handles, title=across, loc="outside lower center", ncols=len(handles))
