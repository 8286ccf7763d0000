"""At a table that is small enough, every value of a review can be worked out: the guesses must come to it."""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import pytest

from sabacc.bots.judges.base import Judge
from sabacc.bots.judges.registry import judge_of
from sabacc.bots.search.rollout import likelihood, result_value
from sabacc.bots.spot import spot_of_hand
from sabacc.envs.information_state import information_state
from sabacc.envs.nodes import Node, RootDeal
from sabacc.envs.small_tables import small_tables
from sabacc.game.actions import Action, read_action
from sabacc.game.hand import Hand
from sabacc.records import read, record_hand
from sabacc.records.decisions import PlayedHand, hands_in
from sabacc.rules import effective_ante, read_rules
from tests.review.reviewed_hands import reviewed
from tests.strategies import SOAK

GUESSES = 2000 if SOAK else 250
TABLES = ("dealt", "tiny", "small") if SOAK else ("dealt", "tiny")
HANDS = 12 if SOAK else 3


class Past(NamedTuple):
    """A node that a seat can't tell from others."""

    node: Node
    chance: float  # by the cards
    likely: float  # as the others play


class ExactValues:
    """The values of a seat's actions, by walking through every past that it can't tell from its own, and every future."""

    def __init__(self, root_deal: RootDeal, seat: int) -> None:
        self.root_deal = root_deal
        self.seat = seat
        self.mine = judge_of(root_deal.rules, seasoned=True)
        self.others = judge_of(root_deal.rules)
        self.pasts: dict[str, list[Past]] = defaultdict(list)  # by what the seat remembers
        self._walk(Past(root_deal.deal(), 1.0, 1.0))

    def at(self, node: Node, actions: Sequence[Action], weighed: bool = True) -> list[float]:
        """In antes."""
        pasts = self.pasts[information_state(node, self.seat)]
        weights = [past.chance * (past.likely if weighed else 1) for past in pasts]
        antes = sum(weights) * effective_ante(self.root_deal.rules)
        return [
            sum(
                weight * self._value(past.node.act(action), past.node.last_hand())
                for past, weight in zip(pasts, weights, strict=True)
            )
            / antes
            for action in actions
        ]

    def _walk(self, past: Past) -> None:
        """Through all that can happen before the seat decides."""
        node, chance, likely = past
        if node.is_terminal:
            return
        if node.is_chance:
            for number, (_, share) in enumerate(node.outcomes()):
                self._walk(Past(node.answer(number), chance * share, likely))
            return
        hand = node.last_hand()
        if node.seat == self.seat:
            self.pasts[information_state(node, self.seat)].append(past)
        for action in hand.options(node.seat):
            done = 1.0 if node.seat == self.seat else math.exp(likelihood(hand, self.others, node.seat, action))
            self._walk(Past(node.act(action), chance, likely * done))

    def _value(self, node: Node, before: Hand) -> float:
        """What it comes to on average, if all play on by judgement."""
        if node.is_chance:
            return sum(share * self._value(node.answer(at), before) for at, (_, share) in enumerate(node.outcomes()))
        hand = node.last_hand()
        if node.is_terminal or not hand.live[self.seat]:
            return result_value(before, hand, self.seat)
        judge: Judge = self.mine if node.seat == self.seat else self.others
        return self._value(node.act(judge.best(spot_of_hand(hand, node.seat))), before)


def small_root(name: str) -> RootDeal:
    table = small_tables()[name]
    return RootDeal(read_rules(table.rules), (table.stack,) * 2, keeps_tree=True)


def played_on(node: Node, luck: random.Random) -> list[Node]:
    """A hand played on at random from a node to its end, node by node."""
    nodes = [node]
    while not nodes[-1].is_terminal:
        node = nodes[-1]
        if node.is_chance:
            nodes.append(node.answer(luck.randrange(len(list(node.outcomes())))))
        else:
            nodes.append(node.act(luck.choice(list(node.last_hand().options(node.seat)))))
    return nodes


def recorded(node: Node) -> PlayedHand:
    return hands_in(read(record_hand(node.last_hand())))[0]


@pytest.mark.parametrize("name", TABLES)
def test_values_are_those_of_every_past_and_every_future(name: str) -> None:
    root_deal = small_root(name)
    exact_by_seat = [ExactValues(root_deal, seat) for seat in (0, 1)]
    luck = random.Random(name)
    inside: dict[bool, int] = defaultdict(int)
    for _ in range(HANDS):
        nodes = played_on(root_deal.deal(), luck)
        asked = {node.last_hand().question: node for node in nodes if not (node.is_chance or node.is_terminal)}
        for seat, exact in enumerate(exact_by_seat):
            for one in reviewed(recorded(nodes[-1]), seat, GUESSES).decisions:
                values = exact.at(asked[one.at], [read_action(action.action) for action in one.actions])
                for action, value in zip(one.actions, values, strict=True):
                    assert abs(action.value - value) <= action.high - action.low + 1e-9, (one, values)
                    inside[action.low - 1e-9 <= value <= action.high + 1e-9] += 1
                loss = max(values) - values[[action.action for action in one.actions].index(one.action)]
                assert one.low - 0.05 <= loss <= one.high + 0.05, (one, values)
    assert inside[True] >= 0.9 * sum(inside.values())


def test_pasts_count_by_how_likely_the_others_would_have_played_so() -> None:
    root_deal = small_root("tiny")
    exact = ExactValues(root_deal, 0)
    gaps = []
    for pasts in exact.pasts.values():
        node = pasts[0].node
        actions = list(node.last_hand().options(0))
        weighed, unweighed = exact.at(node, actions), exact.at(node, actions, weighed=False)
        gap, at = max((abs(one - other), at) for at, (one, other) in enumerate(zip(weighed, unweighed, strict=True)))
        gaps.append((gap, node, actions[at], weighed[at]))
    gap, node, action, value = max(gaps, key=lambda found: found[0])
    assert gap > 0.5
    hand = recorded(played_on(node.act(action), random.Random(1))[-1])
    decision = next(one for one in reviewed(hand, 0, GUESSES).decisions if one.at == node.last_hand().question)
    found = next(one for one in decision.actions if one.action == decision.action)
    assert found.value == pytest.approx(value, abs=gap / 3)
