"""The way of CFR+ to a solution as a picture, with everybody else's play beside it."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import matplotlib as mpl
from matplotlib.figure import Figure

from sabacc.odds.plots.figure import INK, STYLE

if TYPE_CHECKING:
    from sabacc.envs.theory import Findings


def draw_theory(findings: Findings) -> bytes:
    """NashConv by iterations, both on a log scale, as svg."""
    with mpl.rc_context(STYLE):
        figure = Figure(layout="constrained", figsize=(9, 5.2))
        panel = figure.subplots()
        panel.set_title(f"The {findings.name} table: how far from a solution", fontweight="bold")
        at = [step.iterations for step in findings.checkpoints]
        panel.loglog(at, [step.nash_conv for step in findings.checkpoints], color="#0072b2", marker="o", label="CFR+")
        for one in findings.players[:-1]:  # the last is the solution itself
            panel.axhline(one.nash_conv, color=INK, linewidth=0.8, linestyle=":")
            panel.annotate(one.name, (at[-1], one.nash_conv), ha="right", va="bottom", fontsize="small")
        panel.set_xlabel("iterations of CFR+")
        panel.set_ylabel("NashConv, in credits a hand")
        panel.grid(visible=True)
        picture = io.BytesIO()
        figure.savefig(picture, format="svg", metadata={"Date": None})
    return picture.getvalue()
