"""A bot knows its view and nothing else: what it can't see does not change what it does."""

from __future__ import annotations

import gc
import random
from collections.abc import Mapping
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import pytest

from sabacc.chance import Chance
from sabacc.game.hand import Hand
from sabacc.game.table import Game
from sabacc.game.view import View
from sabacc.policy import SeatViews, random_step
from sabacc.sampling import sample
from sabacc.variants import new_game
from tests.bots.bot_tables import GAMES, NAMES, seated, title
from tests.strategies import SOAK
from tests.tables import NAMES as PEOPLE

MOMENTS = 30 if SOAK else 3
NO_DATA = (type, ModuleType, FunctionType, BuiltinFunctionType)  # ways to code, which anybody can import
SECRET = (Hand, Game, Chance)
games = pytest.mark.parametrize("game", GAMES, ids=title)


def some_moment(game: Mapping[str, Any], number: int, steps: int) -> Hand:
    """A hand that has gone on for a while, and is not over."""
    hand = new_game(dict(game), PEOPLE[:3], seed=f"moment {number}").deal()
    luck = random.Random(number)
    before = hand
    for _ in range(steps):
        before = hand.copy()
        hand.act(*random_step(hand, luck))
        if hand.over:
            return before
    return hand


def reached(start: object) -> list[object]:
    """Everything that can be got at from a thing by following references."""
    found: dict[int, object] = {}
    todo = [start]
    while todo:
        thing = todo.pop()
        if id(thing) not in found and not isinstance(thing, NO_DATA):
            found[id(thing)] = thing
            todo.extend(gc.get_referents(thing))
    return list(found.values())


@games
def test_hands_that_look_alike_get_the_same_answer(game: Mapping[str, Any]) -> None:
    different = 0
    for number in range(MOMENTS):
        hand = some_moment(game, number, 4 + 3 * number)
        seat = hand.waiting[0]
        view = hand.view(seat)
        guesses = [sample(view, Chance(f"{number} {guess}")).hand for guess in range(3)]
        different += len({str([guess.hands, guess.undealt()]) for guess in guesses}) > 1
        for name in NAMES:
            expected = seated(name, "alike").act(view)
            assert [seated(name, "alike").act(guess.view(seat)) for guess in guesses] == [expected] * 3
    assert different > 0


@games
def test_nothing_secret_can_be_reached_from_a_view(game: Mapping[str, Any]) -> None:
    hand = some_moment(game, 1, 6)
    seat = hand.waiting[0]
    for view in (hand.view(seat), SeatViews(hand).view(seat)):
        assert isinstance(view, View)
        assert [thing for thing in reached(view) if isinstance(thing, SECRET)] == []


def test_the_search_for_secrets_finds_them_where_they_are() -> None:
    hand = some_moment(GAMES[0], 1, 6)
    found = reached([hand])
    assert any(isinstance(thing, Hand) for thing in found)
    assert any(isinstance(thing, Chance) for thing in found)


@games
def test_an_answer_leaves_the_view_as_it_was(game: Mapping[str, Any]) -> None:
    hand = some_moment(game, 2, 5)
    seat = hand.waiting[0]
    view, same = hand.view(seat), hand.view(seat)
    for name in NAMES:
        seated(name, "quiet").act(view)
    before, after = ({**vars(one), "options": list(one.options.actions)} for one in (same, view))
    assert before == after
