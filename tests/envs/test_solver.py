"""The tree written out, CFR+ on it, bots in it, and the page that comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'sabacc[openspiel]'")

from open_spiel.python import policy as policies  # noqa: E402 - only where there is an OpenSpiel
from open_spiel.python.algorithms import exploitability  # noqa: E402
from open_spiel.python.algorithms.get_all_states import get_all_states  # noqa: E402

import sabacc.envs.openspiel  # noqa: E402, F401 - registers the game
from sabacc.bots import OWN  # noqa: E402
from sabacc.envs.bot_policy import bot_policy  # noqa: E402
from sabacc.envs.extensive_form import Tree  # noqa: E402
from sabacc.envs.information_state import information_state  # noqa: E402
from sabacc.envs.nodes import Node  # noqa: E402
from sabacc.envs.solver import Policy, Solver, uniform  # noqa: E402
from sabacc.envs.theory import main  # noqa: E402
from sabacc.errors import SabaccError  # noqa: E402
from tests.envs.test_nodes import dealt, played, root_deal  # noqa: E402
from tests.strategies import SOAK  # noqa: E402


@pytest.fixture(scope="module")
def solved() -> Solver:
    """The table where all four cards are dealt, so that everybody knows everything."""
    solver = Solver(Tree(root_deal("dealt")))
    list(solver.run_to([300]))
    return solver


def expected(tree: Tree, policy: Policy, node: Node) -> float:
    """What seat 0 wins from here on average, the long way."""
    if node.is_terminal:
        return node.winnings()[0]
    if node.is_chance:
        return sum(
            chance * expected(tree, policy, node.answer(number)) for number, (_, chance) in enumerate(node.outcomes())
        )
    infoset = tree.infosets[information_state(node, node.seat)]
    return sum(
        chance * expected(tree, policy, node.act(action))
        for action, chance in zip(infoset.actions, policy[infoset.key], strict=True)
    )


# ---- the tree


@pytest.mark.parametrize("name", ["dealt", "tiny", *(["small"] if SOAK else [])])
def test_the_tree_written_out_is_the_python_game(name: str) -> None:
    tree = Tree(root_deal(name))
    game = pyspiel.load_game("python_sabacc", {"rules": name, "remember": True})
    states = get_all_states(game, include_terminals=True, include_chance_states=True).values()
    asked = {state.information_state_string() for state in states if state.current_player() >= 0}
    assert tree.histories == len(states)
    assert set(tree.infosets) == asked
    by_python = exploitability.nash_conv(game, policies.UniformRandomPolicy(game))
    assert Solver(tree).nash_conv(uniform(tree)) == pytest.approx(by_python)


def test_values_are_those_of_the_engines_own_hands() -> None:
    start = dealt(root_deal("tiny"), "QA ID S11 QA")
    tree = Tree(root_deal("tiny"))
    by_hand = expected(tree, uniform(tree), root_deal("tiny").deal())
    assert Solver(tree).values(uniform(tree)) == pytest.approx([by_hand, -by_hand])
    assert expected(tree, uniform(tree), start) > by_hand  # eleven is the best there is


# ---- CFR+


@pytest.mark.parametrize(
    ("cards", "wins"),
    [
        ("S11 S2 S12 S3", 1),  # 23 against 5: the other folds at once, and saves the ante to the sabacc pot
        ("S2 S11 S3 S12", -1),
        ("S12 S2 S3 S11", 1),  # 15 against 13
        ("S2 S12 S11 S3", -1),
        ("S2 S3 S12 S11", 0),  # 14 each, and no card is left for a sudden demise (D4)
    ],
)
def test_where_all_is_known_the_solution_is_what_one_works_out_by_hand(solved: Solver, cards: str, wins: int) -> None:
    value = expected(solved.tree, solved.solution(), dealt(root_deal("dealt"), cards))
    assert value == pytest.approx(wins, abs=0.01)


def test_where_all_is_known_nobody_matches_a_bet_with_the_worse_hand(solved: Solver) -> None:
    node = played(dealt(root_deal("dealt"), "S11 S2 S12 S3"), "stand", "stand", "raise 1")
    infoset = solved.tree.infosets[information_state(node, 1)]
    odds = dict(zip(map(repr, infoset.actions), solved.solution()[infoset.key], strict=True))
    assert odds["Fold()"] > 0.99


def test_cfr_plus_comes_near_to_a_solution_of_the_tiny_table() -> None:
    solver = Solver(Tree(root_deal("tiny")))
    checkpoints = list(solver.run_to([1, 10, 100]))
    assert [step.iterations for step in checkpoints] == [1, 10, 100]
    assert checkpoints[0].nash_conv > checkpoints[1].nash_conv > checkpoints[2].nash_conv
    assert 0 <= checkpoints[2].nash_conv < 0.002


# ---- bots


@pytest.mark.parametrize("name", list(OWN))
def test_a_bot_has_a_policy_that_can_be_measured(solved: Solver, name: str) -> None:
    policy: Mapping[str, list[float]] = dict(bot_policy(solved.tree, name, seeds=2, processes=1))
    assert set(policy) == {infoset.key for infoset in solved.tree.infosets.values()}
    assert all(sum(odds) == pytest.approx(1) for odds in policy.values())
    assert solved.nash_conv(policy) > solved.nash_conv(solved.solution())


def test_a_bot_asked_again_plays_the_same(solved: Solver) -> None:
    once, again = (dict(bot_policy(solved.tree, "gambler", seeds=3, processes=n)) for n in (1, 2))
    assert once == again


def test_nobody_wins_from_the_solution(solved: Solver) -> None:
    solution, random = solved.solution(), uniform(solved.tree)
    assert solved.values(random, solution)[0] + solved.values(solution, random)[1] < -0.1


# ---- the page


def test_the_page_has_everybody_in_it(tmp_path: Path) -> None:
    main(["--to", str(tmp_path), "--table", "dealt", "--iterations", "20", "--bots", "droid,miner", "--seeds", "1"])
    page = (tmp_path / "theory.md").read_text(encoding="utf-8")
    for said in ("353", "| 20 | 0.0", "| uniform random | 1.2500 |", "| droid |", "| miner |", "| CFR+ | 0.0"):
        assert said in page
    assert (tmp_path / "theory.svg").read_text(encoding="utf-8").rstrip().endswith("</svg>")


def test_the_page_needs_a_folder(tmp_path: Path) -> None:
    with pytest.raises(SabaccError, match="is no folder"):
        main(["--to", str(tmp_path / "nowhere")])
