"""`counter`: counts the cards, values what it may do, and does what is worth most."""

from __future__ import annotations

from sabacc.bots.judges.registry import judge_of
from sabacc.bots.spot import spot_of_view
from sabacc.game.actions import Action
from sabacc.game.view import View
from sabacc.policy import Bot
from sabacc.rules import Rules


class CounterBot(Bot):
    """Plays by its judgement, without a whim."""

    def ready(self, rules: Rules) -> None:
        judge_of(rules)

    def act(self, view: View) -> Action:
        return judge_of(view.rules).best(spot_of_view(view))
