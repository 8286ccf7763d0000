"""A finished hand: how it is put away, and how it is told again as one seat saw it.

What is put away has the seed and everybody's cards. What comes out again has neither: all ways out go through `Past`,
which cuts events down to what a seat may see.
"""

from __future__ import annotations

import functools
import secrets
import sqlite3
import zlib
from collections.abc import Sequence
from typing import Any

import msgspec

from sabacc.game.events import AnyEvent, Event
from sabacc.game.hand import Hand
from sabacc.records import BEHAVIOUR, Record, tell_record, write
from sabacc.rules import Rules, read_rules, write_rules
from sabacc.server.database import Row
from sabacc.server.names import GONE
from sabacc.server.putting import Put
from sabacc.server.saved import Owner
from sabacc.server.state import State
from sabacc.server.tallies import ante_of, tallies_of

FAST = 1  # zlib's level: packing is done while players wait


class Packed(msgspec.Struct, frozen=True):
    """All there is to a hand."""

    rules: dict[str, Any]
    seed: str
    salt: str
    events: list[AnyEvent]


class SeatRow(msgspec.Struct, frozen=True):
    """What is kept of a hand for each seat: a row of `hand_seats`, in its order."""

    hand_id: str
    seat: int
    person: str | None
    name: str
    bot: str | None
    preset: str
    ended_at: int
    dealt_in: bool
    staked: int
    won: int
    antes: float
    took_pot: bool
    showed: bool
    folded: bool
    bombed_out: bool
    special: bool
    hand_name: str | None


_COLUMNS = SeatRow.__struct_fields__
# Who has deleted their account in mid-hand is not written down any more: a person's row is gone before the hand is over.
_SEATS = Put.into(
    "hand_seats",
    _COLUMNS,
    person="(SELECT id FROM people WHERE id = {person})",
    name="CASE WHEN {person} IS NULL OR EXISTS (SELECT 1 FROM people WHERE id = {person}) "
    f"THEN {{name}} ELSE '{GONE}' END",
)
_HANDS = Put.into(
    "hands",
    ("id", "table_id", "number", "version", "title", "preset", "ended_at", "behaviour", "body"),
    blobs=["body"],
)


def hand_rows(table: str, state: State, owners_before: Sequence[Owner | None], at: int) -> list[Row]:
    """What to write when a hand is over. `owners_before` had the seats when it was dealt: some may have left since."""
    hand, dealt = state.hand, state.dealt
    assert hand is not None
    assert dealt is not None
    key = f"{at:011x}{secrets.token_hex(3)}"  # in the order of time, so that rows that come together lie together
    seating = hand.seating
    body = pack(seating.rules, dealt.seed, dealt.salt, hand.events)
    kept = (key, table, seating.number, state.version, state.settings.title, seating.rules.preset, at, BEHAVIOUR, body)
    seats = seat_rows(hand, key, owners_before, at)
    return [(_HANDS, kept), *((_SEATS, msgspec.structs.astuple(row)) for row in seats)]


def seat_rows(hand: Hand, key: str, owners: Sequence[Owner | None], at: int) -> list[SeatRow]:
    """A row for each seat that had somebody."""
    rules = hand.seating.rules
    unit = ante_of(rules)
    rows: list[SeatRow] = []
    for seat, (name, tally) in enumerate(zip(hand.seating.names, tallies_of(hand.events), strict=True)):
        if name:
            owner = (owners[seat] if seat < len(owners) else None) or Owner()
            rows.append(
                SeatRow(
                    hand_id=key,
                    seat=seat,
                    person=owner.person,
                    name=name,
                    bot=owner.bot,
                    preset=rules.preset,
                    ended_at=at,
                    dealt_in=tally.dealt_in,
                    staked=tally.staked,
                    won=tally.won,
                    antes=tally.won / unit,
                    took_pot=tally.took_pot,
                    showed=tally.showed,
                    folded=tally.folded,
                    bombed_out=tally.bombed_out,
                    special=tally.special,
                    hand_name=tally.hand_name,
                )
            )
    return rows


