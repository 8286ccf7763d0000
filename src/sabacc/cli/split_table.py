"""Tables for people in which no cell is ever broken: where the terminal is narrow, columns go below each other."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType
from rich.table import Table
from rich.text import Text

WIDE_GAP, NARROW_GAP = 2, 1  # spaces between columns
EMPTY_CELLS = ("", "–")
Row = tuple[tuple[str, ...], str]  # the cells and their style


class SplitTable:
    """A table with a title."""

    def __init__(self, title: str, *heads: str, labels: int = 1, words: Sequence[int] = (0,)) -> None:
        self.title = title
        self.heads = heads
        self.labels = labels  # how many columns, from the first, name the rows

        self.words = words  # columns that hold words; all others hold numbers

        self.rows: list[Row] = []

    def add_row(self, *cells: str, style: str = "") -> None:
        """One more row; cells that are left out are empty."""
        self.rows.append((cells + ("",) * (len(self.heads) - len(cells)), style))

    def fits(self, console: Console) -> bool:
        """Whether all columns can stand side by side."""
        return self._width(range(len(self.heads)), NARROW_GAP) <= _available_width(console, console.width)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        if self.title:
            yield Text(self.title, style="bold")
        available_width = _available_width(console, options.max_width)
        every = range(len(self.heads))
        if self._width(every, WIDE_GAP) <= available_width:
            yield self._table(every, WIDE_GAP)
            return
        for number, columns in enumerate(self._parts(available_width)):
            if number:
                yield ""
            yield self._table(columns, NARROW_GAP)

    def _parts(self, available_width: int) -> Iterator[list[int]]:
        """The columns of each table, with the labels before them; at least one, however narrow it is."""
        labels = list(range(self.labels))
        part = labels
        for column in range(self.labels, len(self.heads)):
            if part != labels and self._width([*part, column], NARROW_GAP) > available_width:
                yield part
                part = labels
            part = [*part, column]
        yield part

    def _table(self, columns: Sequence[int], gap: int) -> Table:
        width = self._width(columns, gap)  # set, or else it would shrink with the terminal
        table = Table(box=None, pad_edge=False, collapse_padding=gap == NARROW_GAP, width=width)
        for column in columns:
            table.add_column(self.heads[column], justify="left" if column in self.words else "right", no_wrap=True)
        for cells, style in self._rows(columns):
            table.add_row(*(Text(cells[column]) for column in columns), style=style)
        return table

    def _rows(self, columns: Sequence[int]) -> list[Row]:
        """The rows that have something in these columns."""
        return [row for row in self.rows if any(row[0][column] not in EMPTY_CELLS for column in columns[self.labels :])]

    def _width(self, columns: Sequence[int], gap: int) -> int:
        rows = self._rows(columns)
        texts = ([*self.heads[column].splitlines(), *(cells[column] for cells, _ in rows)] for column in columns)
        return sum(max(map(cell_len, column), default=0) for column in texts) + gap * (len(columns) - 1)


def _available_width(console: Console, width: int) -> int:
    """A file has all the room there is."""
    return width if console.is_terminal else sys.maxsize


def percent(share: float) -> str:
    """A share as people read it: three digits that say something, a dash for nothing."""
    if not share:
        return "–"
    if share < 0.0001:
        return f"{100 * share:.1g}%" if share >= 1e-6 else "<0.0001%"
    if 0.9995 <= share < 1:
        return ">99.9%"
    return f"{100 * share:.2f}%" if share < 0.1 else f"{100 * share:.1f}%"


def signed(number: int | str) -> str:
    """A number with a true minus sign."""
    return f"{number}".replace("-", "−")
