"""What a family gives the batch engine: its rules as a row of numbers, and its kernels."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sabacc.rules import Part, Rules


class BatchGame(NamedTuple):
    """The game as kernels play it. Every kernel works in place on rows of numbers and cards."""

    rule_row: Callable[[Rules, int], NDArray[np.int64]]  # of the rules and the number of seats
    look: Callable[..., int]  # what seats may do, and whether what they want is among it
    run: Callable[..., int]  # deals, and does what seats want


BATCH_GAME: Part[BatchGame] = Part("batch_game")
