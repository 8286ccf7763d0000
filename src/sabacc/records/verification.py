"""Is a record true? A full record is played again. A seat's record is checked for what can be known without the seed:
that it is legal (some deal leads to exactly these events, at a table that really stood so), conserves credits and shows
no card twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from sabacc.chance import Chance
from sabacc.errors import RecordError, SabaccError
from sabacc.game.events import Dealt, Event, HandEnded, HandStarted, ItemStaked, Shuffled
from sabacc.game.hand import Hand
from sabacc.game.table import Game
from sabacc.game.view import View
from sabacc.records.replays import REPLAY_ERRORS, apply_at_table, compare, replay
from sabacc.records.text import Record, RecordKind, RecordScope, read
from sabacc.rules import BEHAVIOUR, Rules, deck_of, find_preset
from sabacc.sampling import check_start, sample
from sabacc.variants import flow_of


class Verdict(msgspec.Struct, frozen=True):
    """What a check found out about a good record; a bad one raises `RecordError`."""

    kind: RecordKind
    scope: RecordScope
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
    _check_seat(record)
    if record.scope == "hand":
        _check_hand(record, 0, len(record.events), record.rules, record.names)
    else:
        _check_game(record)
    note = "It is legal, conserves credits and shows no card twice."
    return Verdict(record.kind, record.scope, hands, len(record.events), False, note)


def _check_seat(record: Record) -> None:
    most = find_preset(record.rules.preset).players[1]
    if record.seat is not None and not 0 <= record.seat < most:
        raise RecordError(f"there is no seat {record.seat}: seats go from 0 to {most - 1}", record.head.get("seat"))


def _check_game(record: Record) -> None:
    """Runs the table along with the record: what players did is done, what follows from it must be there."""
    game = Game(record.rules, (), (), Chance("verify"), flow_of)
    at = 0
    while at < len(record.events):
        event = record.events[at]
        try:
            if isinstance(event, HandStarted):
                stop = _end_of_hand(record.events, at)
                _check_deal(game, event)
                game.adopt(_check_hand(record, at, stop, game.rules, tuple(game.names)))
                at = stop
                continue
            apply_at_table(game, event, {})
        except RecordError:
            raise
        except REPLAY_ERRORS as error:
            raise RecordError(f"this can't have happened: {error}", record.lines[at]) from error
        at += 1
    compare(record, [event.seen_by(record.seat) for event in game.events])


def _end_of_hand(events: Sequence[Event], start: int) -> int:
    """The place after a hand's last event."""
    for at in range(start, len(events)):
        if isinstance(events[at], HandEnded):
            return at + 1
    return len(events)


def _check_deal(game: Game, started: HandStarted) -> None:
    """The hand must begin as the table stands; only the first dealer is a matter of chance (T12)."""
    game.clock = started.clock
    first = started.button if game.button < 0 else None
    seating = game.next_seating(Chance("verify"), first)
    expected = HandStarted(
        seating.number,
        seating.button,
        seating.dealt_in,
        tuple(game.stacks),
        game.sabacc_pot,
        tuple(game.sides) if any(game.sides) else (),
        started.commitment,
        seating.clock,
        seating.owes,
    )
    if started != expected:
        raise SabaccError(f"the hand should begin with {expected!r}")


def _check_hand(record: Record, start: int, stop: int, rules: Rules, names: tuple[str, ...]) -> Hand:
    """A hand is legal if some deal leads to exactly what the seat saw; one such hand."""
    lines = record.lines[start:stop]
    events = record.events[start:stop]
    started = events[0] if events else None
    if not isinstance(started, HandStarted):
        raise RecordError("a hand begins with hand-started", lines[0] if lines else None)
    try:
        check_start(rules, names, started)
    except REPLAY_ERRORS as error:
        raise RecordError(f"no hand begins so: {error}", lines[0]) from error
    view = View(rules, names, record.seat)
    checker = _HandChecker(view, sum(started.stacks) + started.sabacc_pot)
    for event, line in zip(events, lines, strict=True):
        try:
            checker.see(event)
        except REPLAY_ERRORS as error:
            raise RecordError(f"this can't be: {error}", line) from error
    try:
        return sample(view, Chance("verify")).hand
    except REPLAY_ERRORS as error:
        raise RecordError(f"hand {view.number} is not legal: {error}", lines[0]) from error


class _HandChecker:
    """Follows a hand event by event, to name the very line at which credits or cards go wrong."""

    def __init__(self, view: View, credits_here: int) -> None:
        self.view = view
        self.credits = credits_here
        self.copies = deck_of(view.rules).copies
        self.dealt: dict[int, Counter[str]] = {}

    def see(self, event: Event) -> None:
        view = self.view
        self.expect(not view.over, "nothing happens after the end of a hand")
        self.expect(not (isinstance(event, HandStarted) and view.events), "a hand begins once")
        seat = getattr(event, "seat", None)
        self.expect(seat is None or 0 <= seat < len(view.names), f"there is no seat {seat}")
        view.see(event)
        if isinstance(event, ItemStaked):
            self.credits += event.value  # the one recorded exception (T1)
        here = sum(view.stacks) + view.hand_pot + view.sabacc_pot
        self.expect(here == self.credits and min(view.stacks) >= 0, "credits are neither made nor lost")
        if isinstance(event, Shuffled):
            self.expect(event.size <= sum(self.copies.values()), "a shuffle has no more cards than the deck")
            self.dealt[event.number] = Counter()
        elif isinstance(event, Dealt) and event.card is not None:
            seen = self.dealt.setdefault(event.shuffle, Counter())
            seen[event.card] += 1
            few = seen[event.card] <= self.copies.get(event.card, 0)
            self.expect(few, f"{event.card} is not dealt more often than the deck has it")
        elif isinstance(event, HandEnded):
            self.expect(list(event.stacks) == view.stacks, "the final stacks are what the payments make them")
            self.expect(event.sabacc_pot == view.sabacc_pot, "the final sabacc pot is what the payments make it")

    def expect(self, true: bool, rule: str) -> None:
        if not true:
            raise SabaccError(rule)
