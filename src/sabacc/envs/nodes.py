"""A hand as a tree: decision nodes and chance nodes, each the root of all that may follow.

Chance is left open, so that wherever the engine would turn a card it says what may come and how likely
(`ChanceNeeded`). A node never changes: a step from it is another node.

>>> from sabacc.rules import read_rules
>>> node = RootDeal(read_rules({"preset": "pagat", "deck": ["S2", "S3", "S11", "S12"]}), (20, 20)).deal()
>>> list(node.outcomes())
[('S2', 0.25), ('S3', 0.25), ('S11', 0.25), ('S12', 0.25)]
>>> while node.is_chance:
...     node = node.answer(0)
>>> node.seat, node.hand.view(0).cards
(0, ('S2', 'S11'))
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from sabacc.chance import Chance, ChanceNeeded, ScriptedChance
from sabacc.envs.winnings import winnings
from sabacc.errors import SabaccError
from sabacc.game.actions import Action
from sabacc.game.hand import Hand
from sabacc.game.table import Game
from sabacc.rules import Rules
from sabacc.variants import new_game

T = TypeVar("T")


class RootDeal(NamedTuple):
    """What every hand of the tree starts from; the last seat deals, so seat 0 is the first to play."""

    rules: Rules
    stacks: tuple[int, ...]
    keeps_tree: bool = False  # nodes keep their children: quick to walk again, but all in memory

    def table(self, chance: Chance) -> Game:
        """A table at which nothing has happened yet."""
        names = [f"Player {seat}" for seat in range(len(self.stacks))]
        return new_game(self.rules, names, self.stacks, chance=chance)

    def deal(self, script: ScriptedChance | None = None) -> Node:
        """The first node, as far as the script goes."""
        if script is None:
            script = ScriptedChance({("dealer", 0): len(self.stacks) - 1})
        try:
            return Node(self, self.table(script).deal(), None, None)
        except ChanceNeeded as needed:
            return Node(self, None, script, needed)

    def winnings(self, hand: Hand) -> list[int]:
        """What each seat is ahead or behind when the table closes after this hand: the sabacc pot is shared by T3."""
        table = self.table(Chance(""))
        table.adopt(hand)
        return winnings(table, hand, self.stacks)


class Node:
    """A hand at rest, or one that waits for chance: in the deal (`hand` is None then), or to carry out `pending_action`."""

    __slots__ = ("_cache", "hand", "needed", "parent", "pending_action", "root_deal", "script", "step")

    def __init__(
        self,
        root_deal: RootDeal,
        hand: Hand | None,
        script: ScriptedChance | None,
        needed: ChanceNeeded | None,
        pending_action: tuple[int, Action] | None = None,
    ) -> None:
        self.root_deal = root_deal
        self.hand = hand
        self.script = script
        self.needed = needed
        self.pending_action = pending_action
        self.parent: Node | None = None
        self.step: Action | int = 0  # from the parent to this node
        self._cache: dict[Any, Any] = {}

    def __deepcopy__(self, memo: dict[int, Any]) -> Node:
        """It never changes, so it is its own copy."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """No hand is pickled: the way here is, and walked again."""
        return node_at, (self.root_deal, self.path())

    def __repr__(self) -> str:
        return f"<Node: {self.needed or self.hand}>"

    @property
    def is_chance(self) -> bool:
        """Whether a card is to be turned, or dice to be rolled."""
        return self.needed is not None

    @property
    def is_terminal(self) -> bool:
        return self.hand is not None and self.hand.over and self.needed is None

    @property
    def seat(self) -> int:
        """Who decides; where several are asked at once, they answer in the order of W1."""
        assert self.hand is not None
        return self.hand.waiting[0]

    def outcomes(self) -> Iterator[tuple[Any, float]]:
        """What chance may answer, and how likely."""
        assert self.needed is not None
        yield from self.needed.outcomes.items()

    def act(self, action: Action) -> Node:
        """The seat decides."""
        return self._step(action, lambda: self._after_action(self.last_hand(), self.seat, action))

    def answer(self, number: int) -> Node:
        """Chance answers with one of its outcomes, by its number."""
        return self._step(number, lambda: self._after_outcome(number))

    def winnings(self) -> list[int]:
        """By seat, when it is over."""
        return self.cached("winnings", lambda: self.root_deal.winnings(self.last_hand().copy()))

    def cached(self, what: object, make: Callable[[], T]) -> T:
        """Something that follows from this node, worked out once if the tree is remembered."""
        if not self.root_deal.keeps_tree:
            return make()
        if what not in self._cache:
            self._cache[what] = make()
        made: T = self._cache[what]
        return made

    def path(self) -> list[Action | int]:
        """The steps from the first node to this one."""
        steps: list[Action | int] = []
        node = self
        while node.parent is not None:
            steps.append(node.step)
            node = node.parent
        return steps[::-1]

    # ---- how it works

    def _step(self, step: Action | int, take: Callable[[], Node]) -> Node:
        child = self.cached(step, take)
        child.parent, child.step = self, step
        return child

    def _after_outcome(self, number: int) -> Node:
        assert self.needed is not None
        key, answer = self.needed.key, list(self.needed.outcomes)[number]
        if self.script is not None:
            return self.root_deal.deal(self.script.with_answer(key, answer))
        assert self.pending_action is not None
        return self._after_action(self.last_hand().with_answer(key, answer), *self.pending_action)

    def _after_action(self, hand: Hand, seat: int, action: Action) -> Node:
        twin = hand.copy()
        try:
            twin.act(seat, action)
        except ChanceNeeded as needed:
            return Node(self.root_deal, hand, None, needed, (seat, action))
        return Node(self.root_deal, twin, None, None)

    def last_hand(self) -> Hand:
        """The hand as it was after the last action."""
        if self.hand is None:
            raise SabaccError("the cards are still being dealt: answer for chance first.")
        return self.hand


def node_at(root_deal: RootDeal, path: Sequence[Action | int]) -> Node:
    """The node at the end of a path."""
    node = root_deal.deal()
    for step in path:
        node = node.answer(step) if isinstance(step, int) else node.act(step)
    return node
