"""All actions that a Coruscant table can ever allow, in a fixed order."""

from __future__ import annotations

from sabacc.cards import Card
from sabacc.envs.action_space import Places, choices_of
from sabacc.game.actions import CHECK, FOLD, GO_ON, MATCH, Action, Improve, Raise, Select
from sabacc.rules import Rules, plays_for_rounds

OBSERVED = ("selected", "target")  # what is on the table besides what every game has


def all_actions(rules: Rules, cards: tuple[Card, ...], most_credits: int) -> list[Action | Places]:
    """Cards selected, then going on or bets."""
    actions: list[Action | Places] = [FOLD, *choices_of(Select), *choices_of(Improve)]
    if plays_for_rounds(rules):
        return [*actions, GO_ON]
    return [*actions, CHECK, MATCH, *(Raise(to) for to in range(1, most_credits + 1))]
