"""Sabacc as PettingZoo sees it: its own tests, run on every preset and on house rules."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install 'sabacc[pettingzoo]'")

from pettingzoo.test import api_test, performance_benchmark, seed_test

from sabacc.envs.pettingzoo import SabaccEnv
from sabacc.errors import SabaccError
from tests.strategies import SOAK

GAMES: list[tuple[Any, int]] = [
    ("classic", 2),
    ("force", 4),
    ("cloud-city", 2),
    ("pagat", 3),
    ("galactic", 8),
    ("corellian-house", 3),
    ("coruscant-shift", 4),
    ({"preset": "coruscant-shift", "ante": 5, "max_bet": 10}, 3),
    ({"preset": "classic", "community_field": True, "discard_pile": "free", "items": True}, 3),
    ({"preset": "galactic", "shift_trigger": "doubles", "shift_kind": "by-dice", "max_bet": None}, 3),
]


@pytest.mark.parametrize(("rules", "players"), GAMES, ids=json.dumps)
@pytest.mark.filterwarnings("ignore:Observation")  # is a dictionary, as PettingZoo wants it where not all is legal
def test_it_passes_pettingzoos_api_and_seed_tests(rules: Any, players: int) -> None:
    api_test(SabaccEnv(rules, players), num_cycles=1000 if SOAK else 40)
    seed_test(lambda: SabaccEnv(rules, players), num_cycles=200 if SOAK else 15)


@pytest.mark.skipif(not SOAK, reason="it measures for five seconds: SABACC_SOAK=1")
def test_it_passes_pettingzoos_performance_test() -> None:
    performance_benchmark(SabaccEnv("classic", 4))


def test_a_hand_is_worth_nothing_to_all_together_and_ends_with_its_rewards() -> None:
    env = SabaccEnv("classic", 3)
    env.reset(seed=5)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, termination, _, _ = env.last()
        assert observation is not None
        totals[agent] += float(reward)
        env.step(None if termination else int(observation["action_mask"].argmax()))
    assert sum(totals.values()) == 0
    assert any(totals.values())
    assert env.agents == []


def test_masks_and_words_say_what_the_view_allows() -> None:
    env = SabaccEnv("corellian-house", 2)
    env.reset(seed=1)
    observation = env.observe(env.agent_selection)
    words = env.actions_in_words()
    assert sorted(words) == np.flatnonzero(observation["action_mask"]).tolist()
    assert {"match", "fold", "raise 200"} <= set(words.values())
    waiting = next(agent for agent in env.agents if agent != env.agent_selection)
    assert not env.observe(waiting)["action_mask"].any()
    assert "You may: " in env.render()


def test_what_is_not_legal_is_refused_with_a_sentence() -> None:
    env = SabaccEnv("classic", 2)
    env.reset(seed=1)
    illegal = int(env.observe(env.agent_selection)["action_mask"].argmin())
    with pytest.raises(SabaccError, match="is not legal now"):
        env.step(illegal)
    with pytest.raises(SabaccError, match="2 players need 2 stacks, not 3"):
        SabaccEnv("classic", 2, stacks=[10, 10, 10])
