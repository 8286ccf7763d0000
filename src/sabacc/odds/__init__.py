"""What are my chances? Exact counts, one step ahead, and sampled chances in the middle of a hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sabacc.odds.exact.counts import Counts, as_json, count
from sabacc.odds.exact.step import Step, one_step
from sabacc.odds.sampled.estimate import Chances, Limits, chances, running_chances
from sabacc.odds.sampled.tally import ActionChances

if TYPE_CHECKING:
    from sabacc.odds.kernels import deal_many, rank_many

__all__ = [
    "ActionChances",
    "Chances",
    "Counts",
    "Limits",
    "Step",
    "as_json",
    "chances",
    "count",
    "deal_many",
    "one_step",
    "rank_many",
    "running_chances",
]


def __getattr__(name: str) -> object:
    """The kernels are loaded when somebody wants them: numba takes its time."""
    if name in ("deal_many", "rank_many"):
        from sabacc.odds import kernels

        return getattr(kernels, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
