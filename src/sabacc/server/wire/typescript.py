"""TypeScript types of everything that goes between the server and a browser, generated from the server's own.

python -m sabacc.server.wire.typescript web/src/protocol.ts
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from msgspec import inspect

HEAD = "// Written by `python -m sabacc.server.wire.typescript`; change the server's types instead.\n"


class TypeWriter:
    """The types that were asked for, and all that they are made of."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}  # by name, in the order in which they are needed
        self.unions: dict[frozenset[str], str] = {}  # names of unions, by the names of their members
        self.aliases: dict[frozenset[Any], tuple[str, Any]] = {}  # names of Literals and themselves, by their values

    def add_union(self, name: str, union: Any, line: str) -> None:
        """Adds a union under a name of its own."""
        self.texts[name] = ""  # keeps its place
        info = inspect.type_info(union)
        assert isinstance(info, inspect.UnionType)
        self.unions[_members(info)] = name
        body = "\n  | ".join(self._render(one) for one in info.types)
        self.texts[name] = f"/** {line} */\nexport type {name} =\n  | {body};\n"

    def add(self, *structs: type) -> None:
        """Adds structs under their own names."""
        for struct in structs:
            self._render(inspect.type_info(struct))

    def text(self) -> str:
        """The whole file."""
        return HEAD + "\n" + "\n".join(self.texts.values())

    def _render(self, info: inspect.Type) -> str:
        if isinstance(info, inspect.Metadata):
            return self._open_set(info.extra) if info.extra else self._render(info.type)
        if isinstance(info, inspect.StructType):
            return self._struct(info)
        if isinstance(info, inspect.UnionType):
            return self._union(info)
        if isinstance(info, (inspect.ListType, inspect.VarTupleType, inspect.SetType, inspect.FrozenSetType)):
            return _list_of(self._render(info.item_type))
        if isinstance(info, inspect.TupleType):
            return "[" + ", ".join(self._render(one) for one in info.item_types) + "]"
        if isinstance(info, inspect.DictType):
            return f"Record<{self._render(info.key_type)}, {self._render(info.value_type)}>"
        if isinstance(info, inspect.LiteralType):
            return self._literal(info)
        return _PRIMITIVES[type(info)]

    def _union(self, info: inspect.UnionType) -> str:
        named = self.unions.get(_members(info))
        if named is None:
            return " | ".join(dict.fromkeys(self._render(one) for one in info.types))
        return f"{named} | null" if info.includes_none else named

    def _literal(self, info: inspect.LiteralType) -> str:
        """A union of strings, by its name if it has one."""
        alias = self.aliases.get(frozenset(info.values))
        if alias is None:
            return _strings(info.values)
        name, literal = alias
        if name not in self.texts:
            self.texts[name] = f"export type {name} = {_strings(get_args(literal))};\n"
        return name

    def _open_set(self, extra: dict[str, Any]) -> str:
        """Strings, some of which are known (`sabacc.game.types`): a union to which any other string may be given."""
        name, known = extra["name"], f"Known{extra['name']}"
        self.texts[known] = f"export type {known} = {_strings(get_args(extra['known']))};\n"
        self.texts[name] = (
            f"export type {name} = {known} | (string & {{}}); // a family of another package may have more\n"
        )
        return str(name)

    def _struct(self, info: inspect.StructType) -> str:
        name = _type_name(info.cls)
        if name not in self.texts:
            self.texts[name] = ""  # keeps its place, and ends recursion
            self._find_aliases(info.cls)
            self.texts[name] = "\n".join(self._lines(info, name)) + "\n"
        return name

    def _find_aliases(self, struct: type) -> None:
        """Learns the names of the Literals in the modules of a struct and its bases."""
        for module in [sys.modules[one.__module__] for one in struct.__mro__]:
            for name, value in vars(module).items():
                if get_origin(value) is Literal:
                    self.aliases.setdefault(frozenset(get_args(value)), (name, value))

    def _lines(self, info: inspect.StructType, name: str) -> Iterable[str]:
        doc = " ".join((info.cls.__doc__ or "").split())
        if doc:
            yield f"/** {doc} */"
        yield f"export interface {name} {{"
        if info.tag_field is not None:
            yield f'  {info.tag_field}: "{info.tag}";'
        omitted = info.cls.__struct_config__.omit_defaults
        sent = not info.cls.__struct_config__.forbid_unknown_fields or omitted
        for field in info.fields:
            optional = not field.required and (omitted or not sent)
            yield f"  {field.encode_name}{'?' if optional else ''}: {self._render(field.type)};"
        yield "}"


