"""How likely a guess is: the others' actions so far, by what a judge would have done with the guessed cards."""

from __future__ import annotations

import random

from sabacc.bots.judges.base import Judge
from sabacc.bots.search.rollout import likelihood
from sabacc.cards import Card
from sabacc.chance import Chance
from sabacc.game.actions import Action
from sabacc.game.hand import Hand
from sabacc.game.view import View
from sabacc.sampling import Witness


class LikelihoodWitness(Witness):
    """How likely the others would have done what they did."""

    def __init__(self, judge: Judge, seat: int, chance: Chance) -> None:
        self.judge = judge
        self.seat = seat
        self.luck = random.Random(chance.below("selections", 0, 1 << 32))
        self.log = 0.0

    def begin(self) -> None:
        self.log = 0.0

    def selects(self, view: View, cards: tuple[Card, ...], count: int) -> tuple[Card, ...] | None:
        found = self.judge.likely_selection(cards, count, view, self.luck.random())
        if found is None:
            return None
        chosen, likely = found
        self.log += likely
        return chosen

    def sees(self, hand: Hand, seat: int, action: Action) -> None:
        if seat != self.seat:
            self.log += likelihood(hand, self.judge, seat, action)
