"""The chance of a guess, and how likely its choices were."""

from __future__ import annotations

import math
from collections.abc import Sequence

from sabacc.chance import Chance

Token = int  # a card whose face may not be known


class Impossible(Exception):
    """The choices made so far can't be made to agree with what was seen; another guess may."""


class WeightedChance:
    """A guess's own chance. `log_weight` sums up how much likelier the game makes each choice than the guess does."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.asked = 0
        self.log_weight = 0.0

    def below(self, n: int) -> int:
        """A number below n, as the game itself would draw it."""
        self.asked += 1
        return self.chance.below("guess", self.asked, n)

    def shuffled(self, tokens: Sequence[Token]) -> list[Token]:
        """The tokens in another order."""
        order = list(tokens)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        self.log_weight += math.lgamma(len(order) + 1)
        return order

    def weighted(self, choices: Sequence[tuple[Token, float]], of: int = 1) -> Token:
        """One token, by weight. The game would have chosen one of so many, each alike."""
        whole = sum(weight for _, weight in choices)
        if whole <= 0:
            raise Impossible
        mark = self.below(1 << 32) / (1 << 32) * whole
        at = 0
        while at + 1 < len(choices) and mark >= choices[at][1]:
            mark -= choices[at][1]
            at += 1
        token, weight = choices[at]
        if weight <= 0:
            raise Impossible
        self.log_weight -= math.log(weight / whole) + math.log(of)
        return token

    def game_shuffles(self, size: int) -> None:
        """The game shuffled so many cards, every order alike."""
        self.log_weight -= math.lgamma(size + 1)
