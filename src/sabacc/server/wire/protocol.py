"""The messages between clients and the server over a table's socket; `docs/protocol.md` describes them.

A client sends one JSON object in each text frame: `hello` first, then commands. The server sends JSON arrays of messages.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Union, get_args

import msgspec
from msgspec import Meta

from sabacc.game.actions import Action
from sabacc.game.checks import MOST_CREDITS
from sabacc.game.events import Event
from sabacc.review.odds_strip import OddsStrip
from sabacc.server.table.preset_answers import PresetChoice
from sabacc.server.table.settings import MAX_SEATS, USUAL_PACE, BotNames, Clocks, FillTo, Pace
from sabacc.server.wire.table_info import LevelClock, SeatClock, TableInfo, You

PROTOCOL = 1
MAX_CHAT_LENGTH = 300

EmoteName = Literal[
    "hello", "good-luck", "nice-hand", "well-played", "thanks", "laugh", "wow", "ouch", "thinking", "hurry", "sorry", "sabacc",
]  # fmt: skip
EMOTES: tuple[str, ...] = get_args(EmoteName)

AnyId = Annotated[str, Meta(min_length=1, max_length=40)]
Id = Annotated[AnyId, Meta(pattern=r"^[^\x00]*\Z")]  # what is kept has no NUL: PostgreSQL has none in a text
SeatNumber = Annotated[int, Meta(ge=0, le=MAX_SEATS - 1)]
Amount = Annotated[int, Meta(ge=1, le=MOST_CREDITS)]
ItemName = Annotated[str, Meta(min_length=1, max_length=40)]


# ---- from a client


class ClientMessage(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """The base of what a client sends."""


class Hello(ClientMessage, frozen=True, tag="hello"):
    """The first message: what the client speaks, and what it has already."""

    protocol: int
    since: int | None = None  # the last version that the client has
    words: bool = False  # whether it wants a sentence for each event
    password: str | None = None  # the table's
    language: str | None = None  # in which it wants its sentences; if none is named, the one that its browser asks for


class Pong(ClientMessage, frozen=True, tag="pong"):
    """The answer to `ping`, with its number; so the server knows how long messages take."""

    ping: int


class Command(ClientMessage, frozen=True):
    """The base of what changes something. The same `id` sent again is done once and answered again."""

    id: Id


class Act(Command, frozen=True, tag="act"):
    """Answers a question, which it names, or makes a free move."""

    action: Action
    question: Annotated[int, Meta(ge=0)] = 0


class Continue(Command, frozen=True, tag="continue"):
    """Goes on in a lesson, from a step that one has read."""

    step: Annotated[int, Meta(ge=0)]


class Choose(Command, frozen=True, tag="choose"):
    """Presets answers for the rest of the hand; what is not named is asked for as usual."""

    choices: tuple[str, ...]  # any text: the table refuses one that it doesn't know and names those it does


class AskCoach(Command, frozen=True, tag="ask-coach"):
    """Asks about the question that one is asked: the odds of one's hand, or what would be best and why."""

    question: Annotated[int, Meta(ge=1)]
    what: Literal["odds", "advice"]


class Sit(Command, frozen=True, tag="sit"):
    """Takes a seat, a bot's too; any free one, if none is named. In mid-hand it waits for the next."""

    seat: SeatNumber | None = None
    stack: Amount | None = None  # with how much; none: the table's usual. Who left not long ago has what they left with


class Leave(Command, frozen=True, tag="leave"):
    """Gets up for good."""


class Rebuy(Command, frozen=True, tag="rebuy"):
    """Brings more credits, up to the table's limit; in mid-hand, for the next."""

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


class AgreeItem(Command, frozen=True, tag="agree-item"):
    """Agrees to the value of an item that is the host's own, or does not."""

    seat: SeatNumber
    item: ItemName
    value: Amount  # the one that was read, in case it has changed since
    on: bool


class Chat(Command, frozen=True, tag="chat"):
    """Says something to the table."""

    text: Annotated[str, Meta(min_length=1, max_length=MAX_CHAT_LENGTH)]


class Emote(Command, frozen=True, tag="emote"):
    """Shows one of a few short emotes at one's seat."""

    emote: str  # any text: the table refuses one that it doesn't know and names those it does


class Pause(Command, frozen=True, tag="pause"):
    """The host stops the clocks, or lets them run again."""

    on: bool


class Remove(Command, frozen=True, tag="remove"):
    """The host removes a player, who may not come back, or sends a bot away: when the hand is over, if one is played."""

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
    """The host says what a thing is worth, or that it is no stake; to what an item of their own is worth, the others agree."""

    seat: SeatNumber
    item: ItemName
    value: Amount | None = None


class SetBots(Command, frozen=True, tag="set-bots"):
    """The host says which bots fill the table, up to how many players, and how quickly they play, from the next hand on."""

    bots: BotNames
    fill_to: FillTo
    pace: Pace = USUAL_PACE


class SetClocks(Command, frozen=True, tag="set-clocks"):
    """The host changes the clocks, from the next hand on."""

    clocks: Clocks


