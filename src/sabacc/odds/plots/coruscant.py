"""Pictures of how near to the gold number one comes."""

from __future__ import annotations

from collections.abc import Mapping

from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from sabacc.odds.exact.coruscant.counts import CoruscantCounts, CoruscantDeals
from sabacc.odds.exact.coruscant.step import DistanceChances
from sabacc.odds.exact.step import Step

STYLES = (("o", "", "#2b2d31"), ("s", "////", "#4a7f8c"), ("D", "....", "#c77f0a"))
SHADES = ("#c77f0a", "#4a7f8c", "#7ba3ad", "#a9c3ca", "#cfdee1", "#efece4")
HATCHES = ("", "", "////", "\\\\\\\\", "....", "")


def draw_counts(figure: Figure, odds: CoruscantCounts) -> None:
    """The best distance of all deals, and the suit cards of the best selection, for each gold number."""
    figure.set_size_inches(12, 5.5)
    figure.suptitle("Every five-card deal of coruscant-shift", fontsize="x-large", fontweight="bold")
    near, suit = figure.subplots(1, 2, width_ratios=(3, 2))
    groups = _merge_equal(odds)
    for at, (name, deals) in enumerate(groups.items()):
        mark, hatch, colour = STYLES[at]
        shares = {distance: count / odds.hands for distance, count in deals.distance.items()}
        near.plot(list(shares), list(shares.values()), marker=mark, color=colour, label=f"gold {name}")
        across = [cards + (at - 1) * 0.28 for cards in deals.suit_cards]
        heights = [count / odds.hands for count in deals.suit_cards.values()]
        bars = {"facecolor": "white" if hatch else colour, "edgecolor": colour, "hatch": hatch}
        suit.bar(across, heights, width=0.26, label=f"gold {name}", **bars)
    near.set_title("How near the best selection comes")
    near.set_xlabel("distance from the gold number")
    near.set_ylabel("of all deals (log scale)")
    near.set_yscale("log")
    near.yaxis.set_major_formatter(lambda value, _: f"{100 * value:g}%")
    near.xaxis.get_major_locator().set_params(integer=True)
    suit.set_title("Most cards of the suit in a selection so near\n(the same for every suit)")
    suit.set_xlabel("cards of the silver suit")
    suit.set_ylabel("of all deals")
    suit.yaxis.set_major_formatter(PercentFormatter(1))
    for panel in (near, suit):
        panel.grid(axis="y")
        panel.legend()


def _merge_equal(odds: CoruscantCounts) -> dict[str, CoruscantDeals]:
    """Gold numbers that give the same counts are drawn once: 5 and −5, 10 and −10."""
    named: dict[str, CoruscantDeals] = {}
    for gold, deals in sorted(odds.gold.items()):
        if gold >= 0:
            name = f"±{gold}" if gold and odds.gold[-gold] == deals else f"{gold}"
            named[name] = deals
    return named


def draw_step(figure: Figure, step: Step, moves: Mapping[str, DistanceChances]) -> None:
    """A bar for each selection, cut by the distance it ends at."""
    figure.set_size_inches(11, 2.2 + 0.28 * len(moves))
    panel = figure.subplots()
    title = f"{' '.join(step.hand)}, gold {step.gold}, silver {step.silver}: what each selection comes to"
    panel.set_title(title.replace("gold -", "gold −"), fontsize="large", fontweight="bold", pad=30)
    names = list(moves)
    start = [0.0] * len(moves)
    for distance, (colour, hatch) in enumerate(zip(SHADES, HATCHES, strict=True)):
        shares = [_share(move, distance) for move in moves.values()]
        word = "on the number" if not distance else f"{distance} off" if distance < len(SHADES) - 1 else "more"
        bars = panel.barh(
            names, shares, left=start, color=colour, edgecolor="#2b2d31", linewidth=0.4, hatch=hatch, label=word
        )
        if not distance:
            panel.bar_label(bars, [f"{share:.0%}" if share > 0.04 else "" for share in shares], label_type="center")
        start = [left + share for left, share in zip(start, shares, strict=True)]
    panel.set_xlabel("chance after the shift, improved as well as can be")
    panel.set_ylabel("selection")
    panel.xaxis.set_major_formatter(PercentFormatter(1))
    panel.set_xlim(0, 1)
    panel.margins(y=0.01)
    panel.invert_yaxis()
    panel.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=len(SHADES), fontsize="small")


def _share(move: DistanceChances, distance: int) -> float:
    """The chance of a distance; the last shade is for all that are farther."""
    if distance < len(SHADES) - 1:
        return move.distance.get(distance, 0.0)
    return sum(share for far, share in move.distance.items() if far >= distance)
