"""What a table's log is made of: one entry for each thing that was accepted, in order. A table is what its entries make it."""

from __future__ import annotations

from typing import Any, Union

import msgspec

from sabacc.game.actions import AnyAction
from sabacc.server.settings import Settings


class Entry(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, omit_defaults=True):
    """The base of all entries."""


class Opened(Entry, frozen=True, tag="opened"):
    """Somebody opened the table. The seed picks the first dealer; each hand has its own."""

    settings: Settings
    rules: dict[str, Any]
    host: str
    host_name: str
    seed: str


class SatDown(Entry, frozen=True, tag="sat"):
    """A person, or a bot of some character, took a seat."""

    seat: int
    name: str
    stack: int
    person: str | None = None
    bot: str | None = None


class GotUp(Entry, frozen=True, tag="left"):
    """Somebody left, or was removed and may not come back."""

    seat: int
    banned: bool = False


class Rebought(Entry, frozen=True, tag="rebought"):
    seat: int
    amount: int


class SatOut(Entry, frozen=True, tag="sat-out"):
    seat: int


class CameBack(Entry, frozen=True, tag="came-back"):
    seat: int


class NewRules(Entry, frozen=True, tag="rules"):
    """House rules, from the next hand on."""

    rules: dict[str, Any]


class NewLevel(Entry, frozen=True, tag="level"):
    level: int


class NewSettings(Entry, frozen=True, tag="settings"):
    settings: Settings


class NewHost(Entry, frozen=True, tag="host"):
    """Another person runs the table."""

    person: str
    name: str


class Paused(Entry, frozen=True, tag="paused"):
    on: bool


class Muted(Entry, frozen=True, tag="muted"):
    """A person may not chat here, or may again."""

    person: str
    on: bool


class ItemProposed(Entry, frozen=True, tag="item-proposed"):
    """A player would stake something (HR9)."""

    seat: int
    item: str


class ItemValued(Entry, frozen=True, tag="item-valued"):
    """The Plutt says what it is worth; none: it is no stake."""

    seat: int
    item: str
    value: int | None


class ItemStaked(Entry, frozen=True, tag="item-staked"):
    seat: int
    item: str


class ItemTaken(Entry, frozen=True, tag="item-taken"):
    seat: int
    item: str


class ItemDeclined(Entry, frozen=True, tag="item-declined"):
    seat: int
    item: str


class HandDealt(Entry, frozen=True, tag="dealt"):
    """A hand begins. Neither the seed nor the salt of the commitment ever leaves the server."""

    seed: str
    salt: str


class Did(Entry, frozen=True, tag="did"):
    """A player did something."""

    seat: int
    action: AnyAction
    question: int = 0  # which it answers; a free move answers none


class TimedOut(Entry, frozen=True, tag="timed-out"):
    """The clock answered for a seat (T10)."""

    seat: int


class Struck(Entry, frozen=True, tag="struck"):
    """The randomiser's clock went off (HR5)."""


class Chose(Entry, frozen=True, tag="chose"):
    """A player says beforehand how they answer for the rest of the hand."""

    seat: int
    choices: tuple[str, ...]


class Waits(Entry, frozen=True, tag="waits"):
    """Something that is done when the hand is over."""

    entry: AnyEntry


class Due(Entry, frozen=True, tag="due"):
    """The first thing that waited is done now, or dropped if it can't be done any more."""


class Forgot(Entry, frozen=True, tag="forgot"):
    """Somebody who waited for a seat no longer does."""

    person: str


class Ended(Entry, frozen=True, tag="ended"):
    """The table closed."""


AnyEntry = Union[  # noqa: UP007 - msgspec reads it at run time
    Opened, SatDown, GotUp, Rebought, SatOut, CameBack, NewRules, NewLevel, NewSettings, NewHost, Paused, Muted,
    ItemProposed, ItemValued, ItemStaked, ItemTaken, ItemDeclined, HandDealt, Did, TimedOut, Struck, Chose, Waits, Due,
    Forgot, Ended,
]  # fmt: skip

_decoder = msgspec.json.Decoder(AnyEntry)


def read_entry(body: bytes) -> AnyEntry:
    """An entry from the log."""
    entry: AnyEntry = _decoder.decode(body)
    return entry


def write_entry(entry: Entry) -> bytes:
    """An entry for the log."""
    return msgspec.json.encode(entry)
