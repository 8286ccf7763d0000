"""What a bot is: it is shown a view and says what it does. It can't reach anything else."""

from __future__ import annotations

from sabacc.game.actions import Action
from sabacc.game.view import View


class Bot:
    """The base of all bots. `act` is called when the view's seat is asked something, and must answer with one of
    `view.options`."""

    def __init__(self, seed: str = "") -> None:
        self.seed = seed

    def act(self, view: View) -> Action:
        """The answer to `view.question`."""
        raise NotImplementedError