_decoder = msgspec.json.Decoder(Packed)


def pack(rules: Rules, seed: str, salt: str, events: Sequence[Event]) -> bytes:
    """A hand as it is kept."""
    return zlib.compress(msgspec.json.encode(Packed(_written(rules), seed, salt, events)), FAST)  # type: ignore[arg-type]  # every event is one of AnyEvent


def unpack(body: bytes) -> Packed:
    """And back."""
    return _decoder.decode(zlib.decompress(body))


@functools.lru_cache(maxsize=256)  # tables have few sets of rules, and play many hands by them
def _written(rules: Rules) -> dict[str, Any]:
    return write_rules(rules)


# ---- telling again


class Replay(msgspec.Struct, frozen=True):
    """A hand to be watched again, as a seat saw it (none: a spectator). `told` has a sentence for each event, or nothing."""

    hand: str
    table: str | None  # where it was played; not for strangers with a link
    title: str
    number: int
    preset: str
    ended_at: int
    rules: dict[str, Any]
    names: list[str]  # by seat; an empty seat has an empty name
    seat: int | None
    events: list[dict[str, Any]]
    told: list[str]


class Line(msgspec.Struct, frozen=True):
    """A hand in somebody's history, as a line of JSON."""

    hand: str
    table: str
    number: int
    preset: str
    ended_at: int
    seat: int
    won: int
    record: str


class Past:
    """A hand of the database (a row of `hands`), and who sat there."""

    def __init__(self, hand: sqlite3.Row, names: dict[int, str]) -> None:
        self.hand = hand
        self.kept = unpack(hand["body"])
        self.rules = read_rules(self.kept.rules)
        self.names = _by_seat(names, len(self.kept.events[0].stacks))  # type: ignore[union-attr]  # a hand begins with hand-started

    def seen_by(self, seat: int | None) -> Record:
        """What a seat saw of it."""
        return Record(
            "seat",
            "hand",
            self.rules,
            self.names,
            [event.seen_by(seat) for event in self.kept.events],
            behaviour=self.hand["behaviour"],
            seat=seat,
        )

    def record(self, seat: int | None) -> str:
        """The same as text."""
        record = self.seen_by(seat)
        return write(record, tell_record(record))

    def replay(self, seat: int | None, for_strangers: bool = False) -> Replay:
        """The same for the replay page."""
        record = self.seen_by(seat)
        return Replay(
            hand=self.hand["id"],
            table=None if for_strangers else self.hand["table_id"],
            title=self.hand["title"],
            number=self.hand["number"],
            preset=self.hand["preset"],
            ended_at=self.hand["ended_at"],
            rules=self.kept.rules,
            names=list(self.names),
            seat=seat,
            events=[msgspec.to_builtins(event) for event in record.events],
            told=tell_record(record),
        )

    def line(self, seat: int, won: int) -> Line:
        """The same as a line of somebody's history."""
        hand = self.hand
        return Line(
            hand["id"],
            hand["table_id"],
            hand["number"],
            hand["preset"],
            hand["ended_at"],
            seat,
            won,
            self.record(seat),
        )

    def file_name(self, seat: int | None) -> str:
        """What a record is called when it is downloaded."""
        who = "spectator" if seat is None else f"seat-{seat}"
        return f"{self.hand['preset']}-hand-{self.hand['number']}-{who}-{self.hand['id']}.sabacc"


def _by_seat(names: dict[int, str], seats: int) -> tuple[str, ...]:
    """Everybody's name; people who have left the server for good share one, and are numbered to be told apart."""
    found: list[str] = []
    for seat in range(seats):
        name = names.get(seat, "")
        number = 2
        while name and name in found:
            name = f"{names[seat]} ({number})"
            number += 1
        found.append(name)
    return tuple(found)
