"""Records to replay and verify: true ones, damaged ones, and ones forged with digests that fit."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Sequence
from typing import Any

from sabacc.game.hand import Hand
from sabacc.game.table import Game
from sabacc.policy.random_play import random_step
from sabacc.variants import new_game
from tests.tables import open_table, play

NAMES = ("Ana", "Ben", "Cy", "Dee")
HEADS = ("sabacc-record", "behaviour", "rules", "seed", "hand-seed", "script", "seat", "names")
JsonEvent = dict[str, Any]
Between = Callable[[Game, int], object]


def open_game(preset: str = "classic", *, players: int = 3, seed: str = "game", **options: Any) -> Game:
    """A table with credits for a whole evening."""
    return new_game({"preset": preset, **options}, NAMES[:players], stacks=1000, seed=seed)


def play_at_random(hand: Hand, luck: random.Random) -> None:
    """Plays a hand to its end."""
    while not hand.over:
        hand.act(*random_step(hand, luck))


def played_game(preset: str = "classic", *, hands: int = 2, between: Between | None = None, **options: Any) -> Game:
    """A game of some hands; `between` may do something at the table before each of them."""
    game = open_game(preset, **options)
    luck = random.Random(1)
    for number in range(1, hands + 1):
        if between is not None:
            between(game, number)
        play_at_random(game.deal(), luck)
    return game


def played_hand(preset: str = "classic", **options: Any) -> Hand:
    """One hand, over."""
    hand = open_game(preset, **options).deal()
    play_at_random(hand, random.Random(1))
    return hand


def short_hand() -> Hand:
    """Ana trades herself into a bomb-out, and Ben calls and wins."""
    rolls = [(1, 2), (2, 1), (6, 2)]
    _, hand = open_table("classic", ["C9 S13", "S2 BA"], "C15", button=1, stacks=1000, rolls=rolls)
    play(hand, "0 check", "1 pass", "0 trade S13", "1 check", "0 pass", "1 stand", "0 check", "1 pass", "1 call-hand")
    return hand


def lines_of(text: str) -> list[str]:
    """A record's lines without those for people."""
    return [line for line in text.splitlines() if not line.startswith(";")]


def head_of(text: str) -> list[str]:
    """The lines of a record's head."""
    return [line for line in lines_of(text) if line.split(" ")[0] in HEADS]


def events_of(text: str) -> list[JsonEvent]:
    """A record's events, from its text."""
    return [json.loads(line.split(" ", 1)[1]) for line in lines_of(text)[len(head_of(text)) : -1]]


def with_digests(head: Sequence[str], events: Sequence[JsonEvent]) -> str:
    """A record of these events whose digests fit."""
    lines = list(head)
    link = hashlib.sha256("\n".join(head).encode()).hexdigest()
    for event in events:
        text = json.dumps(event, separators=(",", ":"), ensure_ascii=False)
        link = hashlib.sha256(f"{link}\n{text}".encode()).hexdigest()
        lines.append(f"{link[:8]} {text}")
    return "\n".join([*lines, f"end {len(events)} {link}"]) + "\n"


def forged(text: str, forge: Callable[[list[JsonEvent]], object]) -> str:
    """The record with its events changed in place and all digests made anew."""
    events = events_of(text)
    forge(events)
    return with_digests(head_of(text), events)


def with_head(text: str, word: str, *lines: str) -> str:
    """The record with another line (or several, or none) of its head, and all digests made anew."""
    head: list[str] = []
    for line in head_of(text):
        head += lines if line.split(" ")[0] == word else [line]
    return with_digests(head, events_of(text))


def first(events: list[JsonEvent], kind: str, /, **details: Any) -> JsonEvent:
    """The first event of a kind, with these details."""
    return next(e for e in events if e["type"] == kind and all(e.get(key) == value for key, value in details.items()))


def place_of(events: list[JsonEvent], kind: str, /, **details: Any) -> int:
    """Where it stands."""
    return events.index(first(events, kind, **details))
