"""Bots as policies: what a bot does in each information set, asked with many seeds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sabacc.bots import read_player
from sabacc.envs.extensive_form import InfoSet, Tree
from sabacc.errors import SabaccError
from sabacc.game.view import View
from sabacc.parallel import map_in_order

BATCH = 20  # information sets in a task


class PolicyTask(NamedTuple):
    """Some information sets to ask a bot in, for one process."""

    player: str
    seeds: int
    infosets: tuple[InfoSet, ...]


def sample_policies(task: PolicyTask) -> list[tuple[str, list[float]]]:
    """How often the bot chose each action, by information set; every time a new bot that has seen nothing but the view."""
    return [(infoset.key, _action_frequencies(task.player, task.seeds, infoset)) for infoset in task.infosets]


def bot_policy(tree: Tree, player: str, seeds: int, processes: int | None = None) -> Iterator[tuple[str, list[float]]]:
    """A bot's whole policy, on all cores."""
    infosets = list(tree.infosets.values())
    tasks = (PolicyTask(player, seeds, tuple(infosets[at : at + BATCH])) for at in range(0, len(infosets), BATCH))
    for answers in map_in_order(sample_policies, tasks, processes):
        yield from answers


def _action_frequencies(text: str, seeds: int, infoset: InfoSet) -> list[float]:
    chosen = [0] * len(infoset.actions)
    view: View = infoset.node.last_hand().view(infoset.seat)
    if len(infoset.actions) == 1:
        return [1.0]
    for seed in range(seeds):
        # A seed of its own for each set: one for all would make the same lucky or unlucky draw everywhere.
        action = read_player(text).bot(f"theory {infoset.key} {seed}").act(view)
        if action not in infoset.actions:
            raise SabaccError(f"{text} answered {action!r}, which is not legal in {infoset.key}.")
        chosen[infoset.actions.index(action)] += 1
    return [times / seeds for times in chosen]
