"""What a player can do. An action is a small value: make one, look for it in `hand.options(seat)`, hand it to `hand.act`.

The part of an action that the others must not see is None in what they are shown (`Action.public`).
"""

from __future__ import annotations

from typing import Union, get_args

import msgspec

from sabacc.cards import Card
from sabacc.errors import SabaccError


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
CHECK, MATCH, FOLD, PASS, CALL_HAND, GAIN, STAND = (
    Check(),
    Match(),
    Fold(),
    Pass(),
    CallHand(),
    Gain(),
    Stand(),
)


def kind_of(action: Action) -> str:
    """The action's name in JSON, such as `take-discard`."""
    return str(action.__struct_config__.tag)


def read_action(text: str) -> Action:
    """An action as people write it: its name and, where it has one, its amount, card or side.

    >>> read_action("raise 9"), read_action("trade S7"), read_action("call hand")
    (Raise(to=9), Trade(card='S7'), CallHand())
    """
    words = text.lower().replace("-", " ").split()
    for length in range(len(words), 0, -1):
        kind = _KINDS.get("-".join(words[:length]))
        if kind is not None:
            rest = text.split()[length:] if len(text.split()) == len(words) else words[length:]
            return _with_details(kind, [word for word in rest if word != "to"], text)
    raise SabaccError(f"{text!r} is no action; the actions are {', '.join(_KINDS)}.")


def _with_details(kind: type[Action], rest: list[str], text: str) -> Action:
    fields = kind.__struct_fields__
    if len(rest) != len(fields):
        needs = f"needs {' and '.join(fields)}" if fields else "stands alone"
        raise SabaccError(f"{text!r}: {kind.__struct_config__.tag} {needs}.")
    if not rest:
        return kind()
    detail: object = rest[0] if fields[0] == "side" else rest[0].upper()
    if fields[0] == "to":
        if not rest[0].isdigit():
            raise SabaccError(f"{text!r}: {rest[0]!r} is no amount; write a whole number.")
        detail = int(rest[0])
    return kind(detail)


_KINDS: dict[str, type[Action]] = {str(kind.__struct_config__.tag): kind for kind in get_args(AnyAction)}
