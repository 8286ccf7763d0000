"""A hand as a tree: moments of decision and moments of chance, each the root of all that may follow.

Chance is left open, so that wherever the engine would turn a card it says what may come and how likely
(`ChanceNeeded`). A moment never changes: a step from it is another moment.

>>> from sabacc.rules import read_rules
>>> moment = Opening(read_rules({"preset": "pagat", "deck": ["S2", "S3", "S11", "S12"]}), (20, 20)).deal()
>>> list(moment.outcomes())
[('S2', 0.25), ('S3', 0.25), ('S11', 0.25), ('S12', 0.25)]
>>> while moment.is_chance:
...     moment = moment.answer(0)
>>> moment.seat, moment.hand.view(0).cards
(0, ('S2', 'S11'))
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from sabacc.chance import Chance, ChanceNeeded, ScriptedChance
from sabacc.errors import SabaccError
from sabacc.game.actions import Action
from sabacc.game.hand import Hand
from sabacc.game.table import Game
from sabacc.rules import Rules
from sabacc.variants import new_game

T = TypeVar("T")


class Opening(NamedTuple):
    """What every hand of the tree starts from. The last seat deals, so seat 0 is the first to play."""

    rules: Rules
    stacks: tuple[int, ...]
    remembers: bool = False  # whether moments keep what follows them: quick to walk again, but all in memory

    def table(self, chance: Chance) -> Game:
        """A table at which nothing has happened yet."""
        names = [f"Player {seat}" for seat in range(len(self.stacks))]
        return new_game(self.rules, names, self.stacks, chance=chance)

    def deal(self, script: ScriptedChance | None = None) -> Moment:
        """The first moment, as far as the script goes."""
        if script is None:
            script = ScriptedChance({("dealer", 0): len(self.stacks) - 1})
        try:
            return Moment(self, self.table(script).deal(), None, None)
        except ChanceNeeded as needed:
            return Moment(self, None, script, needed)

    def winnings(self, hand: Hand) -> list[int]:
        """What each seat is ahead or behind when the table closes after this hand: the sabacc pot is shared by T3."""
        table = self.table(Chance(""))
        table.adopt(hand)
        table.close()
        return [after - before for before, after in zip(self.stacks, table.stacks, strict=True)]


class Moment:
    """A hand at rest, or one that waits for chance: in the deal (`hand` is None then), or to carry out `deed`."""

    __slots__ = ("_kept", "before", "deed", "hand", "needed", "opening", "script", "step")

    def __init__(
        self,
        opening: Opening,
        hand: Hand | None,
        script: ScriptedChance | None,
        needed: ChanceNeeded | None,
        deed: tuple[int, Action] | None = None,
    ) -> None:
        self.opening = opening
        self.hand = hand
        self.script = script
        self.needed = needed
        self.deed = deed
        self.before: Moment | None = None
        self.step: Action | int = 0  # that led from there to here
        self._kept: dict[Any, Any] = {}

    def __deepcopy__(self, memo: dict[int, Any]) -> Moment:
        """It never changes, so it is its own copy."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """No hand is pickled: the way here is, and walked again."""
        return follow, (self.opening, self.path())

    def __repr__(self) -> str:
        return f"<Moment: {self.needed or self.hand}>"

    @property
    def is_chance(self) -> bool:
        """Whether a card is to be turned, or dice to be rolled."""
        return self.needed is not None

    @property
    def is_over(self) -> bool:
        return self.hand is not None and self.hand.over and self.needed is None

    @property
    def seat(self) -> int:
        """Who decides. Where several are asked at once, they answer in the order of W1."""
        assert self.hand is not None
        return self.hand.waiting[0]

    def outcomes(self) -> Iterator[tuple[Any, float]]:
        """What chance may answer, and how likely."""
        assert self.needed is not None
        yield from self.needed.outcomes.items()

    def act(self, action: Action) -> Moment:
        """The seat decides."""
        return self._step(action, lambda: self._do(self.at_rest(), self.seat, action))

    def answer(self, number: int) -> Moment:
        """Chance answers with one of its outcomes, by its number."""
        return self._step(number, lambda: self._told(number))

    def winnings(self) -> list[int]:
        """By seat, when it is over."""
        return self.once("winnings", lambda: self.opening.winnings(self.at_rest().copy()))

    def once(self, what: object, make: Callable[[], T]) -> T:
        """Something that follows from this moment, worked out once if the tree is remembered."""
        if not self.opening.remembers:
            return make()
        if what not in self._kept:
            self._kept[what] = make()
        made: T = self._kept[what]
        return made

    def path(self) -> list[Action | int]:
        """The steps from the first moment to this one."""
        steps: list[Action | int] = []
        moment = self
        while moment.before is not None:
            steps.append(moment.step)
            moment = moment.before
        return steps[::-1]

    # ---- how it works

    def _step(self, step: Action | int, take: Callable[[], Moment]) -> Moment:
        child = self.once(step, take)
        child.before, child.step = self, step
        return child

    def _told(self, number: int) -> Moment:
        assert self.needed is not None
        key, answer = self.needed.key, list(self.needed.outcomes)[number]
        if self.script is not None:
            return self.opening.deal(self.script.with_answer(key, answer))
        assert self.deed is not None
        return self._do(self.at_rest().with_answer(key, answer), *self.deed)

    def _do(self, hand: Hand, seat: int, action: Action) -> Moment:
        twin = hand.copy()
        try:
            twin.act(seat, action)
        except ChanceNeeded as needed:
            return Moment(self.opening, hand, None, needed, (seat, action))
        return Moment(self.opening, twin, None, None)

    def at_rest(self) -> Hand:
        """The hand as it was after the last action."""
        if self.hand is None:
            raise SabaccError("the cards are still being dealt: answer for chance first.")
        return self.hand


def follow(opening: Opening, path: Sequence[Action | int]) -> Moment:
    """The moment at the end of a path."""
    moment = opening.deal()
    for step in path:
        moment = moment.answer(step) if isinstance(step, int) else moment.act(step)
    return moment
