"""The levels of the blinds in `sabacc play`: they go up by the clock, which runs while hands are played, or by hands."""

from __future__ import annotations

import time
from collections.abc import Callable

from sabacc.cli.language import terminal_language
from sabacc.game.table import Game
from sabacc.rules import LevelProgress, carried_over, level_left, level_to_play
from sabacc.words import level_ahead, level_now

SecondsClock = Callable[[], float]
CLOCK: SecondsClock = time.monotonic


class TerminalLevels:
    """Which level is played at a table in the terminal, and for how long it has been."""

    def __init__(self, game: Game, clock: SecondsClock = CLOCK) -> None:
        self.game = game
        self.clock = clock
        self.progress = LevelProgress()
        self.dealt_at = 0.0
        self.is_new = False  # nobody has played it yet

    def go_up_if_due(self) -> None:
        """Sets the level of the next hand; the game's events tell of another one."""
        rules, level = self.game.rules, self.game.level
        due = level_to_play(rules, level, self.progress)
        self.is_new = due != level
        if self.is_new:
            self.progress = LevelProgress(carried_over(rules, self.progress) if level else 0)
            self.game.set_level(due)

    def start_hand(self) -> None:
        """A hand is about to be dealt."""
        self.progress = self.progress._replace(hands=self.progress.hands + 1)
        self.dealt_at = self.clock()

    def end_hand(self) -> None:
        """The hand is over, and the clock stands until the next."""
        played = round(1000 * (self.clock() - self.dealt_at))
        self.progress = self.progress._replace(ms=self.progress.ms + played)

    def line(self) -> str:
        """The level and what comes next; without the level where it was told just now, and nothing without levels."""
        rules, level = self.game.rules, self.game.level
        if not level:
            return ""
        ahead = level_ahead(rules, level, level_left(rules, level, self.progress), terminal_language.code)
        return ahead if self.is_new else f"{level_now(rules, level, terminal_language.code)} {ahead}".strip()
