"""Sabacc for OpenSpiel: `import sabacc.envs.openspiel`, then `pyspiel.load_game("python_sabacc")`.

A hand is one game. Cards are turned and dice rolled at chance nodes, with the exact odds; players decide one after the
other, in the order of W1 where several are asked at once; a player's information state is what their view has shown them.
Returns are credits won or lost, with the sabacc pot shared as if the table closed after the hand (T3), so they sum to zero.

Parameters:

- `rules`: a small table (`small`, `tiny`, `dealt`), any preset, or rules as JSON. OpenSpiel splits game strings at commas,
  so in one of those write `;` for the commas of the JSON.
- `players`, and `stack`, what each of them brings; 0 is what is usual.
- `remember`: keep the whole tree in memory, which makes walking it again and again, as solvers do, many times faster.

>>> import pyspiel
>>> game = pyspiel.load_game("python_sabacc(rules=tiny)")
>>> state = game.new_initial_state()
>>> while state.is_chance_node():
...     state.apply_action(state.legal_actions()[0])
>>> print(state.information_state_string())
seat 0, 0 gets S11, 1 gets ?, 0 gets QA, 1 gets ?
>>> [state.action_to_string(action) for action in state.legal_actions()]
['stand', 'gain', 'trade S11', 'trade QA']
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pyspiel

from sabacc.envs.action_space import ActionSpace
from sabacc.envs.bounds import bounds_of
from sabacc.envs.history_tensor import HistoryTensor
from sabacc.envs.information_state import full_history, information_state, observation
from sabacc.envs.nodes import Node, RootDeal
from sabacc.envs.small_tables import small_tables
from sabacc.envs.table_tensor import PRIVATE, TableTensor
from sabacc.errors import RulesError
from sabacc.game.actions import Action, write_action
from sabacc.rules import PRESETS, Rules, read_rules, usual_stack, write_rules

MAX_PLAYERS = 8
MAX_TENSOR_SIZE = 10_000_000  # numbers; a hand with shifts can be longer than is worth writing out

DEFAULTS: dict[str, Any] = {"rules": "small", "players": 2, "stack": 0, "remember": False}


def _game_type(with_recall_tensor: bool = True) -> Any:
    return pyspiel.GameType(
        short_name="python_sabacc",
        long_name="Sabacc",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=MAX_PLAYERS,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=with_recall_tensor,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
    )


def read_table(text: str) -> tuple[Rules, int]:
    """The rules that a parameter names, and the stack that goes with them."""
    table = small_tables().get(text)
    if table is not None:
        return read_rules(table.rules), table.stack
    if text in PRESETS or not text.startswith("{"):
        rules = read_rules(text)
    else:
        try:
            rules = read_rules(json.loads(text.replace(";", ",")))
        except json.JSONDecodeError as error:
            raise RulesError(f"the rules can't be read: {error}.") from error
    return rules, usual_stack(rules)


class SabaccGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """One hand of Sabacc."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**DEFAULTS, **(params or {})}
        rules, usual = read_table(str(given["rules"]))
        players, stack = int(given["players"]), int(given["stack"]) or usual
        self.root_deal = RootDeal(rules, (stack,) * players, bool(given["remember"]))
        self.action_space = ActionSpace(rules, stack)
        self.bounds = bounds_of(rules, players, stack)
        self.history = HistoryTensor(self.action_space, players, self.bounds)
        self.root = self.root_deal.deal()
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.action_space),
            max_chance_outcomes=self.bounds.outcomes,
            num_players=players,
            min_utility=float(-stack),
            max_utility=float(stack * (players - 1)),
            utility_sum=0.0,
            max_game_length=self.bounds.actions,
        )
        if str(given["rules"]).startswith("{"):
            given["rules"] = json.dumps(write_rules(rules), separators=(";", ":"))
        super().__init__(_game_type(self.history.size <= MAX_TENSOR_SIZE), info, given)

    def new_initial_state(self) -> SabaccState:
        return SabaccState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.bounds.chances

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> SabaccObserver:
        """What shows a state to one player."""
        if params:
            raise ValueError(f"there are no observation parameters, and {params} were given.")
        return SabaccObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class SabaccState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A node of the tree of a hand."""

    def __init__(self, game: SabaccGame) -> None:
        super().__init__(game)
        self.node: Node = game.root

    def current_player(self) -> int:
        node = self.node
        if node.needed is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if node.is_terminal else node.seat

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.cached("legal", lambda: self._list_legal(player))

    def _list_legal(self, player: int) -> list[int]:
        hand, number = self.node.last_hand(), self.get_game().action_space.number
        held = hand.hands[player]
        return sorted(number(action, held) for action in hand.options(player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(number, chance) for number, (_, chance) in enumerate(self.node.outcomes())]

    def _apply_action(self, number: int) -> None:
        if self.node.is_chance:
            self.node = self.node.answer(number)
        else:
            self.node = self.node.act(self._action(self.node.seat, number))

    def _action(self, player: int, number: int) -> Action:
        action: Action = self.get_game().action_space.action(number, self.node.last_hand().hands[player])
        return action

    def _action_to_string(self, player: int, number: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {list(self.node.outcomes())[number][0]}"
        return write_action(self._action(player, number))

    def is_terminal(self) -> bool:
        return self.node.is_terminal

    def returns(self) -> list[float]:
        if not self.node.is_terminal:
            return [0.0] * self.num_players()
        return [float(won) for won in self.node.winnings()]

    def __str__(self) -> str:
        return full_history(self.node)


class SabaccObserver:
    """A state as a player sees it: with perfect recall their whole memory, without it the table as it lies."""

    def __init__(self, game: SabaccGame, kind: Any) -> None:
        players = game.num_players()
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.perfect_recall = kind.perfect_recall
        self.history = game.history
        self.table = TableTensor(game.root_deal.rules, players)
        if not self.perfect_recall:
            shapes = {name: shape for name, shape in self.table.shapes.items() if self._shows(name, kind.public_info)}
        else:
            shapes = {"past": self.history.shape} if self.history.size <= MAX_TENSOR_SIZE else {}
        self._allocate({"player": (players,), **shapes})

    def _shows(self, block: str, public: bool) -> bool:
        return self.private if block in PRIVATE else public

    def _allocate(self, shapes: dict[str, tuple[int, ...]]) -> None:
        """One flat array, and names for the parts of it."""
        sizes = [int(np.prod(shape)) for shape in shapes.values()]
        self.tensor = np.zeros(sum(sizes), np.float32)
        ends = np.cumsum(sizes)
        self.dict = {
            name: self.tensor[end - size : end].reshape(shape)
            for (name, shape), size, end in zip(shapes.items(), sizes, ends, strict=True)
        }

    def set_from(self, state: SabaccState, player: int) -> None:
        """Writes what a player sees into the tensor."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        if "past" in self.dict:
            self.history.write(state.node, player if self.private else None, self.dict["past"])
        elif not self.perfect_recall and state.node.hand is not None:
            self.table.write(state.node.hand.view(player), self.dict)

    def string_from(self, state: SabaccState, player: int) -> str:
        """What a player sees, in words."""
        node, seat = state.node, player if self.private else None
        if self.perfect_recall:
            return node.cached(("recall", seat), lambda: information_state(node, seat))
        return observation(node, seat)


pyspiel.register_game(_game_type(), SabaccGame)
