"""Many hands of random play: independent tables of a hundred hands, each from a seed of its own, on all cores."""

from __future__ import annotations

import functools
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from sabacc.game.events import Asked, HandEnded, Shifted, TurnStarted, kind_of
from sabacc.game.hand import Hand
from sabacc.parallel import map_in_order
from sabacc.policy.random_play import random_step
from sabacc.rules import read_rules, usual_stack, write_rules
from sabacc.variants import new_game

HANDS_PER_TABLE = 100

BOARD_TURN = "board"  # the question that opens a turn where no event does (CH11)


class SimulationCounts(msgspec.Struct):
    """What was counted at some tables."""

    hands: int = 0
    decisions: int = 0
    turns: int = 0
    shifts: int = 0
    credits_in: int = 0
    credits_out: int = 0
    endings: Counter[str] = msgspec.field(default_factory=Counter)
    events: Counter[str] = msgspec.field(default_factory=Counter)
    cases: list[dict[str, Any]] = []

    def add(self, other: SimulationCounts) -> None:
        """Counts another tally in."""
        self.hands += other.hands
        self.decisions += other.decisions
        self.turns += other.turns
        self.shifts += other.shifts
        self.credits_in += other.credits_in
        self.credits_out += other.credits_out
        self.endings.update(other.endings)
        self.events.update(other.events)
        self.cases = self.cases + other.cases


class TableTask(msgspec.Struct, frozen=True):
    """One table's task."""

    rules: dict[str, Any]
    players: int
    hands: int
    seed: str
    stack: int


def play_table(table: TableTask, each: Callable[[Hand], dict[str, Any] | None] | None = None) -> SimulationCounts:
    """Plays one table at random, with a rebuy for who can't ante; `each` may make a case of every hand."""
    rules = read_rules(table.rules)
    names = [f"Player {seat}" for seat in range(table.players)]
    game = new_game(rules, names, stacks=table.stack, seed=table.seed)
    luck = random.Random(table.seed.encode("utf-8", "surrogatepass"))
    tally = SimulationCounts()
    for _ in range(table.hands):
        able = game.able()
        for seat in range(table.players):
            if seat not in able:
                game.rebuy(seat, table.stack)
        hand = game.deal()
        while not hand.over:
            hand.act(*random_step(hand, luck))
            tally.decisions += 1
        for event in hand.events:
            tally.events[kind_of(event)] += 1
            if isinstance(event, HandEnded):
                tally.endings[event.how] += 1
            elif isinstance(event, TurnStarted) or (isinstance(event, Asked) and event.kind == BOARD_TURN):
                tally.turns += 1
            elif isinstance(event, Shifted):
                tally.shifts += 1
        tally.hands += 1
        case = each(hand) if each is not None else None
        if case is not None:
            tally.cases.append(case)
    tally.credits_in = game.credits_in
    tally.credits_out = sum(game.stacks) + game.sabacc_pot
    return tally


def table_tasks(rules: Any, players: int, hands: int, seed: str, stack: int | None = None) -> Iterator[TableTask]:
    """The tasks that make up so many hands: table i is seeded from (seed, i)."""
    checked = read_rules(rules)
    written = write_rules(checked)
    for i in range(-(-hands // HANDS_PER_TABLE)):
        size = min(HANDS_PER_TABLE, hands - i * HANDS_PER_TABLE)
        yield TableTask(written, players, size, f"{seed}/table {i}", stack or usual_stack(checked))


def simulate(
    tasks: Iterable[TableTask],
    processes: int | None = None,
    each: Callable[[Hand], dict[str, Any] | None] | None = None,
) -> Iterator[SimulationCounts]:
    """The tables' tallies as they are done, in order; the same whatever the number of processes."""
    return map_in_order(functools.partial(play_table, each=each), tasks, processes)
