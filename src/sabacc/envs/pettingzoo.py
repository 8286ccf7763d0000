"""Sabacc for PettingZoo: a hand as an AEC environment, in which one seat after the other answers.

>>> env = SabaccEnv("classic", players=3)
>>> env.reset(seed=5)
>>> observation, reward, termination, truncation, info = env.last()
>>> observation["observation"].shape, int(observation["action_mask"].sum())
((386,), 8)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from gymnasium.utils.seeding import np_random
from pettingzoo import AECEnv

from sabacc.envs.player_space import PlayerSpace
from sabacc.envs.winnings import winnings
from sabacc.errors import SabaccError
from sabacc.game.actions import write_action
from sabacc.game.hand import Hand
from sabacc.game.table import Game
from sabacc.game.view import View
from sabacc.rules import Rules, read_rules, usual_stack
from sabacc.variants import new_game
from sabacc.words import describe

Observation = dict[str, Any]


class SabaccEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """One hand an episode; rewards come at its end, in credits won or lost."""

    metadata = {"name": "sabacc", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012 - as PettingZoo has it

    def __init__(
        self,
        rules: str | Mapping[str, Any] | Rules,
        players: int = 2,
        stacks: int | Sequence[int] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.rules = read_rules(rules)
        self.render_mode = render_mode
        self.player_space = PlayerSpace(self.rules, players)
        usual = usual_stack(self.rules) if stacks is None else stacks
        self.stacks = [usual] * players if isinstance(usual, int) else list(usual)
        if len(self.stacks) != players:
            raise SabaccError(f"{players} players need {players} stacks, not {len(self.stacks)}.")
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        size = self.player_space.actions
        seen = Dict(
            {
                "observation": Box(-np.inf, np.inf, (self.player_space.observations,), np.float32),
                "action_mask": Box(0, 1, (size,), np.int8),
            }
        )
        self.observation_spaces: dict[str, Space[Any]] = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces: dict[str, Space[Any]] = {agent: Discrete(size) for agent in self.possible_agents}
        self._random: Any = None
        self._game: Game
        self._hand: Hand

    def observation_space(self, agent: str) -> Space[Any]:
        """The same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals a new hand; the dealer is chosen by chance."""
        if seed is not None or self._random is None:
            self._random, _ = np_random(seed)
        self._game = new_game(self.rules, self.possible_agents, self.stacks, seed=self._random.bytes(32).hex())
        self._hand = self._game.deal()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._go_on()

    def observe(self, agent: str) -> Observation:
        """What a player sees, and which actions are legal for them now."""
        view = self.view(agent)
        mask = self.player_space.mask(view)
        if agent != self.agent_selection or self._hand.over:
            mask[:] = 0
        return {"observation": self.player_space.observe(view), "action_mask": mask}

    def view(self, agent: str) -> View:
        """The same as the engine shows it."""
        return self._hand.view(self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        """An action of `agent_selection`; None if the hand is over for it."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        legal = self.player_space.legal(self.view(agent))
        if action is None or int(action) not in legal:
            raise SabaccError(f"{action} is not legal now; legal are {sorted(legal)}.")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._hand.act(self._hand.waiting[0], legal[int(action)])
        self._go_on()
        self._accumulate_rewards()

    def actions_in_words(self) -> dict[int, str]:
        """What `agent_selection` may do, by number."""
        return {
            number: write_action(action)
            for number, action in self.player_space.legal(self.view(self.agent_selection)).items()
        }

    def render(self) -> str:
        """The table in words, as the player sees it whose turn it is."""
        return describe(self.view(self.agent_selection))

    def close(self) -> None:
        """There is nothing to close."""

    def _go_on(self) -> None:
        if not self._hand.over:
            self.agent_selection = self.possible_agents[self._hand.waiting[0]]
            return
        won = winnings(self._game, self._hand, self.stacks)
        self.rewards = {agent: float(gain) for agent, gain in zip(self.possible_agents, won, strict=True)}
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]
