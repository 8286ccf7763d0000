"""A finished hand: how it is stored, and how it is read again as one seat saw it.

What is stored has the seed and everybody's cards. What is read has neither: all ways out go through `FinishedHand`, which
cuts events down to what a seat may see.
"""

from __future__ import annotations

import functools
import secrets
import zlib
from collections.abc import Sequence
from typing import Any

import msgspec

from sabacc.game.events import Event, HandStarted
from sabacc.game.result import seat_results
from sabacc.records import Record, tell_record, upgrade_events, write
from sabacc.rules import BEHAVIOUR, Rules, effective_ante, load_rules, store_rules, write_rules
from sabacc.server.game_facts import GameFacts, game_facts
from sabacc.server.storage.hand_rows import SeatRow
from sabacc.server.storage.seed_vault import SeedVault
from sabacc.server.storage.store import PendingRow, Row, RowKind
from sabacc.server.table.snapshot import Owner
from sabacc.server.table.state import TableState

ZLIB_LEVEL = 1  # the fastest: players wait meanwhile


class ArchivedHand(msgspec.Struct, frozen=True):
    """All that is stored of a hand, compressed."""

    rules: dict[str, Any]
    seed: str  # sealed, as the salt is
    salt: str
    events: list[Event]


def hand_rows(
    table: str, state: TableState, owners_before: Sequence[Owner | None], at: int, vault: SeedVault
) -> list[PendingRow]:
    """The rows of a hand that is over; `owners_before` had the seats before its last entry, and some may have left with it."""
    hand, dealt = state.hand, state.deal
    assert hand is not None
    assert dealt is not None
    key = f"{at:011x}{secrets.token_hex(3)}"  # ids in the order of time keep new rows together
    seating = hand.seating
    body = pack(seating.rules, vault.seal(dealt.seed), vault.seal(dealt.salt), hand.events)
    hand_row = (
        key,
        table,
        seating.number,
        state.version,
        state.settings.title,
        seating.rules.preset,
        at,
        BEHAVIOUR,
        body,
    )
    seats = seat_rows(seating.rules, seating.names, hand.events, key, owners_before, at)
    return [(RowKind.HAND, hand_row), *((RowKind.HAND_SEAT, msgspec.structs.astuple(row)) for row in seats)]


def seat_rows(
    rules: Rules, names: Sequence[str], events: Sequence[Event], key: str, owners: Sequence[Owner | None], at: int
) -> list[SeatRow]:
    """A row for each seat that had somebody."""
    unit = effective_ante(rules)
    rows: list[SeatRow] = []
    for seat, (name, result) in enumerate(zip(names, seat_results(events), strict=True)):
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
                    dealt_in=result.dealt_in,
                    staked=result.staked,
                    won=result.net,
                    antes=result.net / unit,
                    took_pot=result.took_pot,
                    showed=result.showed,
                    folded=result.folded,
                    bombed_out=result.bombed_out,
                    special=result.special,
                    hand_name=result.hand_name,
                )
            )
    return rows


_decoder = msgspec.json.Decoder(ArchivedHand)


def pack(rules: Rules, seed: str, salt: str, events: list[Event]) -> bytes:
    """A hand as it is stored."""
    return zlib.compress(msgspec.json.encode(ArchivedHand(_rules_as_dict(rules), seed, salt, events)), ZLIB_LEVEL)


def unpack(body: bytes) -> ArchivedHand:
    """A hand as it was before `pack`."""
    return _decoder.decode(zlib.decompress(body))


@functools.lru_cache(maxsize=256)  # few sets of rules, many hands
def _rules_as_dict(rules: Rules) -> dict[str, Any]:
    return store_rules(rules)


# ---- reading


class Replay(GameFacts, frozen=True, kw_only=True):
    """A hand to be watched again, as a seat or (none) a spectator saw it; `told` has a sentence for each event, or nothing."""

    hand: str
    table: str | None  # none for strangers with a link
    title: str
    number: int
    preset: str
    ended_at: int
    rules: dict[str, Any]
    names: list[str]  # by seat; an empty seat has an empty name
    seat: int | None
    events: list[dict[str, Any]]
    told: list[str]


class HistoryLine(msgspec.Struct, frozen=True):
    """A hand in somebody's history, as a line of JSON."""

    hand: str
    table: str
    number: int
    preset: str
    ended_at: int
    seat: int
    won: int
    record: str


class FinishedHand:
    """A hand of the database (a row of `hands`), and who sat there."""

    def __init__(self, hand: Row, names: dict[int, str]) -> None:
        self.hand = hand
        self.archived = unpack(hand["body"])
        self.rules = load_rules(self.archived.rules, hand["behaviour"])
        started = self.archived.events[0]
        assert isinstance(started, HandStarted)
        self.names = _names_by_seat(names, len(started.stacks))

    def seen_by(self, seat: int | None, evidence: dict[str, Any] | None = None) -> Record:
        """The record of what a seat saw, with the events as they were stored."""
        return Record(
            "seat",
            "hand",
            self.rules,
            self.names,
            [event.seen_by(seat) for event in self.archived.events],
            behaviour=self.hand["behaviour"],
            seat=seat,
            evidence=evidence or {},
        )

    def record(self, seat: int | None, evidence: dict[str, Any] | None = None) -> str:
        """The record as text, with the head of the log that stands for it."""
        record = self.seen_by(seat, evidence)
        return write(record, tell_record(record))

    def replay(self, seat: int | None, language: str, for_strangers: bool = False) -> Replay:
        """The hand as a seat saw it, for the replay page."""
        record = self.seen_by(seat)
        return Replay(
            hand=self.hand["id"],
            table=None if for_strangers else self.hand["table_id"],
            title=self.hand["title"],
            number=self.hand["number"],
            preset=self.hand["preset"],
            ended_at=self.hand["ended_at"],
            rules=write_rules(self.rules),
            names=list(self.names),
            seat=seat,
            events=[
                msgspec.to_builtins(event) for event in upgrade_events(record.events, record.rules, record.behaviour)
            ],
            told=tell_record(record, language),
            **game_facts(self.rules),
        )

    def line(self, seat: int, won: int, evidence: dict[str, Any]) -> HistoryLine:
        """The hand as a line of somebody's history."""
        hand = self.hand
        return HistoryLine(
            hand["id"],
            hand["table_id"],
            hand["number"],
            hand["preset"],
            hand["ended_at"],
            seat,
            won,
            self.record(seat, evidence),
        )

    def file_name(self, seat: int | None) -> str:
        """The file name of a record that is downloaded."""
        who = "spectator" if seat is None else f"seat-{seat}"
        return f"{self.hand['preset']}-hand-{self.hand['number']}-{who}-{self.hand['id']}.sabacc"


def _names_by_seat(names: dict[int, str], seats: int) -> tuple[str, ...]:
    """Everybody's name by seat, numbered where several people have deleted their accounts."""
    found: list[str] = []
    for seat in range(seats):
        name = names.get(seat, "")
        number = 2
        while name and name in found:
            name = f"{names[seat]} ({number})"
            number += 1
        found.append(name)
    return tuple(found)
