"""Records read without the engine's help, and what a seat may see of an event, written down a second time from T6.

The engine has `seen_by` for the latter. Here it is a table over the plain JSON, so that one can check the other.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any, NamedTuple

from sabacc.cards import Deck

Json = dict[str, Any]

_EVENT = re.compile(r"[0-9a-f]{8} (\{.*\})")
_HEAD = re.compile(r"(sabacc-record|behaviour|rules|seed|hand-seed|script|seat|names) (.*)")

# Everybody sees these cards: they lie face up, or are shown.
FACE_UP = (
    *("placed", "took-back", "pile-taken", "shown", "offered", "tie-drawn"),
    *("board-dealt", "board-filled", "bought", "swapped"),
)
# Only their holder sees these: face down from hand to hand, to the junk, into a selection, off the stub.
FACE_DOWN = ("dealt", "dropped", "discarded", "taken", "selected", "peeked")
# Of what a player does, the others see the card where it goes face up at once…
OPEN_ACTIONS = ("place", "take-back", "take-discard", "buy", "keep", "protect")
# …and not where it goes face down, or waits for the others' choices.
SECRET_ACTIONS = ("trade", "select", "improve", "offer", "choose-side")


class Line(NamedTuple):
    """An event of a record, with the sentence over it."""

    sentence: str
    event: Json


def head_of(text: str) -> dict[str, list[str]]:
    """The head's lines by their first word."""
    found: dict[str, list[str]] = {}
    for line in text.splitlines():
        head = _HEAD.fullmatch(line)
        if head:
            found.setdefault(head[1], []).append(head[2])
    return found


def lines_of(text: str) -> list[Line]:
    """The events, in order."""
    found: list[Line] = []
    sentence = ""
    for line in text.splitlines():
        event = _EVENT.fullmatch(line)
        if line.startswith("; "):
            sentence = line[2:]
        elif event:
            found.append(Line(sentence, json.loads(event[1])))
            sentence = ""
    return found


def cards_in(value: Any, deck: Deck) -> Counter[str]:
    """All cards that stand anywhere in a piece of JSON."""
    if isinstance(value, str):
        return Counter([value] if value in deck else [])
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return sum((cards_in(part, deck) for part in parts), Counter())


def cards_told(sentence: str, deck: Deck) -> set[str]:
    """The words of a sentence that are cards; a true minus is a number's, a card is written with a hyphen."""
    words = re.split(r"[\s.,:;()]+", sentence)
    return {word for word in words if word in deck}


def may_see(event: Json, seat: int | None, deck: Deck) -> Counter[str]:
    """The cards of an event that a seat may know (T6)."""
    all_of_them = cards_in(event, deck)
    kind = event["type"]
    own = seat is not None and event.get("seat") == seat
    if kind == "acted":
        action = event["action"]["type"]
        assert not all_of_them or action in OPEN_ACTIONS + SECRET_ACTIONS, f"a card in {action}: who may see it?"
        visible = own or action in OPEN_ACTIONS
    elif kind in FACE_DOWN:
        visible = own or event.get("up", False) or event.get("to") == "pile"
    else:
        assert not all_of_them or kind in FACE_UP, f"a card in {kind}: who may see it?"
        visible = True
    return all_of_them if visible else Counter()
