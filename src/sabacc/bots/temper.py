"""`gambler` and `miner`: the same judgement, bent by a temper."""

from __future__ import annotations

import random
from typing import ClassVar

from sabacc.bots.judges.registry import judge_of
from sabacc.bots.spot import spot_of_view
from sabacc.game.actions import Action, Buy, CallHand, Fold, Match, Raise
from sabacc.game.view import View
from sabacc.policy import Bot
from sabacc.rules import Rules


class TemperedBot(Bot):
    """Adds to each value what it likes, in pots, and a whim."""

    likes: ClassVar[dict[type[Action], float]] = {}
    whim: ClassVar[float] = 0.05

    def __init__(self, seed: str = "") -> None:
        super().__init__(seed)
        self.luck = random.Random(seed)

    def ready(self, rules: Rules) -> None:
        judge_of(rules)

    def act(self, view: View) -> Action:
        spot = spot_of_view(view)
        pot = max(1, spot.pot)
        best, highest = None, 0.0
        for action, value in judge_of(view.rules).values(spot):
            felt = value / pot + self.likes.get(type(action), 0.0) + self.luck.gauss(0, self.whim)
            if best is None or felt > highest:
                best, highest = action, felt
        assert best is not None
        return best


class GamblerBot(TemperedBot):
    """Loose and aggressive: would rather raise than match, and rather match than fold."""

    likes: ClassVar[dict[type[Action], float]] = {Raise: 0.35, Match: 0.2, CallHand: 0.45, Fold: -0.2}
    whim: ClassVar[float] = 0.15


class MinerBot(TemperedBot):
    """Tight and cautious: raises with the best only, folds rather than pay, and seldom buys."""

    likes: ClassVar[dict[type[Action], float]] = {Raise: -0.5, Match: -0.4, CallHand: -0.1, Buy: -0.3}
    whim: ClassVar[float] = 0.1
