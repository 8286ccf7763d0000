"""Numbers for actions, as other programs want them: every action that the rules can ever allow has one."""

from __future__ import annotations

from collections.abc import Callable

from sabacc.errors import SabaccError
from sabacc.game.actions import Action
from sabacc.rules import FAMILIES, Part, Rules, deck_of, family_of

ACTIONS: Part[Callable[[Rules, tuple[str, ...], int], list[Action]]] = Part("action_space")


class ActionSpace:
    """The actions of a game in a fixed order."""

    def __init__(self, rules: Rules, max_credits: int) -> None:
        all_actions = ACTIONS.find(family_of(rules))
        if all_actions is None:
            raise SabaccError(f"the actions of {rules.preset} are not numbered: choose a preset of {numbered()}.")
        self.cards = tuple(deck_of(rules).copies)
        self.actions = tuple(all_actions(rules, self.cards, max_credits))
        self._numbers = {action: number for number, action in enumerate(self.actions)}

    def __contains__(self, action: object) -> bool:
        return action in self._numbers

    def __len__(self) -> int:
        return len(self.actions)

    def number(self, action: Action) -> int:
        """The number of an action."""
        return self._numbers[action]


def numbered() -> str:
    """The families whose actions have numbers, with their presets."""
    families = [family for family in FAMILIES.values() if ACTIONS.find(family) is not None]
    return "; ".join(f"{one.title}, {', '.join(preset.key for preset in one.presets)}" for one in families)
