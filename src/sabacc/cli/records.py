"""`sabacc replay` and `sabacc verify`."""

from __future__ import annotations

import sys

import msgspec

from sabacc.cli.output import console, print_json, read_text, say
from sabacc.errors import RecordError, SabaccError
from sabacc.game.events import Sat
from sabacc.records import BEHAVIOUR, read, tell_record, verify
from sabacc.records.replays import replay


def replay_record(path: str, seat: int | None, as_json: bool) -> None:
    """Plays a full record again, and tells it; a seat's record is told from its events."""
    try:
        record = read(read_text(path))
        if record.kind == "full" and record.behaviour == BEHAVIOUR:
            replay(record)
    except RecordError as error:
        raise SabaccError(f"{path}, {error}") from error
    if record.behaviour != BEHAVIOUR:
        say(f"sabacc: played under behaviour {record.behaviour}; told from its stored events.")
    if seat is not None:
        seats = [event.seat for event in record.events if isinstance(event, Sat)]
        if seat >= len(record.names) and seat not in seats:
            raise SabaccError(f"nobody ever had seat {seat} in {path}.")
        if record.kind == "seat" and seat != record.seat:
            raise SabaccError(f"{path} is what seat {record.seat} saw; it can't be told as seat {seat}.")
        record.events = [event.seen_by(seat) for event in record.events]
        record.seat = seat
    if as_json:
        for event in record.events:
            print_json(msgspec.to_builtins(event))
        return
    try:
        told = tell_record(record)
    except RecordError as error:
        raise SabaccError(f"{path}, {error}") from error
    out = console()
    for sentence in told:
        if sentence:
            out.print(sentence, markup=False)


def verify_record(path: str, as_json: bool) -> None:
    """Checks a record, or a history of many; what is not true is exit 1."""
    text = read_text(path)
    if text.lstrip().startswith("{"):  # no record begins so
        from sabacc.cli.lines import verify_lines

        verify_lines(path, text, as_json)
        return
    try:
        verdict = verify(text)
    except RecordError as error:
        if as_json:
            print_json({"ok": False, "line": error.line, "problem": str(error)})
        say(f"sabacc: {path}, {error}")
        sys.exit(1)
    if as_json:
        print_json({"ok": True, **msgspec.to_builtins(verdict)})
        return
    hands = f"{verdict.hands} hand{'s' if verdict.hands != 1 else ''}"
    out = console()
    out.print(
        f"{path} is good: a {verdict.kind} record of {hands}, {verdict.events} events.", style="green", markup=False
    )
    out.print(verdict.note, markup=False)
