"""What browsers, programs and the server say to each other over a table's socket. `docs/protocol.md` tells the story.

A client sends one JSON object in each text frame: `hello` first, then commands. The server sends JSON arrays of messages.
"""

from __future__ import annotations

from typing import Annotated, Any, Union

import msgspec
from msgspec import Meta

from sabacc.game.actions import AnyAction
from sabacc.game.events import AnyEvent
from sabacc.game.table import MOST_CREDITS
from sabacc.server.settings import Clocks

PROTOCOL = 1
LONGEST_CHAT = 300

Id = Annotated[str, Meta(min_length=1, max_length=40)]
SeatNumber = Annotated[int, Meta(ge=0, le=7)]
Amount = Annotated[int, Meta(ge=1, le=MOST_CREDITS)]
ItemName = Annotated[str, Meta(min_length=1, max_length=40)]


# ---- from a client


class Message(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """The base of what a client sends."""


class Hello(Message, frozen=True, tag="hello"):
    """The first message: what the client speaks, and what it has already."""

    protocol: int
    since: int | None = None  # the last version it has
    words: bool = False  # whether it wants a sentence for each event
    password: str | None = None  # of the table


class Pong(Message, frozen=True, tag="pong"):
    """The answer to `ping`, with its number; so the server knows how long messages take."""

    ping: int


class Command(Message, frozen=True):
    """The base of what changes something. The same `id` sent again is done once and answered again."""

    id: Id


class Act(Command, frozen=True, tag="act"):
    """Answers a question, which it names, or makes a free move."""

    action: AnyAction
    question: Annotated[int, Meta(ge=0)] = 0


class Choose(Command, frozen=True, tag="choose"):
    """How to answer from now on in this hand; what is not named is asked for as usual."""

    choices: tuple[str, ...]


class Sit(Command, frozen=True, tag="sit"):
    """Takes a seat, a bot's too; any free one, if none is named. In mid-hand it waits for the next."""

    seat: SeatNumber | None = None


class Leave(Command, frozen=True, tag="leave"):
    """Gets up for good."""


class Rebuy(Command, frozen=True, tag="rebuy"):
    """Brings more credits; in mid-hand, for the next."""

    amount: Amount


class SitOut(Command, frozen=True, tag="sit-out"):
    """Not to be dealt in, from the next hand on."""


class ComeBack(Command, frozen=True, tag="come-back"):
    """To be dealt in again."""


class ProposeItem(Command, frozen=True, tag="propose-item"):
    """Offers a thing as a stake; the host says what it is worth (HR9)."""

    item: ItemName


class StakeItem(Command, frozen=True, tag="stake-item"):
    """Stakes it, at the host's value."""

    item: ItemName


class TakeItem(Command, frozen=True, tag="take-item"):
    """Takes an item off the table for its price."""

    item: ItemName


class DeclineItem(Command, frozen=True, tag="decline-item"):
    """Leaves an item to the next who may take it."""

    item: ItemName


class Chat(Command, frozen=True, tag="chat"):
    """Says something to the table."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_CHAT)]


class Pause(Command, frozen=True, tag="pause"):
    """The host stops the clocks, or lets them run again."""

    on: bool


class Remove(Command, frozen=True, tag="remove"):
    """The host removes a player, who may not come back, or sends a bot away."""

    seat: SeatNumber


class Mute(Command, frozen=True, tag="mute"):
    """The host stops the chat of a player or, by name, of somebody who watches; or allows it again."""

    on: bool
    seat: SeatNumber | None = None
    name: Annotated[str, Meta(max_length=60)] = ""


class ChangeRules(Command, frozen=True, tag="change-rules"):
    """The host changes house rules, from the next hand on."""

    rules: dict[str, Any]


class SetLevel(Command, frozen=True, tag="set-level"):
    """The host raises the blinds."""

    level: Annotated[int, Meta(ge=1, le=100)]


class ValueItem(Command, frozen=True, tag="value-item"):
    """The host says what a thing is worth, or that it is no stake."""

    seat: SeatNumber
    item: ItemName
    value: Amount | None = None


class SetBots(Command, frozen=True, tag="set-bots"):
    """The host says which bots fill the table, up to how many players, and how quickly they play."""

    bots: Annotated[tuple[str, ...], Meta(max_length=8)]
    fill_to: Annotated[int, Meta(ge=0, le=8)]
    pace: Annotated[float, Meta(ge=0, le=30)] = 1.2


class SetClocks(Command, frozen=True, tag="set-clocks"):
    """The host changes the clocks."""

    clocks: Clocks


class HandOver(Command, frozen=True, tag="hand-over"):
    """The host makes another player the host."""

    seat: SeatNumber


class CloseTable(Command, frozen=True, tag="close"):
    """The host closes the table; what is left in the sabacc pot is shared (T3)."""


AnyMessage = Union[  # noqa: UP007 - msgspec reads it at run time
    Hello, Pong, Act, Choose, Sit, Leave, Rebuy, SitOut, ComeBack, ProposeItem, StakeItem, TakeItem, DeclineItem, Chat,
    Pause, Remove, Mute, ChangeRules, SetLevel, ValueItem, SetBots, SetClocks, HandOver, CloseTable,
]  # fmt: skip


# ---- from the server


class News(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True):
    """The base of what the server sends."""


class OptionsNow(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat may do now and what it costs; raises are given by their bounds (0 and 0: none)."""

    actions: tuple[AnyAction, ...] = ()
    raise_from: int = 0
    raise_to: int = 0
    bet: int = 0
    owed: int = 0
    fold_fee: int = 0
    discard_fee: int = 0
    board_price: int = 0
    may_call: bool = False


class QuestionNow(msgspec.Struct, frozen=True):
    """What a seat is asked, and what happens if it doesn't answer (T10)."""

    number: int
    kind: str
    default: AnyAction


class You(msgspec.Struct, frozen=True, omit_defaults=True):
    """What only this seat is told besides its events."""

    seat: int
    options: OptionsNow | None = None
    question: QuestionNow | None = None
    choices: tuple[str, ...] = ()
    hand: str = ""  # what one's cards are called, for who asked for words
    total: int | None = None  # and what they add up to


class Ticking(msgspec.Struct, frozen=True):
    """A seat's clock: so long for the decision, then so long out of the time bank."""

    seat: int
    ms: int
    bank_ms: int


class SeatInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat as everybody sees it between hands."""

    name: str = ""
    stack: int = 0
    bot: str | None = None
    here: bool = True  # connected
    sitting_out: bool = False
    muted: bool = False
    host: bool = False


class ItemInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """An item on the table, or one that somebody would stake."""

    item: str
    seat: int
    value: int | None = None
    staked: bool = False
    rights: tuple[int, ...] | None = None  # who may take it first; none while its hand is played


class WaitingInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that is done when the hand is over."""

    what: str
    seat: int | None = None
    name: str = ""


class TableInfo(msgspec.Struct, frozen=True):
    """A table as everybody sees it."""

    id: str
    title: str
    rules: dict[str, Any]
    seats: list[SeatInfo]
    host: str
    stack: int
    access: str
    spectators: bool
    paused: bool
    closed: bool
    clocks: Clocks
    bots: tuple[str, ...]
    fill_to: int
    pace: float
    sabacc_pot: int
    price: int  # what one needs to be dealt in
    hands: int
    items: list[ItemInfo]
    waiting: list[WaitingInfo]
    rounds: list[int]  # won in the present game, where hands are rounds (CS12)
    beforehand: tuple[str, ...]  # what can be chosen here, see `choose`
    for_credits: bool  # or for rounds alone (CS13)
    in_rounds: bool  # a hand is called a round (CS12)
    levels: list[tuple[int, int, int]]  # of the blinds: small, big, price of a board card
    level: int  # the present one, counted from 1; 0 where it is none of them


class ChatLine(News, frozen=True, tag="chat"):
    """Somebody said something."""

    name: str
    text: str
    at: int


class Snapshot(News, frozen=True, tag="snapshot"):
    """The whole table as this seat may know it. The hand is told from its first event, so it is folded like any other."""

    protocol: int
    version: int
    table: TableInfo
    me: str | None  # the name of the person, if signed in
    host: bool  # whether that is the host
    events: list[AnyEvent]  # of the hand in play, or the last one
    names: tuple[str, ...]  # in that hand
    you: You | None = None
    clock: list[Ticking] = []
    say: list[str] = []
    chat: list[ChatLine] = []
    next_hand_ms: int | None = None


class Update(News, frozen=True, tag="update"):
    """One version more: what happened, as this seat may know it."""

    version: int
    events: list[AnyEvent] = []
    table: TableInfo | None = None  # where anything but the hand has changed
    you: You | None = None
    clock: list[Ticking] = []
    say: list[str] = []
    next_hand_ms: int | None = None


class Done(News, frozen=True, tag="done"):
    """A command is done and safe. `version` is the one it made."""

    id: str
    version: int


class Refused(News, frozen=True, tag="refused"):
    """A command was not done, and nothing has changed."""

    id: str | None
    why: str


class Presence(News, frozen=True, tag="presence"):
    """Who is connected, by seat; it is no version, since it doesn't last."""

    here: list[bool]
    watching: int


class Ping(News, frozen=True, tag="ping"):
    """To be answered with `pong`."""

    ping: int


class Notice(News, frozen=True, tag="notice"):
    """A sentence for this client alone."""

    text: str


class Bye(News, frozen=True, tag="bye"):
    """The server closes this connection. `again` says whether to come back."""

    why: str
    again: bool


AnyNews = Union[ChatLine, Snapshot, Update, Done, Refused, Presence, Ping, Notice, Bye]  # noqa: UP007 - as above


class _Addressed(msgspec.Struct, frozen=True):
    """As much of a message as an answer to it needs."""

    id: Id


MISREAD = (msgspec.MsgspecError, UnicodeError, RecursionError, ValueError)  # how a message shows that it is none
_decoder = msgspec.json.Decoder(AnyMessage)
_addressed = msgspec.json.Decoder(_Addressed)


def read_message(text: str | bytes) -> Message:
    """What a client sent; raises msgspec's errors for anything else."""
    message: Message = _decoder.decode(text)
    return message


def read_id(text: str | bytes) -> str | None:
    """The id of a message that can't be read as a whole, if it has one that can."""
    try:
        return _addressed.decode(text).id
    except MISREAD:
        return None
