"""Which hand of a record a command is about, and whose seat."""

from __future__ import annotations

from sabacc.errors import SabaccError
from sabacc.records import Record
from sabacc.records.decisions import PlayedHand, hands_in


def find_seat(record: Record, path: str, wanted: int | None) -> int:
    """Whose knowledge it is about: the seat that is wanted, or the one whose record it is."""
    if record.kind == "seat":
        if record.seat is None:
            raise SabaccError(f"{path} is what a spectator saw: only who has cards has chances.")
        if wanted not in (None, record.seat):
            raise SabaccError(f"{path} is what seat {record.seat} saw; seat {wanted} saw something else.")
        return record.seat
    if wanted is None:
        raise SabaccError("whose seat? Say --seat N; seats count from 0.")
    return wanted


def find_hand(record: Record, path: str, wanted: int | None) -> PlayedHand:
    """The hand with that number, or the only one there is."""
    hands = {hand.number: hand for hand in hands_in(record)}
    if not hands:
        raise SabaccError(f"no hand was dealt in {path}.")
    if wanted is None and len(hands) == 1:
        return next(iter(hands.values()))
    if wanted not in hands:
        first, last = min(hands), max(hands)
        there = f"hands {first} to {last}" if first < last else f"hand {first}"
        raise SabaccError(f"{path} has {there}: say which with --hand H.")
    return hands[wanted]
