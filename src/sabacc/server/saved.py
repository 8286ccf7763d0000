"""What a table's state is made of, as it is kept in the database."""

from __future__ import annotations

import msgspec

from sabacc.game.saving import SavedTable
from sabacc.server import entries as en
from sabacc.server.settings import Settings


class Owner(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who has a seat: a person, or a bot of some character."""

    person: str | None = None
    bot: str | None = None


class Proposal(msgspec.Struct, frozen=True, omit_defaults=True):
    """An item somebody would stake; the Plutt has yet to say what it is worth, or has."""

    seat: int
    item: str
    value: int | None = None


class Saved(msgspec.Struct, frozen=True):
    """A table's state between hands, as it is kept in the database."""

    version: int
    table: SavedTable
    settings: Settings
    host: str
    host_name: str
    owners: list[Owner | None]
    muted: list[str]
    banned: list[str]
    paused: bool
    waiting: list[en.AnyEntry]
    proposals: list[Proposal]
