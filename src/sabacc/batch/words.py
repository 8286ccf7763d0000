"""The batch engine's own source of chance: SplitMix64, asked by number, so that it has no state but a key.

A word is the mix of key + GAMMA * (PURPOSE + NUMBER * 2^16 + INDEX), where purposes are multiples of 2^48. A number below n
is the word's upper half times n, divided by 2^32: for the small n of a card table it is off by less than one in ten million.
A shuffle is Fisher and Yates from the top card down, over cards that stand in the order of their deck. So a shuffle need
not be finished: each card is drawn when it is dealt.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sabacc.batch.jit import part
from sabacc.odds.kernels.loops import GAMMA, MIX_1, MIX_2, SHIFT_1, SHIFT_2, SHIFT_3, mix

NUMBER_BITS = 16  # indices are below
SHUFFLE, ROLL, PICK, SIDE, RANDOMISER, PULSE, POLICY = range(1 << 48, 8 << 48, 1 << 48)  # purposes

_HALF = np.uint64(32)
_MASK = (1 << 64) - 1


@part
def below(key: Any, number: Any, n: Any) -> Any:
    """A number from 0 to n − 1, by the number of the question: its purpose, its own number times 2^16, its index."""
    word = mix(key + GAMMA * np.uint64(number))
    return np.int64(((word >> _HALF) * np.uint64(n)) >> _HALF)


def hand_keys(seed: int, numbers: NDArray[np.int64]) -> NDArray[np.uint64]:
    """The keys of some hands: hands of one seed are numbered."""
    start = _mix_all(np.array([seed & _MASK], np.uint64))
    return _mix_all(start + GAMMA * numbers.astype(np.uint64))


def _mix_all(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Words well shuffled, as the kernels' `mix` does it."""
    words = (words ^ (words >> SHIFT_1)) * MIX_1
    words = (words ^ (words >> SHIFT_2)) * MIX_2
    return words ^ (words >> SHIFT_3)
