"""What hands that an older version stored are called now: its migration writes their names anew, so that a search finds them."""

from __future__ import annotations

import functools
import zlib
from typing import Any

import msgspec

from sabacc.errors import SabaccError
from sabacc.game.events import Event
from sabacc.game.result import shown_first
from sabacc.records import upgrade_events
from sabacc.rules import load_rules


class _StoredHand(msgspec.Struct):
    """What a stored hand has that its names depend on."""

    rules: dict[str, Any]
    events: msgspec.Raw


def name_now(body: bytes, behaviour: int, seat: int, name: str) -> str:
    """What the hand that a seat showed is called now; a body that can't be read is left to `sabacc verify`."""
    try:
        return _names_now(body, behaviour).get(seat, name)
    except (zlib.error, msgspec.MsgspecError, SabaccError):
        return name


@functools.lru_cache(maxsize=1)  # the seats of a hand come one after the other
def _names_now(body: bytes, behaviour: int) -> dict[int, str]:
    """By seat, where names may have changed: those of Dark totals (FO3)."""
    stored = msgspec.json.decode(zlib.decompress(body), type=_StoredHand)
    rules = load_rules(stored.rules, behaviour)
    if not rules.sides:
        return {}
    events = upgrade_events(msgspec.json.decode(stored.events, type=list[Event]), rules, behaviour)
    return {seat: shown.name for seat, shown in shown_first(events).items()}
