"""Judgement in coruscant-shift: how near a selection comes to the gold number, once the rest has been changed for new cards.

What a selection becomes is worked out from a fixed number of draws: for every number of new cards, many hands of them, and for
each distance still to go the best that can be made of them. What others come to is known from careers: hands dealt and selected
by the same table.
"""

from __future__ import annotations

import functools
import math
import random
from typing import Final

from sabacc.bots.judges.base import Judge, JudgeHabits, JudgeSpec, Outlook
from sabacc.bots.spot import Spot
from sabacc.cards import CORUSCANT, Card
from sabacc.game.actions import FOLD, GO_ON, Action, Improve, Select
from sabacc.game.view import View
from sabacc.hands.coruscant import HAND_SIZE
from sabacc.hands.dice import GOLD
from sabacc.rules import Rules

MAX_DISTANCE: Final = 12  # distances of so much and more are all the same
TEMPERATURE: Final = 0.008  # differences in the chance to win that a player may well overlook
SUIT_COUNTS: Final = HAND_SIZE + 1
_DRAWS: Final = 160
_CAREERS: Final = 500
VALUES: Final = CORUSCANT.values


class SelectionCareers:
    """What others come to, and the chance to be ahead of them by distance and cards of the silver suit."""

    def __init__(self) -> None:
        luck = random.Random("selections")
        self.draws: list[list[list[tuple[int, int]]]] = [  # by number of new cards: subsets as (sum, suited cards)
            [_sums(luck.sample(CORUSCANT.cards, count)) for _ in range(_DRAWS)] for count in range(HAND_SIZE)
        ]
        self.chances: dict[tuple[int, int, int, int], float] = {}
        self.ahead = [
            1 - (place // SUIT_COUNTS) / MAX_DISTANCE + (place % SUIT_COUNTS) / 1000
            for place in range((MAX_DISTANCE + 1) * SUIT_COUNTS)
        ]
        for _ in range(2):
            self.ahead = self._play()
            self.chances = {}

    def chance(self, togo: int, new: int, suited: int, others: int) -> float:
        """The chance to be ahead of all the others in the end, by distance, new cards to come and cards of the suit."""
        key = (togo, new, suited, others)
        found = self.chances.get(key)
        if found is None:
            total = 0.0
            for sums in self.draws[new]:
                total += self.place(togo, suited, sums) ** others
            found = self.chances[key] = total / len(self.draws[new])
        return found

    def place(self, togo: int, suited: int, sums: list[tuple[int, int]]) -> float:
        """The best that new cards can be made of, whose subsets have these sums."""
        best = 0.0
        for total, more in sums:
            here = self.ahead[place_of(togo - total, suited + more)]
            if here > best:
                best = here
        return best

    def _play(self) -> list[float]:
        luck = random.Random("careers")
        counts = [0] * ((MAX_DISTANCE + 1) * SUIT_COUNTS)
        for _ in range(_CAREERS):
            gold = GOLD[int(luck.random() * len(GOLD))]
            cards = luck.sample(CORUSCANT.cards, 2 * HAND_SIZE)
            selection = self._select(cards[:HAND_SIZE], gold)
            chosen = [cards[at] for at in range(HAND_SIZE) if selection >> at & 1]
            togo = gold - sum([VALUES[card] for card in chosen])
            suited = sum([is_suited(card, "c") for card in chosen])
            best, best_place = 0.0, place_of(togo, suited)
            for total, more in _sums(cards[HAND_SIZE : 2 * HAND_SIZE - len(chosen)]):
                place = place_of(togo - total, suited + more)
                if self.ahead[place] > best:
                    best, best_place = self.ahead[place], place
            counts[best_place] += 1
        return _ahead(counts)

    def _select(self, cards: list[Card], gold: int) -> int:
        """The best selection of five cards, as a mask."""
        best, best_mask = -1.0, 1
        for mask in range(1, 1 << HAND_SIZE):
            togo, suited, size = gold, 0, 0
            for at in range(HAND_SIZE):
                if mask >> at & 1:
                    togo -= VALUES[cards[at]]
                    suited += is_suited(cards[at], "c")
                    size += 1
            chance = self.chance(togo, HAND_SIZE - size, suited, 1)
            if chance > best:
                best, best_mask = chance, mask
        return best_mask


def place_of(togo: int, suited: int) -> int:
    """A place in the table: by distance, then by cards of the suit."""
    return min(abs(togo), MAX_DISTANCE) * SUIT_COUNTS + min(suited, HAND_SIZE)


def is_suited(card: Card, silver: str) -> int:
    """1 for a card that counts for the silver suit; the zeros do for every suit (CS1)."""
    return 1 if card == "0" or card[-1] == silver else 0


def _sums(cards: list[Card], silver: str = "c") -> list[tuple[int, int]]:
    """The sum and the suited cards of every subset."""
    found = [(0, 0)]
    for card in cards:
        value, suited = VALUES[card], is_suited(card, silver)
        found += [(total + value, more + suited) for total, more in found]
    return found


def _ahead(counts: list[int]) -> list[float]:
    """By place: the chance to be ahead of somebody; nearer is better, then more of the suit."""
    order = sorted(range(len(counts)), key=lambda place: (-(place // SUIT_COUNTS), place % SUIT_COUNTS))
    total = sum(counts)
    ahead = [0.0] * len(counts)
    below = 0
    for place in order:
        ahead[place] = (below + counts[place] / 2) / total
        below += counts[place]
    return ahead


@functools.cache
def selection_careers() -> SelectionCareers:
    """Made once."""
    return SelectionCareers()


class CoruscantJudge(Judge):
    """Judges selections."""

    def __init__(self, rules: Rules, habits: JudgeHabits) -> None:
        super().__init__(rules, habits)
        self.careers = selection_careers()

    def values(self, spot: Spot) -> list[tuple[Action, float]]:
        if spot.kind == "select":
            return [(action, self._selection_value(spot, action)) for action in spot.options.actions]
        if spot.kind == "improve":
            return [(action, self._improvement_value(spot, action)) for action in spot.options.actions]
        if spot.kind == "bet":
            return self.bet_values(spot, self.outlook(spot))
        if spot.kind == "decide":  # without credits there is nothing to save (CS13)
            return [(GO_ON, self.outlook(spot).win), (FOLD, 0.0)]
        return [(action, -float(at)) for at, action in enumerate(spot.options.actions)]

    def _stake(self, spot: Spot) -> float:
        return float(max(spot.pot, 1))

    def _selection_value(self, spot: Spot, action: Action) -> float:
        assert isinstance(action, Select)
        cards = action.cards or ()
        togo, suited = self._measure(spot, cards)
        new = HAND_SIZE - len(cards)
        return self.careers.chance(togo, new, suited, len(spot.others())) * self._stake(spot)

    def _improvement_value(self, spot: Spot, action: Action) -> float:
        assert isinstance(action, Improve)
        togo, suited = self._measure(spot, spot.chosen + (action.cards or ()))
        return self.careers.ahead[place_of(togo, suited)] ** len(spot.others()) * self._stake(spot)

    def _measure(self, spot: Spot, cards: tuple[Card, ...]) -> tuple[int, int]:
        """How far the cards are from the gold number, and how many are of the silver suit."""
        gold, silver = spot.target
        total = suited = 0
        for card in cards:
            total += VALUES[card]
            suited += is_suited(card, silver)
        return gold - total, suited

    def likely_selection(
        self, cards: tuple[Card, ...], count: int, view: View, roll: float
    ) -> tuple[tuple[Card, ...], float] | None:
        if view.gold is None:
            return None
        gold, silver = view.gold, str(view.silver)
        others = sum(view.live) - 1 or 1
        ways: list[tuple[int, float]] = []
        total = fitting = 0.0
        for mask in range(1, 1 << len(cards)):
            togo, suited, size = gold, 0, 0
            for at, card in enumerate(cards):
                if mask >> at & 1:
                    togo -= VALUES[card]
                    suited += is_suited(card, silver)
                    size += 1
            share = math.exp(self.careers.chance(togo, HAND_SIZE - size, suited, others) / TEMPERATURE)
            total += share
            if size == count:
                fitting += share
                ways.append((mask, fitting))
        found = ways[-1][0]
        for mask, below in ways:
            if roll * fitting < below:
                found = mask
                break
        chosen = tuple([card for at, card in enumerate(cards) if found >> at & 1])
        return chosen, math.log(fitting / total)

    def outlook(self, spot: Spot) -> Outlook:
        togo, suited = self._measure(spot, spot.chosen)
        others = len(spot.others())
        if spot.round < 2:  # the rest is still to be changed
            return Outlook(self.careers.chance(togo, HAND_SIZE - len(spot.chosen), suited, others))
        sums = _sums(list(spot.loose), spot.target[1])
        return Outlook(self.careers.place(togo, suited, sums) ** others)


JUDGE: Final = JudgeSpec(
    CoruscantJudge,
    plain={
        # Without some respect for bets, selections lose to whoever waits.
        "coruscant-shift": JudgeHabits(1.5, 1.2),
    },
    seasoned={
        "coruscant-shift": JudgeHabits(2.5, 1.2, 0.5),
    },
)
