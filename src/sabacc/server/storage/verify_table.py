"""Verifies one table: it is replayed from its log, and all that is stored of it must come out."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from sabacc.errors import SabaccError
from sabacc.game.events import Event, HandStarted, ItemStaked, ItemTaken, Left, Rebought, Sat
from sabacc.game.hand import Hand
from sabacc.records import upgrade_events
from sabacc.records.replays import REPLAY_ERRORS
from sabacc.rules import BEHAVIOUR, NewerBehaviour, Rules, load_rules, store_rules, with_left_out
from sabacc.server.history.archive import ArchivedHand, seat_rows, unpack
from sabacc.server.storage.hand_rows import SeatRow
from sabacc.server.storage.seed_vault import SeedVault
from sabacc.server.storage.stored_table import Columns, StoredTable
from sabacc.server.table import entries as en
from sabacc.server.table.snapshot import Owner, TableSnapshot, read_snapshot
from sabacc.server.table.state import TableState, commitment_to

STORED_ERRORS = (*REPLAY_ERRORS, msgspec.MsgspecError, zlib.error)
# The columns of a seat that follow from the play alone; names and people may change later.
PLAYED_COLUMNS = (
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


class Report(msgspec.Struct):
    """What was verified, and a sentence for each fault, which names its table and version."""

    tables: int = 0
    entries: int = 0
    hands: int = 0
    not_replayed: int = (
        0  # hands of an older behaviour: what they did to their table is taken from what is kept of them
    )
    faults: list[str] = []

    def add(self, other: Report) -> None:
        """Adds the figures of another report."""
        self.tables += other.tables
        self.entries += other.entries
        self.hands += other.hands
        self.not_replayed += other.not_replayed
        self.faults = self.faults + other.faults


class PlayedHand(NamedTuple):
    """A hand that was played to its end, now or by an older engine."""

    number: int
    rules: Rules
    names: tuple[str, ...]
    events: list[Event]

    @staticmethod
    def of(hand: Hand) -> PlayedHand:
        """A hand that was just replayed."""
        seating = hand.seating
        return PlayedHand(seating.number, seating.rules, seating.names, hand.events)


class TableVerifier:
    """One table that is replayed."""

    def __init__(self, stored: StoredTable, vault: SeedVault) -> None:
        self.stored = stored
        self.vault = vault
        self.table = stored.table
        self.report = Report(tables=1)
        self.state: TableState | None = None
        self.credits = 0  # brought to the table, less those taken away
        self.owners: list[Owner | None] = []
        self.unverified_hands = dict(stored.hands)

    def run(self) -> None:
        """Replays the entries, from the first to the last or to one that can't be replayed."""
        if self.stored.erased:
            self.report.entries += len(self.stored.entries)
            return
        version = 0
        for found, body in self.stored.entries:
            self.report.entries += 1
            if found == version:
                self.fault(version, "this entry is there twice")
                return
            if found != version + 1:
                self.fault(version + 1, f"this entry is missing: the next one in the log is {found}")
                return
            version += 1
            if not self.check_entry(version, body):
                return
        self.check_leftovers(version)

    def fault(self, version: int | None, what: str) -> None:
        """Adds a fault to the report."""
        where = f", version {version}" if version is not None else ""
        self.report.faults.append(f"table {self.table}{where}: {what}.")

    def check_entry(self, version: int, body: bytes) -> bool:
        """Applies an entry and verifies what came of it; whether the replay can go on."""
        try:
            entry = en.read_entry(body, self.vault)
            ended = self.apply(entry)
        except NewerBehaviour as error:
            self.fault(version, f"from here on it can't be verified: {str(error).rstrip('.')}")
            return False
        except STORED_ERRORS as error:
            self.fault(version, f"this can't have happened: {str(error).rstrip('.') or type(error).__name__}")
            return False
        state = self.state
        assert state is not None
        if not state.in_hand:
            self.check_credits(state)
        if ended and state.hand is not None and state.keeps_hand_of(self.owners):
            self.check_hand(PlayedHand.of(state.hand))
        snapshot = self.stored.snapshot
        if snapshot is not None and snapshot[0] == version:
            self.check_snapshot(state, snapshot[1])
        return True

    def apply(self, entry: en.AnyEntry) -> bool:
        """Applies an entry; whether a hand ended with it."""
        if self.state is None:
            if not isinstance(entry, en.Opened):
                raise SabaccError("a log begins with the opening of its table")
            self.state = TableState.new(entry)
            return False
        state = self.state
        playing = state.in_hand or isinstance(entry, en.HandDealt)
        if isinstance(entry, en.HandDealt):
            self.owners = list(state.owners)
        if isinstance(entry, en.HandVoided) and state.in_hand and state.hand is not None:
            self.credits -= sum(map(_credits_brought, state.hand.events))  # what was staked goes back
        self.credits += sum(map(_credits_brought, state.apply(entry)))
        if isinstance(entry, en.PotBrought):
            self.credits += entry.amount
        if state.old_hand is not None:
            self.adopt_old_hand(state)
        return playing and not state.in_hand

    def adopt_old_hand(self, state: TableState) -> None:
        """A hand of an older behaviour is not replayed: once it is over, the table goes on from what is kept of it."""
        number = state.game.number + 1
        row = self.unverified_hands.get(number)
        if row is None or row["version"] != state.version:
            return  # it goes on, or was never ended
        archived = unpack(row["body"])
        self.check_start(archived, state)
        played = PlayedHand(number, state.game.rules, tuple(state.game.names), archived.events)
        self.credits += sum(map(_credits_brought, state.adopt_finished(archived.events)))
        self.check_hand(played)

    # ---- what is stored

    def check_credits(self, state: TableState) -> None:
        """The credits on the table are those that were brought to it (T1)."""
        on_table = sum(state.game.stacks) + state.game.sabacc_pot
        if on_table != self.credits or min(state.game.stacks, default=0) < 0:
            self.fault(state.version, f"{on_table} credits are on the table, and {self.credits} should be")

    def check_snapshot(self, state: TableState, body: bytes) -> None:
        """The snapshot is the table as it was at that version."""
        if state.in_hand:
            self.fault(state.version, "the snapshot was taken in the middle of a hand")
            return
        try:
            same = self.comparable_snapshot(body) == self.comparable_snapshot(state.snapshot(self.vault))
        except STORED_ERRORS as error:
            self.fault(state.version, f"the snapshot can't be read: {error}")
            return
        if not same:
            self.fault(state.version, "the snapshot is not what the log makes of the table")

    def comparable_snapshot(self, body: bytes) -> TableSnapshot:
        """A snapshot, with its rules as they would be stored now."""
        stored = read_snapshot(body, self.vault)
        rules = store_rules(load_rules(stored.table.rules, stored.table.behaviour))
        table = msgspec.structs.replace(stored.table, rules=rules, behaviour=BEHAVIOUR)
        return msgspec.structs.replace(stored, table=table)

    def check_start(self, archived: ArchivedHand, state: TableState) -> None:
        """A hand that is not replayed begins with what its table had."""
        started, game = archived.events[0] if archived.events else None, state.game
        had = (game.number + 1, tuple(game.stacks), game.sabacc_pot)
        if not isinstance(started, HandStarted) or (started.number, started.stacks, started.sabacc_pot) != had:
            raise SabaccError(f"hand {had[0]} is kept with another beginning than its table had")

    def check_hand(self, hand: PlayedHand) -> None:
        """The hand is stored as it was played, and was dealt from the seed that was committed to."""
        state = self.state
        assert state is not None
        assert state.deal is not None
        number, dealt = hand.number, state.deal
        if dealt.behaviour == BEHAVIOUR:
            self.report.hands += 1
        else:
            self.report.not_replayed += 1
        row = self.unverified_hands.pop(number, None)
        if row is None:
            self.fault(state.version, f"hand {number} was played, and is not kept")
            return
        if row["version"] != state.version:
            self.fault(state.version, f"hand {number} ended here, and not with version {row['version']} as it is kept")
        if row["behaviour"] != dealt.behaviour:
            told = f"behaviour {dealt.behaviour}, and is kept as one of {row['behaviour']}"
            self.fault(state.version, f"hand {number} was dealt under {told}")
        self.check_body(hand, row["body"], state.version, dealt)
        self.check_seats(hand, row["id"], state.version, dealt)

    def check_body(self, hand: PlayedHand, body: bytes, version: int, dealt: en.HandDealt) -> None:
        """The hand itself, event by event."""
        name = f"hand {hand.number}"
        try:
            archived = unpack(body)
            seeds = self.vault.open(archived.seed), self.vault.open(archived.salt)
        except STORED_ERRORS as error:
            self.fault(version, f"{name} can't be unpacked: {str(error).rstrip('.')}")
            return
        if seeds != (dealt.seed, dealt.salt):
            self.fault(version, f"{name} is kept with another seed or salt than it was dealt from")
        if _commitment(archived.events) != commitment_to(dealt.seed, dealt.salt):
            self.fault(version, f"{name} was dealt from another seed than the one that was promised to its players")
        if not _same_rules(archived.rules, dealt.behaviour, hand.rules):
            self.fault(version, f"{name} is kept with other rules than it was played by")
        if archived.events != hand.events:
            self.fault(
                version,
                f"{name} is kept otherwise than it was played: {_first_difference(archived.events, hand.events)}",
            )

    def check_seats(self, hand: PlayedHand, key: str, version: int, dealt: en.HandDealt) -> None:
        """The rows of the seats say what everybody won, and how."""
        rows = self.stored.seats.get(key, [])
        played = seat_rows(hand.rules, hand.names, hand.events, key, self.owners, 0)
        if [row["seat"] for row in rows] != [seat.seat for seat in played]:
            self.fault(version, f"hand {hand.number} is kept for other seats than sat there")
            return
        now = upgrade_events(hand.events, hand.rules, dealt.behaviour)
        renamed = seat_rows(hand.rules, hand.names, now, key, self.owners, 0) if now != hand.events else played
        for row, seat, new in zip(rows, played, renamed, strict=True):
            if row["hand_name"] == new.hand_name:
                seat = new  # a database that this version has opened calls hands what they are called now
            wrong = _wrong_column(row, seat)
            if wrong is not None:
                where = f"hand {hand.number}, seat {seat.seat}"
                self.fault(version, f"{where}: {wrong} is kept as {row[wrong]!r}, and was {getattr(seat, wrong)!r}")

    def check_leftovers(self, version: int) -> None:
        """Nothing is stored that never happened."""
        if not version:
            self.fault(None, "there is no log of it")
        for number, row in sorted(self.unverified_hands.items()):
            self.fault(row["version"], f"hand {number} is kept, and was never played to its end")
        snapshot = self.stored.snapshot
        if snapshot is not None and snapshot[0] > version:
            self.fault(snapshot[0], f"there is a snapshot, and the log ends at version {version}")
        if not self.stored.listed:
            self.fault(None, "it has a log or hands, and is not among the tables")


