"""Solving a tree with OpenSpiel's CFR+, and measuring how far anybody's play is from a solution."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import pyspiel

from sabacc.envs.extensive_form import Tree

Policy = Mapping[str, Sequence[float]]  # by information set: the odds of its actions


class Checkpoint(NamedTuple):
    """How far the average play is from a solution after so many iterations."""

    iterations: int
    nash_conv: float


class Solver:
    """CFR+ on a tree, and OpenSpiel's measures for any play in it."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.game: Any = pyspiel.load_efg_game(tree.text)
        self.cfr: Any = pyspiel.CFRPlusSolver(self.game)
        self.iterations = 0

    def run_to(self, checkpoints: Sequence[int]) -> Iterator[Checkpoint]:
        """Goes on to each of the marks, and measures there."""
        for checkpoint in checkpoints:
            while self.iterations < checkpoint:
                self.cfr.evaluate_and_update_policy()
                self.iterations += 1
            yield Checkpoint(self.iterations, self.nash_conv(self.solution()))

    def solution(self) -> Policy:
        """The average play so far, which is what comes near to a solution."""
        average = self.cfr.average_policy()
        keys = [infoset.key for infoset in self.tree.infosets.values()]
        return {key: [chance for _, chance in average.get_state_policy(key)] for key in keys}

    def nash_conv(self, policy: Policy) -> float:
        """What best answers to everybody's play would gain, all seats together."""
        return float(pyspiel.nash_conv(self.game, self._table(policy), True))

    def values(self, *policies: Policy) -> list[float]:
        """What each seat wins on average; one policy for all, or one for each seat."""
        by_seat = policies if len(policies) > 1 else policies * self.game.num_players()
        joint = {infoset.key: by_seat[infoset.seat][infoset.key] for infoset in self.tree.infosets.values()}
        start = self.game.new_initial_state()
        return [float(value) for value in pyspiel.expected_returns(start, self._table(joint), -1, True)]

    def _table(self, policy: Policy) -> Any:
        return pyspiel.TabularPolicy({key: list(enumerate(chances)) for key, chances in policy.items()})


def uniform(tree: Tree) -> Policy:
    """Every action as likely as any other."""
    return {infoset.key: [1 / len(infoset.actions)] * len(infoset.actions) for infoset in tree.infosets.values()}
