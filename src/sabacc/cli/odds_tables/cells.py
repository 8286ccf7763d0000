"""What the tables of all families are made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sabacc.cli.split_table import SplitTable, percent


def count_cell(count: int) -> str:
    """A number of hands; a dash for none."""
    return f"{count:,}" if count else "–"


def moves_table(moves: Iterable[str]) -> SplitTable:
    """A table with a column for each move; the dice that bring a shift go below its name (HR6)."""
    return SplitTable("", "", *(move.replace(" (", "\n(") for move in moves))


def add_chances(table: SplitTable, name: str, shares: Sequence[float], style: str = "") -> None:
    """A row, unless it can't happen at all."""
    if any(shares):
        table.add_row(name, *map(percent, shares), style=style)
