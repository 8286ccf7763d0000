"""What a player can do. An action is a small value: make one, look for it in `hand.options(seat)`, hand it to `hand.act`.

The part of an action that the others must not see is None in what they are shown (`public`).
"""

from __future__ import annotations

from typing import Any, ClassVar, Self, Union, get_args

import msgspec

from sabacc.cards import Card
from sabacc.errors import SabaccError
from sabacc.game.types import SideChoice


class ActionBase(
    msgspec.Struct,
    frozen=True,
    tag_field="type",
    forbid_unknown_fields=True,
    omit_defaults=True,
    repr_omit_defaults=True,
    gc=False,  # they hold texts and numbers: nothing that could come round to them again
):
    """What all actions have; `Action` is any of them."""

    counts: ClassVar[bool] = True  # among a round's actions (GA4)
    free: ClassVar[bool] = False  # whether it answers no question

    def public(self) -> Self:
        """The action as the other players see it."""
        return self


class FreeMove(ActionBase, frozen=True):
    """An action that answers no question and may be made at any time the rules leave open."""

    free: ClassVar[bool] = True


class Check(ActionBase, frozen=True, tag="check"):
    """Bet nothing, where nothing is owed; `and_call` calls the hand with it (PG5)."""

    and_call: bool = False


class Match(ActionBase, frozen=True, tag="match"):
    """Put in what is owed to the standing bet, or all one has; `and_call` calls the hand with it (PG5)."""

    and_call: bool = False


class Raise(ActionBase, frozen=True, tag="raise"):
    """Bet, or raise the standing bet; `to` is the player's whole bet after it; `and_call` calls the hand with it (PG5)."""

    to: int
    and_call: bool = False

    def is_whole(self) -> bool:
        """Whether `to` is what it is said to be; Python would let anything pass (T1)."""
        return type(self.to) is int


class Fold(ActionBase, frozen=True, tag="fold"):
    """Leave the hand."""


class Pass(ActionBase, frozen=True, tag="pass"):
    """Do nothing in a window."""


class CallHand(ActionBase, frozen=True, tag="call-hand"):
    """Call the hand: betting ends and cards are shown."""


class Gain(ActionBase, frozen=True, tag="gain"):
    """Draw a card."""


class Trade(ActionBase, frozen=True, tag="trade"):
    """Drop a card, face down, and draw one."""

    card: Card | None = None

    def public(self) -> Trade:
        return Trade()


class TakeDiscard(ActionBase, frozen=True, tag="take-discard"):
    """Trade a card for the top card of the discard pile (HR4)."""

    card: Card


class Stand(ActionBase, frozen=True, tag="stand"):
    """Keep one's cards as they are."""


class Done(ActionBase, frozen=True, tag="done"):
    """Make no (more) field moves after the draw (PG3)."""

    counts: ClassVar[bool] = False


class Place(FreeMove, frozen=True, tag="place"):
    """Put a card into the static field, face up."""

    card: Card


class TakeBack(FreeMove, frozen=True, tag="take-back"):
    """Take a card out of the static field."""

    card: Card


class ChooseSide(ActionBase, frozen=True, tag="choose-side"):
    """Declare `light` or `dark`, or leave it to `chance` (FO1). Shown when all have chosen."""

    side: SideChoice | None = None

    def public(self) -> ChooseSide:
        return ChooseSide()


class Buy(ActionBase, frozen=True, tag="buy"):
    """Take a board card, face up: a petal (0 to 5) or the top of the discard pile (6); keep it, or swap one for it (CH11)."""

    place: int
    swap: Card | None = None
    up: bool = False  # the card swapped is one that lies face up


class Peek(ActionBase, frozen=True, tag="peek"):
    """Draw a card off the stub and look at it (CH13)."""


class Keep(ActionBase, frozen=True, tag="keep"):
    """Add the card just peeked at; with `drop`, discard that card of the hand to the pile first (CH13)."""

    drop: Card | None = None
    up: bool = False  # the card dropped is one that lies face up


class PushBack(ActionBase, frozen=True, tag="push-back"):
    """Give the card just peeked at back; it is mucked (CH13)."""


class Protect(ActionBase, frozen=True, tag="protect"):
    """Turn pocket cards face up, before the spike dice are rolled; none is fine (CH17)."""

    cards: tuple[Card, ...] = ()


class Offer(ActionBase, frozen=True, tag="offer"):
    """Pick a face-up card to be shuffled after double spikes (CH19). Shown when all have picked."""

    card: Card | None = None

    def public(self) -> Offer:
        return Offer()


class Select(ActionBase, frozen=True, tag="select"):
    """Lay cards face down as one's selection (CS5)."""

    cards: tuple[Card, ...] | None = None

    def public(self) -> Select:
        return Select()


class GoOn(ActionBase, frozen=True, tag="go-on"):
    """Stay in the round (CS6, CS7)."""


class Improve(ActionBase, frozen=True, tag="improve"):
    """Add new cards to one's selection, or none (CS8)."""

    cards: tuple[Card, ...] | None = None

    def public(self) -> Improve:
        return Improve()


