"""The batch environment beside views of the plain engine: the same hands, seen and played alike."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from sabacc.batch import BatchChance, layout
from sabacc.envs.batch_env import BatchEnv
from sabacc.envs.winnings import round_winnings
from sabacc.errors import SabaccError
from sabacc.game.events import RoundWon
from sabacc.game.hand import Hand
from sabacc.game.state import Seating
from sabacc.game.types import Side
from sabacc.rules import dealing_order, family_of, plays_for_rounds
from sabacc.variants import flow_of
from tests.strategies import SOAK
from tests.tables import only

SIDES: tuple[Side | None, ...] = (None, "light", "dark")
GAMES: list[tuple[Any, int]] = [
    ("classic", 3),
    ("force", 2),
    ("cloud-city", 4),
    ("pagat", 3),
    ("galactic", 2),
    ("corellian-house", 4),
    ("coruscant-shift", 3),
    ({"preset": "coruscant-shift", "ante": 5, "max_bet": 10}, 2),
    ({"preset": "classic", "discard_pile": "free", "static_field": "retrievable", "max_bet": None}, 3),
]


def twin(env: BatchEnv, place: int) -> Hand:
    """The plain hand that has just been dealt like one of a batch."""
    table, rules = env.table, env.rules
    button = int(table.number(layout.BUTTON)[place])
    stacks = [int(stack) for stack in table.first_stacks[place]]
    sides = tuple(SIDES[side] for side in table.by_seat(layout.SIDES)[place])
    chance = BatchChance(table.keys[place], family_of(rules).deck)
    names = tuple(f"P{seat}" for seat in range(env.players))
    seating = Seating(rules, names, 1, button, tuple(dealing_order(rules, button, env.players)), chance)
    hand = Hand(flow_of(rules), seating, stacks, 0, sides)
    hand.start()
    return hand


@pytest.mark.parametrize(("rules", "players"), GAMES, ids=str)
def test_what_is_seen_and_legal_is_what_views_show(rules: Any, players: int) -> None:
    env = BatchEnv(rules, players, hands=4, keeps_sabacc_pot=False)
    space, luck = env.player_space, random.Random(3)
    observations, info = env.reset(seed=8)
    hands = [twin(env, place) for place in range(env.num_envs)]
    for _ in range(1500 if SOAK else 120):
        actions = []
        for place, hand in enumerate(hands):
            seat = int(info["seat"][place])
            assert seat == hand.waiting[0]
            view = hand.view(seat)
            legal = space.legal(view)
            assert np.flatnonzero(info["action_mask"][place]).tolist() == sorted(legal)
            assert observations[place].tolist() == space.observe(view).tolist(), view
            actions.append(luck.choice(sorted(legal)))
            hand.act(seat, legal[actions[-1]])
        observations, rewards, ended, _, info = env.step(actions)
        assert ended.tolist() == [hand.over for hand in hands]
        for place in np.flatnonzero(ended).tolist():
            assert rewards[place].tolist() == gains(env, hands[place]), hands[place]
            hands[place] = twin(env, place)


def gains(env: BatchEnv, hand: Hand) -> list[int]:
    """What a plain hand brought; the batch leaves the sabacc pot where it is."""
    if plays_for_rounds(env.rules):
        winners = [event.seat for event in only(RoundWon, hand.events)]
        return round_winnings(winners[0] if winners else None, env.players)
    return [after - int(before) for after, before in zip(hand.stacks, env.stacks, strict=True)]


def test_the_sabacc_pot_stays_for_the_next_hand() -> None:
    env = BatchEnv("classic", 2, hands=16)
    _, info = env.reset(seed=2)
    total, pots = 0.0, 0
    for _ in range(60):
        _, rewards, ended, _, info = env.step(info["action_mask"].argmax(axis=1))
        total += float(rewards.sum())
        pots += int(ended.sum())
    standing = env.table.number(layout.SABACC_POT) - 2 * 3  # the antes of hands that are not over
    assert pots > 16
    assert total == -standing.sum()


def test_an_illegal_action_is_refused_and_nothing_is_done() -> None:
    env = BatchEnv("classic", 2, hands=3)
    observations, info = env.reset(seed=2)
    before = observations.copy()
    wrong = info["action_mask"].argmax(axis=1)
    wrong[1] = info["action_mask"][1].argmin()
    with pytest.raises(SabaccError, match=r"in hand 1, .* is not legal"):
        env.step(wrong)
    assert (env.observations == before).all()


def test_one_seed_gives_the_same_hands() -> None:
    seen = []
    for _ in range(2):
        env = BatchEnv("coruscant-shift", 3, hands=8)
        observations, info = env.reset(seed=11)
        for _ in range(30):
            observations, _, _, _, info = env.step(info["action_mask"].argmax(axis=1))
        seen.append(observations.copy())
    assert (seen[0] == seen[1]).all()


def test_gymnasium_knows_its_spaces() -> None:
    pytest.importorskip("gymnasium", reason="Gymnasium is not installed: pip install 'sabacc[pettingzoo]'")
    env = BatchEnv("force", 2, hands=2)
    observations, info = env.reset(seed=1)
    assert env.single_observation_space.contains(observations[0])
    assert env.single_action_space.contains(int(info["action_mask"][0].argmax()))
