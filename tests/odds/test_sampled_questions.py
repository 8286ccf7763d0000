"""What may be asked of `chances`, and what is refused with a sentence."""

from __future__ import annotations

import math
from typing import Any

import pytest

from sabacc.errors import SabaccError
from sabacc.game.actions import Check, Raise
from sabacc.game.view import View
from sabacc.odds import chances
from sabacc.policy import Bot
from sabacc.variants import new_game


@pytest.fixture
def view() -> View:
    hand = new_game("classic", ["Ana", "Ben"], seed="questions").deal()
    return hand.view(hand.waiting[0])


def test_actions_may_be_given_in_words(view: View) -> None:
    in_words = chances(view, "random", actions=["check", "raise 5"], samples=16, processes=1)
    assert in_words == chances(view, "random", actions=[Check(), Raise(5)], samples=16, processes=1)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"actions": [5]}, "5 is no action"),
        ({"actions": ["fly"]}, "fly"),
        ({"actions": ["raise 500"]}, "can't raise 500"),
        ({"policy": Bot()}, r"a class made from sabacc\.Bot"),
        ({"policy": object}, r"a class made from sabacc\.Bot"),
        ({"policy": "clever"}, "no policy 'clever'"),
        ({"seconds": math.inf}, "not endless"),
        ({"seconds": math.nan}, "above 0"),
        ({"precision": math.nan}, "between 0 and 1"),
        ({"samples": 0}, "from 1 up"),
        ({"samples": 2.5}, "whole number"),
        ({"processes": 0}, "from 1 up"),
    ],
)
def test_what_makes_no_sense_is_refused(view: View, more: dict[str, Any], words: str) -> None:
    with pytest.raises(SabaccError, match=words):
        chances(view, **{"samples": 16, **more})