Action = Union[  # noqa: UP007 - msgspec reads it at run time
    Check, Match, Raise, Fold, Pass, CallHand, Gain, Trade, TakeDiscard, Stand, Done, Place, TakeBack, ChooseSide,
    Buy, Peek, Keep, PushBack, Protect, Offer, Select, GoOn, Improve,
]  # fmt: skip

# Actions without a choice in them are one object each.
CHECK, MATCH, FOLD = Check(), Match(), Fold()
CHECK_AND_CALL, MATCH_AND_CALL = Check(True), Match(True)
PASS, CALL_HAND, DONE, GO_ON = Pass(), CallHand(), Done(), GoOn()
GAIN, STAND, PEEK, PUSH_BACK = Gain(), Stand(), Peek(), PushBack()


_ONE_OF_EACH: dict[Action, Action] = {
    action: action
    for action in (
        CHECK, MATCH, FOLD, CHECK_AND_CALL, MATCH_AND_CALL, PASS, CALL_HAND, DONE, GO_ON, GAIN, STAND, PEEK, PUSH_BACK,
    )
}  # fmt: skip


def well_known(action: Action) -> Action:
    """The action itself, or the one object that stands for all like it: for actions that come out of JSON."""
    return _ONE_OF_EACH.get(action, action)


def same_cards(one: Action, other: Action) -> bool:
    """Whether two actions are alike but for the order of their cards."""
    if type(one) is not type(other):
        return False
    cards: object = getattr(one, "cards", None)
    others: object = getattr(other, "cards", None)
    return isinstance(cards, tuple) and isinstance(others, tuple) and sorted(cards) == sorted(others)


def kind_of(action: Action) -> str:
    """The action's name in JSON, such as `take-discard`."""
    return str(action.__struct_config__.tag)


def write_action(action: Action) -> str:
    """The action as `read_action` reads it."""
    words = [kind_of(action)]
    for name in action.__struct_fields__:
        value = getattr(action, name)
        if name == "and_call":
            words += ["and", "call"] if value else []
        elif name == "up":
            words += ["up"] if value else []
        elif isinstance(value, tuple):
            words += value
        elif value is not None:
            words += ["swap", value] if name == "swap" else [str(value)]
    return " ".join(words)


def read_action(text: str) -> Action:
    """An action as people write it: its name, then its amount, cards or side; `and call` calls the hand with a bet.

    >>> read_action("raise 9"), read_action("trade S7"), read_action("check and call")
    (Raise(to=9), Trade(card='S7'), Check(and_call=True))
    >>> read_action("buy 3 swap -2"), read_action("protect +1 +4")
    (Buy(place=3, swap='-2'), Protect(cards=('+1', '+4')))
    """
    words = text.lower().replace(",", " ").split()
    and_call = words[-2:] == ["and", "call"] and len(words) > 2
    if and_call:
        words = words[:-2]
    for length in range(len(words), 0, -1):
        kind = _KINDS.get("-".join(words[:length]))
        if kind is not None:
            details = [word for word in words[length:] if word not in ("to", "swap", "drop")]
            return _with_details(kind, details, and_call, text)
    raise SabaccError(f"{text!r} is no action; the actions are {', '.join(_KINDS)}.")


def _with_details(kind: type[Action], details: list[str], and_call: bool, text: str) -> Action:
    """The action of a kind, from the words behind its name."""
    fields = [field for field in msgspec.structs.fields(kind) if field.name not in ("and_call", "up")]
    values: dict[str, Any] = {"and_call": True} if and_call else {}
    if details[-1:] == ["up"] and "up" in kind.__struct_fields__:
        values["up"] = True
        details = details[:-1]
    for field in fields:
        if field.name == "cards":
            values["cards"] = tuple(_card(word) for word in details)
            details = []
        elif details:
            values[field.name] = _detail(field.name, details.pop(0), text)
    missing = [field.name for field in fields if field.required and field.name not in values]
    if missing or details or (and_call and "and_call" not in kind.__struct_fields__):
        example = {"to": " 9", "card": " S7", "place": " 3", "side": " light", "cards": " +1 -4"}.get(
            fields[0].name if fields else "", ""
        )
        raise SabaccError(f"{text!r} is not how it is written: write it like '{kind.__struct_config__.tag}{example}'.")
    return kind(**values)


def _detail(name: str, word: str, text: str) -> object:
    if name in ("to", "place"):
        if not (word.isascii() and word.isdigit() and len(word) < 20):
            raise SabaccError(f"{text!r}: {word!r} is no amount; write a whole number.")
        return int(word)
    return word if name == "side" else _card(word)


def _card(word: str) -> Card:
    """Cards of the 76-card deck are written in capitals, the others not."""
    word = word.replace("−", "-")
    return word.upper() if word[0].isalpha() else word


_KINDS: dict[str, type[Action]] = {str(kind.__struct_config__.tag): kind for kind in get_args(Action)}
