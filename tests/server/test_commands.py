"""What somebody wants and may not have is refused by name, not by number."""

from __future__ import annotations

import pytest

from sabacc.errors import SabaccError
from sabacc.rules import BEHAVIOUR
from sabacc.server.table import entries as en
from sabacc.server.table.commands import CommandHandler, Surroundings
from sabacc.server.table.settings import Settings
from sabacc.server.table.state import TableState
from sabacc.server.wire import protocol as pr

NAMES = ("Ana", "Ben", "Cy")
A_SHIP = "seat 2's ship"


def order(state: TableState, name: str, command: pr.Command) -> None:
    """Does what a player wants; everybody's account is called like the player."""
    around = Surroundings(0, lambda called: None, lambda person: ())
    state.apply(CommandHandler(state, name, name, around).entry_for(command))


@pytest.fixture
def state() -> TableState:
    """A hand in which Ben has staked a ship for more than anybody has."""
    settings = Settings(title="t", seats=3, stack=5_000)
    state = TableState.new(en.Opened(settings, {"preset": "classic", "items": True}, "Ana", "Ana", "s", BEHAVIOUR))
    for seat, name in enumerate(NAMES):
        state.apply(en.SatDown(seat, name, 100, person=name))
    order(state, "Ben", pr.ProposeItem("1", A_SHIP))
    order(state, "Ana", pr.ValueItem("2", 1, A_SHIP, 10_000))
    order(state, "Ben", pr.StakeItem("3", A_SHIP))
    state.apply(en.HandDealt("seed", "salt", BEHAVIOUR))
    return state


def play_on(state: TableState) -> str:
    """To the end of the hand by the clock; who may take the ship first."""
    while state.in_hand:
        assert state.hand is not None
        state.apply(en.TimedOut(state.hand.waiting[0]))
    rights = state.game.staked_items.find(A_SHIP).rights
    assert rights
    return NAMES[rights[0]]


@pytest.mark.parametrize("command", [pr.TakeItem, pr.DeclineItem])
def test_who_may_take_an_item_first_is_called_by_name(
    state: TableState, command: type[pr.TakeItem] | type[pr.DeclineItem]
) -> None:
    first = play_on(state)
    for name in NAMES:
        if name != first:
            with pytest.raises(SabaccError, match=f"ship is {first}'s to take or leave first"):
                order(state, name, command("4", A_SHIP))


def test_an_item_that_is_too_dear_says_what_you_have(state: TableState) -> None:
    first = play_on(state)
    state.apply(en.Rebought(NAMES.index("Cy"), 5))
    state.game._stacks[NAMES.index(first)] = 7
    with pytest.raises(SabaccError, match="costs 10000, and you have 7"):
        order(state, first, pr.TakeItem("4", A_SHIP))


def test_who_is_not_asked_to_bet_is_told_when_to_stake(state: TableState) -> None:
    assert state.hand is not None
    idle = next(seat for seat in range(3) if seat not in state.hand.waiting)
    order(state, NAMES[idle], pr.ProposeItem("4", "a ring"))
    order(state, "Ana", pr.ValueItem("5", idle, "a ring", 10))
    with pytest.raises(SabaccError, match="when you are asked to bet, or between hands"):
        order(state, NAMES[idle], pr.StakeItem("6", "a ring"))


def test_what_nobody_offered_can_not_be_valued(state: TableState) -> None:
    with pytest.raises(SabaccError, match="Cy has not offered to stake 'a moon'"):
        order(state, "Ana", pr.ValueItem("4", 2, "a moon", 5))
    with pytest.raises(SabaccError, match="nobody in seat 6 has offered"):
        order(state, "Ana", pr.ValueItem("5", 6, "a moon", 5))