class SetBuyIns(Command, frozen=True, tag="set-buy-ins"):
    """The host says what players bring to the table, from the next hand on."""

    stack: Annotated[int, Meta(ge=0, le=MOST_CREDITS)] = 0  # what one sits down with; 0: the usual for the stakes
    max_buy_in: Annotated[int, Meta(ge=0, le=MOST_CREDITS)] = 0  # the most one sits down with; 0: 200 antes
    rebuy_to: Annotated[int, Meta(ge=0, le=MOST_CREDITS)] | None = None  # null: as the largest buy-in; 0: no rebuys


class HandOver(Command, frozen=True, tag="hand-over"):
    """The host makes another player the host."""

    seat: SeatNumber


class CloseTable(Command, frozen=True, tag="close"):
    """The host closes the table; what is left in the sabacc pot is shared (T3)."""


AnyClientMessage = Union[  # noqa: UP007 - msgspec reads it at run time
    Hello, Pong, Act, AskCoach, Continue, Choose, Sit, Leave, Rebuy, SitOut, ComeBack, ProposeItem, StakeItem, TakeItem,
    DeclineItem, AgreeItem, Chat, Emote, Pause, Remove, Mute, ChangeRules, SetLevel, ValueItem, SetBots, SetClocks, SetBuyIns,
    HandOver, CloseTable,
]  # fmt: skip


# ---- from the server


class ServerMessage(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True):
    """The base of what the server sends."""


class ChatLine(ServerMessage, frozen=True, tag="chat"):
    """Somebody said something."""

    name: str
    text: str
    at: int
    seat: int | None = None  # of whoever said it; none of who only watches


class EmoteShown(ServerMessage, frozen=True, tag="emote"):
    """Somebody at a seat shows an emote; nobody who comes later is told of it."""

    seat: int
    emote: EmoteName


class Snapshot(ServerMessage, frozen=True, tag="snapshot"):
    """The whole table as this seat may know it. The hand is told from its first event, so it is folded like any other."""

    protocol: int
    version: int
    table: TableInfo
    me: str | None  # one's name; none for who is not signed in
    host: bool  # whether one is the host
    events: list[Event]  # those of the hand in play, or of the last one
    names: tuple[str, ...]  # the names in that hand, by seat
    you: You | None = None
    clock: list[SeatClock] = []
    say: list[str] = []
    chat: list[ChatLine] = []
    next_hand_ms: int | None = None
    level_clock: LevelClock | None = None


class Update(ServerMessage, frozen=True, tag="update"):
    """One version more: what happened, as this seat may know it."""

    version: int
    events: list[Event] = []
    table: TableInfo | None = None  # sent when anything but the hand has changed
    you: You | None = None
    clock: list[SeatClock] = []
    say: list[str] = []
    next_hand_ms: int | None = None
    level_clock: LevelClock | None = None


class Done(ServerMessage, frozen=True, tag="done"):
    """A command is done and durable; `version` is the one it made, or the current one if it made none."""

    id: str
    version: int


class Refused(ServerMessage, frozen=True, tag="refused"):
    """A command was not done, and nothing has changed."""

    id: str | None
    why: str


class Presence(ServerMessage, frozen=True, tag="presence"):
    """Who is connected, by seat; it is no version, since it doesn't last."""

    here: list[bool]
    watching: int


class Choices(ServerMessage, frozen=True, tag="choices"):
    """What one answers beforehand, after `choose`; it is no version, since nobody else is to know."""

    choices: tuple[PresetChoice, ...] = ()


class CoachSays(ServerMessage, frozen=True, tag="coach"):
    """What one has asked the coach, about a question; it is no version, since nobody else is to know."""

    question: int
    odds: OddsStrip | None = None
    advice: str = ""


class Ping(ServerMessage, frozen=True, tag="ping"):
    """To be answered with `pong`."""

    ping: int


class Notice(ServerMessage, frozen=True, tag="notice"):
    """A sentence for this client alone."""

    text: str


class Bye(ServerMessage, frozen=True, tag="bye"):
    """The server closes this connection."""

    why: str
    again: bool  # whether to come back
    wants_password: bool = False  # the table asks for its password, or got a wrong one


AnyServerMessage = Union[  # noqa: UP007 - as above
    ChatLine, EmoteShown, Snapshot, Update, Done, Refused, Presence, Choices, CoachSays, Ping, Notice, Bye,
]  # fmt: skip


class _Identified(msgspec.Struct, frozen=True):
    """As much of a message as a refusal needs."""

    id: AnyId


DECODE_ERRORS = (msgspec.MsgspecError, UnicodeError, RecursionError, ValueError)
_decoder = msgspec.json.Decoder(AnyClientMessage)
_id_decoder = msgspec.json.Decoder(_Identified)


def read_message(text: str | bytes) -> ClientMessage:
    """What a client sent; raises msgspec's errors for anything else."""
    message: ClientMessage = _decoder.decode(text)
    return message


def read_id(text: str | bytes) -> str | None:
    """The id of a message that can't be read as a whole, if it has one that can."""
    try:
        return _id_decoder.decode(text).id
    except DECODE_ERRORS:
        return None
