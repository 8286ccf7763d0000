"""Thousands of hands side by side as one environment, on the batch engine.

It is used as Gymnasium's vector environments are, but all seats are played: whoever is asked sees the table and answers.

>>> env = BatchEnv("classic", players=2, hands=64)
>>> observations, info = env.reset(seed=1)
>>> observations.shape, info["seat"][:4]
((64, 309), array([0, 0, 1, 1]))
>>> observations, rewards, terminations, truncations, info = env.step(info["action_mask"].argmax(axis=1))
>>> rewards.shape
(64, 2)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sabacc.batch import BatchTable, layout
from sabacc.batch.action_codes import encode_action
from sabacc.batch.actions import KIND_BITS, KIND_MASK
from sabacc.envs.action_space import Places
from sabacc.envs.batch_kernels import BLOCKS, list_legal, observe
from sabacc.envs.player_space import PlayerSpace
from sabacc.envs.table_tensor import QUESTIONS
from sabacc.errors import SabaccError
from sabacc.rules import Rules, family_of, plays_for_rounds, read_rules, usual_stack

Info = dict[str, Any]
_ARGUMENTS = 1 << 10  # what goes with an action is below, but for amounts


class BatchEnv:
    """Many hands, each dealt anew as soon as it is over; rewards are credits won or lost in the hand that ended."""

    def __init__(
        self,
        rules: str | Mapping[str, Any] | Rules,
        players: int = 2,
        hands: int = 1024,
        stacks: ArrayLike | None = None,
        keeps_sabacc_pot: bool = True,
    ) -> None:
        self.rules = read_rules(rules)
        self.players, self.num_envs = players, hands
        self.player_space = PlayerSpace(self.rules, players)
        self.stacks = np.broadcast_to(np.asarray(usual_stack(self.rules) if stacks is None else stacks), (players,))
        self.keeps_sabacc_pot = keeps_sabacc_pot  # what a hand leaves there is there for the next
        self.observations = np.zeros((hands, self.player_space.observations), np.float32)
        self.codes = np.full((hands, self.player_space.actions), -1, np.int64)
        self.seats = np.zeros(hands, np.int64)
        self.table = BatchTable(self.rules, players, hands, stacks=self.stacks)
        self._chance = np.random.default_rng(0)
        self._kinds = np.array([QUESTIONS.index(kind) if kind in QUESTIONS else -1 for kind in layout.QUESTIONS])
        self._at = self._block_places()
        self._numbers = self._numbers_of_codes()

    @property
    def single_observation_space(self) -> Any:
        """One hand's, for Gymnasium."""
        from gymnasium.spaces import Box

        return Box(-np.inf, np.inf, (self.player_space.observations,), np.float32)

    @property
    def single_action_space(self) -> Any:
        """One hand's, for Gymnasium."""
        from gymnasium.spaces import Discrete

        return Discrete(self.player_space.actions)

    def reset(self, seed: int | None = None, options: Info | None = None) -> tuple[NDArray[np.float32], Info]:
        """Deals all hands; who sees and answers first in each is `info["seat"]`."""
        if seed is not None:
            self._chance = np.random.default_rng(seed)
            self.table.seed = int(self._chance.integers(1 << 62))
        self._deal(np.ones(self.num_envs, np.bool_), np.zeros(self.num_envs, np.int64))
        return self.observations, self._look()

    def step(self, actions: ArrayLike) -> tuple[NDArray[np.float32], Any, Any, Any, Info]:
        """An action in each hand by its number; observations are of those who are asked next, in a new hand if one ended.

        `info["action_mask"]` says what is legal. Arrays are written over by the next step: copy what you keep.
        """
        given = np.asarray(actions, np.int64)
        codes = self.codes[np.arange(self.num_envs), given]
        if codes.min() < 0:
            hand = int(codes.argmin())
            raise SabaccError(f"in hand {hand}, {given[hand]} is not legal now.")
        self.table.step(codes)
        ended = self.table.done.copy()
        rewards = np.zeros((self.num_envs, self.players), np.float32)
        if ended.any():
            rewards[ended] = self._winnings(ended)
            self._deal(ended, self.table.number(layout.SABACC_POT)[ended] if self.keeps_sabacc_pot else 0)
        info = self._look()
        return self.observations, rewards, ended, np.zeros(self.num_envs, np.bool_), info

    def _winnings(self, ended: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Of hands that are over: credits, or one from each of the others for a round (CS12)."""
        if not plays_for_rounds(self.rules):
            won: NDArray[np.int64] = self.table.stacks[ended] - self.table.first_stacks[ended]
            return won
        winners = self.table.number(layout.ROUND_WON_BY)[ended][:, None]
        others = np.where(winners < 0, 0, -1)
        return np.where(winners == np.arange(self.players), self.players - 1, others)

    def _deal(self, which: NDArray[np.bool_], pots: ArrayLike) -> None:
        """New hands with a dealer by chance, and sides by chance where there are some."""
        hands = int(which.sum())
        sides = self._chance.integers(1, 3, (hands, self.players)) if self.rules.sides else 0
        buttons = self._chance.integers(self.players, size=hands)
        self.table.reset(which, stacks=self.stacks, buttons=buttons, sabacc_pots=pots, sides=sides)

    def _look(self) -> Info:
        """Writes what is seen and what is legal."""
        table = self.table
        self.seats = table.asked
        legal = table.legal()
        capacity = int(table.rule_row[layout.RULE_CAPACITY])
        faces = len(self.player_space.table.faces)
        observe(
            table.numbers,
            table.cards,
            self.seats,
            self.players,
            capacity,
            faces,
            self._at,
            self._kinds,
            self.observations,
        )
        plain = len(self.player_space.plain)
        list_legal(
            table.numbers, legal.actions, legal.counts, self.seats, self.players, self._numbers, plain, self.codes
        )
        return {"seat": self.seats, "action_mask": self.codes >= 0}

    def _block_places(self) -> NDArray[np.int64]:
        places, at = dict.fromkeys(BLOCKS, -1), 0
        for name, shape in self.player_space.table.shapes.items():
            places[name] = at
            at += int(np.prod(shape))
        return np.array([places[name] for name in BLOCKS])

    def _numbers_of_codes(self) -> NDArray[np.int64]:
        """The numbers of all actions but raises, by kind and by what goes with it in the batch engine."""
        numbers = np.full((KIND_MASK + 1, _ARGUMENTS), -1, np.int64)
        deck = family_of(self.rules).deck
        for number, action in enumerate(self.player_space.plain.actions):
            if isinstance(action, Places):
                code = encode_action(deck, (), action.kind(())) + (action.mask << KIND_BITS)
            else:
                code = encode_action(deck, (), action)
            numbers[code & KIND_MASK, code >> KIND_BITS] = number
        return numbers
