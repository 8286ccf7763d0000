"""All actions that a table of the 76-card family can ever allow, in a fixed order."""

from __future__ import annotations

from sabacc.cards import Card
from sabacc.envs.action_space import Places
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
from sabacc.rules import Rules

OBSERVED = ("fields",)  # what is on the table besides what every game has
_PLAIN = (CHECK, MATCH, FOLD, PASS, STAND, GAIN, CALL_HAND)


def all_actions(rules: Rules, cards: tuple[Card, ...], most_credits: int) -> list[Action | Places]:
    """Those without a choice, then cards, then raises."""
    actions: list[Action | Places] = [*_PLAIN, *(Trade(card) for card in cards)]
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
