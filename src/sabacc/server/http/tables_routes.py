"""Tables, presets and bots over HTTP."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from litestar import Router, get, post
from litestar.params import Parameter
from msgspec import Meta

from sabacc.bots import characters
from sabacc.cards import Deck
from sabacc.messages import text_in
from sabacc.rules import FAMILIES, PRESETS, Preset, find_preset, plays_for_rounds, rules_schema
from sabacc.rules.presets import FOR_NEWCOMERS
from sabacc.server.http.auth import HttpRequest, current_person, require_person
from sabacc.server.http.guard import language_of
from sabacc.server.http.pages_routes import require_preset
from sabacc.server.hub import Hub
from sabacc.server.lessons import LESSON_PACE, open_lesson
from sabacc.server.lobby import TableSummary
from sabacc.server.people.passwords import MAX_LENGTH as MAX_PASSWORD_LENGTH
from sabacc.server.quick_bots import HARDEST, QUICK_BOTS, USUAL_LEVEL
from sabacc.server.shared_addresses import SharedAddress
from sabacc.server.table.preset_answers import PRESET_CHOICES, PresetChoice
from sabacc.server.table.settings import Pace, Settings
from sabacc.server.wire.protocol import PROTOCOL
from sabacc.variants import explain_rules
from sabacc.variants.lessons import find_lesson
from sabacc.version import __version__

Tag = Literal["quick", "deep", "betting", "no-betting"]


class NewTable(Settings, frozen=True, kw_only=True):
    """The settings of a table to be made, and its `rules`: a preset and the differences from it."""

    rules: dict[str, Any]
    password: Annotated[str, Meta(min_length=1, max_length=MAX_PASSWORD_LENGTH)] | None = None  # in plain text


class CreatedTable(msgspec.Struct, frozen=True):
    """A new table, and the link to it."""

    id: str
    link: str


class QuickPlay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The variant to play at once, against bots."""

    preset: str = FOR_NEWCOMERS
    level: Annotated[int, Meta(ge=1, le=HARDEST)] = (
        USUAL_LEVEL  # of the bots: 1 are droids, for who plays for the first time
    )


class LessonWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The variant to learn, and how quickly the table makes its moves."""

    preset: str = FOR_NEWCOMERS
    pace: Pace = LESSON_PACE


class PresetInfo(msgspec.Struct, frozen=True):
    """A variant."""

    key: str
    title: str
    line: str
    family: str
    players: tuple[int, int]
    stack: int
    rules: dict[str, Any]  # all options, with the preset's values
    has_sides: bool  # cards are worth something else to the Light and to the Dark side (FO2)
    for_newcomers: bool  # the one to begin with
    tags: list[Tag]  # for who chooses among games
    has_lesson: bool  # its first hand can be learned by playing it


class CardInfo(msgspec.Struct, frozen=True):
    """A card of a deck."""

    card: str
    name: str
    value: int
    copies: int


class FamilyInfo(msgspec.Struct, frozen=True):
    """A family of games, and its deck."""

    key: str
    title: str
    deck: str
    has_sabacc_pot: bool
    cards: list[CardInfo]  # each once, as one would lay them out


class BotInfo(msgspec.Struct, frozen=True):
    """A bot that can be invited."""

    name: str
    line: str
    level: int


class ServerInfo(msgspec.Struct, frozen=True):
    """The server, and what it speaks."""

    name: str
    version: str
    protocol: int
    choices: tuple[PresetChoice, ...]  # answers that can be preset


@get("/presets", tags=["rules"])
async def presets(request: HttpRequest) -> list[PresetInfo]:
    """All variants."""
    language = language_of(request.scope)
    return [
        PresetInfo(
            key=one.key,
            title=one.title,
            line=text_in(one.line, language),
            family=one.family,
            players=one.players,
            stack=one.stack,
            rules=msgspec.to_builtins(one.rules),
            has_sides=one.rules.sides,
            for_newcomers=one.key == FOR_NEWCOMERS,
            tags=_tags(one),
            has_lesson=find_lesson(one.key) is not None,
        )
        for one in PRESETS.values()
    ]


def _tags(preset: Preset) -> list[Tag]:
    tempo: list[Tag] = [preset.tempo] if preset.tempo else []
    return [*tempo, "no-betting" if plays_for_rounds(preset.rules) else "betting"]


@get("/families", tags=["rules"])
async def families(request: HttpRequest) -> list[FamilyInfo]:
    """All families of games, and the cards that each is played with."""
    language = language_of(request.scope)
    return [
        FamilyInfo(one.key, text_in(one.title, language), one.deck.title, one.has_sabacc_pot, _cards(one.deck))
        for one in FAMILIES.values()
    ]


def _cards(deck: Deck) -> list[CardInfo]:
    return [CardInfo(card, deck.name(card), deck.values[card], copies) for card, copies in deck.copies.items()]


@get("/presets/{key:str}/schema", tags=["rules"])
async def schema(request: HttpRequest, key: str) -> dict[str, Any]:
    """The options of a variant, as a JSON Schema."""
    return rules_schema(require_preset(key), language_of(request.scope))


@get("/presets/{key:str}/explained", tags=["rules"])
async def explained(request: HttpRequest, key: str) -> list[str]:
    """How a variant is played, in sentences."""
    return explain_rules(find_preset(require_preset(key)).rules, language_of(request.scope))


@get("/bots", tags=["tables"])
async def bots() -> list[BotInfo]:
    """The bots that can be invited."""
    return [BotInfo(one.name, one.line, one.level) for one in characters().values()]


@get("/", tags=["server"])
async def greeting() -> ServerInfo:
    """What the server is, and what it speaks."""
    return ServerInfo("sabacc", __version__, PROTOCOL, PRESET_CHOICES)


def tables_routes(hub: Hub) -> Router:
    """The routes about tables, presets and bots."""
    service = hub.table_service

    @get("/tables", tags=["tables"])
    async def find_tables(
        preset: str | None = None,
        free: bool = False,
        locked: bool | None = None,
        text: Annotated[str, Parameter(max_length=60)] = "",
    ) -> list[TableSummary]:
        """The open tables, those that fit."""
        if preset is not None:
            find_preset(preset)
        hub.lobby.flush()
        return hub.lobby.find(preset, free, locked, text)

    @post("/tables", tags=["tables"])
    async def make_table(request: HttpRequest, data: NewTable) -> CreatedTable:
        """Makes a table, whose host you are."""
        person = await require_person(request)
        settings = {name: getattr(data, name) for name in Settings.__struct_fields__}
        table_id = await service.open(person, data.rules, Settings(**settings))
        return CreatedTable(table_id, f"/table/{table_id}")

    @get("/tables/{table_id:str}", tags=["tables"])
    async def one_table(table_id: str) -> TableSummary:
        """One table, by its id."""
        return service.summary(table_id)

    @post("/quick", tags=["tables"])
    async def quick_play(request: HttpRequest, data: QuickPlay) -> CreatedTable:
        """Seats you against bots at once."""
        person = await require_person(request)
        table_id = await service.open_quick(person, data.preset, QUICK_BOTS[data.level - 1])
        return CreatedTable(table_id, f"/table/{table_id}")

    @post("/lessons", tags=["tables"])
    async def learn(request: HttpRequest, data: LessonWanted) -> CreatedTable:
        """Seats you in the lesson of a variant: in the one that you have begun, or in a new one."""
        person = await require_person(request)
        table_id = await open_lesson(service, person, require_preset(data.preset), data.pace)
        return CreatedTable(table_id, f"/table/{table_id}")

    @get("/my-tables", tags=["tables"])
    async def my_tables(request: HttpRequest) -> list[TableSummary]:
        """The tables at which you have a seat, or whose host you are."""
        person = await current_person(request)
        return [] if person is None else service.summaries_of(person.id)

    @get("/tables/{table_id:str}/shared-addresses", tags=["tables"])
    async def shared_addresses(request: HttpRequest, table_id: str) -> list[SharedAddress]:
        """For the host: which players came from one address, where one of them is a guest; they may be one person."""
        person = await require_person(request)
        return await service.shared_addresses(table_id, person.id)

    handlers: list[Any] = [find_tables, make_table, one_table, quick_play, learn, my_tables, shared_addresses]
    return Router(path="/api", route_handlers=[*handlers, presets, families, schema, explained, bots, greeting])
