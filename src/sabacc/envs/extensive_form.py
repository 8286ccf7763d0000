"""The whole tree written out once, in the text form that OpenSpiel's own solvers read at full speed (Gambit's .efg).

Actions and outcomes are called by their place, 0 and up: OpenSpiel numbers names as they come, so number and place agree.
The tree has the same histories, odds, information sets and returns as `python_sabacc`; a test holds the two equal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sabacc.envs.information_state import information_state
from sabacc.envs.nodes import Node, RootDeal
from sabacc.game.actions import Action


class InfoSet(NamedTuple):
    """All that a seat can't tell apart when it decides, with one of the nodes in it."""

    seat: int
    number: int  # counted by seat, from 1
    actions: tuple[Action, ...]
    node: Node

    @property
    def key(self) -> str:
        """Its name in OpenSpiel's efg games."""
        return f"{self.seat}-{self.seat}-{self.number}-"


class Tree:
    """A tree being written down, node by node."""

    def __init__(self, root_deal: RootDeal, each: Callable[[], None] = lambda: None) -> None:
        self.each = each  # called for every history, to show that something happens
        self.histories = 0
        self.endings = 0
        self.infosets: dict[str, InfoSet] = {}  # by what the seat remembers
        self._counts = [0] * len(root_deal.stacks)
        players = " ".join(f'"Player {seat}"' for seat in range(len(root_deal.stacks)))
        self._lines = [f'EFG 2 R "Sabacc" {{ {players} }}']
        self._write(root_deal.deal())
        self.text = "\n".join(self._lines) + "\n"

    def _write(self, node: Node) -> None:
        self.histories += 1
        self.each()
        if node.is_terminal:
            self.endings += 1
            won = " ".join(map(str, node.winnings()))
            self._lines.append(f't "" {self.endings} "" {{ {won} }}')
        elif node.is_chance:
            self._write_chance(node)
        else:
            self._write_decision(node)

    def _write_chance(self, node: Node) -> None:
        outcomes = list(node.outcomes())
        odds = " ".join(f'"{place}" {chance:.16f}' for place, (_, chance) in enumerate(outcomes))
        self._lines.append(f'c "" {self.histories} "" {{ {odds} }} 0')
        for number in range(len(outcomes)):
            self._write(node.answer(number))

    def _write_decision(self, node: Node) -> None:
        infoset = self._infoset(node)
        places = " ".join(f'"{place}"' for place in range(len(infoset.actions)))
        self._lines.append(f'p "" {infoset.seat + 1} {infoset.number} "" {{ {places} }} 0')
        for action in infoset.actions:
            self._write(node.act(action))

    def _infoset(self, node: Node) -> InfoSet:
        seat = node.seat
        memory = information_state(node, seat)
        if memory not in self.infosets:
            self._counts[seat] += 1
            actions = tuple(node.last_hand().options(seat))
            self.infosets[memory] = InfoSet(seat, self._counts[seat], actions, node)
        return self.infosets[memory]
