"""A simple player: looks at its cards, takes what makes them better, bets when they are good. A first opponent, not a
strong one."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from sabacc.game.actions import CALL_HAND, CHECK, CHECK_AND_CALL, FOLD, GO_ON, MATCH, PASS, Action, Raise
from sabacc.game.question import Question
from sabacc.game.view import View
from sabacc.policy.bot import Bot
from sabacc.policy.random_play import random_action
from sabacc.rules import Part, family_of


def _no_opinion(view: View) -> float:
    return 0.5


# How good one's own hand looks, from 0 to 1.
STRENGTH: Part[Callable[[View], float]] = Part("strength", _no_opinion)

# What to do with one's cards, by the kind of question; what is not here is answered as the clock would.
SIMPLE_CHOICES: Part[Mapping[str, Callable[[View], Action]]] = Part("simple_choices", {})


def strength_of(view: View) -> float:
    """How good the hand looks that a view is of."""
    return STRENGTH.of(family_of(view.rules))(view)


class SimpleBot(Bot):
    """Plays every preset by the worth of its own hand; what it has no opinion on it does as the clock would."""

    def __init__(self, seed: str = "") -> None:
        super().__init__(seed)
        self.luck = random.Random(seed)

    def act(self, view: View) -> Action:
        assert view.question is not None
        if view.question.kind == "side":
            return random_action(view.options, self.luck)
        action = self._choose(view, view.question)
        return action if action in view.options else view.question.default

    def _choose(self, view: View, question: Question) -> Action:
        choose = _CHOICES.get(question.kind)
        if choose is not None:
            return choose(self, view)
        choose_cards = SIMPLE_CHOICES.of(family_of(view.rules)).get(question.kind)
        return question.default if choose_cards is None else choose_cards(view)

    def bet(self, view: View) -> Action:
        options = view.options
        strength = strength_of(view)
        if options.may_call and strength > 0.8 and not options.owed:
            return CHECK_AND_CALL
        if options.raise_to and strength > 0.7 and self.luck.random() < 0.5:
            least, most = options.raise_from, min(options.raise_to, options.raise_from + view.hand_pot)
            return Raise(least + int(self.luck.random() * (most - least + 1) * strength))
        if not options.owed:
            return CHECK
        dear = options.owed * 8 > view.stacks[view.seat or 0]
        return FOLD if strength < 0.35 and (dear or self.luck.random() < 0.3) else MATCH

    def call(self, view: View) -> Action:
        return CALL_HAND if strength_of(view) > 0.8 else PASS

    def fold(self, view: View) -> Action:
        hopeless = strength_of(view) == 0 and len(view.my_cards) > 3
        return FOLD if hopeless and self.luck.random() < 0.2 else PASS

    def decide(self, view: View) -> Action:
        return GO_ON if strength_of(view) > 0 or self.luck.random() < 0.7 else FOLD


_CHOICES: dict[str, Callable[[SimpleBot, View], Action]] = {
    "bet": SimpleBot.bet,
    "call-window": SimpleBot.call,
    "fold-window": SimpleBot.fold,
    "decide": SimpleBot.decide,
}
