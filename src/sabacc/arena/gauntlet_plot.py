"""The gauntlet as a picture: a panel for each preset and size of table, a line for each pair."""

from __future__ import annotations

import io
from collections.abc import Sequence

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from sabacc.arena.gauntlet import PairingResult, PairingVerdict
from sabacc.odds.plots.figure import INK, STYLE, PlotKind

STYLES: dict[PairingVerdict, tuple[str, str, str]] = {  # colour and marker: readable in grey too
    "shown": ("#0072b2", "o", "the stronger one by level wins"),
    "open": ("#8a8a8a", "s", "not decided"),
    "upset": ("#d55e00", "X", "the weaker one by level wins"),
    "even": ("#009e73", "D", "of the same level"),
}
ROW, HEAD = 0.24, 0.9  # inches


def draw_gauntlet(results: Sequence[PairingResult], kind: PlotKind = "svg") -> bytes:
    """The picture, as `svg` or `png`."""
    presets = list(dict.fromkeys(result.pairing.match.rules.preset for result in results))
    sizes = list(dict.fromkeys(result.pairing.match.players for result in results))
    rows = max(1, len(results) // (len(presets) * len(sizes)))
    with mpl.rc_context(STYLE):
        high = 1.2 + len(presets) * (HEAD + ROW * rows)
        figure = Figure(layout="constrained", figsize=(2 + 5.5 * len(sizes), high))
        figure.suptitle("What the first bot of each pair wins, in antes a hand", fontsize="x-large", fontweight="bold")
        panels = figure.subplots(len(presets), len(sizes), squeeze=False, sharey="row")
        for line, preset in zip(panels, presets, strict=True):
            for panel, size in zip(line, sizes, strict=True):
                _draw_panel(
                    panel, [one for one in results if _belongs_to(one, preset, size)], f"{preset}, {size} players"
                )
        _explain(figure)
        picture = io.BytesIO()
        figure.savefig(picture, format=kind, dpi=100, metadata={"Date": None} if kind == "svg" else None)
    return picture.getvalue()


def _belongs_to(result: PairingResult, preset: str, players: int) -> bool:
    match = result.pairing.match
    return match.rules.preset == preset and match.players == players


def _draw_panel(panel: Axes, results: Sequence[PairingResult], title: str) -> None:
    for row, result in enumerate(results):
        estimate = result.estimate
        if estimate is not None:
            colour, marker, _ = STYLES[result.verdict]
            panel.plot([estimate.mean], [row], marker=marker, markersize=5, color=colour)
            if estimate.low is not None and estimate.high is not None:
                panel.plot(
                    [estimate.low, estimate.high], [row, row], linewidth=2.2, color=colour, solid_capstyle="butt"
                )
    panel.set_yticks(range(len(results)), ["{} – {}".format(*one.pairing.match.names) for one in results])
    panel.set_ylim(len(results) - 0.4, -0.6)
    panel.set_xscale("symlog", linthresh=1.0)  # small differences and large ones can both be seen
    panel.xaxis.set_major_formatter(lambda value, _: f"{value:g}".replace("-", "−"))
    panel.axvline(0, color=INK, linewidth=1)
    panel.grid(axis="x")
    panel.set_title(title)


def _explain(figure: Figure) -> None:
    handles = [
        Line2D([], [], color=colour, marker=marker, linewidth=2.2, label=label)
        for colour, marker, label in STYLES.values()
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=len(handles))
