"""What a program that learns to play sees and answers: a row of numbers, and the number of an action."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sabacc.envs.action_space import ActionSpace
from sabacc.envs.raise_sizes import SIZES, sized_raises
from sabacc.envs.table_tensor import Floats, TableTensor
from sabacc.game.actions import Action
from sabacc.game.view import View
from sabacc.rules import Rules, find_preset, plays_for_rounds


class PlayerSpace:
    """Observations and actions of a game for so many players, the same in every environment.

    >>> from sabacc.rules import read_rules
    >>> space = PlayerSpace(read_rules("coruscant-shift"), players=2)
    >>> space.observations, space.actions
    (222, 66)
    """

    def __init__(self, rules: Rules, players: int) -> None:
        self.plain = ActionSpace(rules, 0)  # all actions but raises
        self.table = TableTensor(rules, players)
        self.observations = self.table.size
        self.actions = len(self.plain) + self._raises(rules)

    def _raises(self, rules: Rules) -> int:
        if plays_for_rounds(rules):
            return 0
        with_call = find_preset(rules.preset).alternates_play_and_betting  # PG5
        return len(SIZES) * (2 if with_call else 1)

    def observe(self, view: View) -> Floats:
        """What a seat sees."""
        return self.table.flat(view)

    def legal(self, view: View) -> dict[int, Action]:
        """What a seat may do, by number."""
        legal = {self.plain.number(action, view.cards): action for action in view.options.actions}
        return legal | {len(self.plain) + size: action for size, action in sized_raises(view).items()}

    def mask(self, view: View) -> NDArray[np.int8]:
        """A 1 for each action that is legal."""
        mask = np.zeros(self.actions, np.int8)
        mask[list(self.legal(view))] = 1
        return mask
