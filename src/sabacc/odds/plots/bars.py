"""Plain bars: how often each rank of a game comes up, for families without a picture of their own."""

from __future__ import annotations

from matplotlib.figure import Figure

from sabacc.odds.exact.counts import RankCounts


def draw_rank_bars(figure: Figure, odds: RankCounts) -> None:
    """A panel for each size of hands, a bar for each rank, the best on top."""
    figure.set_size_inches(7, 1 + 0.35 * sum(len(hands.ranks) for hands in odds.cards.values()))
    figure.suptitle(f"All hands of {odds.preset}", fontsize="x-large", fontweight="bold")
    panels = figure.subplots(len(odds.cards), 1, squeeze=False)
    for (size, hands), panel in zip(odds.cards.items(), panels[:, 0], strict=True):
        shares = [100 * count / hands.hands for count in hands.ranks.values()]
        panel.barh(range(len(shares)), shares, color="#8a8f98")
        panel.set_yticks(range(len(shares)), list(hands.ranks))
        panel.invert_yaxis()
        panel.set_title(f"{size} cards, {hands.hands:,} hands")
        panel.set_xlabel("% of hands")
