"""The loops to use: numba's, or numpy's where there is no numba."""

from sabacc.odds.kernels.jit import COMPILED

if COMPILED:
    from sabacc.odds.kernels.loops import (
        deal_cards,
        draw_slots,
        rank_best_selections,
        rank_five,
        rank_four,
        rank_selections,
        rank_totals,
        tally,
    )
else:
    from sabacc.odds.kernels.arrays import (
        deal_cards,
        draw_slots,
        rank_best_selections,
        rank_five,
        rank_four,
        rank_selections,
        rank_totals,
        tally,
    )

__all__ = [
    "deal_cards",
    "draw_slots",
    "rank_best_selections",
    "rank_five",
    "rank_four",
    "rank_selections",
    "rank_totals",
    "tally",
]
