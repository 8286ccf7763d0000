"""One decision in review: what each action was worth, what was lost by what was done, and how it is marked."""

from __future__ import annotations

import msgspec

from sabacc.arena.intervals import LEVEL
from sabacc.game.actions import Fold, read_action
from sabacc.game.types import QuestionKind
from sabacc.records.decisions import Decision
from sabacc.review.guesses import Guessed
from sabacc.review.marks import Mark, mark_loss
from sabacc.review.weighted_mean import WeightedMean, Weights


class ActionValue(msgspec.Struct, frozen=True):
    """What an action was worth: antes from then to the end of the hand, and the chance to win it."""

    action: str
    value: float
    low: float
    high: float
    win: float


class DecisionReview(msgspec.Struct, frozen=True):
    """What is said of a decision; the best action is the first of all."""

    at: int  # the question's number
    kind: QuestionKind
    action: str
    loss: float
    low: float
    high: float
    mark: Mark
    win: float  # the chance to win the hand, for who goes on as well as possible and doesn't fold
    actions: tuple[ActionValue, ...]
    samples: float  # guesses of equal weight that would tell as much

    @property
    def best(self) -> str:
        """The action that was worth most."""
        return self.actions[0].action


def review_decision(decision: Decision, actions: tuple[str, ...], guesses: list[Guessed]) -> DecisionReview:
    """Weighs all guesses; what was done is the first of the actions."""
    weights = Weights([guess.log_weight for guess in guesses])
    values = [[guess.values[at] for guess in guesses] for at in range(len(actions))]
    wins = [weights.mean([guess.wins[at] for guess in guesses]) for at in range(len(actions))]
    found = [
        ActionValue(action, *weights.interval(values[at]), win=wins[at])
        for at, action in enumerate(actions)
    ]  # fmt: skip
    ranked = sorted(found, key=lambda one: -one.value)
    loss = _loss(weights, values)
    going_on = [one.win for one in ranked if not isinstance(read_action(one.action), Fold)]
    return DecisionReview(
        at=decision.at,
        kind=decision.kind,
        action=actions[0],
        loss=loss.mean,
        low=loss.low,
        high=loss.high,
        mark=mark_loss(loss),
        win=going_on[0] if going_on else 0.0,
        actions=tuple(ranked),
        samples=weights.effective,
    )


def _loss(weights: Weights, values: list[list[float]]) -> WeightedMean:
    """What the best action is worth more than what was done.

    All actions met the same guesses, so their differences are known better than their values. The best is picked after the
    fact, so each difference has an interval wide enough for all of them to hold together; the ends are the largest of each.
    """
    done, *others = values
    if not others:
        return WeightedMean(0.0, 0.0, 0.0)
    level = 1 - (1 - LEVEL) / len(others)
    reach = max(map(max, values)) - min(map(min, values))
    gains = [
        weights.interval([one - base for one, base in zip(other, done, strict=True)], level, reach) for other in others
    ]
    mean, low, high = (max(ends) for ends in zip(*gains, strict=True))
    return WeightedMean(max(0.0, mean), low, max(0.0, high))
