"""The text of a record: a head, then one line for each event, each with its link of a digest chain.

    sabacc-record 1 full game
    behaviour 2
    rules {"preset":"classic","ante":3,…}
    seed "00ff…"
    names ["Ana","Ben"]
    ; Hand 1. Ana deals. The sabacc pot holds 0.
    5b1f0c62 {"type":"hand-started","number":1,…}
    …
    end 214 4f0c…

Lines that begin with `;` are for people and don't count. A link is the first 8 hex digits of the SHA-256 over the link
before and the event's JSON; the first link's predecessor is the SHA-256 of the head. The last line says how many events
there are and gives the chain's last SHA-256 in full. See docs/records.md.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from sabacc.errors import RecordError, SabaccError, why_misread
from sabacc.game.events import Event
from sabacc.rules import BEHAVIOUR, PRESETS, Rules, load_rules, refuse_newer, store_rules
from sabacc.rules.presets import FOR_NEWCOMERS

FORMAT = 1

RecordKind = Literal["full", "seat"]
RecordScope = Literal["game", "hand"]

_decoder = msgspec.json.Decoder(Event)


class Record(msgspec.Struct):
    """A record, read."""

    kind: RecordKind
    scope: RecordScope
    rules: Rules
    names: tuple[str, ...]
    events: list[Event]
    behaviour: int = BEHAVIOUR
    seed: str | None = None
    seeds: dict[int, str] = {}
    script: dict[str, Any] = {}
    seat: int | None = None
    evidence: dict[
        str, Any
    ] = {}  # the signed head of the server's log, and the proof that the table's log is part of it
    lines: list[int] = []  # the line each event stands on

    head: dict[str, int] = {}  # the line each thing in the head stands on


def write(record: Record, comments: Iterable[str] = ()) -> str:
    """The record as text; `comments` are sentences for people, one for each event, empty ones left out."""
    head = [f"sabacc-record {FORMAT} {record.kind} {record.scope}", f"behaviour {record.behaviour}"]
    head.append(f"rules {_json(store_rules(record.rules))}")
    if record.kind == "full":
        head.append(f"seed {_json(record.seed)}")
        head += [f"hand-seed {number} {_json(seed)}" for number, seed in sorted(record.seeds.items())]
        if record.script:
            head.append(f"script {_json(record.script)}")
    else:
        head.append(f"seat {_json(record.seat)}")
    head.append(f"names {_json(list(record.names))}")
    if record.evidence:
        head.append(f"evidence {_json(record.evidence)}")
    lines = list(head)
    link = _first_link(head)
    notes = iter(comments)
    for event in record.events:
        note = next(notes, "")
        if note:
            lines.append(f"; {note}")
        text = msgspec.json.encode(event).decode()
        link = _next_link(link, text)
        lines.append(f"{link[:8]} {text}")
    lines.append(f"end {len(record.events)} {link}")
    return "\n".join(lines) + "\n"


def read(text: str) -> Record:
    """Reads a record and checks its digest chain; what is wrong is named with its line."""
    numbered = enumerate(text.split("\n"), 1)  # only line feeds end lines; names may have other breaks in them
    lines = [(number, line.rstrip("\r")) for number, line in numbered if line.strip() and line[0] != ";"]
    if not lines:
        raise RecordError("the record is empty", 1)
    head: list[str] = []
    at = 0
    while at < len(lines) and _is_head(lines[at][1]):
        head.append(lines[at][1])
        at += 1
    record = _read_head(lines[:at], lines[0])
    link = _first_link(head)
    for number, line in lines[at:-1]:
        link = _read_event(record, link, number, line)
    number, line = lines[-1]
    words = line.split()
    if len(words) != 3 or words[0] != "end":
        raise RecordError("the record breaks off: its last line should be 'end', a count and a digest", number)
    if words[1] != str(len(record.events)):
        raise RecordError(f"the record says it has {words[1]} events, but {len(record.events)} are here", number)
    if words[2] != link:
        raise RecordError("the last digest does not fit: the record was altered", number)
    return record


_HEADS = ("sabacc-record", "behaviour", "rules", "seed", "hand-seed", "script", "seat", "names", "evidence")


def _is_head(line: str) -> bool:
    return line.partition(" ")[0] in _HEADS


def _read_head(lines: list[tuple[int, str]], first: tuple[int, str]) -> Record:
    found, seeds = _head_entries(lines)
    number, rest = found.get("sabacc-record", (first[0], ""))
    kind, scope = _kind_and_scope(rest, number)
    for word in ("behaviour", "rules", "names", "seed" if kind == "full" else "seat"):
        if word not in found:
            raise RecordError(f"the head has no {word!r} line", lines[-1][0])
    if kind == "seat" and ("seed" in found or "script" in found or seeds):
        raise RecordError("a seat's record has no seed", found.get("seed", lines[-1])[0])
    record = Record(kind, scope, PRESETS[FOR_NEWCOMERS].rules, (), [])
    record.seeds = seeds
    record.lines = []
    record.head = {word: number for word, (number, _) in found.items()}
    for word, kind in _TYPES.items():
        if word in found:
            number, rest = found[word]
            value = _from_json(rest, number)
            try:
                setattr(record, word, _rules_of(record, value) if word == "rules" else msgspec.convert(value, kind))
            except (SabaccError, msgspec.ValidationError) as error:
                raise RecordError(f"{word} can't be so: {why_misread(error)}", number) from error
    return record


def _rules_of(record: Record, stored: Any) -> Rules:
    """The rules in a head, with the defaults of the behaviour that wrote them."""
    try:
        return load_rules(stored, record.behaviour)
    except SabaccError:
        refuse_newer(record.behaviour)  # which may have options that are not known here
        raise


def _head_entries(lines: list[tuple[int, str]]) -> tuple[dict[str, tuple[int, str]], dict[int, str]]:
    """What each word of the head says, with its line, and the seeds of hands."""
    found: dict[str, tuple[int, str]] = {}
    seeds: dict[int, str] = {}
    for number, line in lines:
        word, _, rest = line.partition(" ")
        if word == "hand-seed":
            hand, _, seed = rest.partition(" ")
            value = _from_json(seed, number)
            if not hand.isdecimal() or not isinstance(value, str):
                raise RecordError("hand-seed takes the number of a hand and its seed as JSON", number)
            seeds[int(hand)] = value
        elif word in found:
            raise RecordError(f"{word!r} stands here for the second time", number)
        else:
            found[word] = (number, rest)
    return found, seeds


def _kind_and_scope(text: str, number: int) -> tuple[RecordKind, RecordScope]:
    """What the first line says, once its format is known to be one that can be read."""
    words = text.split()
    if len(words) != 3 or words[1] not in ("full", "seat") or words[2] not in ("game", "hand"):
        raise RecordError("a record begins with 'sabacc-record 1 full game' (or seat, or hand)", number)
    if words[0] != str(FORMAT):
        raise RecordError(f"this is format {words[0]}; formats up to {FORMAT} can be read", number)
    return "full" if words[1] == "full" else "seat", "game" if words[2] == "game" else "hand"


# What the head says besides its first line; the behaviour first, which says how to read the rules.
_TYPES: dict[str, Any] = {
    "behaviour": int,
    "rules": dict[str, Any],
    "names": tuple[str, ...],
    "seed": str,
    "script": dict[str, Any],
    "seat": int | None,
    "evidence": dict[str, Any],
}


def _read_event(record: Record, link: str, number: int, line: str) -> str:
    mark, _, text = line.partition(" ")
    try:
        event = _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
        raise RecordError(f"this is no event: {why_misread(error)}", number) from error
    link = _next_link(link, text)
    if mark != link[:8]:
        raise RecordError("the digest chain breaks here: this line, or one before it, was altered", number)
    record.events.append(event)
    record.lines.append(number)
    return link


def _first_link(head: list[str]) -> str:
    return hashlib.sha256("\n".join(head).encode()).hexdigest()


def _next_link(link: str, text: str) -> str:
    return hashlib.sha256(f"{link}\n{text}".encode()).hexdigest()


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _from_json(text: str, number: int) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"this is no JSON: {why_misread(error)}", number) from error
