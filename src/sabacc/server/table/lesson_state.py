"""A lesson at a table: how far it has come, and what goes on next.

The lesson itself is kept with the table, so that one that was begun goes on as it began, whatever a newer version teaches.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from sabacc.cards import Card
from sabacc.errors import IllegalAction
from sabacc.game.actions import Action
from sabacc.game.options import Options
from sabacc.messages import Message, message
from sabacc.server.table import entries as en
from sabacc.variants.lessons import BOT_NAMES, LEARNER, Lesson, Step

if TYPE_CHECKING:
    from sabacc.server.table.state import TableState

LESSON_BOT = "counter"  # what they are; their moves are the lesson's


class LessonProgress(msgspec.Struct, frozen=True):
    """A lesson, and how many of its steps are done."""

    lesson: Lesson
    done: int = 0

    @property
    def step(self) -> Step | None:
        """The present step; none where all are done."""
        return self.left[0] if self.left else None

    @property
    def left(self) -> tuple[Step, ...]:
        """The present step and those that follow."""
        return self.lesson.steps[self.done :]

    @property
    def is_last(self) -> bool:
        """Whether nothing comes after the present step."""
        return self.done >= len(self.lesson.steps) - 1

    def after(self) -> LessonProgress:
        """One step further."""
        return LessonProgress(self.lesson, self.done + 1)

    def after_action(self, seat: int, action: Action) -> LessonProgress:
        """One step further, if that is what the step asks for."""
        return self.after() if self.step is not None and self.step.asks_for(seat, action) else self

    def check_action(self, action: Action) -> None:
        """Refuses whatever the step doesn't ask for."""
        step = self.step
        if step is None or step.kind != "do":
            raise IllegalAction(Message("refusal.lesson-not-your-turn"))
        if not step.asks_for(step.seat, action):
            raise IllegalAction(Message("refusal.lesson-do-what-it-says"))

    def check_continue(self, number: int) -> None:
        """Refuses to go on from a step that is not the present one, or that wants something done."""
        step = self.step
        if step is None or step.kind != "tell" or number != self.done:
            raise IllegalAction(Message("refusal.lesson-does-not-wait"))
        if self.is_last:
            raise IllegalAction(Message("refusal.lesson-over"))

    def narrow(self, options: Options) -> Options:
        """As much of the learner's options as the step asks for."""
        step = self.step
        if step is None or step.kind != "do":
            return Options(())
        wanted = step.action
        kept = tuple(one for one in options.actions if step.asks_for(step.seat, one))
        raised: int = getattr(wanted, "to", 0) if wanted in options else 0  # it may not be their turn yet
        prices = (options.bet, options.owed, options.fold_fee, options.discard_fee, options.board_price)
        return Options(kept, (raised, raised), *prices, bool(getattr(wanted, "and_call", False)))

    def places(self) -> tuple[int, int]:
        """Which of the steps that are read this is, counted from 1, and how many there are."""
        read = [step.kind != "watch" for step in self.lesson.steps]
        return max(1, sum(read[: self.done + 1])), sum(read)

    def cards(self) -> tuple[Card, ...]:
        """The cards that the step wants picked."""
        step = self.step
        if step is None or step.kind != "do":
            return ()
        action = step.action
        single = [getattr(action, name, None) for name in ("card", "swap", "drop")]
        return (*(card for card in single if card), *(getattr(action, "cards", None) or ()))

    def text(self, names: Sequence[str], language: str) -> str:
        """What the step says, with the names of the players to the left and to the right."""
        if self.step is None or not self.step.text:
            return ""
        text = self.step.text
        said = message(text, language, left=names[1], right=names[-1])
        return text.format(left=names[1], right=names[-1]) if said == text else said


def is_taught(state: TableState) -> bool:
    """Whether a lesson is played, and its learner is still there."""
    owner = state.owner(LEARNER)
    left = state.hand is not None and LEARNER in state.hand.gone
    return state.lesson is not None and owner is not None and owner.person is not None and not left


def lesson_bots(opened: en.Opened) -> list[en.SatDown]:
    """The bots of a lesson sit down beside its learner, whose name is taken."""
    if opened.lesson is None:
        return []
    names = [name for name in BOT_NAMES if name != opened.host_name][: opened.lesson.players - 1]
    stack = opened.settings.stack
    return [en.SatDown(seat, name, stack, bot=LESSON_BOT) for seat, name in enumerate(names, LEARNER + 1)]
