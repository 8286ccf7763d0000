"""`python -m sabacc.envs.theory`: solves the small table, measures our bots against the solution, and writes the page."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.progress import Progress

from sabacc.bots import OWN, read_player
from sabacc.envs.bot_policy import bot_policy
from sabacc.envs.extensive_form import Tree
from sabacc.envs.nodes import RootDeal
from sabacc.envs.small_tables import small_tables
from sabacc.envs.solver import Checkpoint, Policy, Solver, uniform
from sabacc.envs.theory_page import write_page
from sabacc.envs.theory_plot import draw_theory
from sabacc.errors import SabaccError
from sabacc.rules import read_rules

CHECKPOINTS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
SEEDS, SEEDS_SEARCHING = 64, 4  # how often a bot is asked; who searches needs longer


class PlayerResult(NamedTuple):
    """Somebody's play: how far from a solution, and what it wins from one, a hand, both seats together."""

    name: str
    nash_conv: float
    against_solution: float
    seeds: int = 0  # with how many it was asked; 0 if its play is known


class Findings(NamedTuple):
    """All that goes on the page."""

    name: str
    histories: int
    infosets: int
    checkpoints: tuple[Checkpoint, ...]
    value: float  # of seat 0, in the solution
    players: tuple[PlayerResult, ...]
    seconds: float  # for the solution


def solve(name: str, targets: Sequence[int], players: Sequence[str], seeds: int | None, progress: Progress) -> Findings:
    """Solves a small table and measures everybody."""
    tree = build_tree(name, progress)
    solver = Solver(tree)
    start = time.monotonic()
    checkpoints = []
    task = progress.add_task("CFR+", total=targets[-1])
    for step in solver.run_to(targets):
        checkpoints.append(step)
        progress.update(task, completed=step.iterations)
        progress.console.print(f"{step.iterations:6} iterations: NashConv {step.nash_conv:.6f}")
    seconds = time.monotonic() - start
    solution = solver.solution()
    measured = [_measure_player(solver, solution, "uniform random", uniform(tree))]
    for player in players:
        times = seeds or (SEEDS_SEARCHING if read_player(player).character.budget else SEEDS)
        policy = player_policy(tree, player, times, progress)
        measured.append(_measure_player(solver, solution, player, policy, times))
        progress.console.print(f"{player:>16}: NashConv {measured[-1].nash_conv:.4f}")
    measured.append(_measure_player(solver, solution, "CFR+", solution))
    value = solver.values(solution)[0]
    return Findings(name, tree.histories, len(tree.infosets), tuple(checkpoints), value, tuple(measured), seconds)


def build_tree(name: str, progress: Progress) -> Tree:
    """The tree of a small table."""
    small = small_tables()[name]
    task = progress.add_task("the tree", total=None)
    tree = Tree(RootDeal(read_rules(small.rules), (small.stack,) * 2), _advance(progress, task))
    progress.update(task, total=tree.histories, completed=tree.histories)
    return tree


def player_policy(tree: Tree, player: str, seeds: int, progress: Progress) -> Policy:
    """A bot's policy in the whole tree."""
    task = progress.add_task(player, total=len(tree.infosets))
    policy = {}
    for key, chances in bot_policy(tree, player, seeds):
        policy[key] = chances
        progress.advance(task)
    return policy


def _advance(progress: Progress, task: object) -> Callable[[], None]:
    return lambda: progress.advance(task)  # type: ignore[arg-type]  # rich's ids are a type of their own


def _measure_player(solver: Solver, solution: Policy, name: str, policy: Policy, seeds: int = 0) -> PlayerResult:
    first = solver.values(policy, solution)[0]
    second = solver.values(solution, policy)[1]
    return PlayerResult(name, solver.nash_conv(policy), (first + second) / 2, seeds)


def main(arguments: Sequence[str] | None = None) -> None:
    """Does it all, and writes theory.md and theory.svg into a folder."""
    parser = argparse.ArgumentParser(prog="python -m sabacc.envs.theory", description=__doc__)
    parser.add_argument("--to", type=Path, default=Path("docs"), help="the folder for theory.md and theory.svg")
    parser.add_argument("--table", choices=list(small_tables()), default="small", help="the small table to solve")
    parser.add_argument("--iterations", type=int, default=CHECKPOINTS[-1], help="of CFR+")
    parser.add_argument("--bots", default=",".join(OWN), help="whom to measure, like droid,master:200")
    parser.add_argument("--seeds", type=int, default=None, help="how often to ask each bot in each spot")
    given = parser.parse_args(arguments)
    targets = [checkpoint for checkpoint in CHECKPOINTS if checkpoint < given.iterations] + [given.iterations]
    if not given.to.is_dir():
        raise SabaccError(f"{given.to} is no folder: name one that is there.")
    players = [name for name in given.bots.split(",") if name]
    with Progress(console=Console(stderr=True), transient=True) as progress:
        findings = solve(given.table, targets, players, given.seeds, progress)
    (given.to / "theory.svg").write_bytes(draw_theory(findings))
    (given.to / "theory.md").write_text(write_page(findings), encoding="utf-8")


if __name__ == "__main__":
    try:
        main()
    except SabaccError as error:
        sys.exit(f"sabacc: {error}")
