"""Training a blueprint: epochs of a fixed number of blocks, so that the result is the same on any number of processes.

In an epoch each block goes on from the same table by itself. What they have learnt is added up in the order of the blocks.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from sabacc.batch import layout
from sabacc.batch.game import BATCH_GAME
from sabacc.blueprint.abstraction import SLOT_OF_KIND
from sabacc.blueprint.frames import Job, Table, new_frames, new_scratch
from sabacc.blueprint.regret_table import RegretTable, Rows, add_rows, changes, no_rows
from sabacc.blueprint.strategy import FORMAT, Blueprint, values_of
from sabacc.blueprint.traversal import TRAVERSAL
from sabacc.errors import SabaccError
from sabacc.odds.kernels import COMPILED
from sabacc.parallel import map_in_order
from sabacc.rules import Rules, family_of, find_preset, read_rules, usual_stack, write_rules

BLOCKS = 8  # in an epoch
_MASK = (1 << 63) - 1


class Plan(msgspec.Struct, frozen=True):
    """What is trained, and how."""

    rules: dict[str, Any]
    players: int = 2
    stack: int = 0
    seed: int = 1
    exact: bool = False  # every card is told apart; else what they total and how many they are
    hands: int = 2000  # in a block
    window: int = 3  # decisions that are tried out in a hand; 0: all of them
    skips: int = 9  # so many may be sampled before the first of them


class Block(NamedTuple):
    """A piece of work for a process."""

    plan: Plan
    rows: Rows
    epoch: int
    number: int


class Training:
    """A table of regrets that gets better with every epoch."""

    def __init__(self, plan: Plan) -> None:
        if not COMPILED:
            raise SabaccError("training needs numba: `pip install numba` (and no SABACC_NO_NUMBA).")
        self.plan = plan
        self.rules = read_rules(plan.rules)
        check_trainable(self.rules, plan.players)
        self.rows = no_rows()
        self.epochs = 0

    def run(self, processes: int | None = None) -> None:
        """One epoch more."""
        blocks = [Block(self.plan, self.rows, self.epochs, number) for number in range(BLOCKS)]
        for learnt in map_in_order(train_block, blocks, processes):
            self.rows = add_rows(self.rows, learnt)
        self.epochs += 1

    @property
    def hands(self) -> int:
        """How many hands it has learnt from."""
        return self.epochs * BLOCKS * self.plan.hands

    def blueprint(self) -> Blueprint:
        """The average odds so far, which is what comes near to a solution."""
        return Blueprint.from_sums(self.plan.rules, self.plan.players, self.plan.exact, self.rows)

    def save(self, path: str | Path) -> None:
        """Everything, so that it can go on."""
        plan = np.frombuffer(msgspec.json.encode(self.plan), np.uint8)
        written = Path(path).with_suffix(".part.npz")
        with written.open("wb") as file:
            np.savez(file, format=FORMAT, plan=plan, epochs=self.epochs, **self.rows._asdict())
        written.replace(path)


def read_training(path: str | Path) -> Training:
    """A training that was saved."""
    try:
        with np.load(path) as kept:
            training = Training(msgspec.json.decode(kept["plan"].tobytes(), type=Plan))
            training.epochs = int(kept["epochs"])
            training.rows = Rows(kept["keys"], kept["regrets"], kept["sums"])
    except (OSError, KeyError, ValueError, msgspec.DecodeError) as error:
        raise SabaccError(f"{path} is no training that can go on: name another file.") from error
    return training


def check_trainable(rules: Rules, players: int) -> None:
    """Refuses what the traversal doesn't know."""
    if TRAVERSAL.find(family_of(rules)) is None:
        raise SabaccError(f"{rules.preset} can't be trained: its actions have no place in a blueprint yet.")
    least, most = find_preset(rules.preset).players
    if not least <= players <= most:
        raise SabaccError(f"{rules.preset} is for {least} to {most} players, not {players} (T9).")


def new_plan(rules: str | Mapping[str, Any] | Rules, **more: Any) -> Plan:
    """A plan for some rules; the stack is what is usual, unless it is given."""
    checked = read_rules(rules)
    return Plan(write_rules(checked), **{"stack": usual_stack(checked), **more})


def train_block(block: Block) -> Rows:
    """Plays the hands of a block; what it has learnt."""
    plan = block.plan
    rules = read_rules(plan.rules)
    family = family_of(rules)
    row = BATCH_GAME.of(family).rule_row(rules, plan.players)
    capacity = int(row[layout.RULE_CAPACITY])
    table = RegretTable(block.rows, 64 * plan.hands)
    job = Job(row, values_of(rules), SLOT_OF_KIND, plan.exact, plan.stack, plan.window, plan.skips)
    rows = Table(table.keys, table.regrets, table.sums, table.filled)
    first = (block.epoch * BLOCKS + block.number) * plan.hands
    seed = np.uint64(plan.seed & _MASK)
    TRAVERSAL.of(family)(new_frames(capacity), job, rows, new_scratch(capacity), first, plan.hands, seed)
    return changes(block.rows, table.rows())
