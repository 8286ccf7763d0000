"""The moment in a record at which a seat had something to decide, as the seat saw it."""

from __future__ import annotations

from typing import NamedTuple

from sabacc.chance import Chance
from sabacc.errors import RecordError, SabaccError
from sabacc.game.actions import write_action
from sabacc.game.events import (
    Acted,
    ClockStruck,
    Event,
    HandEnded,
    HandStarted,
    ItemStaked,
    Left,
    LevelSet,
    RulesChanged,
    Sat,
    WalkedAway,
)
from sabacc.game.types import QuestionKind
from sabacc.game.view import View
from sabacc.records.replays import REPLAY_ERRORS
from sabacc.records.text import Record
from sabacc.rules import BEHAVIOUR, Rules, find_preset, read_rules, write_rules
from sabacc.sampling import GaveUp, guess_at


class PlayedHand(NamedTuple):
    """A hand of a record: the rules it was played by, who sat there, what happened, and the line that stands on."""

    rules: Rules
    names: tuple[str, ...]
    events: list[Event]
    lines: list[int]

    @property
    def number(self) -> int:
        started = self.events[0]
        assert isinstance(started, HandStarted)
        return started.number


class Decision(NamedTuple):
    """A question that a seat was asked."""

    at: int  # the question's number
    kind: QuestionKind
    answer: str | None
    events: int  # that came before the answer


def hands_in(record: Record) -> list[PlayedHand]:
    """The hands of a record, in order."""
    if record.behaviour != BEHAVIOUR:
        raise RecordError(
            f"this was played under behaviour {record.behaviour}, and the engine is at {BEHAVIOUR}: it can't be played on."
        )
    table = _TableState(record)
    for event, line in zip(record.events, record.lines, strict=True):
        try:
            table.see(event, line)
        except REPLAY_ERRORS as error:
            raise RecordError(f"this can't have happened: {error}", line) from error
    return table.hands


class _TableState:
    """Who sits where and by which rules, while a record goes by."""

    def __init__(self, record: Record) -> None:
        self.rules = record.rules
        self.names = list(record.names)
        self.hands: list[PlayedHand] = []
        self.in_hand = False

    def see(self, event: Event, line: int) -> None:
        if isinstance(event, HandStarted):
            self.hands.append(PlayedHand(self.rules, tuple(self.names), [], []))
            self.in_hand = True
        if self.in_hand:
            self.hands[-1].events.append(event)
            self.hands[-1].lines.append(line)
            self.in_hand = not isinstance(event, HandEnded)
        elif isinstance(event, Sat):
            self._seat(event.seat, event.name)
        elif isinstance(event, Left):
            self._seat(event.seat, "")
        elif isinstance(event, RulesChanged):
            self.rules = read_rules(event.rules)
        elif isinstance(event, LevelSet):
            level = {"blinds": list(event.blinds), "board_price": event.board_price}
            self.rules = read_rules({**write_rules(self.rules), **level})

    def _seat(self, seat: int, name: str) -> None:
        if not 0 <= seat < find_preset(self.rules.preset).players[1]:
            raise SabaccError(f"there is no seat {seat}")
        self.names += [""] * (seat + 1 - len(self.names))
        self.names[seat] = name


def decisions_of(hand: PlayedHand, seat: int) -> list[Decision]:
    """All that a seat was asked in a hand, each at the last moment at which the question was open to the seat."""
    if not (0 <= seat < len(hand.names) and hand.names[seat]):
        raise SabaccError(f"nobody had seat {seat} in hand {hand.number}.")
    found: dict[int, Decision] = {}
    view = View(hand.rules, hand.names, seat)
    for at, event in enumerate(hand.events):
        if seat in view.asked and _is_player_action(event):
            found[view.question_number] = Decision(view.question_number, view.asked_kind, _answer(event, seat), at)
        try:
            view.see(event.seen_by(seat))
        except REPLAY_ERRORS as error:
            raise RecordError(f"this can't have happened in hand {hand.number}", hand.lines[at]) from error
    if seat in view.asked:
        found[view.question_number] = Decision(view.question_number, view.asked_kind, None, len(hand.events))
    return list(found.values())


def _is_player_action(event: Event) -> bool:
    """Whether somebody did something here; what the table does for one who left goes with what was done before."""
    if isinstance(event, Acted):
        return event.by != "table"
    return isinstance(event, (WalkedAway, ClockStruck, ItemStaked))


def _answer(event: Event, seat: int) -> str | None:
    if isinstance(event, Acted) and event.seat == seat and event.question:
        return write_action(event.action)
    return None


def view_at(hand: PlayedHand, seat: int, decision: Decision) -> View:
    """What the seat saw when it decided, and what it might have done; nothing else of the record is used."""
    view = View(hand.rules, hand.names, seat)
    for event in hand.events[: decision.events]:
        view.see(event.seen_by(seat))
    try:
        guess = guess_at(view, Chance("options")).hand  # in every guess the seat has the same options
        view.question = guess.pending[seat]
        view.options = guess.options(seat)
    except GaveUp:
        raise
    except REPLAY_ERRORS as error:
        raise RecordError(f"hand {hand.number} is not legal: {error}") from error
    return view
