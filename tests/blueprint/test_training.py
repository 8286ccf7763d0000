"""Training comes near to a solution, is the same on any number of processes, and goes on where it stopped."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from sabacc.arena import play_match
from sabacc.batch.actions import KIND_BITS, TRADE
from sabacc.blueprint import Blueprint, Training, read_blueprint
from sabacc.blueprint.abstraction import CARDS, MOST_TRADES, SLOT_OF_KIND, SLOTS, fill_slots
from sabacc.blueprint.regret_table import Rows, add_rows, changes
from sabacc.blueprint.training import new_plan, read_training
from sabacc.bots.blueprint import Trained
from sabacc.envs.small_tables import small_tables
from sabacc.errors import SabaccError
from sabacc.game.view import View
from sabacc.policy import random_step
from sabacc.rules import read_rules
from sabacc.variants import new_game
from tests.cli.command_runner import accepted, refused, sabacc
from tests.strategies import SOAK


def small_training(hands: int, seed: int = 1) -> Training:
    small = small_tables()["small"]
    plan = new_plan(small.rules, stack=small.stack, exact=True, window=0, skips=0, hands=hands, seed=seed)
    return Training(plan)


def same(one: Rows, other: Rows) -> bool:
    return all(np.array_equal(mine, theirs) for mine, theirs in zip(one, other, strict=True))


def test_the_small_table_is_nearly_solved() -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'sabacc[openspiel]'")
    from sabacc.envs.blueprint_policy import blueprint_policy
    from sabacc.envs.extensive_form import Tree
    from sabacc.envs.nodes import RootDeal
    from sabacc.envs.solver import Solver, uniform

    training = small_training(hands=10_000)
    for _ in range(50 if SOAK else 3):
        training.run(1)
    small = small_tables()["small"]
    tree = Tree(RootDeal(read_rules(small.rules), (small.stack,) * 2))
    solver = Solver(tree)
    assert solver.nash_conv(blueprint_policy(tree, training.blueprint())) < (0.25 if SOAK else 0.7)
    assert solver.nash_conv(uniform(tree)) > 2.5


def test_the_result_is_the_same_on_any_number_of_processes_and_after_a_stop(tmp_path: Path) -> None:
    whole, stopped, other = small_training(200), small_training(200), small_training(200, seed=2)
    for training in (whole, whole, other, other):
        training.run(1)
    stopped.run(2)
    stopped.save(tmp_path / "training")
    goes_on = read_training(tmp_path / "training")
    goes_on.run(1)
    assert goes_on.hands == whole.hands == 2 * 8 * 200
    assert same(goes_on.rows, whole.rows)
    assert not same(other.rows, whole.rows)


def rows(keys: list[int], number: float) -> Rows:
    full = np.full((len(keys), SLOTS), number)
    return Rows(np.array(keys, np.uint64), full, 2 * full)


def test_rows_are_added_by_their_keys() -> None:
    both = add_rows(rows([1, 5], 1.0), rows([3, 5], 10.0))
    assert both.keys.tolist() == [1, 3, 5]
    assert both.regrets[:, 0].tolist() == [1, 10, 11]
    assert both.sums[:, 0].tolist() == [2, 20, 22]
    assert same(changes(rows([1, 5], 1.0), both), rows([3, 5], 10.0))


@pytest.mark.parametrize("preset", ["classic", "force", "cloud-city", "pagat", "galactic"])
def test_views_find_what_training_has_met(preset: str, tmp_path: Path) -> None:
    training = Training(new_plan(preset, hands=300))
    training.run(1)
    training.blueprint().save(tmp_path / "blueprint.npz")
    blueprint = read_blueprint(tmp_path / "blueprint.npz")
    assert len(blueprint) == len(training.blueprint()) > 500
    found = []
    for number in range(30):
        hand = new_game(training.rules, ["A", "B"], stacks=training.plan.stack, seed=f"{number}").deal()
        luck = random.Random(number)
        found.append(blueprint.odds(hand.view(hand.waiting[0])) is not None)
        while not hand.over:
            check_odds(blueprint, hand.view(hand.waiting[0]))
            hand.act(*random_step(hand, luck))
    assert sum(found) >= 27  # nearly all totals have been met in the first decision of a hand


def check_odds(blueprint: Blueprint, view: View) -> None:
    """What it may do is legal, and its odds are odds."""
    assert all(action in view.options for action in blueprint.actions(view).values())
    odds = blueprint.odds(view)
    assert odds is None or abs(sum(odds.values()) - 1) < 1e-9


def test_it_sits_down_in_the_arena(tmp_path: Path) -> None:
    training = Training(new_plan("classic", hands=300))
    training.run(1)
    file = str(tmp_path / "blueprint.npz")
    training.blueprint().save(file)
    scores = play_match("classic", [Trained(file), "droid"], hands=40, processes=1)
    assert scores.stats("blueprint").faults == 0


def trades(cards: list[int], exact: bool) -> list[int]:
    """The cards in the slots for trades."""
    values = np.array([1, -15, 0, 7, 7])
    listed = np.array([TRADE + (card << KIND_BITS) for card in cards], np.int64)
    slots, nothing = np.zeros(SLOTS, np.int64), np.zeros(3, np.int64)
    fill_slots(listed, len(listed), nothing, nothing, values, exact, slots, SLOT_OF_KIND)
    return [int(slot) >> KIND_BITS for slot in slots[CARDS : CARDS + MOST_TRADES]]


def test_trades_are_told_apart_by_card_or_by_what_the_card_counts() -> None:
    assert trades([1, 3], exact=True) == [1, 3, -1, -1]
    assert trades([0, 1, 2, 3], exact=False) == [2, 1, -1, -1]
    assert trades([3, 4], exact=False) == [3, 4, -1, -1]
    assert trades([3, 0], exact=False) == [0, 3, -1, -1]


@pytest.mark.parametrize("preset", ["corellian-house", "coruscant-shift"])
def test_what_has_no_place_in_a_blueprint_is_refused(preset: str) -> None:
    with pytest.raises(SabaccError, match="can't be trained"):
        Training(new_plan(preset))


def test_the_command_trains_stops_and_goes_on(tmp_path: Path) -> None:
    kept, blueprint = tmp_path / "kept", tmp_path / "blueprint.npz"
    accepted(sabacc("train", "tiny", "--epochs", "1", "--processes", "1", "--save", kept))
    ran = accepted(sabacc("train", "tiny", "--epochs", "2", "--processes", "1", "--save", kept, "--to", blueprint))
    assert "32,000 hands" in ran.err
    assert len(read_blueprint(blueprint)) > 50
    refused(sabacc("train", "dealt", "--epochs", "2", "--save", kept), "is a training of something else")
    refused(sabacc("train", "tiny", "--save", blueprint), "is no training that can go on")
    with pytest.raises(SabaccError, match="is no blueprint"):
        read_blueprint(kept)
