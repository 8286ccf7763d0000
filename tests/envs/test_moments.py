"""A hand as a tree: what follows from a moment, with which odds, and what it wins."""

from __future__ import annotations

import pickle
import random
from math import isclose

import pytest

from sabacc.chance import ScriptedChance
from sabacc.envs.moments import Moment, Opening
from sabacc.envs.small import SMALL_TABLES
from sabacc.errors import SabaccError
from sabacc.game.actions import read_action
from sabacc.game.events import BettingStarted
from sabacc.rules import read_rules
from sabacc.variants import new_game
from tests.tables import only


def opening(name: str = "small", remembers: bool = False) -> Opening:
    table = SMALL_TABLES[name]
    return Opening(read_rules(table.rules), (table.stack,) * 2, remembers)


def dealt(start: Opening, cards: str) -> Moment:
    """The moment after these cards, in the order they are dealt: first one each, then another."""
    moment = start.deal()
    for card in cards.split():
        moment = moment.answer([outcome for outcome, _ in moment.outcomes()].index(card))
    return moment


def played(moment: Moment, *moves: str) -> Moment:
    for move in moves:
        moment = moment.act(read_action(move))
    return moment


def wander(start: Opening, luck: random.Random) -> Moment:
    """A hand played at random to its end."""
    moment = start.deal()
    while not moment.is_over:
        if moment.is_chance:
            moment = moment.answer(luck.randrange(len(list(moment.outcomes()))))
        else:
            moment = moment.act(luck.choice(list(moment.at_rest().options(moment.seat))))
    return moment


def test_odds_of_the_deal_are_those_of_the_cards_left() -> None:
    assert dict(opening().deal().outcomes()) == {
        **dict.fromkeys(("S3", "S8", "S12", "S15"), 1 / 6),
        "QA": 2 / 6,
    }
    assert dict(dealt(opening(), "QA S3 S8").outcomes()) == dict.fromkeys(("S12", "S15", "QA"), 1 / 3)


def test_odds_sum_to_one_all_the_way() -> None:
    luck = random.Random(1)
    for _ in range(20):
        moment = wander(opening(), luck)
        while moment.before is not None:
            moment = moment.before
            assert not moment.is_chance or isclose(sum(chance for _, chance in moment.outcomes()), 1)


def test_a_step_leaves_the_moment_as_it_was() -> None:
    moment = dealt(opening(), "S3 S8 QA S12")
    before = list(moment.at_rest().events)
    played(moment, "gain").answer(0)
    assert moment.at_rest().events == before
    assert moment.seat == 0


def test_a_small_table_has_one_play_round_and_one_betting_round() -> None:
    moment = played(dealt(opening(), "S15 S3 S8 QA"), "stand", "stand", "raise 1", "match")
    assert moment.is_over
    assert len(only(BettingStarted, moment.at_rest().events)) == 1


@pytest.mark.clause("T3")
def test_winnings_are_what_the_table_pays_when_it_closes() -> None:
    luck = random.Random(2)
    for _ in range(50):
        end = wander(opening(), luck)
        hand = end.at_rest()
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
    end = played(dealt(opening(), "S15 S3 S8 QA"), "stand", "stand", "check", "check")
    assert end.winnings() == [2, -2]


def test_a_plain_win_is_one_ante() -> None:
    end = played(dealt(opening(), "S12 S3 S8 QA"), "stand", "stand", "check", "check")
    assert end.winnings() == [1, -1]


def test_folding_costs_one_ante() -> None:
    end = played(dealt(opening(), "S15 S3 S8 QA"), "stand", "stand", "fold")
    assert end.winnings() == [-1, 1]


def test_a_moment_goes_through_pickle_by_its_path() -> None:
    moment = played(dealt(opening(), "S12 S3 S8 QA"), "gain")
    again = pickle.loads(pickle.dumps(moment))
    assert again.path() == moment.path()
    assert list(again.outcomes()) == list(moment.outcomes())
    assert again.answer(0).at_rest().events == moment.answer(0).at_rest().events


def test_a_tree_that_remembers_gives_the_same_moment_twice() -> None:
    assert opening(remembers=True).deal().answer(0) is not opening(remembers=True).deal().answer(0)
    root = opening(remembers=True).deal()
    assert root.answer(0) is root.answer(0)
    forgetful = opening().deal()
    assert forgetful.answer(0) is not forgetful.answer(0)


def test_nobody_decides_while_cards_are_dealt() -> None:
    with pytest.raises(SabaccError, match="still being dealt"):
        opening().deal().act(read_action("stand"))
