"""What a database has of one table."""

from __future__ import annotations

from typing import Any

import msgspec

Columns = dict[str, Any]  # of a row, by name


class StoredTable(msgspec.Struct):
    """All that a database has of one table."""

    table: str
    entries: list[tuple[int, bytes]]  # version and body
    snapshot: tuple[int, bytes] | None
    hands: dict[int, Columns]  # by number
    seats: dict[str, list[Columns]]  # by the hand's id
    listed: bool  # whether the table has a row of its own
    erased: bool = False  # only the digests of its entries are left, since it was old
