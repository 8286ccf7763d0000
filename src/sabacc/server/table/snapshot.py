"""A table's state as it is stored in the database."""

from __future__ import annotations

import msgspec

from sabacc.game.events import HandVoided
from sabacc.game.snapshot import SavedTable
from sabacc.server.table import entries as en
from sabacc.server.table.buy_ins import Departure
from sabacc.server.table.lesson_state import LessonProgress
from sabacc.server.table.settings import Settings
from sabacc.server.table.vault import Vault


class Owner(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who has a seat: a person, or a bot of some character."""

    person: str | None = None
    bot: str | None = None


class ItemProposal(msgspec.Struct, frozen=True, omit_defaults=True):
    """An item that somebody offered as a stake, and its value once the host has given one (HR9)."""

    seat: int
    item: str
    value: int | None = None
    asks: bool = False  # the host's own: the others at the table must agree to its value
    agreed: tuple[str, ...] = ()  # people


class TableSnapshot(msgspec.Struct, frozen=True):
    """A table's state between hands."""

    version: int
    table: SavedTable
    settings: Settings
    host: str
    host_name: str
    owners: list[Owner | None]
    muted: list[str]
    banned: list[str]
    paused: bool
    deferred: list[en.AnyEntry] = msgspec.field(name="waiting")  # its name in stored snapshots
    proposals: list[ItemProposal]
    level_ms: int = 0  # how long the level of the blinds had been played at the last deal
    level_hands: int = 0
    voided: HandVoided | None = None  # what became of the last hand, if it was voided
    removed_traces: dict[str, int] = {}  # of the browsers of who was removed, and when
    departures: list[Departure] = []
    lost_version: int = 0  # up to which clients may have seen versions of a past that was taken back
    avatars: dict[str, int] = {}  # of the people who have a seat
    lesson: LessonProgress | None = None  # where a lesson is played
    house: bool = False
    tournament: str = ""
    pots_brought: list[int] = []


def read_snapshot(body: bytes, vault: Vault) -> TableSnapshot:
    """A snapshot that was stored."""
    stored = msgspec.json.decode(body, type=TableSnapshot)
    table = msgspec.structs.replace(stored.table, seed=vault.open(stored.table.seed))
    return msgspec.structs.replace(stored, table=table)


def write_snapshot(snapshot: TableSnapshot, vault: Vault) -> bytes:
    """A snapshot as it is stored, with its seed sealed."""
    table = msgspec.structs.replace(snapshot.table, seed=vault.seal(snapshot.table.seed))
    return msgspec.json.encode(msgspec.structs.replace(snapshot, table=table))
