"""How long bots seem to think: whatever cards they hold, it takes them as long.

How long a bot really thinks may tell something of its cards. So every thought is made as long as those that bots of its character
have lately had about such questions.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable

FIRST_ALLOWANCE = 0.25  # seconds, while little is known
ENOUGH = 3  # thoughts, to know something
RECENT = 64  # thoughts that count
SHORTEST_STEP = 0.01  # seconds
STEP_RATIO = 1.5


class BotPace:
    """What thoughts of each sort have lately taken; a sort is whatever everybody at the table knows of the question."""

    def __init__(self) -> None:
        self._recent: dict[Hashable, deque[float]] = {}

    def allowance(self, sort: Hashable) -> float:
        """Seconds that every thought takes."""
        recent = self._recent.get(sort, ())
        longest = _step_above(max(recent, default=0.0))
        return longest if len(recent) >= ENOUGH else max(longest, FIRST_ALLOWANCE)

    def missing(self, sort: Hashable, thought: float) -> float:
        """Seconds to wait after a thought, which counts from now on."""
        allowance = self.allowance(sort)
        self._recent.setdefault(sort, deque(maxlen=RECENT)).append(thought)
        return max(allowance, _step_above(thought)) - thought


def _step_above(seconds: float) -> float:
    """The next of a few lengths of time: a thought that is longer than all others says no more than that."""
    step = SHORTEST_STEP
    while step < seconds:
        step *= STEP_RATIO
    return step
