"""The entries of a table's log: one for each thing that was accepted, in order. A table is what its entries make it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, Union

import msgspec

from sabacc.game.actions import Action
from sabacc.game.types import Reason, VoidReason
from sabacc.rules import refuse_newer
from sabacc.server.table.preset_answers import PresetChoice
from sabacc.server.table.settings import Settings
from sabacc.server.table.vault import Vault
from sabacc.variants.lessons import Lesson


class Entry(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, omit_defaults=True):
    """The base of all entries; their tags are those of stored logs."""


class SeatEntry(Entry, frozen=True):
    """The base of entries about a seat."""

    seat: int


class ItemEntry(SeatEntry, frozen=True):
    """The base of entries about an item of a seat (HR9)."""

    item: str


class Opened(Entry, frozen=True, tag="opened"):
    """Somebody opened the table. The seed picks the first dealer; each hand has its own."""

    settings: Settings
    rules: dict[str, Any]
    host: str
    host_name: str
    seed: str
    behaviour: int = 1  # under which it was stored; the first one did not say so
    host_avatar: int | None = None
    house: bool = False  # the house's own, where bots play while somebody looks
    lesson: Lesson | None = None  # what is learned at it, where its first hand is a lesson
    tournament: str = ""  # whose director says who sits here, and when a hand is dealt


class SatDown(SeatEntry, frozen=True, tag="sat"):
    """A person, or a bot of some character, took a seat."""

    name: str
    stack: int
    person: str | None = None
    bot: str | None = None
    owes: tuple[Reason, ...] = ()  # what they missed while they were gone (T12)
    avatar: int | None = None


class AvatarChosen(Entry, frozen=True, tag="avatar"):
    """A player chose another avatar."""

    person: str
    avatar: int


class GotUp(SeatEntry, frozen=True, tag="left"):
    """Somebody left, or was removed and may not come back."""

    banned: bool = False
    player: str | None = None  # who was removed, whoever has the seat by then; older entries mean whoever has it
    traces: tuple[str, ...] = ()  # of the removed player's browsers, as digests
    at: int = 0  # milliseconds since 1970; older entries don't say


class Rebought(SeatEntry, frozen=True, tag="rebought"):
    """A player brought more credits."""

    amount: int
    up_to: int = 0  # what the stack may be by it; 0: no limit, as in older entries


class SatOut(SeatEntry, frozen=True, tag="sat-out"):
    """A player is not dealt in until they come back."""


class CameBack(SeatEntry, frozen=True, tag="came-back"):
    """A player who sat out is dealt in again."""


class NewRules(Entry, frozen=True, tag="rules"):
    """The host changed the house rules, from the next hand on."""

    rules: dict[str, Any]
    behaviour: int = 1  # under which it was stored; the first one did not say so


class NewLevel(Entry, frozen=True, tag="level"):
    """Another level of the blinds: the host set it, or it was due."""

    level: int
    ms: int = 0  # how long it has been played when it begins


class NewSettings(Entry, frozen=True, tag="settings"):
    """The host changed how the table is run."""

    settings: Settings


class NewHost(Entry, frozen=True, tag="host"):
    """Another person became the host."""

    person: str
    name: str


class Paused(Entry, frozen=True, tag="paused"):
    """The host paused the table, or let it go on."""

    on: bool


class Muted(Entry, frozen=True, tag="muted"):
    """A person may not chat here, or may again."""

    person: str
    on: bool


class ItemProposed(ItemEntry, frozen=True, tag="item-proposed"):
    """A player offered something as a stake."""


class ItemValued(ItemEntry, frozen=True, tag="item-valued"):
    """The host said what it is worth; none: it is no stake."""

    value: int | None
    asks: bool = False  # the item is the host's own, and the others must agree


class ItemAgreed(ItemEntry, frozen=True, tag="item-agreed"):
    """A player agreed to the value of the host's own item, or did not."""

    by: str  # a person
    on: bool


class ItemStaked(ItemEntry, frozen=True, tag="item-staked"):
    """A player staked an item at the host's value."""


class ItemTaken(ItemEntry, frozen=True, tag="item-taken"):
    """A player took an item off the table for its price."""