def _credits_brought(event: Event) -> int:
    """The credits that an event brought to the table, negative if it took some away."""
    if isinstance(event, Sat):
        return event.stack
    if isinstance(event, Rebought):
        return event.amount
    if isinstance(event, ItemStaked):
        return event.value
    if isinstance(event, ItemTaken):
        return -event.price
    return -event.took if isinstance(event, Left) else 0


def _same_rules(stored: dict[str, Any], behaviour: int, played: Rules) -> bool:
    """Whether a hand is kept with the rules it was played by, and from behaviour 2 on with all of them."""
    if behaviour == BEHAVIOUR:
        return with_left_out(stored, behaviour) == with_left_out(store_rules(played), behaviour)
    return load_rules(stored, behaviour) == played


def _commitment(events: Sequence[Event]) -> str:
    """The commitment that everybody was sent before the deal."""
    started = events[0] if events else None
    return started.commitment if isinstance(started, HandStarted) else ""


def _first_difference(archived: Sequence[Event], played: Sequence[Event]) -> str:
    for said, done in zip(archived, played, strict=False):
        if said != done:
            return f"it says {said!r} where {done!r} happened"
    return f"it has {len(archived)} events, and {len(played)} happened"


def _wrong_column(row: Columns, seat: SeatRow) -> str | None:
    """The first column that is not what was played; SQLite's 1 and 0 compare with True and False."""
    return next((name for name in PLAYED_COLUMNS if row[name] != getattr(seat, name)), None)
