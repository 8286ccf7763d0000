"""Tables over HTTP: what there is, making one, and playing at once."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Router, get, post
from litestar.params import Parameter
from msgspec import Meta

from sabacc.bots import characters
from sabacc.game.table import MOST_CREDITS
from sabacc.rules import PRESETS, find_preset, rules_schema
from sabacc.server.beforehand import CHOICES
from sabacc.server.hub import Hub
from sabacc.server.lobby import TableLine, line_of
from sabacc.server.pages_routes import known_preset
from sabacc.server.people import signed_in, who_is
from sabacc.server.protocol import PROTOCOL
from sabacc.server.settings import LONGEST_TITLE, Clocks, Settings
from sabacc.variants import explain_rules
from sabacc.version import __version__

Asking = Request[Any, Any, Any]


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be made. `rules` is a preset and the differences from it; all else has its usual value if left out."""

    rules: dict[str, Any]
    title: Annotated[str, Meta(max_length=LONGEST_TITLE)] = ""
    seats: Annotated[int, Meta(ge=2, le=8)] = 8
    stack: Annotated[int, Meta(ge=0, le=MOST_CREDITS)] = 0
    access: Literal["open", "link", "password"] = "open"
    password: Annotated[str, Meta(min_length=1, max_length=200)] | None = None
    spectators: bool = True
    bots: Annotated[tuple[str, ...], Meta(max_length=8)] = ()
    fill_to: Annotated[int, Meta(ge=0, le=8)] = 0
    pace: Annotated[float, Meta(ge=0, le=30)] = 1.2
    clocks: Clocks = Clocks()


class MadeTable(msgspec.Struct, frozen=True):
    """A new table. Whoever is sent the link can come."""

    id: str
    link: str


class Quick(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to play at once."""

    preset: str = "classic"


class PresetLine(msgspec.Struct, frozen=True):
    """A variant."""

    key: str
    title: str
    line: str
    family: str
    players: tuple[int, int]
    stack: int
    rules: dict[str, Any]  # all options with the values they have in this preset


class BotLine(msgspec.Struct, frozen=True):
    """A bot that can be invited."""

    name: str
    line: str
    level: int


class Greeting(msgspec.Struct, frozen=True):
    """What the server is."""

    name: str
    version: str
    protocol: int
    choices: tuple[str, ...]  # answers that can be given beforehand


def tables_routes(hub: Hub) -> Router:
    """The routes."""

    @get("/tables", tags=["tables"])
    async def find_tables(
        preset: str | None = None,
        free: bool = False,
        locked: bool | None = None,
        text: Annotated[str, Parameter(max_length=60)] = "",
    ) -> list[TableLine]:
        """The open tables, those that fit."""
        if preset is not None:
            find_preset(preset)
        return hub.lobby.find(preset, free, locked, text)

    @post("/tables", tags=["tables"])
    async def make_table(request: Asking, data: NewTable) -> MadeTable:
        """Makes a table, whose host you are."""
        person = await signed_in(request)
        asked = msgspec.structs.asdict(data)
        table = await hub.open_table(person, asked.pop("rules"), Settings(**asked))
        return MadeTable(table.id, f"/table/{table.id}")

    @get("/tables/{table_id:str}", tags=["tables"])
    async def one_table(table_id: str) -> TableLine:
        """One table, by its id."""
        return line_of(hub.table(table_id))

    @post("/quick", tags=["tables"])
    async def quick_play(request: Asking, data: Quick) -> MadeTable:
        """Seats you against bots at once."""
        person = await signed_in(request)
        table = await hub.quick(person, data.preset)
        return MadeTable(table.id, f"/table/{table.id}")

    @get("/my-tables", tags=["tables"])
    async def my_tables(request: Asking) -> list[TableLine]:
        """The tables at which you have a seat, or whose host you are."""
        person = await who_is(request)
        if person is None:
            return []
        mine = [
            one
            for one in hub.tables.values()
            if one.state.host == person.id or one.state.seat_of(person.id) is not None
        ]
        return [line_of(table) for table in mine]

    @get("/presets", tags=["rules"])
    async def presets() -> list[PresetLine]:
        """All variants."""
        return [
            PresetLine(one.key, one.title, one.line, one.family, one.players, one.stack, msgspec.to_builtins(one.rules))
            for one in PRESETS.values()
        ]

    @get("/presets/{key:str}/schema", tags=["rules"])
    async def schema(key: str) -> dict[str, Any]:
        """The options of a variant, as a JSON Schema."""
        return rules_schema(known_preset(key))

    @get("/presets/{key:str}/explained", tags=["rules"])
    async def explained(key: str) -> list[str]:
        """How a variant is played, in sentences."""
        return explain_rules(find_preset(known_preset(key)).rules)

    @get("/bots", tags=["tables"])
    async def bots() -> list[BotLine]:
        """The bots that can be invited."""
        return [BotLine(one.name, one.line, one.level) for one in characters().values()]

    @get("/", tags=["server"])
    async def greeting() -> Greeting:
        """What the server is, and what it speaks."""
        return Greeting("sabacc", __version__, PROTOCOL, CHOICES)

    handlers: list[Any] = [
        find_tables,
        make_table,
        one_table,
        quick_play,
        my_tables,
        presets,
        schema,
        explained,
        bots,
        greeting,
    ]
    return Router(path="/api", route_handlers=handlers)
