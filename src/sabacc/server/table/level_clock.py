"""The clock of a level of the blinds: it runs while hands are played, and stands while the table waits for people.

How long a level has been played is recorded with each deal. A table that is recovered goes on from there.
"""

from __future__ import annotations

from typing import Final

from sabacc.rules import LevelLeft, LevelProgress, carried_over, level_left, level_to_play
from sabacc.server.table import entries as en
from sabacc.server.table.passive import lone_person
from sabacc.server.table.state import TableState

HAND_MS: Final = 120_000  # what a hand counts for where one person plays with bots, and nobody else hurries


class LevelClock:
    """The time that has run since the table's state last recorded how long the level has been played."""

    def __init__(self, state: TableState) -> None:
        self.state = state
        self._ran = 0.0  # seconds, until it last stood
        self._since: float | None = None  # when it began to run, if it runs

    @property
    def running(self) -> bool:
        return self._since is not None

    def run(self, on: bool, now: float) -> None:
        """Lets it run, or stand."""
        self._ran, self._since = self._elapsed(now), now if on else None

    def restart(self, now: float) -> None:
        """The state has just recorded how long the level has been played."""
        self._ran, self._since = 0.0, now if self.running else None

    def progress(self, now: float) -> LevelProgress:
        """How long the level has been played."""
        recorded = self.state.level_progress
        return LevelProgress(recorded.ms + round(1000 * self._elapsed(now)), recorded.hands)

    @property
    def counts_hands(self) -> bool:
        """Whether a level by minutes goes by hands, since the table waits for one person as long as they like."""
        return lone_person(self.state) is not None

    def at_deal(self, now: float) -> LevelProgress:
        """How long the level has been played, with the hand that is dealt now."""
        progress = self.progress(now)
        return LevelProgress(progress.ms + (HAND_MS if self.counts_hands else 0), progress.hands + 1)

    def left(self, now: float) -> LevelLeft | None:
        """What is left of the level; None if no other level comes by itself."""
        game = self.state.game
        left = level_left(game.rules, game.level, self.progress(now))
        if left is None or left.ms is None or not self.counts_hands:
            return left
        return LevelLeft(hands=-(-left.ms // HAND_MS))

    def due_entry(self, now: float, delay: float) -> en.NewLevel | None:
        """Another level for the hand that is dealt after a delay, if one is due by then."""
        game = self.state.game
        progress = self.progress(now)
        coming = 0 if self.counts_hands else round(1000 * delay)
        level = level_to_play(game.rules, game.level, progress._replace(ms=progress.ms + coming))
        if level == game.level:
            return None
        return en.NewLevel(level, carried_over(game.rules, progress) if game.level else 0)

    def _elapsed(self, now: float) -> float:
        return self._ran + (now - self._since if self._since is not None else 0.0)
