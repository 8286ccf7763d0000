"""Random play: legal, reckless, and good at finding what nobody thought of.

It folds 5 times in 100, calls the hand 10 times in 100, and is otherwise uniform over the kinds of action, then over
amounts and cards. Beside that, 5 times in 100, somebody who may makes a free move, asked or not.
"""

from __future__ import annotations

import random
from typing import Final

from sabacc.game.actions import CALL_HAND, CHECK, CHECK_AND_CALL, FOLD, MATCH, MATCH_AND_CALL, Action, Raise
from sabacc.game.hand import Hand
from sabacc.game.options import Options
from sabacc.game.view import View
from sabacc.policy.bot import Bot

FOLDS: Final = 0.05
CALLS: Final = 0.10
FREE_MOVES: Final = 0.05

_AND_CALL: Final[dict[Action, Action]] = {CHECK: CHECK_AND_CALL, MATCH: MATCH_AND_CALL}
_FOLD: Final = FOLD
_CALL: Final = CALL_HAND
_CHECK_AND_CALL: Final = CHECK_AND_CALL
_MATCH_AND_CALL: Final = MATCH_AND_CALL


def random_action(options: Options, luck: random.Random) -> Action:
    """An answer, by the odds above."""
    actions = options.actions
    roll = luck.random()
    if roll < FOLDS + CALLS:
        wanted: Action = _FOLD if roll < FOLDS else _CALL
        for action in actions:
            if action is wanted:
                return action
    plain: list[Action] = []
    begins: list[int] = []  # where each kind does; actions of a kind stand together
    kind: type[Action] | None = None
    for action in actions:
        if action is _CHECK_AND_CALL or action is _MATCH_AND_CALL:
            continue  # they have odds of their own
        if type(action) is not kind:
            if action is _FOLD or action is _CALL or action.free:
                continue  # these, too
            kind = type(action)
            begins.append(len(plain))
        plain.append(action)
    n = len(begins) + (1 if options.raise_to else 0)
    at = int(luck.random() * n)
    calls = options.may_call and luck.random() < CALLS
    if at == len(begins):
        return Raise(options.raise_from + int(luck.random() * (options.raise_to - options.raise_from + 1)), calls)
    first = begins[at]
    count = (begins[at + 1] if at + 1 < len(begins) else len(plain)) - first
    action = plain[first] if count == 1 else plain[first + int(luck.random() * count)]
    return _AND_CALL.get(action, action) if calls else action


def random_step(hand: Hand, luck: random.Random) -> tuple[int, Action]:
    """Who does what next in a hand that is played at random: the first seat asked, or anybody free to move."""
    if luck.random() < FREE_MOVES:
        seats = hand.from_dealers_left()
        seat = seats[int(luck.random() * len(seats))]
        moves = [action for action in hand.options(seat).actions if action.free]
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
