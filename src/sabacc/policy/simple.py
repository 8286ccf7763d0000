"""A simple player: adds up its cards, draws when low, calls when high. A first opponent, not a strong one."""

from __future__ import annotations

import random

from sabacc.game.actions import CALL_HAND, CHECK, FOLD, GAIN, MATCH, PASS, STAND, Action, Raise, Trade
from sabacc.game.view import View
from sabacc.hands.classic import Scale, Worth
from sabacc.policy.bot import Bot
from sabacc.policy.random_play import random_action


class SimpleBot(Bot):
    """Plays the 76-card family by the total of its hand; what it doesn't know it does at random."""

    def __init__(self, seed: str = "") -> None:
        super().__init__(seed)
        self.luck = random.Random(seed)

    def act(self, view: View) -> Action:
        assert view.question is not None
        if view.question.kind in ("bet", "fold-window", "call-window", "draw") and view.my_cards:
            worth = Scale(view.rules).worth(view.my_cards, view.sides[view.seat or 0])
            action = self._choose(view, worth, view.question.kind)
            if action in view.options:
                return action
        return random_action(view.options, self.luck) if view.question.kind == "side" else view.question.default

    def _choose(self, view: View, worth: Worth, kind: str) -> Action:
        if kind == "bet":
            return self._bet(view, worth)
        if kind == "draw":
            return self._draw(view, worth)
        if kind == "call-window":
            return CALL_HAND if worth.special or (worth.total >= 19 and not worth.bombed_out) else PASS
        hopeless = worth.bombed_out and len(view.my_cards) > 3
        return FOLD if hopeless and self.luck.random() < 0.2 else PASS

    def _bet(self, view: View, worth: Worth) -> Action:
        options = view.options
        good = worth.special or (worth.total >= 17 and not worth.bombed_out)
        if options.raise_to and good and self.luck.random() < 0.6:
            least, most = options.raise_from, options.raise_to
            return Raise(most if worth.special else least + int(self.luck.random() * (most - least + 1)) // 2)
        if not options.owed:
            return CHECK
        dear = options.owed * 8 > view.stacks[view.seat or 0]
        poor = worth.bombed_out or worth.total < 8
        return FOLD if poor and (dear or self.luck.random() < 0.3) else MATCH

    def _draw(self, view: View, worth: Worth) -> Action:
        if worth.special:
            return STAND
        values = Scale(view.rules).values(view.sides[view.seat or 0])
        if worth.total > 23 and view.cards:
            return Trade(max(view.cards, key=lambda card: values[card]))
        if worth.total < -10 and view.cards:
            return Trade(min(view.cards, key=lambda card: values[card]))
        return GAIN if worth.total < 14 else STAND
