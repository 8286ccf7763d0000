"""`master`: guesses what it can't see, plays the guesses out, and does what came off best.

A guess is a whole past that shows its seat just what it saw. It counts for as much as the others are likely to have bet so with
those cards. Then each thing worth doing is done in it, and everybody plays on by judgement to the end: the others by what can be
worked out, itself with the habits of a seasoned player. All
things are tried in the same guesses with the same luck to come, so what differs is what was done.

What judgement would do stands until something else has come off clearly better: with few play-outs much is luck.
"""

from __future__ import annotations

import math
import random
import time

from sabacc.bots.coruscant_judge import CoruscantJudge
from sabacc.bots.judge import Judge
from sabacc.bots.judges import judge_of
from sabacc.bots.playing_out import another_future, likelihood, play_out
from sabacc.bots.spot import spot_seen
from sabacc.cards import Card
from sabacc.chance import Chance
from sabacc.errors import SabaccError
from sabacc.game.actions import Action
from sabacc.game.hand import Hand
from sabacc.game.view import View
from sabacc.policy import Bot
from sabacc.rules import Rules
from sabacc.sampling import Witness, sample

IDEAS = 4  # things to do that are worth a play-out, the dearest first
OBVIOUS = 0.6  # in pots: what is dearer by so much than anything else needs no search
FUTURES = 2  # each guess is played on with so many different cards to come
FIRST = 5  # guesses after which the hopeless is given up, and again after each as many
HOPELESS = 2.0  # standard errors behind the best
CLEARLY = 0.8  # standard errors that something must be better by than what judgement says
ENOUGH = 3.0  # guesses that all the weights must be worth: where hardly one fits what was bet, the best is but a fluke
TRIES = 40  # at a guess
SECONDS = 5.0  # the safety stop
FOR_MATCHES = 60
FOR_PEOPLE = 3000


class MasterBot(Bot):
    """Searches, with a budget of play-outs for each decision. `cut_short` counts the decisions that the clock had to end."""

    def __init__(self, seed: str = "", budget: int = FOR_MATCHES, seconds: float = SECONDS) -> None:
        super().__init__(seed)
        self.budget = budget
        self.seconds = seconds
        self.cut_short = 0
        self.decisions = 0

    def ready(self, rules: Rules) -> None:
        judge_of(rules)
        judge_of(rules, seasoned=True)

    def act(self, view: View) -> Action:
        self.decisions += 1
        judge = judge_of(view.rules, seasoned=True)
        spot = spot_seen(view)
        ideas = sorted(judge.prices(spot), key=lambda idea: -idea[1])[:IDEAS]
        if len(ideas) == 1 or ideas[0][1] - ideas[1][1] > OBVIOUS * max(1, spot.pot):
            return ideas[0][0]
        search = Search(view, judge, [action for action, _ in ideas])
        return search.run(Chance(f"{self.seed}/{self.decisions}"), self.budget, self)


class Search:
    """One decision: its ideas, and what they have come to so far. The first is what judgement would do."""

    def __init__(self, view: View, judge: Judge, ideas: list[Action]) -> None:
        assert view.seat is not None
        self.view = view
        self.seat = view.seat
        self.judge = judge
        self.others = judge_of(view.rules)  # how the others play, as far as one knows
        self.ideas = ideas
        self.alive = list(range(len(ideas)))
        self.weights: list[float] = []
        self.results: list[list[float]] = [[] for _ in ideas]

    def run(self, chance: Chance, budget: int, bot: MasterBot) -> Action:
        """Spends the budget, then decides."""
        until = time.monotonic() + bot.seconds
        number = 0
        while budget >= len(self.alive) * FUTURES > FUTURES:
            if not self._try(chance.derive(f"guess {number}")):
                break
            budget -= len(self.alive) * FUTURES
            number += 1
            if number % FIRST == 0:
                self._give_up_the_hopeless()
            if time.monotonic() > until:
                bot.cut_short += 1
                break
        return self._decide()

    def _try(self, chance: Chance) -> bool:
        """One more guess, in which everything is tried."""
        witness = _Likelihood(self.others, self.seat, chance)
        try:
            guess = sample(self.view, chance, witness, TRIES)
        except SabaccError:  # a view that is too much of a puzzle: judgement has to do
            return False
        for future in range(FUTURES):
            hand = guess.hand if not future else another_future(guess.hand, chance.derive(f"future {future}"))
            self.weights.append(guess.log_weight + witness.log)
            for at, action in enumerate(self.ideas):
                result = play_out(hand, self.judge, self.others, self.seat, action) if at in self.alive else 0.0
                self.results[at].append(result)
        return True

    def _give_up_the_hopeless(self) -> None:
        """What is far behind the best; what judgement says has to be twice as far behind."""
        best = self._best()
        for at in self.alive[:]:
            behind, error = self._mean(best, at)
            if behind > HOPELESS * (2 if at == 0 else 1) * error:
                self.alive.remove(at)

    def _best(self) -> int:
        return max(self.alive, key=lambda at: self._mean(at, self.alive[0])[0])

    def _decide(self) -> Action:
        """What is best, if it is clearly better than what judgement says; else that."""
        if self._worth() < ENOUGH:
            return self.ideas[0]
        best = self._best()
        if best and 0 in self.alive:
            better, error = self._mean(best, 0)
            if better < CLEARLY * error:
                best = 0
        return self.ideas[best]

    def _mean(self, at: int, beside: int) -> tuple[float, float]:
        """How much better something came off than something else, and the standard error of it: that of as many guesses
        as all the weights are worth. If one outweighs all others, that is one, however sure it looks."""
        if at == beside:
            return 0.0, 0.0
        differences = [one - other for one, other in zip(self.results[at], self.results[beside], strict=True)]
        shares = self._shares()
        total = sum(shares)
        worth = self._worth()
        mean = sum(share * one for share, one in zip(shares, differences, strict=True)) / total
        evener = [math.sqrt(share) for share in shares]  # or a single heavy guess would have no spread at all
        spread = sum(share * (one - mean) ** 2 for share, one in zip(evener, differences, strict=True)) / sum(evener)
        return mean, math.sqrt(spread / worth) + 1e-9

    def _shares(self) -> list[float]:
        heaviest = max(self.weights)
        return [math.exp(weight - heaviest) for weight in self.weights]

    def _worth(self) -> float:
        """How many guesses of the same weight all of them are worth; the futures of a guess share its cards."""
        if not self.weights:
            return 0.0
        shares = self._shares()
        return sum(shares) ** 2 / sum(share * share for share in shares) / FUTURES


class _Likelihood(Witness):
    """How likely the others would have done what they did."""

    def __init__(self, judge: Judge, seat: int, chance: Chance) -> None:
        self.judge = judge
        self.seat = seat
        self.luck = random.Random(chance.below("selections", 0, 1 << 32))
        self.log = 0.0

    def begin(self) -> None:
        self.log = 0.0

    def selects(self, view: View, cards: tuple[Card, ...], count: int) -> tuple[Card, ...] | None:
        if not isinstance(self.judge, CoruscantJudge) or view.gold is None:
            return None
        target = (view.gold, str(view.silver))
        chosen, likely = self.judge.selection(cards, count, target, sum(view.live) - 1 or 1, self.luck.random())
        self.log += likely
        return chosen

    def sees(self, hand: Hand, seat: int, action: Action) -> None:
        if seat != self.seat:
            self.log += likelihood(hand, self.judge, seat, action)
