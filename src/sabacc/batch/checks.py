"""Whether an action is among those that `legal` has listed."""

from __future__ import annotations

from typing import Any

from sabacc.batch.actions import RAISE, RAISE_AND_CALL, argument_of, kind_of
from sabacc.batch.jit import part
from sabacc.batch.layout import MAY_CALL, RAISE_FROM, RAISE_TO


@part
def allows(num: Any, out: Any, count: Any, action: Any) -> Any:
    """Whether a seat may do it."""
    kind = kind_of(action)
    if kind == RAISE or (kind == RAISE_AND_CALL and num[MAY_CALL]):
        return num[RAISE_TO] > 0 and num[RAISE_FROM] <= argument_of(action) <= num[RAISE_TO]
    for place in range(count):
        if out[place] == action:
            return True
    return False
