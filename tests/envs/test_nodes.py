"""A hand as a tree: what follows from a moment, with which odds, and what it wins."""

from __future__ import annotations

import pickle
import random
from math import isclose

import pytest

from sabacc.chance import ScriptedChance
from sabacc.envs.family76.small_tables import SMALL_TABLES
from sabacc.envs.nodes import Node, RootDeal
from sabacc.errors import SabaccError
from sabacc.game.actions import read_action
from sabacc.game.events import BettingStarted
from sabacc.rules import read_rules
from sabacc.variants import new_game
from tests.tables import only


def root_deal(name: str = "small", keeps_tree: bool = False) -> RootDeal:
    table = SMALL_TABLES[name]
    return RootDeal(read_rules(table.rules), (table.stack,) * 2, keeps_tree)


def dealt(start: RootDeal, cards: str) -> Node:
    """The moment after these cards, in the order they are dealt: first one each, then another."""
    node = start.deal()
    for card in cards.split():
        node = node.answer([outcome for outcome, _ in node.outcomes()].index(card))
    return node


def played(node: Node, *moves: str) -> Node:
    for move in moves:
        node = node.act(read_action(move))
    return node


def wander(start: RootDeal, luck: random.Random) -> Node:
    """A hand played at random to its end."""
    node = start.deal()
    while not node.is_terminal:
        if node.is_chance:
            node = node.answer(luck.randrange(len(list(node.outcomes()))))
        else:
            node = node.act(luck.choice(list(node.last_hand().options(node.seat))))
    return node


def test_odds_of_the_deal_are_those_of_the_cards_left() -> None:
    assert dict(root_deal().deal().outcomes()) == {
        **dict.fromkeys(("S3", "S8", "S12", "S15"), 1 / 6),
        "QA": 2 / 6,
    }
    assert dict(dealt(root_deal(), "QA S3 S8").outcomes()) == dict.fromkeys(("S12", "S15", "QA"), 1 / 3)


def test_odds_sum_to_one_all_the_way() -> None:
    luck = random.Random(1)
    for _ in range(20):
        node = wander(root_deal(), luck)
        while node.parent is not None:
            node = node.parent
            assert not node.is_chance or isclose(sum(chance for _, chance in node.outcomes()), 1)


def test_a_step_leaves_the_moment_as_it_was() -> None:
    node = dealt(root_deal(), "S3 S8 QA S12")
    before = list(node.last_hand().events)
    played(node, "gain").answer(0)
    assert node.last_hand().events == before
    assert node.seat == 0


def test_a_small_table_has_one_play_round_and_one_betting_round() -> None:
    node = played(dealt(root_deal(), "S15 S3 S8 QA"), "stand", "stand", "raise 1", "match")
    assert node.is_terminal
    assert len(only(BettingStarted, node.last_hand().events)) == 1


@pytest.mark.clause("T3")
def test_winnings_are_what_the_table_pays_when_it_closes() -> None:
    luck = random.Random(2)
    for _ in range(50):
        end = wander(root_deal(), luck)
        hand = end.last_hand()
        assert isinstance(hand.seating.chance, ScriptedChance)
        game = new_game(hand.seating.rules, hand.seating.names, stacks=4, chance=hand.seating.chance)
        again = game.deal()
        for step in end.path():
            if not isinstance(step, int):
                again.act(again.waiting[0], step)
        assert again.events == hand.events
        game.close()
        assert end.winnings() == [stack - 4 for stack in game.stacks]
        assert sum(end.winnings()) == 0


def test_a_pure_sabacc_wins_both_antes() -> None:
    end = played(dealt(root_deal(), "S15 S3 S8 QA"), "stand", "stand", "check", "check")
    assert end.winnings() == [2, -2]


def test_a_plain_win_is_one_ante() -> None:
    end = played(dealt(root_deal(), "S12 S3 S8 QA"), "stand", "stand", "check", "check")
    assert end.winnings() == [1, -1]


def test_folding_costs_one_ante() -> None:
    end = played(dealt(root_deal(), "S15 S3 S8 QA"), "stand", "stand", "fold")
    assert end.winnings() == [-1, 1]


def test_a_moment_goes_through_pickle_by_its_path() -> None:
    node = played(dealt(root_deal(), "S12 S3 S8 QA"), "gain")
    again = pickle.loads(pickle.dumps(node))
    assert again.path() == node.path()
    assert list(again.outcomes()) == list(node.outcomes())
    assert again.answer(0).last_hand().events == node.answer(0).last_hand().events


def test_a_tree_that_remembers_gives_the_same_moment_twice() -> None:
    assert root_deal(keeps_tree=True).deal().answer(0) is not root_deal(keeps_tree=True).deal().answer(0)
    root = root_deal(keeps_tree=True).deal()
    assert root.answer(0) is root.answer(0)
    forgetful = root_deal().deal()
    assert forgetful.answer(0) is not forgetful.answer(0)


def test_nobody_decides_while_cards_are_dealt() -> None:
    with pytest.raises(SabaccError, match="still being dealt"):
        root_deal().deal().act(read_action("stand"))