_PRIMITIVES: dict[type, str] = {
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
    inspect.AnyType: "unknown",
    inspect.RawType: "unknown",
    inspect.CustomType: "unknown",
}


def _members(info: inspect.UnionType) -> frozenset[str]:
    return frozenset(_type_name(one.cls) for one in info.types if isinstance(one, inspect.StructType))


def _strings(values: Iterable[object]) -> str:
    return " | ".join(f'"{value}"' for value in values)


def _list_of(item: str) -> str:
    return f"({item})[]" if " " in item else f"{item}[]"


def _type_name(struct: type) -> str:
    """The name of a struct, with Action or Event behind it for the game's own."""
    module = struct.__module__.rpartition(".")[2]
    kind = {"actions": "Action", "protocol": "", "at_table": "Event"}.get(module)
    if kind is None:
        kind = "Event" if ".events" in struct.__module__ else ""
    return struct.__name__ + kind


def protocol_types() -> str:
    """All types that the pages use."""
    from sabacc.game.actions import Action
    from sabacc.game.events import Event
    from sabacc.server.game_facts import GameFacts
    from sabacc.server.history.archive import Replay
    from sabacc.server.history.reviews import ReviewedHand
    from sabacc.server.history.search import HandPage, HandSummary
    from sabacc.server.history.session_summary import SessionSummary
    from sabacc.server.http.history_routes import PlayerStats, ShareLinkList
    from sabacc.server.http.people_routes import Token
    from sabacc.server.http.people_services import Me
    from sabacc.server.http.second_factor_routes import RecoveryCodes
    from sabacc.server.http.tables_routes import (
        BotInfo,
        CreatedTable,
        FamilyInfo,
        NewTable,
        PresetInfo,
        QuickPlay,
        ServerInfo,
    )
    from sabacc.server.lobby import LobbyChanges, LobbyTables
    from sabacc.server.people.avatars import AVATARS
    from sabacc.server.people.second_factor import NewTotp, SecondFactorState
    from sabacc.server.people.sessions import SessionInfo
    from sabacc.server.people.wallet import Wallet
    from sabacc.server.ratings.leaderboards import Leaderboard
    from sabacc.server.ratings.player_page import PlayerPage
    from sabacc.server.ratings.profile import Profile
    from sabacc.server.shared_addresses import SharedAddress
    from sabacc.server.wire import protocol
    from sabacc.variants.examples import HandExamples
    from sabacc.variants.guide import Guide

    writer = TypeWriter()
    writer.add_union("Action", Action, "What a player can do.")
    writer.add_union("GameEvent", Event, "What happens at a table.")
    writer.add_union("ClientMessage", protocol.AnyClientMessage, "What a browser sends over a table's socket.")
    writer.add_union(
        "ServerMessage", protocol.AnyServerMessage, "What the server sends over a table's socket, in arrays."
    )
    writer.add(LobbyTables, LobbyChanges, Me, NewTable, CreatedTable, QuickPlay)
    writer.add(PresetInfo, FamilyInfo, BotInfo, ServerInfo, GameFacts)
    writer.add(
        HandSummary, HandPage, Replay, ReviewedHand, PlayerStats, ShareLinkList, SessionInfo, Token, HandExamples
    )
    writer.add(Guide, SessionSummary)
    writer.add(SecondFactorState, NewTotp, RecoveryCodes, SharedAddress, Wallet)
    writer.add(Leaderboard, PlayerPage, Profile)
    emotes = ", ".join(f'"{one}"' for one in protocol.EMOTES)
    constants = f"PROTOCOL = {protocol.PROTOCOL}", f"AVATARS = {AVATARS}", f"EMOTES: readonly EmoteName[] = [{emotes}]"
    return writer.text() + "\n" + "".join(f"export const {one};\n" for one in constants)


def main(path: str) -> None:
    """Writes the file."""
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(protocol_types(), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
