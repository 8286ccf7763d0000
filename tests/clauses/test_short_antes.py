"""Short antes: in a tournament, who can't pay the whole ante is all-in (TN1)."""

from __future__ import annotations

import random

import pytest

from sabacc.errors import RulesError
from sabacc.game.events import Paid
from sabacc.rules import read_rules
from sabacc.variants import new_game
from tests.hand_probes import credits_at_each_event, play_on

GAMES = [("cloud-city", 1), ("classic", 3), ("force", 3), ("pagat", 3), ("galactic", 3)]


@pytest.mark.clause("TN1")
@pytest.mark.parametrize(("preset", "ante"), GAMES)
def test_tn1_a_short_ante_is_an_all_in_and_the_hand_pot_comes_first(preset: str, ante: int) -> None:
    short = ante + ante // 2
    game = new_game({"preset": preset, "short_antes": True}, ["A", "B", "C"], stacks=[short, 100, 100], seed="1")
    hand = game.deal()
    assert 0 in hand.seating.dealt_in
    paid = [(event.pot, event.amount) for event in hand.events if isinstance(event, Paid) and event.seat == 0]
    assert paid == [("hand", ante), *([("sabacc", short - ante)] if short > ante else [])]
    assert hand.stacks[0] == 0


@pytest.mark.clause("TN1")
def test_tn1_a_single_chip_buys_into_the_hand_pot_alone_and_wins_no_more_than_that_from_each() -> None:
    for seed in range(30):
        game = new_game({"preset": "classic", "short_antes": True}, ["A", "B", "C"], stacks=[1, 90, 90], seed=f"{seed}")
        hand = game.deal()
        play_on(hand, random.Random(seed))
        assert set(credits_at_each_event(hand.events, game.rules, game.names)) == {181}
        result = hand.result
        assert result is not None
        assert result.won[0] <= 3 or result.special or result.how == "folded"


@pytest.mark.clause("TN1", "T4")
@pytest.mark.parametrize(("preset", "ante"), [*GAMES, ("coruscant-shift", 5)])
def test_tn1_without_the_rule_who_cannot_pay_waits(preset: str, ante: int) -> None:
    for short_antes, able in ((True, [0, 1, 2]), (False, [1, 2])):
        rules = {"preset": preset, "ante": ante, "short_antes": short_antes}
        game = new_game(rules, ["A", "B", "C"], stacks=[ante - 1 or 1, 100, 100], seed="1")
        if ante > 1 or not short_antes:
            assert game.able() == able


@pytest.mark.clause("TN1")
def test_tn1_an_ante_is_short_only_where_there_is_one() -> None:
    with pytest.raises(RulesError, match="set an ante"):
        read_rules({"preset": "coruscant-shift", "short_antes": True})
