"""A history: JSON lines, a hand on each, as a server gives them to their owner; `verify` checks it, `replay` tells a hand."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from typing import NamedTuple

import msgspec

from sabacc.cli.output import console, print_json, print_notice, progress
from sabacc.cli.record_evidence import verify_with_evidence
from sabacc.cli.split_table import SplitTable, signed
from sabacc.errors import RecordError, SabaccError, why_misread
from sabacc.game.events import HandEnded, HandStarted
from sabacc.game.result import seat_results
from sabacc.parallel import map_in_order
from sabacc.records import BEHAVIOUR, Record, read
from sabacc.server.history.archive import HistoryLine

SINGLE_PROCESS_LINES = 20  # lines that are checked sooner than other processes are there to help
Numbered = tuple[int, str]


class Problem(msgspec.Struct, frozen=True):
    """A line that is wrong."""

    line: int
    problem: str
    hand: str | None = None


class CheckedLine(NamedTuple):
    """What became of a line: what is wrong with it, if anything, and the behaviour its hand was played under."""

    problem: Problem | None
    behaviour: int


def lines_of(text: str) -> list[Numbered]:
    """The lines that have something on them, with their numbers."""
    return [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]


def read_line(numbered: Numbered) -> HistoryLine:
    """A hand of a history."""
    number, text = numbered
    try:
        return msgspec.json.decode(text.encode("utf-8", "surrogatepass"), type=HistoryLine)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise RecordError(f"this is no hand of a history: {why_misread(error)}.", number) from error


# ---- telling one


def list_hands(path: str, text: str, as_json: bool) -> None:
    """What there is to be told: a line for each hand, numbered from 1."""
    hands = [read_line(line) for line in lines_of(text)]
    if as_json:
        for number, hand in enumerate(hands, 1):
            told = {key: value for key, value in msgspec.to_builtins(hand).items() if key != "record"}
            print_json({"hand": number, "id": told.pop("hand"), **told})
        return
    table = SplitTable("", "--hand", "ended (UTC)", "preset", "won", words=(1, 2))
    for number, hand in enumerate(hands, 1):
        table.add_row(str(number), _when(hand.ended_at), hand.preset, signed(f"{hand.won:+d}"))
    out = console()
    out.print(f"{path} is a history of {len(hands):,} hands: say which to tell with --hand N.", markup=False)
    out.print(table, crop=False)


def _when(milliseconds: int) -> str:
    try:
        return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M")
    except (OverflowError, ValueError, OSError):
        return "–"


def choose_line(path: str, text: str, hand: int | None) -> tuple[str, str] | None:
    """Where the hand that was asked for stands, and its record; nothing if there are several and none was named."""
    lines = lines_of(text)
    if hand is None and len(lines) > 1:
        return None
    if hand is not None and not 1 <= hand <= len(lines):
        there = f"hands, 1 to {len(lines)}" if len(lines) > 1 else "hand"
        raise SabaccError(f"{path} is a history of {len(lines):,} {there}: there is no hand {hand} in it.")
    number, _ = chosen = lines[(hand or 1) - 1]
    return f"the record in line {number} of {path}", read_line(chosen).record


# ---- checking all


def verify_lines(path: str, text: str, as_json: bool) -> None:
    """Checks every line, and says how many hands are good."""
    lines = lines_of(text)
    found: list[Problem] = []
    not_replayed = 0
    with progress() as bar:
        task = bar.add_task("Checking", total=len(lines))
        for checked in map_in_order(check_line, lines, 1 if len(lines) <= SINGLE_PROCESS_LINES else None):
            found += [checked.problem] if checked.problem is not None else []
            not_replayed += checked.problem is None and checked.behaviour != BEHAVIOUR
            bar.advance(task)
    good = len(lines) - len(found)
    if as_json:
        counts = {"hands": good, "not_replayed": not_replayed}
        print_json({"ok": not found, "kind": "history", **counts, "problems": msgspec.to_builtins(found)})
    for one in found:
        print_notice(f"sabacc: {path}, line {one.line}: {one.problem}")
    if found:
        print_notice(f"sabacc: {path}: {good:,} of {len(lines):,} hands are good.")
        sys.exit(1)
    if not as_json:
        hands = f"{good:,} hand{'s' if good != 1 else ''}"
        console().print(f"{path} is good: a history of {hands}.", style="green", markup=False)
    if not_replayed:
        print_notice(
            f"sabacc: {not_replayed:,} of them were played under another behaviour than {BEHAVIOUR}, the engine's: "
            "their digests were checked, and they were not played again."
        )


def check_line(numbered: Numbered) -> CheckedLine:
    """What is wrong with a line, if anything."""
    number, _ = numbered
    behaviour = BEHAVIOUR
    try:
        line = read_line(numbered)
    except RecordError as error:
        return CheckedLine(Problem(number, error.problem), behaviour)
    try:
        verify_with_evidence(line.record)
        record = read(line.record)
        behaviour = record.behaviour
        problem = _mismatch(line, record)
    except RecordError as error:
        problem = f"in its record, {error}"
    return CheckedLine(Problem(number, f"hand {line.hand}: {problem}", line.hand) if problem else None, behaviour)


def _mismatch(line: HistoryLine, record: Record) -> str | None:
    """Where a line says something else than the record in it."""
    if (record.kind, record.scope) != ("seat", "hand"):
        return f"the record should be a seat's, of one hand, and is a {record.kind} record of a {record.scope}."
    started, ended = record.events[0], record.events[-1]
    if not isinstance(started, HandStarted) or not isinstance(ended, HandEnded):
        return "the hand in the record is not over."
    if record.seat is None or not 0 <= record.seat < len(started.stacks):
        return f"the record is of seat {record.seat}, where nobody sat."
    told = {"seat": record.seat, "number": started.number, "preset": record.rules.preset}
    told["won"] = seat_results(record.events)[record.seat].net
    wrong = [name for name, value in told.items() if getattr(line, name) != value]
    return f"the line says {wrong[0]} {getattr(line, wrong[0])}, and its record {told[wrong[0]]}." if wrong else None
