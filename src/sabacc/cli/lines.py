"""`sabacc verify` of a history: JSON lines, a hand on each, as a server gives them to their owner."""

from __future__ import annotations

import sys

import msgspec

from sabacc.cli.output import console, print_json, progress, say
from sabacc.errors import RecordError
from sabacc.game.events import HandEnded, HandStarted
from sabacc.parallel import in_order
from sabacc.records import Record, read, verify
from sabacc.server.history import Line
from sabacc.server.tallies import tallies_of

FEW = 20  # lines that are checked sooner than other processes are there to help
Numbered = tuple[int, str]


class Problem(msgspec.Struct, frozen=True):
    """A line that is wrong."""

    line: int
    problem: str
    hand: str | None = None


def verify_lines(path: str, text: str, as_json: bool) -> None:
    """Checks every line, and says how many hands are good."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    found: list[Problem] = []
    with progress() as bar:
        task = bar.add_task("Checking", total=len(lines))
        for problem in in_order(check_line, lines, 1 if len(lines) <= FEW else None):
            found += [problem] if problem is not None else []
            bar.advance(task)
    good = len(lines) - len(found)
    if as_json:
        print_json({"ok": not found, "kind": "history", "hands": good, "problems": msgspec.to_builtins(found)})
    for one in found:
        say(f"sabacc: {path}, line {one.line}: {one.problem}")
    if found:
        say(f"sabacc: {path}: {good:,} of {len(lines):,} hands are good.")
        sys.exit(1)
    if not as_json:
        hands = f"{good:,} hand{'s' if good != 1 else ''}"
        console().print(f"{path} is good: a history of {hands}.", style="green", markup=False)


def check_line(numbered: Numbered) -> Problem | None:
    """What is wrong with a line, if anything."""
    number, text = numbered
    try:
        line = msgspec.json.decode(text.encode("utf-8", "surrogatepass"), type=Line)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        return Problem(number, f"this is no hand of a history: {error}.")
    try:
        verify(line.record)
        problem = _mismatch(line, read(line.record))
    except RecordError as error:
        problem = f"in its record, {error}"
    return Problem(number, f"hand {line.hand}: {problem}", line.hand) if problem else None


def _mismatch(line: Line, record: Record) -> str | None:
    """Where a line says something else than the record in it."""
    if (record.kind, record.scope) != ("seat", "hand"):
        return f"the record should be a seat's, of one hand, and is a {record.kind} record of a {record.scope}."
    started, ended = record.events[0], record.events[-1]
    if not isinstance(started, HandStarted) or not isinstance(ended, HandEnded):
        return "the hand in the record is not over."
    if record.seat is None or not 0 <= record.seat < len(started.stacks):
        return f"the record is of seat {record.seat}, where nobody sat."
    told = {"seat": record.seat, "number": started.number, "preset": record.rules.preset}
    told["won"] = tallies_of(record.events)[record.seat].won
    wrong = [name for name, value in told.items() if getattr(line, name) != value]
    return f"the line says {wrong[0]} {getattr(line, wrong[0])}, and its record {told[wrong[0]]}." if wrong else None
