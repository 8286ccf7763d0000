"""Numbers for actions, as other programs want them: every action that the rules can ever allow has one."""

from __future__ import annotations

from sabacc.errors import SabaccError
from sabacc.game.actions import (
    CALL_HAND,
    CHECK,
    CHECK_AND_CALL,
    DONE,
    FOLD,
    GAIN,
    MATCH,
    MATCH_AND_CALL,
    PASS,
    STAND,
    Action,
    ChooseSide,
    Place,
    Raise,
    TakeBack,
    TakeDiscard,
    Trade,
)
from sabacc.rules import Rules, deck_of, find_preset

_PLAIN = (CHECK, MATCH, FOLD, PASS, STAND, GAIN, CALL_HAND)


class Numbering:
    """The actions of the 76-card family in a fixed order: those without a choice, then cards, then raises."""

    def __init__(self, rules: Rules, most_credits: int) -> None:
        if find_preset(rules.preset).family != "76":
            raise SabaccError(
                f"the actions of {rules.preset} are not numbered: choose a preset of the 76-card family, "
                "cloud-city, classic, force, pagat or galactic."
            )
        self.cards = tuple(deck_of(rules).copies)
        self.actions = tuple(_all_actions(rules, self.cards, most_credits))
        self._numbers = {action: number for number, action in enumerate(self.actions)}

    def __contains__(self, action: object) -> bool:
        return action in self._numbers

    def __len__(self) -> int:
        return len(self.actions)

    def number(self, action: Action) -> int:
        """The number of an action."""
        return self._numbers[action]


def _all_actions(rules: Rules, cards: tuple[str, ...], most_credits: int) -> list[Action]:
    actions: list[Action] = [*_PLAIN, *(Trade(card) for card in cards)]
    if rules.preset == "pagat":
        actions += [CHECK_AND_CALL, MATCH_AND_CALL]  # PG5
    if rules.sides:
        actions += [ChooseSide(side) for side in ("light", "dark", "chance")]
    if rules.discard_pile != "off":
        actions += [TakeDiscard(card) for card in cards]
    if rules.static_field != "none":
        actions += [DONE, *(Place(card) for card in cards), *(TakeBack(card) for card in cards)]
    for to in range(1, most_credits + 1):
        actions += [Raise(to), Raise(to, True)] if rules.preset == "pagat" else [Raise(to)]
    return actions