class ItemDeclined(ItemEntry, frozen=True, tag="item-declined"):
    """A player left an item to the next who may take it."""


class PotBrought(Entry, frozen=True, tag="pot-brought"):
    """A part of a broken table's sabacc pot came to this one, in a tournament (TN2)."""

    source: int  # the director's number of the broken table
    amount: int


class HandDealt(Entry, frozen=True, tag="dealt"):
    """A hand was dealt; neither its seed nor the salt of the commitment ever leaves the server."""

    seed: str
    salt: str
    behaviour: int = 1  # of the engine that plays it; the first one did not say so
    level_ms: int = 0  # how long the level of the blinds had been played
    level_hands: int = 0  # the hands dealt at that level, with this one


class HandVoided(Entry, frozen=True, tag="voided"):
    """A hand was voided: an older behaviour dealt it and did not end it, or the table was put back to how it was earlier."""

    reason: VoidReason = "older-behaviour"
    lost_version: int = 0  # the last one that people may have seen of a table that was put back


class ActionTaken(SeatEntry, frozen=True, tag="did"):
    """A player answered a question or made a free move."""

    action: Action
    question: int = 0  # none for a free move


class TimedOut(SeatEntry, frozen=True, tag="timed-out"):
    """The clock answered for a seat (T10)."""


class RandomiserRang(Entry, frozen=True, tag="struck"):
    """The randomiser rang (HR5)."""


class AnswersPreset(SeatEntry, frozen=True, tag="chose"):
    """A player preset how they answer for the rest of the hand. Only older logs have it; now it is kept beside the log."""

    choices: tuple[PresetChoice, ...]


class Deferred(Entry, frozen=True, tag="waits"):
    """An entry was deferred until the hand is over."""

    entry: AnyEntry


class DeferredRun(Entry, frozen=True, tag="due"):
    """The first deferred entry was applied, or dropped if that was no longer possible."""


class SeatRequestDropped(Entry, frozen=True, tag="forgot"):
    """Somebody who had asked for a seat no longer wants it."""

    person: str


class LessonContinued(Entry, frozen=True, tag="continued"):
    """The learner has read a step of the lesson, and goes on."""


class Ended(Entry, frozen=True, tag="ended"):
    """The table closed."""


AnyEntry = Union[  # noqa: UP007 - msgspec reads it at run time
    Opened, SatDown, AvatarChosen, GotUp, Rebought, SatOut, CameBack, NewRules, NewLevel, NewSettings, NewHost, Paused, Muted,
    ItemProposed, ItemValued, ItemAgreed, ItemStaked, ItemTaken, ItemDeclined, PotBrought,
    HandDealt, HandVoided, ActionTaken, TimedOut,
    RandomiserRang, AnswersPreset, Deferred, DeferredRun, SeatRequestDropped,
    LessonContinued, Ended,
]  # fmt: skip

AnyEntryT = TypeVar("AnyEntryT", bound=Entry)

_decoder = msgspec.json.Decoder(AnyEntry)


def read_entry(body: bytes, vault: Vault) -> AnyEntry:
    """An entry from the log; one that can't be read may be of a newer version, and then that is said."""
    try:
        entry: AnyEntry = _decoder.decode(body)
    except msgspec.ValidationError:
        refuse_newer(_stored_behaviour(body))
        raise
    return _with_seeds(entry, vault.open)


def _stored_behaviour(body: bytes) -> int:
    stored = msgspec.json.decode(body)
    behaviour = stored.get("behaviour") if isinstance(stored, dict) else None
    return behaviour if isinstance(behaviour, int) else 1


def write_entry(entry: Entry, vault: Vault) -> bytes:
    """An entry for the log, in which seeds are sealed."""
    return msgspec.json.encode(_with_seeds(entry, vault.seal))


def _with_seeds(entry: AnyEntryT, change: Callable[[str], str]) -> AnyEntryT:
    """An entry with its seed, if it has one, and its salt changed."""
    if isinstance(entry, HandDealt):
        return msgspec.structs.replace(entry, seed=change(entry.seed), salt=change(entry.salt))
    if isinstance(entry, Opened):
        return msgspec.structs.replace(entry, seed=change(entry.seed))
    return entry
