"""Sabacc as OpenSpiel sees it: its own API tests, run on our game."""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'sabacc[openspiel]'")

from open_spiel.integration_tests import api_test  # noqa: E402 - only where there is an OpenSpiel
from open_spiel.python.algorithms import cfr, exploitability, generate_playthrough  # noqa: E402
from open_spiel.python.algorithms.get_all_states import get_all_states  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402
from open_spiel.python.tests import games_sim_test  # noqa: E402

import sabacc.envs.openspiel  # noqa: E402 - registers the game
from sabacc.errors import SabaccError  # noqa: E402
from sabacc.game.events import Acted, RoundWon  # noqa: E402
from sabacc.rules import write_rules  # noqa: E402
from sabacc.variants import new_game  # noqa: E402
from tests.strategies import SOAK  # noqa: E402
from tests.tables import only  # noqa: E402

# (chance, playable, terminal) states and information states: as counted once, kept since
STATES = {"tiny": (198, 936, 1386), "dealt": (41, 144, 168)}
INFOSETS = {"tiny": 328, "dealt": 72}
FOR_CREDITS = json.dumps({"preset": "coruscant-shift", "ante": 5, "max_bet": 10})
SIMULATED = [
    ("small", 2), ("pagat", 3), ("classic", 2), ("galactic", 4), ("cloud-city", 3), ("force", 2),
    ("corellian-house", 3), ("coruscant-shift", 4), (FOR_CREDITS, 2),
]  # fmt: skip


def load(rules: str = "tiny", **params: Any) -> Any:
    return pyspiel.load_game("python_sabacc", {"rules": rules, **params})


# OpenSpiel's own checks come as test cases; made for our tables here, pytest finds them like any other.


class TestFullTreeOfTiny(api_test.EnforceAPIOnFullTreeBase):  # type: ignore[misc]  # OpenSpiel has no types
    game_name = "tiny"
    game = load("tiny", remember=True)


class TestFullTreeOfDealt(api_test.EnforceAPIOnFullTreeBase):  # type: ignore[misc]  # as above
    game_name = "dealt"
    game = load("dealt", remember=True)


class TestPartialTree(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]  # as above
    game_name = "small"
    game = load("small")


api_test.TOTAL_NUM_STATES.update(STATES)
api_test.PERFECT_RECALL_NUM_STATES.update(INFOSETS)


@pytest.mark.parametrize(("rules", "players"), SIMULATED)
def test_random_simulation_with_serialisation(rules: str, players: int) -> None:
    pyspiel.random_sim_test(load(rules, players=players), num_sims=50 if SOAK else 2, serialize=True, verbose=False)


@pytest.mark.parametrize("rules", ["small", "classic", "corellian-house", "coruscant-shift"])
def test_games_pass_openspiels_simulation_with_pickle(rules: str) -> None:
    games_sim_test.GamesSimTest().sim_game(load(rules))


def test_rules_as_json_survive_the_game_string() -> None:
    rules = {"preset": "pagat", "deck": ["S2", "S3", "S11", "S12"], "ante": 2}
    game = load(json.dumps(rules), stack=10)
    again = pyspiel.load_game(str(game))
    assert str(again) == str(game)
    pyspiel.random_sim_test(again, num_sims=1, serialize=True, verbose=False)
    assert write_rules(sabacc.envs.openspiel.read_table(game.get_parameters()["rules"])[0]) == rules


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        ("clasic", "Did you mean classic"),
        ("{nonsense", "can't be read"),
    ],
)
def test_rules_that_cannot_be_read_are_refused_with_a_sentence(rules: str, says: str) -> None:
    with pytest.raises(SabaccError, match=says):
        sabacc.envs.openspiel.SabaccGame({"rules": rules})


