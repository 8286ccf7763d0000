"""A bot at a table: it is asked, timed, and helped out where it fails."""

from __future__ import annotations

import time

import msgspec

from sabacc.game.actions import Action
from sabacc.game.view import View
from sabacc.policy import Bot, SeatViews

MAX_FREE_MOVES = 50  # in a row, to one question


class Clock(msgspec.Struct):
    """How long a bot thought, in time of the processor: never the same twice, so kept apart from everything else."""

    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    cut_short: int = 0  # decisions that the bot's own safety clock ended

    def add(self, other: Clock) -> None:
        """Counts another's in."""
        self.decisions += other.decisions
        self.seconds += other.seconds
        self.slowest = max(self.slowest, other.slowest)
        self.cut_short += other.cut_short

    def tick(self, seconds: float) -> None:
        """One more decision."""
        self.decisions += 1
        self.seconds += seconds
        self.slowest = max(self.slowest, seconds)


class BotSeat:
    """One bot in one seat, for a session."""

    def __init__(self, bot: Bot, max_free_moves: int = MAX_FREE_MOVES) -> None:
        self.bot = bot
        self.max_free_moves = max_free_moves
        self.clock = Clock()
        self.faults = 0
        self.asked = (0, 0)  # the hand and the question
        self.free_moves = 0  # since it was asked

    def play(self, table: SeatViews, seat: int) -> None:
        """Does what the bot wants; the question's default, where that can't be done."""
        view = table.view(seat)
        assert view.question is not None
        asked = (table.hand.seating.number, view.question.number)
        if asked != self.asked:
            self.asked, self.free_moves = asked, 0
        action = self._answer(view)
        if action is None or (action.free and self.free_moves == self.max_free_moves):
            self.faults += 1
            action = view.question.default
        self.free_moves += action.free
        table.act(seat, action)

    def finish(self) -> Clock:
        """The session is over: how long it took."""
        self.clock.cut_short = int(getattr(self.bot, "cut_short", 0))
        return self.clock

    def _answer(self, view: View) -> Action | None:
        """The bot's answer, if it has one that is legal."""
        began = time.process_time()
        try:
            action = self.bot.act(view)
            return action if action in view.options else None
        except Exception:  # a bot may be anybody's code: the others want to play on
            return None
        finally:
            self.clock.tick(time.process_time() - began)
