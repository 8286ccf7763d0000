"""What would you do? The action that comes off best in guesses at what one can't see, and why."""

from __future__ import annotations

import msgspec

from sabacc.game.actions import Action
from sabacc.game.view import View
from sabacc.messages import Message
from sabacc.review.guesses import guess_from
from sabacc.review.weighted_mean import Weights
from sabacc.rules import plays_for_rounds
from sabacc.words import label_of

GUESSES = 60


class Advice(msgspec.Struct, frozen=True):
    """The action, the one that comes next to it, and how they compare."""

    action: Action
    other: Action | None  # none where there is nothing else to do
    win: float  # the chance to win after the action
    other_win: float
    antes: float  # that the action is worth more than the other
    clear: bool  # whether it is surely worth more


def advise(view: View, seed: str = "advice", guesses: int = GUESSES) -> Advice | None:
    """The best action by so many guesses; what judgement thinks most of, if no guess is found that fits what was seen."""
    actions, found = guess_from(view, seed, guesses)
    if not found:
        return None
    weights = Weights([guess.log_weight for guess in found])
    values = [[guess.values[at] for guess in found] for at in range(len(actions))]
    wins = [weights.mean([guess.wins[at] for guess in found]) for at in range(len(actions))]
    order = sorted(range(len(actions)), key=lambda at: -weights.mean(values[at]))
    best = order[0]
    if len(order) == 1:
        return Advice(actions[best], None, wins[best], 0.0, 0.0, True)
    other = order[1]
    gain = weights.interval([one - base for one, base in zip(values[best], values[other], strict=True)])
    return Advice(actions[best], actions[other], wins[best], wins[other], gain.mean, gain.low > 0)


def reason(advice: Advice, view: View) -> Message:
    """The advice in a sentence."""
    action = label_of(advice.action, view)
    if advice.other is None:
        return Message("coach.only", action=action)
    other = label_of(advice.other, view)
    if not advice.clear:
        return Message("coach.close", action=action, other=other)
    points = _percent(advice.win) - _percent(advice.other_win)
    whole, tenth = divmod(max(1, round(10 * advice.antes)), 10)
    if points > 0:
        rounds = "yes" if plays_for_rounds(view.rules) else "no"
        return Message(
            "coach.wins-more", action=action, other=other, points=points, rounds=rounds, whole=whole, tenth=tenth
        )
    return Message("coach.worth-more", action=action, other=other, whole=whole, tenth=tenth)


def _percent(share: float) -> int:
    return round(100 * share)
