"""The gauntlet as a picture: a panel for each preset and size of table, a line for each pair."""

from __future__ import annotations

import io
from collections.abc import Sequence

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from sabacc.arena.gauntlet import Outcome
from sabacc.odds.plots import INK, STYLE

LOOKS = {  # colour and marker: readable in grey too
    "shown": ("#0072b2", "o", "the stronger one by level wins"),
    "open": ("#8a8a8a", "s", "not decided"),
    "upset": ("#d55e00", "X", "the weaker one by level wins"),
    "even": ("#009e73", "D", "of the same level"),
}
ROW, HEAD = 0.24, 0.9  # inches


def draw_gauntlet(outcomes: Sequence[Outcome], kind: str = "svg") -> bytes:
    """The picture, as `svg` or `png`."""
    presets = list(dict.fromkeys(outcome.pairing.match.rules.preset for outcome in outcomes))
    sizes = list(dict.fromkeys(outcome.pairing.match.players for outcome in outcomes))
    rows = max(1, len(outcomes) // (len(presets) * len(sizes)))
    with mpl.rc_context(STYLE):
        high = 1.2 + len(presets) * (HEAD + ROW * rows)
        figure = Figure(layout="constrained", figsize=(2 + 5.5 * len(sizes), high))
        figure.suptitle("What the first bot of each pair wins, in antes a hand", fontsize="x-large", fontweight="bold")
        panels = figure.subplots(len(presets), len(sizes), squeeze=False, sharey="row")
        for line, preset in zip(panels, presets, strict=True):
            for panel, size in zip(line, sizes, strict=True):
                _draw_panel(panel, [one for one in outcomes if _is_of(one, preset, size)], f"{preset}, {size} players")
        _explain(figure)
        picture = io.BytesIO()
        figure.savefig(picture, format=kind, dpi=100, metadata={"Date": None} if kind == "svg" else None)
    return picture.getvalue()


def _is_of(outcome: Outcome, preset: str, players: int) -> bool:
    match = outcome.pairing.match
    return match.rules.preset == preset and match.players == players


def _draw_panel(panel: Axes, outcomes: Sequence[Outcome], title: str) -> None:
    for row, outcome in enumerate(outcomes):
        found = outcome.found
        if found is not None:
            colour, marker, _ = LOOKS[outcome.verdict]
            panel.plot([found.mean], [row], marker=marker, markersize=5, color=colour)
            if found.low is not None and found.high is not None:
                panel.plot([found.low, found.high], [row, row], linewidth=2.2, color=colour, solid_capstyle="butt")
    panel.set_yticks(range(len(outcomes)), ["{} – {}".format(*one.pairing.match.names) for one in outcomes])
    panel.set_ylim(len(outcomes) - 0.4, -0.6)
    panel.set_xscale("symlog", linthresh=1.0)  # small differences and large ones can both be seen
    panel.xaxis.set_major_formatter(lambda value, _: f"{value:g}".replace("-", "−"))
    panel.axvline(0, color=INK, linewidth=1)
    panel.grid(axis="x")
    panel.set_title(title)


def _explain(figure: Figure) -> None:
    handles = [
        Line2D([], [], color=colour, marker=marker, linewidth=2.2, label=label)
        for colour, marker, label in LOOKS.values()
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=len(handles))
