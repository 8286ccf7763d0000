"""One table, played again from the first entry of its log: all that is kept of it must come out."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any

import msgspec

from sabacc.errors import SabaccError
from sabacc.game.events import Event, HandStarted, ItemStaked, ItemTaken, Left, Rebought, Sat
from sabacc.game.hand import Hand
from sabacc.records import BEHAVIOUR
from sabacc.records.replays import UNTRUE
from sabacc.rules import write_rules
from sabacc.server import entries as en
from sabacc.server.history import SeatRow, seat_rows, unpack
from sabacc.server.saved import Owner, Saved
from sabacc.server.state import State, commitment_to

BROKEN = (*UNTRUE, msgspec.MsgspecError, zlib.error)
# What is kept of a seat and follows from the play alone; names and people may change later.
PLAYED = (
    "bot",
    "preset",
    "dealt_in",
    "staked",
    "won",
    "antes",
    "took_pot",
    "showed",
    "folded",
    "bombed_out",
    "special",
    "hand_name",
)
Columns = dict[str, Any]  # of a row, by name


class Report(msgspec.Struct):
    """What was looked at, and what is wrong: a sentence for each fault, which names its table and version."""

    tables: int = 0
    entries: int = 0
    hands: int = 0
    not_replayed: int = 0  # tables with hands of another behaviour, of which only the versions were looked at
    faults: list[str] = []

    def add(self, other: Report) -> None:
        """Counts another report in."""
        self.tables += other.tables
        self.entries += other.entries
        self.hands += other.hands
        self.not_replayed += other.not_replayed
        self.faults = self.faults + other.faults


class Papers(msgspec.Struct):
    """All that a database has of one table."""

    table: str
    entries: list[tuple[int, bytes]]  # of the log: version and body
    snapshot: tuple[int, bytes] | None
    hands: dict[int, Columns]  # by number
    seats: dict[str, list[Columns]]  # by the hand's id
    listed: bool  # among the tables


class TableCheck:
    """One table, played again."""

    def __init__(self, papers: Papers) -> None:
        self.papers = papers
        self.table = papers.table
        self.report = Report(tables=1)
        self.state: State | None = None
        self.credits = 0  # brought to the table and not taken away again
        self.owners: list[Owner | None] = []
        self.kept = dict(papers.hands)

    def run(self) -> None:
        """From the first entry to the last, or as far as it goes."""
        old = any(row["behaviour"] != BEHAVIOUR for row in self.kept.values())
        self.report.not_replayed += old
        version = 0
        for found, body in self.papers.entries:
            self.report.entries += 1
            if found == version:
                self.fault(version, "this entry is there twice")
                return
            if found != version + 1:
                self.fault(version + 1, f"this entry is missing: the next one in the log is {found}")
                return
            version += 1
            if not old and not self.take(version, body):
                return
        if not old:
            self.look_for_leftovers(version)

    def fault(self, version: int | None, what: str) -> None:
        """One more thing that is wrong."""
        where = f", version {version}" if version is not None else ""
        self.report.faults.append(f"table {self.table}{where}: {what}.")

    def take(self, version: int, body: bytes) -> bool:
        """Does what an entry says, and looks at what came of it; whether one can go on."""
        try:
            entry = en.read_entry(body)
            ended = self.apply(entry)
        except BROKEN as error:
            self.fault(version, f"this can't have happened: {str(error).rstrip('.') or type(error).__name__}")
            return False
        state = self.state
        assert state is not None
        if not state.in_hand:
            self.check_credits(state)
        if ended and state.hand is not None:
            self.check_hand(state.hand)
        snapshot = self.papers.snapshot
        if snapshot is not None and snapshot[0] == version:
            self.check_snapshot(state, snapshot[1])
        return True

    def apply(self, entry: en.AnyEntry) -> bool:
        """Whether a hand ended with it."""
        if self.state is None:
            if not isinstance(entry, en.Opened):
                raise SabaccError("a log begins with the opening of its table")
            self.state = State.opened(entry)
            return False
        state = self.state
        playing = state.in_hand or isinstance(entry, en.HandDealt)
        if isinstance(entry, en.HandDealt):
            self.owners = list(state.owners)
        self.credits += sum(map(_brought, state.apply(entry)))
        return playing and not state.in_hand

    # ---- what must come out

    def check_credits(self, state: State) -> None:
        """What lies on the table is what was brought to it (T1)."""
        here = sum(state.game.stacks) + state.game.sabacc_pot
        if here != self.credits or min(state.game.stacks, default=0) < 0:
            self.fault(state.version, f"{here} credits are on the table, and {self.credits} should be")

    def check_snapshot(self, state: State, body: bytes) -> None:
        """The snapshot is the table as it was then."""
        if state.in_hand:
            self.fault(state.version, "the snapshot was taken in the middle of a hand")
            return
        try:
            same = msgspec.json.decode(body, type=Saved) == msgspec.json.decode(state.saved(), type=Saved)
        except BROKEN as error:
            self.fault(state.version, f"the snapshot can't be read: {error}")
            return
        if not same:
            self.fault(state.version, "the snapshot is not what the log makes of the table")

    def check_hand(self, hand: Hand) -> None:
        """The hand is kept as it was played, and was dealt from what was promised."""
        state = self.state
        assert state is not None
        assert state.dealt is not None
        self.report.hands += 1
        number, dealt = hand.seating.number, state.dealt
        row = self.kept.pop(number, None)
        if row is None:
            self.fault(state.version, f"hand {number} was played, and is not kept")
            return
        if row["version"] != state.version:
            self.fault(state.version, f"hand {number} ended here, and not with version {row['version']} as it is kept")
        self.check_body(hand, row["body"], state.version, dealt)
        self.check_seats(hand, row["id"], state.version)

    def check_body(self, hand: Hand, body: bytes, version: int, dealt: en.HandDealt) -> None:
        """The hand itself, event by event."""
        name = f"hand {hand.seating.number}"
        try:
            kept = unpack(body)
        except BROKEN as error:
            self.fault(version, f"{name} can't be unpacked: {error}")
            return
        if (kept.seed, kept.salt) != (dealt.seed, dealt.salt):
            self.fault(version, f"{name} is kept with another seed or salt than it was dealt from")
        if _promise(kept.events) != commitment_to(dealt.seed, dealt.salt):
            self.fault(version, f"{name} was dealt from another seed than the one that was promised to its players")
        if kept.rules != write_rules(hand.seating.rules):
            self.fault(version, f"{name} is kept with other rules than it was played by")
        if kept.events != hand.events:
            self.fault(
                version, f"{name} is kept otherwise than it was played: {_first_difference(kept.events, hand.events)}"
            )

    def check_seats(self, hand: Hand, key: str, version: int) -> None:
        """What everybody won, and how."""
        rows = self.papers.seats.get(key, [])
        played = seat_rows(hand, key, self.owners, 0)
        if [row["seat"] for row in rows] != [seat.seat for seat in played]:
            self.fault(version, f"hand {hand.seating.number} is kept for other seats than sat there")
            return
        for row, seat in zip(rows, played, strict=True):
            wrong = _wrong_column(row, seat)
            if wrong is not None:
                said, true = row[wrong], getattr(seat, wrong)
                self.fault(
                    version,
                    f"hand {hand.seating.number}, seat {seat.seat}: {wrong} is kept as {said!r}, and was {true!r}",
                )

    def look_for_leftovers(self, version: int) -> None:
        """What is kept of things that never happened."""
        if not version:
            self.fault(None, "there is no log of it")
        for number, row in sorted(self.kept.items()):
            self.fault(row["version"], f"hand {number} is kept, and was never played to its end")
        snapshot = self.papers.snapshot
        if snapshot is not None and snapshot[0] > version:
            self.fault(snapshot[0], f"there is a snapshot, and the log ends at version {version}")
        if not self.papers.listed:
            self.fault(None, "it has a log or hands, and is not among the tables")


def _brought(event: Event) -> int:
    """How many credits an event brought to the table; fewer than none, if it took some away."""
    if isinstance(event, Sat):
        return event.stack
    if isinstance(event, Rebought):
        return event.amount
    if isinstance(event, ItemStaked):
        return event.value
    if isinstance(event, ItemTaken):
        return -event.price
    return -event.took if isinstance(event, Left) else 0


def _promise(events: Sequence[Event]) -> str:
    """The commitment that everybody was told before the deal."""
    started = events[0] if events else None
    return started.commitment if isinstance(started, HandStarted) else ""


def _first_difference(kept: Sequence[Event], played: Sequence[Event]) -> str:
    for said, done in zip(kept, played, strict=False):
        if said != done:
            return f"it says {said!r} where {done!r} happened"
    return f"it has {len(kept)} events, and {len(played)} happened"


def _wrong_column(row: Columns, seat: SeatRow) -> str | None:
    """The first column that says something else than what was played. SQLite keeps yes and no as 1 and 0, which compare."""
    return next((name for name in PLAYED if row[name] != getattr(seat, name)), None)
