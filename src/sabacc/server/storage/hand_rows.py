"""The rows of a finished hand."""

from __future__ import annotations

from typing import Final

import msgspec

DELETED_NAME: Final = "somebody who left"  # stands for the name of who has deleted their account
HAND_COLUMNS = ("id", "table_id", "number", "version", "title", "preset", "ended_at", "behaviour", "body")


class SeatRow(msgspec.Struct, frozen=True):
    """A row of `hand_seats`, in the order of its columns."""

    hand_id: str
    seat: int
    person: str | None
    name: str
    bot: str | None
    preset: str
    ended_at: int
    dealt_in: bool
    staked: int
    won: int
    antes: float
    took_pot: bool
    showed: bool
    folded: bool
    bombed_out: bool
    special: bool
    hand_name: str | None


SEAT_COLUMNS = SeatRow.__struct_fields__
