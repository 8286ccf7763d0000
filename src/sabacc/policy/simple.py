"""A simple player: looks at its cards, takes what makes them better, bets when they are good. A first opponent, not a
strong one."""

from __future__ import annotations

import random
from collections.abc import Callable

from sabacc.game.actions import (
    CALL_HAND,
    CHECK,
    CHECK_AND_CALL,
    FOLD,
    GAIN,
    GO_ON,
    MATCH,
    PASS,
    PEEK,
    STAND,
    Action,
    Buy,
    Improve,
    Keep,
    Raise,
    Select,
    Trade,
)
from sabacc.game.picking import without
from sabacc.game.view import View
from sabacc.hands import corellian, coruscant
from sabacc.hands.classic import Worth, scale_of
from sabacc.policy.bot import Bot
from sabacc.policy.random_play import random_action
from sabacc.rules import find_preset


class SimpleBot(Bot):
    """Plays every preset by the worth of its own hand; what it has no opinion on it does as the clock would."""

    def __init__(self, seed: str = "") -> None:
        super().__init__(seed)
        self.luck = random.Random(seed)

    def act(self, view: View) -> Action:
        assert view.question is not None
        if view.question.kind == "side":
            return random_action(view.options, self.luck)
        choose = _CHOICES.get(view.question.kind)
        action = choose(self, view) if choose is not None else view.question.default
        return action if action in view.options else view.question.default

    def strength(self, view: View) -> float:
        """How good the hand is, from 0 to 1."""
        family = find_preset(view.rules.preset).family
        if family == "76":
            worth = self.weigh(view)
            return 0.0 if worth.bombed_out else 1.0 if worth.special else max(0.0, worth.total / 23)
        if family == "corellian":
            return (20 - corellian.worth(view.my_cards).rank) / 8
        if not view.chosen or view.gold is None:
            return 0.5
        return max(0.0, 1 - coruscant.worth(view.chosen, view.gold, str(view.silver)).distance / 6)

    def weigh(self, view: View) -> Worth:
        """One's own hand of the 76-card family."""
        return scale_of(view.rules).worth(view.my_cards, view.sides[view.seat or 0])

    def bet(self, view: View) -> Action:
        options = view.options
        strength = self.strength(view)
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
        return CALL_HAND if self.strength(view) > 0.8 else PASS

    def fold(self, view: View) -> Action:
        hopeless = self.strength(view) == 0 and len(view.my_cards) > 3
        return FOLD if hopeless and self.luck.random() < 0.2 else PASS

    def draw(self, view: View) -> Action:
        worth = self.weigh(view)
        if self.strength(view) > 0.85 and CALL_HAND in view.options:
            return CALL_HAND
        if worth.special:
            return STAND
        values = scale_of(view.rules).values(view.sides[view.seat or 0])
        if worth.total > 23 and view.cards:
            return Trade(max(view.cards, key=lambda card: values[card]))
        if worth.total < -10 and view.cards:
            return Trade(min(view.cards, key=lambda card: values[card]))
        return GAIN if worth.total < 14 else STAND

    def board(self, view: View) -> Action:
        """The board card that makes the best hand, if it is much better; else a look at the stub."""
        here = corellian.worth(view.my_cards)
        best: Action = PEEK if PEEK in view.options else STAND
        best_key = here.key
        if here.rank > corellian.BANTHAS_WILD:
            for action in view.options.actions:
                if isinstance(action, Buy):
                    card = view.pile[-1] if action.place == len(view.board) else view.board[action.place]
                    left = view.my_cards if action.swap is None else without(view.my_cards, action.swap)
                    key = corellian.worth((*left, card)).key
                    if key > best_key:
                        best, best_key = action, key
        return best

    def peeked(self, view: View) -> Action:
        best, best_key = view.options.actions[0], corellian.worth(view.my_cards).key
        for action in view.options.actions:
            if isinstance(action, Keep):
                left = view.my_cards if action.drop is None else without(view.my_cards, action.drop)
                key = corellian.worth((*left, str(view.peeked))).key
                if key > best_key:
                    best, best_key = action, key
        return best

    def select(self, view: View) -> Action:
        """The selection nearest to the gold number, with few cards, so that there is something left to improve with."""

        def merit(action: Action) -> tuple[int, int]:
            assert isinstance(action, (Select, Improve))
            cards = view.chosen + (action.cards or ())
            return coruscant.worth(cards, view.gold or 0, str(view.silver)).key, -len(cards)

        return max(view.options.actions, key=merit)

    def decide(self, view: View) -> Action:
        return GO_ON if self.strength(view) > 0 or self.luck.random() < 0.7 else FOLD


_CHOICES: dict[str, Callable[[SimpleBot, View], Action]] = {
    "bet": SimpleBot.bet,
    "call-window": SimpleBot.call,
    "fold-window": SimpleBot.fold,
    "draw": SimpleBot.draw,
    "board": SimpleBot.board,
    "peeked": SimpleBot.peeked,
    "select": SimpleBot.select,
    "improve": SimpleBot.select,
    "decide": SimpleBot.decide,
}
