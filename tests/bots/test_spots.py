"""A spot read off a view is the same as one read off the hand, where the seat may know it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from sabacc.bots.judges.registry import judge_of
from sabacc.bots.spot import Spot, spot_of_hand, spot_of_view
from sabacc.game.actions import write_action
from sabacc.game.hand import Hand
from sabacc.policy import random_step
from sabacc.variants import new_game
from tests.bots.bot_tables import GAMES, title
from tests.strategies import SOAK
from tests.tables import NAMES as PEOPLE
from tests.tables import open_table, play

HANDS = 40 if SOAK else 4
REMEMBERED = ("options", "seen")  # a hand can't tell what its seats remember; options are compared by what they offer
UNUSED = ("caller", "turn")  # no judge goes by them
OF_BETTING = ("bets", "owed", "pot_before", "raised")
AT_THE_BOARD = ("board", "peeked", "protect", "offer")  # where no bets are made any more


def known(spot: Spot) -> dict[str, Any]:
    """What a judge may go by, but what is remembered: bets only while they matter, turns until the hand is called."""
    excluded = [*REMEMBERED, *UNUSED]
    excluded += OF_BETTING if spot.kind in AT_THE_BOARD else ()
    excluded += ["turns"] if spot.called else ()
    said = {name: getattr(spot, name) for name in dir(Spot) if not name.startswith("_") and name not in excluded}
    plain = {name: value for name, value in said.items() if not callable(value)}
    assert {"loose", "pot", "live", "round"} <= set(plain)
    return {**plain, "actions": spot.options.actions}


def moments(game: Mapping[str, Any]) -> list[Hand]:
    """Some hands, at every question of theirs."""
    found: list[Hand] = []
    for number in range(HANDS):
        hand = new_game(dict(game), PEOPLE[:3], seed=f"spots {number}").deal()
        luck = random.Random(number)
        while not hand.over and len(found) < 60 * (number + 1):
            found.append(hand.copy())
            hand.act(*random_step(hand, luck))
    return found


@pytest.mark.parametrize("game", GAMES, ids=title)
def test_a_view_and_its_hand_give_the_same_spot(game: Mapping[str, Any]) -> None:
    for hand in moments(game):
        for seat in hand.waiting:
            assert known(spot_of_view(hand.view(seat))) == known(spot_of_hand(hand, seat))


@pytest.mark.parametrize("game", GAMES, ids=title)
def test_everything_a_judge_prices_is_legal(game: Mapping[str, Any]) -> None:
    for hand in moments(game):
        seat = hand.waiting[0]
        view = hand.view(seat)
        values = judge_of(view.rules).values(spot_of_view(view))
        assert values
        assert [action for action, _ in values if action not in view.options] == []
        assert len({write_action(action) for action, _ in values}) == len(values)


def test_cards_one_has_dropped_are_remembered() -> None:
    _, hand = open_table("classic", ["S4 F6", "S12 F11", "T3 C8"], "C1", shift_trigger="none")
    play(hand, "1 check", "2 pass", "0 pass", "1 trade S12", "2 check", "0 pass", "1 pass", "2 stand", "0 check")
    play(hand, "1 pass", "2 pass", "0 stand")
    assert "S12" in spot_of_view(hand.view(1)).seen


def test_cards_in_others_fields_are_seen() -> None:
    _, hand = open_table("classic", ["S4 F6", "S12 F11", "T3 C8"])
    play(hand, "0 place S4", "2 place C8")
    assert spot_of_view(hand.view(1)).seen == ("S4", "C8")
