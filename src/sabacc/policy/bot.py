"""What a bot is: it is shown a view and says what it does. It can't reach anything else."""

from __future__ import annotations

from sabacc.game.actions import Action
from sabacc.game.view import View
from sabacc.rules import Rules


class Bot:
    """The base of all bots."""

    def __init__(self, seed: str = "") -> None:
        self.seed = seed

    def ready(self, rules: Rules) -> None:
        """Called when it sits down at a table: time to work out what holds for all hands by these rules."""

    def act(self, view: View) -> Action:
        """The answer to `view.question`, when the view's seat is asked something: one of `view.options`."""
        raise NotImplementedError
