"""What really happened at a table, from the server's own log; and whether a message tells somebody more than they may know."""

from __future__ import annotations

import json
import re
import sqlite3
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from sabacc.rules import find_preset
from sabacc.server.table import entries as en
from sabacc.server.table.state import TableState
from tests.server.knowledge import SECRET_ACTIONS, Deck, Knowledge
from tests.server.played_tables import vault_of

Json = dict[str, Any]
FAMILIES = {"76": "classic", "corellian": "corellian", "coruscant": "coruscant"}
BETWEEN = {  # not part of a hand's story
    "sat", "left", "rebought", "sat-out", "came-back", "rules-changed", "level-set", "item-taken", "item-declined",
    "game-won", "closed",
}  # fmt: skip
_LONG = re.compile(r"[A-Za-z0-9_-]{16,}")
RULES = ("rules", "card_values")  # they name cards, and nobody's


class Fact(NamedTuple):
    """A whole event, and the cards in it: all of them, and those that everybody may know."""

    event: Json
    every: Counter[str]
    public: Counter[str]

    def allowed(self, seat: int | None) -> Counter[str]:
        return self.every if seat is not None and seat == self.event.get("seat", -1) else self.public


class VersionFacts(NamedTuple):
    """A version of the table."""

    facts: list[Fact]
    people: tuple[str | None, ...]  # by seat
    dealt: int  # the version in which the last hand was dealt; 0: none was
    own: dict[int, set[str]]  # the cards each seat has


