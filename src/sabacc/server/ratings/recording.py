"""What a rated table writes down beside its log: its hands, and who leaves in the middle of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sabacc.server.storage.store import PendingRow, RowKind
from sabacc.server.table.snapshot import Owner
from sabacc.server.table.state import TableState


class SeatsBefore(NamedTuple):
    """Who sat at a table before an entry, and who of them sat out."""

    owners: list[Owner | None]
    sitting_out: list[bool]
    removed: frozenset[str]  # by the host

    @staticmethod
    def of(state: TableState) -> SeatsBefore:
        """The seats of a table as they are."""
        return SeatsBefore(list(state.owners), list(state.game.sitting_out), frozenset(state.removals.people))


def rated_rows(
    table: str, state: TableState, before: SeatsBefore, kept: Sequence[PendingRow], at: int
) -> list[PendingRow]:
    """The rows of an entry at a rated table; `kept` are those of a hand that it ended."""
    if not state.settings.rated:
        return []
    number = state.game.number
    rows: list[PendingRow] = [(RowKind.RATED_HAND, (table, number, kept[0][1][0], at))] if kept else []
    removed = state.removals.people - before.removed
    for seat, owner in enumerate(before.owners):
        person = owner.person if owner is not None else None
        if person is None or person in removed:  # who is removed by the host has not left by themselves
            continue
        now = state.seat_of(person)
        if now is None:
            rows.append((RowKind.RATED_DEPARTURE, (table, number, person, at, False)))
        elif state.game.sitting_out[now] and not before.sitting_out[seat]:
            rows.append((RowKind.RATED_DEPARTURE, (table, number, person, at, True)))
    return rows
