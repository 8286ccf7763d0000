"""`master`: guesses what it can't see, plays the guesses out, and does what came off best.

A guess is a whole past that shows its seat just what it saw. It counts for as much as the others are likely to have bet so
with those cards. Then each candidate is done in it, and everybody plays on by judgement to the end: the others by what can
be worked out, itself with the habits of a seasoned player. All candidates are tried in the same guesses with the same luck
to come, so what differs is what was done.

What judgement would do stands until something else has come off clearly better: with few play-outs much is luck.
"""

from __future__ import annotations

import math
import time

from sabacc.bots.judges.base import Judge
from sabacc.bots.judges.registry import judge_of
from sabacc.bots.search.rollout import play_out, resample_future
from sabacc.bots.search.witness import LikelihoodWitness
from sabacc.bots.spot import spot_of_view
from sabacc.chance import Chance
from sabacc.errors import SabaccError
from sabacc.game.actions import Action
from sabacc.game.view import View
from sabacc.policy import Bot
from sabacc.rules import Rules
from sabacc.sampling import sample

MAX_CANDIDATES = 4  # actions worth a play-out, the best first
CLEAR_LEAD = 0.6  # in pots: what is better by so much than anything else needs no search
FUTURES_PER_GUESS = 2  # each guess is played on with so many different cards to come
PRUNING_INTERVAL = 5  # guesses after which the hopeless is given up, and again after each as many
PRUNING_ERRORS = 2.0  # standard errors behind the best
SWITCH_ERRORS = 0.8  # standard errors that something must be better by than what judgement says
MIN_EFFECTIVE_SAMPLES = 3.0  # where hardly one guess fits what was bet, the best is but a fluke
MAX_TRIES = 40  # at a guess
MAX_SECONDS = 5.0  # the safety stop
MATCH_BUDGET = 60
PEOPLE_BUDGET = 3000


class MasterBot(Bot):
    """Searches, with a budget of play-outs for each decision."""

    def __init__(self, seed: str = "", budget: int = MATCH_BUDGET, seconds: float = MAX_SECONDS) -> None:
        super().__init__(seed)
        self.budget = budget
        self.seconds = seconds
        self.cut_short = 0  # decisions that the clock had to end

        self.decisions = 0

    def ready(self, rules: Rules) -> None:
        judge_of(rules)
        judge_of(rules, seasoned=True)

    def act(self, view: View) -> Action:
        self.decisions += 1
        judge = judge_of(view.rules, seasoned=True)
        spot = spot_of_view(view)
        candidates = sorted(judge.values(spot), key=lambda candidate: -candidate[1])[:MAX_CANDIDATES]
        if len(candidates) == 1 or candidates[0][1] - candidates[1][1] > CLEAR_LEAD * max(1, spot.pot):
            return candidates[0][0]
        search = Search(view, judge, [action for action, _ in candidates])
        return search.run(Chance(f"{self.seed}/{self.decisions}"), self.budget, self)


class Search:
    """One decision: its candidates, of which the first is what judgement would do, and their results so far."""

    def __init__(self, view: View, judge: Judge, candidates: list[Action]) -> None:
        assert view.seat is not None
        self.view = view
        self.seat = view.seat
        self.judge = judge
        self.others = judge_of(view.rules)  # how the others play, as far as one knows
        self.candidates = candidates
        self.remaining = list(range(len(candidates)))
        self.weights: list[float] = []
        self.results: list[list[float]] = [[] for _ in candidates]

    def run(self, chance: Chance, budget: int, bot: MasterBot) -> Action:
        """Spends the budget, then decides."""
        until = time.monotonic() + bot.seconds
        number = 0
        while budget >= len(self.remaining) * FUTURES_PER_GUESS > FUTURES_PER_GUESS:
            if not self._try_guess(chance.derive(f"guess {number}")):
                break
            budget -= len(self.remaining) * FUTURES_PER_GUESS
            number += 1
            if number % PRUNING_INTERVAL == 0:
                self._prune()
            if time.monotonic() > until:
                bot.cut_short += 1
                break
        return self._choose()

    def _try_guess(self, chance: Chance) -> bool:
        """One more guess, in which everything is tried."""
        witness = LikelihoodWitness(self.others, self.seat, chance)
        try:
            guess = sample(self.view, chance, witness, MAX_TRIES)
        except SabaccError:  # a view that is too much of a puzzle: judgement has to do
            return False
        for future in range(FUTURES_PER_GUESS):
            hand = guess.hand if not future else resample_future(guess.hand, chance.derive(f"future {future}"))
            self.weights.append(guess.log_weight + witness.log)
            for at, action in enumerate(self.candidates):
                result = play_out(hand, self.judge, self.others, self.seat, action) if at in self.remaining else 0.0
                self.results[at].append(result)
        return True

    def _prune(self) -> None:
        """What is far behind the best; what judgement says has to be twice as far behind."""
        best = self._best()
        for at in self.remaining[:]:
            behind, error = self._mean_difference(best, at)
            if behind > PRUNING_ERRORS * (2 if at == 0 else 1) * error:
                self.remaining.remove(at)

    def _best(self) -> int:
        return max(self.remaining, key=lambda at: self._mean_difference(at, self.remaining[0])[0])

    def _choose(self) -> Action:
        """What is best, if it is clearly better than what judgement says; else that."""
        if self.effective_samples() < MIN_EFFECTIVE_SAMPLES:
            return self.candidates[0]
        best = self._best()
        if best and 0 in self.remaining:
            better, error = self._mean_difference(best, 0)
            if better < SWITCH_ERRORS * error:
                best = 0
        return self.candidates[best]

    def _mean_difference(self, at: int, beside: int) -> tuple[float, float]:
        """How much better something came off than something else, and the standard error by the effective samples."""
        if at == beside:
            return 0.0, 0.0
        differences = [one - other for one, other in zip(self.results[at], self.results[beside], strict=True)]
        shares = self._shares()
        total = sum(shares)
        samples = self.effective_samples()

        mean = sum(share * one for share, one in zip(shares, differences, strict=True)) / total
        # By the weights alone a single heavy guess would have no spread at all.
        evener = [math.sqrt(share) for share in shares]
        spread = sum(share * (one - mean) ** 2 for share, one in zip(evener, differences, strict=True)) / sum(evener)
        return mean, math.sqrt(spread / samples) + 1e-9

    def _shares(self) -> list[float]:
        heaviest = max(self.weights)
        return [math.exp(weight - heaviest) for weight in self.weights]

    def effective_samples(self) -> float:
        """How many guesses of the same weight all of them are worth; the futures of a guess share its cards."""
        if not self.weights:
            return 0.0
        shares = self._shares()
        return sum(shares) ** 2 / sum(share * share for share in shares) / FUTURES_PER_GUESS
