"""`sabacc replay` and `sabacc verify`."""

from __future__ import annotations

import sys

import msgspec

from sabacc.cli.language import terminal_language
from sabacc.cli.output import console, print_json, print_notice, read_text
from sabacc.cli.record_evidence import verify_with_evidence
from sabacc.errors import RecordError, SabaccError
from sabacc.game.events import HandEnded, HandStarted, Sat
from sabacc.records import BEHAVIOUR, Record, read, tell_record, upgrade_events
from sabacc.records.replays import replay


def replay_record(path: str, seat: int | None, hand: int | None, as_json: bool) -> None:
    """Tells a record, or a hand of a history; of several hands those are listed that there are."""
    text = read_text(path)
    if not _is_history(text):
        _tell(path, text, seat, hand, as_json)
        return
    from sabacc.cli.history_file import choose_line, list_hands

    try:
        chosen = choose_line(path, text, hand)
        if chosen is None:
            list_hands(path, text, as_json)
            return
    except RecordError as error:
        raise SabaccError(f"{path}, {error}") from error
    where, record = chosen
    _tell(where, record, seat, None, as_json)


def _is_history(text: str) -> bool:
    """Whether it is JSON lines; no record begins so."""
    return text.lstrip().startswith("{")


def _tell(where: str, text: str, seat: int | None, hand: int | None, as_json: bool) -> None:
    """Plays a full record again, and tells it; a seat's record is told from its events."""
    try:
        record = read(text)
        if record.kind == "full" and record.behaviour == BEHAVIOUR:
            replay(record)
        record = _seen_by(record, seat, where)
        told = tell_record(record, terminal_language.code) if not as_json else []
    except RecordError as error:
        raise SabaccError(f"{where}, {error}") from error
    part = _part(record, hand, where)
    if record.behaviour != BEHAVIOUR:
        print_notice(
            f"sabacc: this was played under behaviour {record.behaviour}, and the engine is at {BEHAVIOUR}: "
            "it is told from its stored events, and was not played again."
        )
    if as_json:
        for event in upgrade_events(record.events, record.rules, record.behaviour)[part]:
            print_json(msgspec.to_builtins(event))
        return
    out = console()
    for sentence in filter(None, told[part]):
        out.print(sentence, markup=False)


def _seen_by(record: Record, seat: int | None, where: str) -> Record:
    """The record as a seat saw it, if one is named."""
    if seat is None:
        return record
    seats = [event.seat for event in record.events if isinstance(event, Sat)]
    if seat >= len(record.names) and seat not in seats:
        raise SabaccError(f"nobody ever had seat {seat} in {where}.")
    if record.kind == "seat" and seat != record.seat:
        raise SabaccError(f"{where} is what seat {record.seat} saw; it can't be told as seat {seat}.")
    record.events = [event.seen_by(seat) for event in record.events]
    record.seat = seat
    return record


def _part(record: Record, hand: int | None, where: str) -> slice:
    """From the first to the last event of a hand, or of all."""
    if hand is None:
        return slice(None)
    starts = {event.number: at for at, event in enumerate(record.events) if isinstance(event, HandStarted)}
    if hand not in starts:
        there = f"the hands in it are {min(starts)} to {max(starts)}" if starts else "no hand was dealt in it"
        raise SabaccError(f"{where} has no hand {hand}: {there}.")
    ends = [at + 1 for at, event in enumerate(record.events) if isinstance(event, HandEnded)]
    return slice(starts[hand], next((end for end in ends if end > starts[hand]), None))


def verify_record(path: str, as_json: bool) -> None:
    """Checks a record, or a history of many; what is not true is exit 1."""
    text = read_text(path)
    if _is_history(text):
        from sabacc.cli.history_file import verify_lines

        verify_lines(path, text, as_json)
        return
    try:
        verdict = verify_with_evidence(text)
    except RecordError as error:
        if as_json:
            print_json({"ok": False, "line": error.line, "problem": str(error)})
        print_notice(f"sabacc: {path}, {error}")
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
