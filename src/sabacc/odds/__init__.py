"""What are my chances? Exact counts, one step ahead, and sampled chances in the middle of a hand."""

from sabacc.odds.chances_estimate import Chances, Limits, chances, running_chances
from sabacc.odds.chances_tally import ActionChances
from sabacc.odds.counts import Counts, as_json, count
from sabacc.odds.step import Step, one_step

__all__ = [
    "ActionChances",
    "Chances",
    "Counts",
    "Limits",
    "Step",
    "as_json",
    "chances",
    "count",
    "one_step",
    "running_chances",
]
