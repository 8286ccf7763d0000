"""Random play: legal, reckless, and good at finding what nobody thought of.

It folds 5 times in 100, calls the hand 10 times in 100, and is otherwise uniform over the kinds of action, then over
amounts and cards. Beside that, 5 times in 100, somebody who may makes a free move, asked or not.
"""

from __future__ import annotations

import random

from sabacc.game.actions import CALL_HAND, CHECK, CHECK_AND_CALL, FOLD, MATCH, MATCH_AND_CALL, Action, FreeMove, Raise
from sabacc.game.hand import Hand
from sabacc.game.options import Options
from sabacc.game.view import View
from sabacc.policy.bot import Bot

FOLDS = 0.05
CALLS = 0.10
FREE_MOVES = 0.05

_AND_CALL: dict[Action, Action] = {CHECK: CHECK_AND_CALL, MATCH: MATCH_AND_CALL}
_SET_APART = (FOLD, CALL_HAND, CHECK_AND_CALL, MATCH_AND_CALL)  # chosen with odds of their own


def random_action(options: Options, luck: random.Random) -> Action:
    """An answer, by the odds above."""
    actions = options.actions
    roll = luck.random()
    if roll < FOLDS and FOLD in actions:
        return FOLD
    if FOLDS <= roll < FOLDS + CALLS and CALL_HAND in actions:
        return CALL_HAND
    kinds: dict[type[Action], list[Action]] = {}
    for action in actions:
        if action in _SET_APART or isinstance(action, FreeMove):
            continue
        kinds.setdefault(type(action), []).append(action)
    n = len(kinds) + (1 if options.raise_to else 0)
    at = int(luck.random() * n)
    calls = options.may_call and luck.random() < CALLS
    if at == len(kinds):
        return Raise(options.raise_from + int(luck.random() * (options.raise_to - options.raise_from + 1)), calls)
    kind = list(kinds.values())[at]
    action = kind[0] if len(kind) == 1 else kind[int(luck.random() * len(kind))]
    return _AND_CALL.get(action, action) if calls else action


def random_step(hand: Hand, luck: random.Random) -> tuple[int, Action]:
    """Who does what next in a hand that is played at random: the first seat asked, or anybody free to move."""
    if luck.random() < FREE_MOVES:
        seats = hand.from_dealers_left()
        seat = seats[int(luck.random() * len(seats))]
        moves = [action for action in hand.options(seat).actions if isinstance(action, FreeMove)]
        if moves:
            return seat, moves[int(luck.random() * len(moves))]
    waiting = hand.waiting
    seat = waiting[0] if len(waiting) == 1 else waiting[int(luck.random() * len(waiting))]
    return seat, random_action(hand.options(seat), luck)


class RandomBot(Bot):
    """Plays at random, from a seed."""

    def __init__(self, seed: str = "") -> None:
        super().__init__(seed)
        self.luck = random.Random(seed)

    def act(self, view: View) -> Action:
        return random_action(view.options, self.luck)
