"""What a player can do. An action is a small value: make one, look for it in `hand.options(seat)`, hand it to `hand.act`.

The part of an action that the others must not see is None in what they are shown (`Action.public`).
"""

from __future__ import annotations

from typing import Union

import msgspec

from sabacc.cards import Card


class Action(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """The base of all actions."""

    def public(self) -> Action:
        """The action as the other players see it."""
        return self


class FreeMove(Action, frozen=True):
    """An action that answers no question and may be made at any time the rules leave open."""


class Check(Action, frozen=True, tag="check"):
    """Bet nothing, where nothing is owed."""


class Match(Action, frozen=True, tag="match"):
    """Put in what is owed to the standing bet, or all one has."""


class Raise(Action, frozen=True, tag="raise"):
    """Bet, or raise the standing bet; `to` is the player's whole bet after it."""

    to: int


class Fold(Action, frozen=True, tag="fold"):
    """Leave the hand."""


class Pass(Action, frozen=True, tag="pass"):
    """Do nothing in a window."""


class CallHand(Action, frozen=True, tag="call-hand"):
    """Call the hand: betting ends and cards are shown."""


class Gain(Action, frozen=True, tag="gain"):
    """Draw a card."""


class Trade(Action, frozen=True, tag="trade"):
    """Drop a card, face down, and draw one."""

    card: Card | None = None

    def public(self) -> Action:
        return Trade()


class TakeDiscard(Action, frozen=True, tag="take-discard"):
    """Trade a card for the top card of the discard pile (HR4)."""

    card: Card


class Stand(Action, frozen=True, tag="stand"):
    """Keep one's cards as they are."""


class Place(FreeMove, frozen=True, tag="place"):
    """Put a card into the static field, face up."""

    card: Card


class TakeBack(FreeMove, frozen=True, tag="take-back"):
    """Take a card out of the static field."""

    card: Card


class ChooseSide(Action, frozen=True, tag="choose-side"):
    """Declare `light` or `dark`, or leave it to `chance` (FO1). Shown when all have chosen."""

    side: str | None = None

    def public(self) -> Action:
        return ChooseSide()


AnyAction = Union[  # noqa: UP007 - msgspec reads it at run time
    Check, Match, Raise, Fold, Pass, CallHand, Gain, Trade, TakeDiscard, Stand, Place, TakeBack, ChooseSide
]

# Actions without a choice in them are one object each.
CHECK, MATCH, FOLD, PASS, CALL_HAND, GAIN, STAND = Check(), Match(), Fold(), Pass(), CallHand(), Gain(), Stand()


def kind_of(action: Action) -> str:
    """The action's name in JSON, such as `take-discard`."""
    return str(action.__struct_config__.tag)
