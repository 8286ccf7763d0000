"""A bot that plays by a trained blueprint, and like `counter` where training never came."""

from __future__ import annotations

import random
from functools import cache
from typing import NamedTuple

from sabacc.blueprint import Blueprint, read_blueprint
from sabacc.bots.counter import CounterBot
from sabacc.game.actions import Action
from sabacc.game.view import View
from sabacc.policy import Bot


class BlueprintBot(Bot):
    """Draws what it does by the blueprint's odds."""

    def __init__(self, blueprint: Blueprint, seed: str = "") -> None:
        super().__init__(seed)
        self.blueprint = blueprint
        self.luck = random.Random(seed)
        self.otherwise = CounterBot(seed)

    def act(self, view: View) -> Action:
        odds = self.blueprint.odds(view)
        if odds is None:
            return self.otherwise.act(view)
        return self.luck.choices(list(odds), list(odds.values()))[0]


class Trained(NamedTuple):
    """A blueprint in a file, as the arena seats it."""

    file: str
    text: str = "blueprint"

    def bot(self, seed: str = "") -> Bot:
        """It, sitting down."""
        return BlueprintBot(_blueprint(self.file), seed)


@cache
def _blueprint(file: str) -> Blueprint:
    return read_blueprint(file)
