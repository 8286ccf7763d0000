"""The cap on the sabacc pot (HR14)."""

from __future__ import annotations

from typing import Any

from sabacc.batch.jit import part
from sabacc.batch.layout import FEES, SABACC_POT, SPILLED


@part
def spill_over_cap(num: Any, cap: Any) -> None:
    """What the sabacc pot holds above its cap goes into this hand's pot, as a fee that no penalty is measured by."""
    if 0 <= cap < num[SABACC_POT]:
        num[SPILLED] = num[SABACC_POT] - cap
        num[SABACC_POT] = cap
        num[FEES] += num[SPILLED]