class LeakChecker:
    """A table's whole log, played again."""

    def __init__(self, database: Path, table: str) -> None:
        self.secrets: set[str] = set()
        self.versions: dict[int, VersionFacts] = {}
        self.hands: dict[int, int] = {}  # by number, the version in which each was dealt
        bodies = _log(database, table)
        vault = vault_of(database)
        first = en.read_entry(bodies[0], vault)
        assert isinstance(first, en.Opened)
        self.secrets.add(first.seed)
        self.state = TableState.new(first)
        self.deck = Deck(FAMILIES[find_preset(self.state.game.rules.preset).family])
        self.knowledge = Knowledge(self.deck)
        self.dealt = 0
        self._remember([])
        for body in bodies[1:]:
            self._play(en.read_entry(body, vault))

    def _play(self, entry: en.Entry) -> None:
        if isinstance(entry, en.HandDealt):
            self.dealt = self.state.version + 1
            self.secrets |= {entry.seed, entry.salt}
        self._remember(json.loads(msgspec.json.encode(self.state.apply(entry))))

    def _remember(self, events: list[Json]) -> None:
        facts = []
        for event in events:
            every = self.deck.texts_in(event) if event["type"] != "rules-changed" else Counter[str]()
            facts.append(Fact(event, every, self.knowledge.may_name(event, None) if every else every))
            self.knowledge.see(event)
            if event["type"] == "hand-started":
                self.hands[event["number"]] = self.dealt
        people = tuple(owner.person if owner is not None else None for owner in self.state.owners)
        own = {seat: self.knowledge.own(seat) for seat in range(len(people))}
        self.versions[self.state.version] = VersionFacts(facts, people, self.dealt, own)

    def seat(self, person: str | None, version: int) -> int | None:
        """Where somebody sat."""
        people = self.versions[version].people
        return people.index(person) if person is not None and person in people else None

    def story(self, dealt: int, until: int | None = None) -> list[Fact]:
        """A hand from its deal on."""
        facts: list[Fact] = []
        version = dealt
        while version in self.versions and self.versions[version].dealt == dealt and version <= (until or version):
            facts += [fact for fact in self.versions[version].facts if fact.event["type"] not in BETWEEN]
            version += 1
        return facts

    # ---- messages

    def check_message(self, message: Json, person: str | None) -> int:
        """Refuses a message that tells too much; how many cards it told."""
        if message["type"] not in ("update", "snapshot"):
            assert not self.deck.texts_in(message), message
            return 0
        version = message["version"]
        facts_then = self.versions[version]
        facts = self.story(facts_then.dealt, version) if message["type"] == "snapshot" else facts_then.facts
        if message["type"] == "snapshot" and not facts_then.dealt:
            facts = []
        holder = self.seat(person, facts_then.dealt) if facts_then.dealt else None
        self._check_rest(message)
        self._check_you(message.get("you"), facts_then, self.seat(person, version))
        return self.check_events(message.get("events", []), facts, holder, message.get("say", []))

    def _check_rest(self, message: Json) -> None:
        """Whatever else there is, now or one day, has no cards in it."""
        special = ("events", "you", "say", "table")
        rest = {key: value for key, value in message.items() if key not in special}
        table = {key: value for key, value in (message.get("table") or {}).items() if key not in RULES}
        assert not self.deck.texts_in([rest, table]), message

    def _check_you(self, you: Json | None, facts_then: VersionFacts, seat: int | None) -> None:
        if you is None:
            return
        assert you["seat"] == seat, f"seat {seat} is told what seat {you['seat']} may do"
        assert set(self.deck.texts_in(you)) <= facts_then.own.get(you["seat"], set()), you

    def check_events(self, events: list[Json], facts: list[Fact], seat: int | None, told: Iterable[str] = ()) -> int:
        """Compares what somebody was told with what happened and what they may know of it."""
        if not events:
            return 0  # a table without spectators
        assert [one["type"] for one in events] == [fact.event["type"] for fact in facts]
        for event, fact in zip(events, facts, strict=True):
            self._check_event(event, fact, seat)
        sentences = list(told)
        if sentences:
            for sentence, fact in zip(sentences, facts, strict=True):
                self._check_sentence(sentence, fact, seat)
        return sum(self.deck.texts_in(event).total() for event in events if event["type"] != "rules-changed")

    def _check_event(self, event: Json, fact: Fact, seat: int | None) -> None:
        if event["type"] == "rules-changed":
            return
        told = self.deck.texts_in(event)
        assert told <= fact.allowed(seat), f"seat {seat} is told {event} of {fact.event}"
        if event["type"] == "acted" and event["action"]["type"] in SECRET_ACTIONS and seat != event["seat"]:
            assert list(event["action"]) == ["type"], f"seat {seat} is told {event}"
        assert event["type"] == "acted" or all(fact.event[key] == event[key] for key in event), f"{event}: {fact.event}"

    def _check_sentence(self, sentence: str, fact: Fact, seat: int | None) -> None:
        numbers = {text for number in _numbers(fact.event) for text in (str(number), f"{number:+d}")}
        told = self.deck.told_in(sentence) - set(fact.allowed(seat)) - (numbers - set(fact.every))
        assert not told, f"seat {seat} is told {sentence!r} of {fact.event}"

    def check_record(self, text: str, facts: list[Fact], seat: int | None) -> None:
        """The same for a record: its events, and the sentences between them."""
        lines = text.splitlines()
        events = [json.loads(line.partition(" ")[2]) for line in lines if re.match(r"[0-9a-f]{8} \{", line)]
        notes: dict[int, str] = {}
        place = 0
        for line in lines:
            if line.startswith("; "):
                notes[place] = line
            place += bool(re.match(r"[0-9a-f]{8} \{", line))
        self.check_events(events, facts, seat, [notes.get(at, "") for at in range(len(events))])
        assert not re.search(r"^(seed|hand-seed|script)", text, re.MULTILINE)


def _numbers(value: object) -> Iterable[int]:
    if isinstance(value, dict | list | tuple):
        for inside in value.values() if isinstance(value, dict) else value:
            yield from _numbers(inside)
    elif isinstance(value, int):
        yield int(value)


def _log(database: Path, table: str) -> list[bytes]:
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    rows = connection.execute("SELECT body FROM log WHERE table_id = ? ORDER BY version", (table,)).fetchall()
    connection.close()
    return [row[0] for row in rows]


def secrets_in(text: str, secrets: set[str]) -> set[str]:
    """Which of these secrets a text gives away."""
    found = set(_LONG.findall(text))
    return (found | {run for long in found for run in re.findall(r"[0-9a-f]{16,}", long)}) & secrets
