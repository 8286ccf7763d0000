"""`gambler` raises and `miner` does not, at every kind of table."""

from __future__ import annotations

import pytest

from sabacc.arena import play_match
from sabacc.rules import PRESETS
from tests.strategies import SOAK

HANDS = 600 if SOAK else 60


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("preset", PRESETS)  # the arena plays coruscant-shift with an ante
def test_gambler_raises_at_least_twice_as_often_as_miner(preset: str, players: int) -> None:
    scores = play_match(preset, ["gambler", "miner"], hands=HANDS, players=players, processes=1)
    gambler, miner = scores.stats("gambler"), scores.stats("miner")
    assert gambler.raised >= 10
    assert gambler.raised / gambler.bets >= 2 * miner.raised / miner.bets
    assert gambler.faults == miner.faults == 0
