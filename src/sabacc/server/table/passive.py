"""Questions that nobody has to answer, and tables where one person plays with bots: who is waited for, and how long.

A passive question ends in a default that does no harm: nobody folds, pays or loses a card by it. So it costs no time bank,
is no missed decision, and the answer that is given at its end looks like any other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sabacc.server.table import entries as en
from sabacc.server.table.settings import Clocks
from sabacc.server.table.state import TableState

WINDOWS: Final = frozenset(("fold-window", "call-window"))  # asked of several at once (W1)
# A last look at one's own cards before the dice are rolled (F3, CH17): how many seconds one has for cards that are new.
LOOK: Final = {"field": 3.0, "protect": 2.0}
PASSIVE: Final = WINDOWS.union(LOOK)
LAST_CHANCE: Final = 0.95  # seconds that a table of bots waits for its one person when all bots have answered
SLOWEST_PACE: Final = 1.3  # of a bot, as a share of the table's pace
# Seconds after which a preset answer is given: about as long as a quick hand takes. It is the same for every answer, so
# that the moment tells nobody what was chosen, or that it was chosen beforehand.
PRESET_DELAY: Final = (0.4, 0.9)


def lone_person(state: TableState) -> int | None:
    """The seat of the one person at a table of bots; None where people play together, or it is rated or of a tournament, or
    somebody waits."""
    people = state.person_seats()
    if state.settings.rated or state.tournament:
        return None
    if len(people) != 1 or not state.bot_seats():
        return None
    expected = any(isinstance(one, en.SatDown) and one.person is not None for one in state.deferred)
    return None if expected else people[0]


def passive_seconds(kind: str, clocks: Clocks, pace: float, alone: bool, seen_for: float) -> float:
    """How long a passive question waits for a person who has seen their cards for so many seconds.

    For one person among bots a window lasts as long as the bots need, and a moment more.
    """
    if kind in WINDOWS:
        return pace * SLOWEST_PACE + LAST_CHANCE if alone else clocks.window
    if kind == "field" or alone:
        return max(LOOK[kind] - seen_for, LAST_CHANCE)
    return clocks.window


def only_waits_for(seat: int | None, waiting: Sequence[int]) -> bool:
    """Whether a seat is the only one that has not answered."""
    return seat is not None and tuple(waiting) == (seat,)
