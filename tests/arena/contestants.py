"""Bots for the arena's tests: some play, some misbehave. They are named, so that other processes can make them too."""

from __future__ import annotations

import msgspec

from sabacc.game.actions import CALL_HAND, MATCH, Action, Raise
from sabacc.game.view import View
from sabacc.policy import Bot, SimpleBot


class Sleeper(Bot):
    """Does what the clock would do for it."""

    def act(self, view: View) -> Action:
        assert view.question is not None
        return view.question.default


class Raiser(Sleeper):
    """Raises as much as it may, whenever it may, and never folds for a bet."""

    def act(self, view: View) -> Action:
        if view.options.raise_to:
            return Raise(view.options.raise_to)
        return MATCH if MATCH in view.options else super().act(view)


class Fidget(Sleeper):
    """Makes free moves as long as there are any."""

    def act(self, view: View) -> Action:
        free = [action for action in view.options if action.free]
        return free[0] if free else super().act(view)


class Crasher(Bot):
    """Fails whenever it is asked."""

    def act(self, view: View) -> Action:
        raise RuntimeError("no idea")


class Cheat(Bot):
    """Always calls the hand, allowed or not."""

    def act(self, view: View) -> Action:
        return CALL_HAND


class Mute(Bot):
    """Says nothing that is an action."""

    def act(self, view: View) -> Action:
        return None  # type: ignore[return-value]  # which is what is wrong with it


class Hurried(Sleeper):
    """Its clock ends every decision."""

    cut_short = 0

    def act(self, view: View) -> Action:
        self.cut_short += 1
        return super().act(view)


class Listener(Sleeper):
    """Remembers what it was told."""

    heard: list[tuple[str, int | None, tuple[str, ...]]] = []  # noqa: RUF012 - all of them write into the same book

    def act(self, view: View) -> Action:
        self.heard.append((self.seed, view.seat, tuple(view.names)))
        return super().act(view)


KINDS: dict[str, type[Bot]] = {
    kind.__name__.lower(): kind
    for kind in (Sleeper, Raiser, Fidget, Crasher, Cheat, Mute, Hurried, Listener, SimpleBot)
}


class Entry(msgspec.Struct, frozen=True):
    """One of them, under its name or another."""

    text: str
    kind: str = ""

    def bot(self, seed: str = "") -> Bot:
        return KINDS[self.kind or self.text](seed)


SIMPLE = Entry("simple", "simplebot")
