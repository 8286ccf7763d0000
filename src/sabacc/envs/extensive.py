"""The whole tree written out once, in the text form that OpenSpiel's own solvers read at full speed (Gambit's .efg).

Actions and outcomes are called by their place, 0 and up: OpenSpiel numbers names as they come, so number and place agree.
The tree has the same histories, odds, information sets and returns as `python_sabacc`; a test holds the two equal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sabacc.envs.moments import Moment, Opening
from sabacc.envs.recall import recall
from sabacc.game.actions import Action


class InfoSet(NamedTuple):
    """All that a seat can't tell apart when it decides, with one of the moments in it."""

    seat: int
    number: int  # counted by seat, from 1
    actions: tuple[Action, ...]
    moment: Moment

    @property
    def key(self) -> str:
        """Its name in OpenSpiel's efg games."""
        return f"{self.seat}-{self.seat}-{self.number}-"


class Tree:
    """A tree being written down, node by node."""

    def __init__(self, opening: Opening, each: Callable[[], None] = lambda: None) -> None:
        self.each = each  # called for every history, to show that something happens
        self.histories = 0
        self.endings = 0
        self.infosets: dict[str, InfoSet] = {}  # by what the seat remembers
        self._counts = [0] * len(opening.stacks)
        players = " ".join(f'"Player {seat}"' for seat in range(len(opening.stacks)))
        self._lines = [f'EFG 2 R "Sabacc" {{ {players} }}']
        self._write(opening.deal())
        self.text = "\n".join(self._lines) + "\n"

    def _write(self, moment: Moment) -> None:
        self.histories += 1
        self.each()
        if moment.is_over:
            self.endings += 1
            won = " ".join(map(str, moment.winnings()))
            self._lines.append(f't "" {self.endings} "" {{ {won} }}')
        elif moment.is_chance:
            self._write_chance(moment)
        else:
            self._write_decision(moment)

    def _write_chance(self, moment: Moment) -> None:
        outcomes = list(moment.outcomes())
        odds = " ".join(f'"{place}" {chance:.16f}' for place, (_, chance) in enumerate(outcomes))
        self._lines.append(f'c "" {self.histories} "" {{ {odds} }} 0')
        for number in range(len(outcomes)):
            self._write(moment.answer(number))

    def _write_decision(self, moment: Moment) -> None:
        infoset = self._infoset(moment)
        places = " ".join(f'"{place}"' for place in range(len(infoset.actions)))
        self._lines.append(f'p "" {infoset.seat + 1} {infoset.number} "" {{ {places} }} 0')
        for action in infoset.actions:
            self._write(moment.act(action))

    def _infoset(self, moment: Moment) -> InfoSet:
        seat = moment.seat
        memory = recall(moment, seat)
        if memory not in self.infosets:
            self._counts[seat] += 1
            actions = tuple(moment.at_rest().options(seat))
            self.infosets[memory] = InfoSet(seat, self._counts[seat], actions, moment)
        return self.infosets[memory]
