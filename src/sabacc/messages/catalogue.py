"""Messages by their ids, out of a file for each language and part; a part is what stands before the id's first dot."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from sabacc.messages.languages import ENGLISH, is_one
from sabacc.messages.pattern import Hole, Pattern, parse

FOLDER = Path(__file__).parent


class Message:
    """A sentence that is yet to be said, in whatever language its reader has: its id and its arguments."""

    __slots__ = ("arguments", "key")

    def __init__(self, key: str, **arguments: Argument) -> None:
        self.key = key
        self.arguments = arguments

    def text(self, language: str = ENGLISH) -> str:
        """The sentence; in English where the language lacks it."""
        return message(self.key, language, **self.arguments)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return repr(self.text())

    def __reduce__(self) -> tuple[object, tuple[str, dict[str, Argument]]]:
        return _restore, (self.key, self.arguments)


def _restore(key: str, arguments: dict[str, Argument]) -> Message:
    return Message(key, **arguments)


Said = str | Message  # a text as it is, or a sentence that waits for its reader


def text_in(said: Said, language: str = ENGLISH) -> str:
    """What is said, in a reader's language; a text as it is stays so.

    >>> text_in(Message("list.pair", first="Ana", last="Ben"), "es")
    'Ana y Ben'
    """
    return said if isinstance(said, str) else said.text(language)


# Several are said as a list: "Ana, Ben and Cleo".
Argument = str | int | float | None | Message | tuple["Argument", ...] | list["Argument"]


def message(key: str, language: str = ENGLISH, /, **arguments: Argument) -> str:
    """A message with its arguments filled in; in English where the language lacks it.

    >>> message("list.pair", "fr", first="Ana", last="Ben")
    'Ana et Ben'
    """
    pattern = find_pattern(key, language)
    if pattern is None:
        language, pattern = ENGLISH, find_pattern(key, ENGLISH)
    return key if pattern is None else fill(pattern, language, arguments)


@cache
def find_pattern(key: str, language: str) -> Pattern | None:
    """A message, taken apart when it is first asked for."""
    text = read_part(key.partition(".")[0], language).get(key)
    return None if text is None else parse(text)


@cache
def read_part(part: str, language: str) -> dict[str, str]:
    """All messages of a part in a language; none where there is no such part."""
    try:
        text = (FOLDER / language / f"{part}.json").read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    messages: dict[str, str] = json.loads(text)
    return messages


def fill(pattern: Pattern, language: str, arguments: Mapping[str, Argument]) -> str:
    """A message with its holes filled in."""
    said = []
    for part in pattern:
        if isinstance(part, str):
            said.append(part)
        elif isinstance(part, Hole):
            said.append(_say(arguments[part.name], language))
        else:
            value = arguments[part.name]
            case = part.cases.get(_case(value, part.plural))
            if case is None and part.plural and isinstance(value, int) and is_one(language, value):
                case = part.cases.get("one")
            said.append(fill(part.cases["other"] if case is None else case, language, arguments))
    return "".join(said)


def _case(value: Argument, plural: bool) -> str:
    """The case of a choice that a value goes with by itself."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"={value}" if plural else str(value)


def _say(value: Argument, language: str) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, Message):
        return value.text(language)
    if isinstance(value, tuple | list):
        return _say_list([_say(one, language) for one in value], language)
    return str(value).replace("-", "−")


def _say_list(said: list[str], language: str) -> str:
    """Several things: "Ana, Ben and Cleo"."""
    if len(said) < 2:
        return "".join(said)
    return message("list.pair", language, first=", ".join(said[:-1]), last=said[-1])


def either(said: Sequence[Said]) -> Said:
    """One of several things: "free or none".

    >>> text_in(either(["Ana", "Ben"]), "de")
    'Ana oder Ben'
    """
    return functools.reduce(lambda first, last: Message("list.either", first=first, last=last), said)
