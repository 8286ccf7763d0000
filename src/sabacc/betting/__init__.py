"""Limits, pots and side pots: arithmetic over seats, with no cards in sight."""

from sabacc.betting.limits import no_limit_bounds, others_have_credits, raise_bounds
from sabacc.betting.pots import Pot, make_pots, shares, shares_by_weight, uncalled

__all__ = [
    "Pot",
    "make_pots",
    "no_limit_bounds",
    "others_have_credits",
    "raise_bounds",
    "shares",
    "shares_by_weight",
    "uncalled",
]
