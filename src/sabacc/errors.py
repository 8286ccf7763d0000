"""What goes wrong, in words a player can use."""

from __future__ import annotations

import json
import re

from sabacc.messages import ENGLISH, Message, text_in


class SabaccError(ValueError):
    """The base of all errors of this package; its text says what was wrong and what would be right."""

    def __init__(self, said: str | Message = "") -> None:
        super().__init__(said)
        self.said = said

    def text(self, language: str = ENGLISH) -> str:
        """The same in a reader's language, as far as it can be said in it."""
        return text_in(self.said, language)


class CardError(SabaccError):
    """A card that doesn't exist, or stands twice where it can stand once."""


class RulesError(SabaccError):
    """An option that doesn't exist, has a value it can't have, or makes no sense beside another."""

    def __init__(self, said: str | Message, option: str = "") -> None:
        super().__init__(said)
        self.option = option  # the one to change, where it is known


class IllegalAction(SabaccError):
    """An action that the rules don't allow now. Nothing was changed."""


class RecordError(SabaccError):
    """A record that can't be read, or doesn't say the truth. Names the line."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(f"line {line}: {message}" if line is not None else message)
        self.line = line
        self.problem = message  # without the line


class CaseError(SabaccError):
    """A hand to be settled that can't have been played so."""


_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "object": "an object",
    "array": "a list",
    "null": "null",
}
_MISREAD = (
    (r"missing required field `(?P<what>.*?)`(?P<at>.*)", "{what} is missing{at}"),
    (r"unknown field `(?P<what>.*?)`(?P<at>.*)", "nothing is called {what}{at}"),
    (r"[Ee]xpected `(?P<wanted>.*?)`, got `(?P<what>.*?)`(?P<at>.*)", "{wanted} should stand{at}, not {what}"),
    (r"Invalid value (?P<what>.*?)(?P<at>( - at .*)?)$", "{what} can't stand{at}"),
    (r"truncated", "it breaks off"),
    (r"JSON is malformed", "it is no JSON"),
)


def why_misread(error: Exception) -> str:
    """What is wrong with JSON that is none, or that says something else than it should: in words, without a full stop.

    >>> import msgspec
    >>> try:
    ...     msgspec.json.decode('{"ante": "much"}', type=dict[str, int | None])
    ... except msgspec.ValidationError as error:
    ...     print(why_misread(error))
    a whole number or null should stand at [...], not text
    """
    if isinstance(error, json.JSONDecodeError):
        return f"it breaks off or goes wrong at column {error.colno}"
    if isinstance(error, RecursionError):
        return "it is nested too deep"
    for pattern, said in _MISREAD:
        if found := re.search(pattern, str(error)):
            return said.format(**{name: _say(name, text) for name, text in found.groupdict().items()})
    return str(error).rstrip(".")


def _say(name: str, text: str) -> str:
    if name == "at":
        return re.sub(r"^ - at `\$?\.?(.*)`$", r" at \1", text)
    return " or ".join(_KINDS.get(kind, kind) for kind in text.split(" | "))


def why_broken(error: BaseException) -> str:
    """What another package did wrong, in a few words."""
    return (str(error) or type(error).__name__).rstrip(".")
