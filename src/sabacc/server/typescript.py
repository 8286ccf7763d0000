"""TypeScript types of everything that goes between the server and a browser, made from the server's own.

python -m sabacc.server.typescript web/src/protocol.ts
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from msgspec import inspect

HEAD = "// Written by `python -m sabacc.server.typescript`; change the server's types instead.\n"


class Types:
    """The types that were asked for, and all that they are made of."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.unions: dict[frozenset[str], str] = {}  # those with a name, by the names of what is in them

    def add_union(self, name: str, union: Any, line: str) -> None:
        """A union under a name of its own."""
        self.texts[name] = ""  # its place
        info = inspect.type_info(union)
        assert isinstance(info, inspect.UnionType)
        self.unions[_members(info)] = name
        body = " | ".join(self._say(one) for one in info.types)
        self.texts[name] = f"/** {line} */\nexport type {name} =\n  | " + body.replace(" | ", "\n  | ") + ";\n"

    def add(self, *structs: type) -> None:
        """Structs under their own names."""
        for struct in structs:
            self._say(inspect.type_info(struct))

    def text(self) -> str:
        """The whole file."""
        return HEAD + "\n" + "\n".join(self.texts.values())

    def _say(self, info: inspect.Type) -> str:
        if isinstance(info, inspect.Metadata):
            return self._say(info.type)
        if isinstance(info, inspect.StructType):
            return self._struct(info)
        if isinstance(info, inspect.UnionType):
            return self._union(info)
        if isinstance(info, (inspect.ListType, inspect.VarTupleType, inspect.SetType, inspect.FrozenSetType)):
            return _list_of(self._say(info.item_type))
        if isinstance(info, inspect.TupleType):
            return "[" + ", ".join(self._say(one) for one in info.item_types) + "]"
        if isinstance(info, inspect.DictType):
            return f"Record<{self._say(info.key_type)}, {self._say(info.value_type)}>"
        if isinstance(info, inspect.LiteralType):
            return " | ".join(f'"{value}"' for value in info.values)
        return _PLAIN[type(info)]

    def _union(self, info: inspect.UnionType) -> str:
        named = self.unions.get(_members(info))
        if named is None:
            return " | ".join(dict.fromkeys(self._say(one) for one in info.types))
        return f"{named} | null" if info.includes_none else named

    def _struct(self, info: inspect.StructType) -> str:
        name = _name_of(info.cls)
        if name not in self.texts:
            self.texts[name] = ""
            self.texts[name] = "\n".join(self._lines(info, name)) + "\n"
        return name

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
            yield f"  {field.encode_name}{'?' if optional else ''}: {self._say(field.type)};"
        yield "}"


_PLAIN: dict[type, str] = {
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
    return frozenset(_name_of(one.cls) for one in info.types if isinstance(one, inspect.StructType))


def _list_of(item: str) -> str:
    return f"({item})[]" if " " in item else f"{item}[]"


def _name_of(struct: type) -> str:
    """Names that several things have get what they are behind them."""
    module = struct.__module__.rpartition(".")[2]
    kind = {"actions": "Action", "protocol": "", "at_table": "Event"}.get(module)
    if kind is None:
        kind = "Event" if ".events" in struct.__module__ else ""
    return struct.__name__ + kind


def everything() -> str:
    """All types that the pages use."""
    from sabacc.game.actions import AnyAction
    from sabacc.game.events import AnyEvent
    from sabacc.server import protocol
    from sabacc.server.examples import HandExamples
    from sabacc.server.finding import HandThere, Page
    from sabacc.server.history import Replay
    from sabacc.server.history_routes import AllFigures, AllShares
    from sabacc.server.lobby import Changes, Listing
    from sabacc.server.people_routes import Me, Token
    from sabacc.server.sessions import Listed
    from sabacc.server.tables_routes import BotLine, Greeting, MadeTable, NewTable, PresetLine, Quick

    types = Types()
    types.add_union("Action", AnyAction, "What a player can do.")
    types.add_union("GameEvent", AnyEvent, "What happens at a table.")
    types.add_union("FromClient", protocol.AnyMessage, "What a browser sends over a table's socket.")
    types.add_union("News", protocol.AnyNews, "What the server sends over a table's socket, in arrays.")
    types.add(Listing, Changes, Me, NewTable, MadeTable, Quick, PresetLine, BotLine, Greeting)
    types.add(HandThere, Page, Replay, AllFigures, AllShares, Listed, Token, HandExamples)
    return f"{types.text()}\nexport const PROTOCOL = {protocol.PROTOCOL};\n"


def main(path: str) -> None:
    """Writes the file."""
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(everything(), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
