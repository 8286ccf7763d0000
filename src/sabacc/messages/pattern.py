"""Messages with holes: the small part of ICU's MessageFormat in which the catalogue is written.

A hole names an argument, `{name}`. A choice names one, too, and says what stands there for each of its values:
`{pot, select, sabacc {the sabacc pot} other {the hand pot}}`, or for one thing and for many:
`{n, plural, one {# card} other {# cards}}`, where `#` is the number. There is no quoting: no message needs a brace.
"""

from __future__ import annotations

import re
from typing import NamedTuple

TOKEN = re.compile(r"[{}#]")
HOLE = re.compile(r"\s*(\w+)\s*(?:,\s*(select|plural)\s*,\s*)?")
KEY = re.compile(r"\s*(=?[\w-]+)\s*\{")


class Hole(NamedTuple):
    """Where an argument stands."""

    name: str


class Choice(NamedTuple):
    """What stands for each value of an argument; a plural's values are numbers."""

    name: str
    plural: bool
    cases: dict[str, Pattern]


Pattern = tuple[str | Hole | Choice, ...]


class PatternError(ValueError):
    """A message that can't be read; says where."""


def parse(text: str) -> Pattern:
    """A message, taken apart."""
    pattern, end = _parts(text, 0, "")
    if end != len(text):
        raise PatternError(f"a brace too many at {end}: {text}")
    return pattern


def argument_names(pattern: Pattern) -> set[str]:
    """The arguments that a message may use."""
    found: set[str] = set()
    for part in pattern:
        if isinstance(part, Hole | Choice):
            found.add(part.name)
        if isinstance(part, Choice):
            found |= {name for case in part.cases.values() for name in argument_names(case)}
    return found


def _parts(text: str, at: int, counted: str) -> tuple[Pattern, int]:
    """Everything up to the brace that closes it; `counted` is what `#` stands for."""
    parts: list[str | Hole | Choice] = []
    while (token := TOKEN.search(text, at)) is not None:
        if token.start() > at:
            parts.append(text[at : token.start()])
        at = token.start()
        if token[0] == "}":
            return tuple(parts), at
        if token[0] == "#":
            parts.append(Hole(counted) if counted else "#")
            at += 1
        else:
            part, at = _hole(text, at + 1)
            parts.append(part)
    if at < len(text):
        parts.append(text[at:])
    return tuple(parts), len(text)


def _hole(text: str, at: int) -> tuple[Hole | Choice, int]:
    """What stands between two braces, and where it goes on."""
    head = HOLE.match(text, at)
    if head is None:
        raise PatternError(f"an argument should stand at {at}: {text}")
    name, kind = head[1], head[2]
    at = head.end()
    if kind is None:
        if text[at : at + 1] != "}":
            raise PatternError(f"a closing brace should stand at {at}: {text}")
        return Hole(name), at + 1
    cases: dict[str, Pattern] = {}
    while (key := KEY.match(text, at)) is not None:
        cases[key[1]], at = _parts(text, key.end(), name if kind == "plural" else "")
        at += 1
    end = text.find("}", at)
    if "other" not in cases or end < 0 or text[at:end].strip():
        raise PatternError(f"a choice needs cases, one of them `other`, and a closing brace: {text}")
    return Choice(name, kind == "plural", cases), end + 1