@pytest.mark.clause("T3")
@pytest.mark.parametrize("rules", ["small", "pagat", "cloud-city", "corellian-house"])
def test_returns_are_what_the_engine_pays_in_a_hand_played_at_random(rules: str) -> None:
    luck = random.Random(4)
    for _ in range(20 if rules == "small" else 3):
        state = load(rules).new_initial_state()
        while not state.is_terminal():
            state.apply_action(luck.choice(state.legal_actions()))
        hand = state.node.last_hand()
        stack = hand.events[0].stacks[0]
        game = new_game(hand.seating.rules, hand.seating.names, stacks=stack, chance=hand.seating.chance)
        again = game.deal()
        for event in only(Acted, hand.events):
            again.act(event.seat, event.action)
        game.close()
        assert state.returns() == [after - stack for after in game.stacks]


@pytest.mark.clause("CS12")
def test_a_round_that_is_not_played_for_credits_is_worth_one_from_each_of_the_others() -> None:
    luck = random.Random(4)
    seen: set[int] = set()
    while len(seen) < 3:
        state = load("coruscant-shift", players=3).new_initial_state()
        while not state.is_terminal():
            state.apply_action(luck.choice(state.legal_actions()))
        winners = [event.seat for event in only(RoundWon, state.node.last_hand().events)]
        assert state.returns() == [2.0 if seat in winners else -1.0 for seat in range(3)]
        seen |= set(winners)


def test_memories_and_their_tensors_tell_the_same_things_apart() -> None:
    tensors: dict[str, bytes] = {}
    for state in get_all_states(load("dealt", remember=True)).values():
        if not state.is_terminal() and not state.is_chance_node():
            tensor = np.array(state.information_state_tensor(), np.float32).tobytes()
            assert tensors.setdefault(state.information_state_string(), tensor) == tensor
    assert len(set(tensors.values())) == len(tensors) == INFOSETS["dealt"]


@pytest.mark.parametrize(("rules", "params"), [("corellian-house", {"stack": 100}), ("coruscant-shift", {})])
def test_memories_that_differ_have_tensors_that_differ(rules: str, params: dict[str, Any]) -> None:
    luck = random.Random(7)
    game = load(rules, **params)
    tensors: dict[str, bytes] = {}
    for _ in range(40 if SOAK else 6):
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                tensor = np.array(state.information_state_tensor(), np.float32).tobytes()
                tensors[state.information_state_string()] = tensor
            state.apply_action(luck.choice(state.legal_actions()))
    assert len(set(tensors.values())) == len(tensors) > 20


def test_an_observation_counts_cards_and_credits() -> None:
    game = load("small")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    observation = make_observation(game)
    observation.set_from(state, 0)
    assert state.node.last_hand().view(0).cards == ("S3", "S12")
    assert observation.dict["own_cards"].tolist() == [1, 0, 1, 0, 0]
    assert observation.dict["seats"].tolist() == [[2, 0, 1, 2, 1, 0, 0, 0, 0], [2, 0, 1, 2, 1, 0, 1, 0, 0]]
    assert observation.dict["bets"].tolist() == [2, 2, 0, 0, 0, 1]


def test_a_public_observation_has_no_cards_in_it() -> None:
    game = load("small")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    kind = pyspiel.IIGObservationType(perfect_recall=True, public_info=True, private_info=pyspiel.PrivateInfoType.NONE)
    observation = make_observation(game, kind)
    assert observation.string_from(state, 0) == "spectator, 0 gets ?, 1 gets ?, 0 gets ?, 1 gets ?"
    table = make_observation(
        game, pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    )
    table.set_from(state, 0)
    assert "own_cards" not in table.dict


def test_openspiels_python_cfr_plus_solves_a_table_whose_cards_are_all_dealt() -> None:
    game = load("dealt", remember=True)
    solver = cfr.CFRPlusSolver(game)
    for _ in range(20):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy()) < 0.02


def test_a_playthrough_can_be_written() -> None:
    text = generate_playthrough.playthrough("python_sabacc(rules=tiny)", [0, 0, 0, 0, 4, 4, 0, 0])
    assert 'InformationStateString(0) = "seat 0, 0 gets S11, 1 gets ?, 0 gets QA' in text
    assert "IsTerminal() = True" in text
