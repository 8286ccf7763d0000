"""Ranking, dealing and comparing hands by the million: `rank_many` and `deal_many`."""

from sabacc.odds.kernels.codes import NO_CARD, decode, encode
from sabacc.odds.kernels.deal_spec import DealSpec, read_deal_spec
from sabacc.odds.kernels.dealer import Dealer
from sabacc.odds.kernels.jit import COMPILED
from sabacc.odds.kernels.ranker import Ranker
from sabacc.odds.kernels.registry import bulk_ranker, rank_many
from sabacc.odds.kernels.showdowns import Showdowns, deal_blocks, deal_many

__all__ = [
    "COMPILED",
    "NO_CARD",
    "DealSpec",
    "Dealer",
    "Ranker",
    "Showdowns",
    "bulk_ranker",
    "deal_blocks",
    "deal_many",
    "decode",
    "encode",
    "rank_many",
    "read_deal_spec",
]
