"""The batch engine: thousands of hands side by side as compiled kernels over arrays, with the plain engine's rules."""

from sabacc.batch.chance import BatchChance
from sabacc.batch.table import ASKED, BatchTable, Legal

__all__ = ["ASKED", "BatchChance", "BatchTable", "Legal"]
