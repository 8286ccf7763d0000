"""Is a record true? A full record is played again. A seat's record is checked for what can be known without the seed:
that it is legal (some deal leads to exactly these events), conserves credits and shows no card twice."""

from __future__ import annotations

from collections import Counter

import msgspec

from sabacc.cards import DECKS
from sabacc.chance import Chance
from sabacc.errors import RecordError, SabaccError
from sabacc.game.events import (
    Closed,
    Dealt,
    Event,
    HandEnded,
    HandStarted,
    ItemStaked,
    ItemTaken,
    Left,
    LevelSet,
    Rebought,
    RulesChanged,
    Sat,
    Shuffled,
)
from sabacc.game.view import View
from sabacc.records.replays import replay
from sabacc.records.text import BEHAVIOUR, Record, read
from sabacc.rules import find_preset, read_rules, write_rules
from sabacc.sampling import sample


class Verdict(msgspec.Struct, frozen=True):
    """What a check found out about a good record; a bad one raises `RecordError`."""

    kind: str
    scope: str
    hands: int
    events: int
    replayed: bool
    note: str


def verify(text: str) -> Verdict:
    """Checks a record, and says what was checked."""
    record = read(text)
    hands = sum(isinstance(event, HandStarted) for event in record.events)
    if record.behaviour != BEHAVIOUR:
        note = (
            f"The digests are right. It was played under behaviour {record.behaviour} and the engine is at "
            f"{BEHAVIOUR}, so it is shown from its stored events and was not played again."
        )
        return Verdict(record.kind, record.scope, hands, len(record.events), False, note)
    if record.kind == "full":
        replay(record)
        note = "Played again from its seed, it gives the same events."
        return Verdict(record.kind, record.scope, hands, len(record.events), True, note)
    _check_seat_record(record)
    note = "It is legal, conserves credits and shows no card twice."
    return Verdict(record.kind, record.scope, hands, len(record.events), False, note)


def _check_seat_record(record: Record) -> None:
    book = _Book(record)
    for at, event in enumerate(record.events):
        book.see(at, event)
    book.end_of_hand()


class _Book:
    """The table as a seat's record tells it, checked event by event."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.rules = record.rules
        self.names = list(record.names)
        self.stacks = [0] * len(self.names)
        self.sabacc_pot = 0
        self.known = False  # stacks are, from the first hand or sitting down on
        self.view: View | None = None
        self.began = 0
        self.dealt: dict[int, Counter[str]] = {}
        self.here = 0

    def see(self, at: int, event: Event) -> None:
        if isinstance(event, HandStarted):
            self.start_hand(at, event)
        if self.view is not None:
            self.in_hand(at, event, self.view)
        elif isinstance(event, Sat):
            while len(self.names) <= event.seat:
                self.names.append("")
                self.stacks.append(0)
            if len(self.stacks) < len(self.names):
                self.stacks += [0] * (len(self.names) - len(self.stacks))
            self.names[event.seat] = event.name
            self.stacks[event.seat] = event.stack
        elif isinstance(event, Rebought):
            self.stacks[event.seat] += event.amount
        elif isinstance(event, Left):
            self.expect(at, event.took == self.stacks[event.seat], "a player leaves with what they have")
            self.names[event.seat] = ""
            self.stacks[event.seat] = 0
        elif isinstance(event, RulesChanged):
            self.rules = read_rules(event.rules)
        elif isinstance(event, LevelSet):
            self.rules = read_rules(
                {**write_rules(self.rules), "blinds": list(event.blinds), "board_price": event.board_price}
            )
        elif isinstance(event, ItemStaked):
            self.stacks[event.seat] += event.value
        elif isinstance(event, ItemTaken):
            self.stacks[event.seat] -= event.price
        elif isinstance(event, Closed):
            shared = sum(share for _, share in event.shares)
            self.expect(at, shared == self.sabacc_pot or not any(self.names), "the sabacc pot is shared whole")
            for seat, share in event.shares:
                self.stacks[seat] += share
            self.sabacc_pot -= shared

    def start_hand(self, at: int, event: HandStarted) -> None:
        self.end_of_hand()
        n = len(event.stacks)
        self.names += [""] * (n - len(self.names))
        if self.record.scope == "game":
            self.expect(at, list(event.stacks) == self.stacks[:n], "a hand starts with the stacks that were there")
            self.expect(at, event.sabacc_pot == self.sabacc_pot, "a hand starts with the sabacc pot that was there")
        self.view = View(self.rules, tuple(self.names[:n]), self.record.seat)
        self.began = at
        self.dealt = {}
        self.here = sum(event.stacks) + event.sabacc_pot

    def in_hand(self, at: int, event: Event, view: View) -> None:
        try:
            view.see(event)
        except (ValueError, IndexError) as error:
            raise RecordError(f"this can't have happened: {error}", self.record.lines[at]) from error
        if isinstance(event, ItemStaked):
            self.here += event.value  # the one recorded exception (T1)
        here = sum(view.stacks) + view.hand_pot + view.sabacc_pot
        self.expect(at, here == self.here and min(view.stacks) >= 0, "credits are neither made nor lost")
        self.no_card_twice(at, event)
        if isinstance(event, HandEnded):
            self.expect(at, list(event.stacks) == view.stacks, "the final stacks are what the payments make them")
            self.expect(at, event.sabacc_pot == view.sabacc_pot, "the final sabacc pot is what the payments make it")
            self.end_of_hand()

    def no_card_twice(self, at: int, event: Event) -> None:
        if isinstance(event, Shuffled):
            self.dealt[event.number] = Counter()
        elif isinstance(event, Dealt) and event.card is not None:
            seen = self.dealt.setdefault(event.shuffle, Counter())
            seen[event.card] += 1
            copies = DECKS[find_preset(self.rules.preset).deck].copies.get(event.card, 0)
            self.expect(at, seen[event.card] <= copies, f"{event.card} is not dealt more often than the deck has it")

    def end_of_hand(self) -> None:
        """A hand is legal if some deal leads to exactly what the seat saw."""
        view = self.view
        if view is None:
            return
        self.view = None
        self.stacks[: len(view.stacks)] = view.stacks
        self.sabacc_pot = view.sabacc_pot
        try:
            sample(view, Chance("verify"))
        except SabaccError as error:
            raise RecordError(f"hand {view.number} is not legal: {error}", self.record.lines[self.began]) from error

    def expect(self, at: int, true: bool, rule: str) -> None:
        if not true:
            raise RecordError(f"this can't be: {rule}", self.record.lines[at])
