"""Numbers for actions, as other programs want them: every action that the rules can ever allow has one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from sabacc.cards import Card
from sabacc.errors import SabaccError
from sabacc.game.actions import Action, Improve, Protect, Select
from sabacc.rules import FAMILIES, Part, Rules, deck_of, family_of

CHOOSING = (Protect, Select, Improve)  # some cards of a hand at once
MOST_IN_HAND = 5  # of which there is such a choice (CH15, CS3)


class Places(NamedTuple):
    """Some cards of one's hand by their places in the deck's order: there is a number for each choice, not for each card."""

    kind: type[Protect | Select | Improve]
    mask: int

    def of(self, hand: Sequence[Card]) -> Action:
        """The action, with the cards of a hand in the deck's order."""
        return self.kind(tuple(card for place, card in enumerate(hand) if self.mask >> place & 1))

    def __str__(self) -> str:
        places = [str(place + 1) for place in range(MOST_IN_HAND) if self.mask >> place & 1]
        return f"{self.kind.__name__.lower()} cards {', '.join(places) or 'none'}"


ACTIONS: Part[Callable[[Rules, tuple[Card, ...], int], list[Action | Places]]] = Part("action_space")


class ActionSpace:
    """The actions of a game in a fixed order."""

    def __init__(self, rules: Rules, max_credits: int) -> None:
        all_actions = ACTIONS.find(family_of(rules))
        if all_actions is None:
            raise SabaccError(f"the actions of {rules.preset} are not numbered: choose a preset of {numbered()}.")
        self._deck = deck_of(rules)
        self.cards = tuple(self._deck.copies)
        self.actions = tuple(all_actions(rules, self.cards, max_credits))
        self._numbers = {action: number for number, action in enumerate(self.actions)}

    def __len__(self) -> int:
        return len(self.actions)

    def number(self, action: Action, hand: Sequence[Card] = ()) -> int:
        """The number of an action; `hand` are the seat's own cards, face down, in any order."""
        if isinstance(action, CHOOSING):
            return self._numbers[Places(type(action), _mask(self._deck.in_order(hand), action.cards or ()))]
        return self._numbers[action]

    def action(self, number: int, hand: Sequence[Card] = ()) -> Action:
        """The action of a number, for whoever holds these cards."""
        action = self.actions[number]
        return action.of(self._deck.in_order(hand)) if isinstance(action, Places) else action

    def number_in_memory(self, action: Action) -> int | None:
        """The number by which an action is remembered: none if it was hidden, and one for all choices of some cards."""
        if isinstance(action, CHOOSING):
            return None if action.cards is None else self._numbers[Places(type(action), 0)]
        return self._numbers.get(action)


def choices_of(kind: type[Protect | Select | Improve]) -> Iterator[Places]:
    """All choices of some cards, none and all among them."""
    return (Places(kind, mask) for mask in range(1 << MOST_IN_HAND))


def numbered() -> str:
    """The families whose actions have numbers, with their presets."""
    families = [family for family in FAMILIES.values() if ACTIONS.find(family) is not None]
    return "; ".join(f"{one.title}, {', '.join(preset.key for preset in one.presets)}" for one in families)


def _mask(hand: Sequence[Card], cards: Sequence[Card]) -> int:
    """The places of some cards in a hand; of equal ones the first."""
    mask = 0
    for card in cards:
        mask |= 1 << next(place for place, held in enumerate(hand) if held == card and not mask >> place & 1)
    return mask
