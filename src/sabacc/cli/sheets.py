"""Tables for people in which no cell is ever broken: where the terminal is narrow, columns go below each other."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType
from rich.table import Table
from rich.text import Text

ROOMY, TIGHT = 2, 1  # spaces between columns
NOTHING = ("", "–")
Row = tuple[tuple[str, ...], str]  # the cells and their style


class Sheet:
    """A table with a title. The first columns, as many as `labels`, name the rows; those of `words` hold words, all
    others numbers."""

    def __init__(self, title: str, *heads: str, labels: int = 1, words: Sequence[int] = (0,)) -> None:
        self.title = title
        self.heads = heads
        self.labels = labels
        self.words = words
        self.rows: list[Row] = []

    def add_row(self, *cells: str, style: str = "") -> None:
        """One more row; cells that are left out are empty."""
        self.rows.append((cells + ("",) * (len(self.heads) - len(cells)), style))

    def fits(self, console: Console) -> bool:
        """Whether all columns can stand side by side."""
        return self._wide(range(len(self.heads)), TIGHT) <= _room(console, console.width)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        if self.title:
            yield Text(self.title, style="bold")
        room = _room(console, options.max_width)
        every = range(len(self.heads))
        if self._wide(every, ROOMY) <= room:
            yield self._table(every, ROOMY)
            return
        for number, columns in enumerate(self._parts(room)):
            if number:
                yield ""
            yield self._table(columns, TIGHT)

    def _parts(self, room: int) -> Iterator[list[int]]:
        """The columns of each table, with the labels before them; at least one, however narrow it is."""
        labels = list(range(self.labels))
        part = labels
        for column in range(self.labels, len(self.heads)):
            if part != labels and self._wide([*part, column], TIGHT) > room:
                yield part
                part = labels
            part = [*part, column]
        yield part

    def _table(self, columns: Sequence[int], gap: int) -> Table:
        wide = self._wide(columns, gap)  # set, or else it would shrink with the terminal
        table = Table(box=None, pad_edge=False, collapse_padding=gap == TIGHT, width=wide)
        for column in columns:
            table.add_column(self.heads[column], justify="left" if column in self.words else "right", no_wrap=True)
        for cells, style in self._rows(columns):
            table.add_row(*(Text(cells[column]) for column in columns), style=style)
        return table

    def _rows(self, columns: Sequence[int]) -> list[Row]:
        """The rows that have something in these columns."""
        return [row for row in self.rows if any(row[0][column] not in NOTHING for column in columns[self.labels :])]

    def _wide(self, columns: Sequence[int], gap: int) -> int:
        rows = self._rows(columns)
        texts = ([*self.heads[column].splitlines(), *(cells[column] for cells, _ in rows)] for column in columns)
        return sum(max(map(cell_len, column), default=0) for column in texts) + gap * (len(columns) - 1)


def _room(console: Console, wide: int) -> int:
    """A file has all the room there is."""
    return wide if console.is_terminal else sys.maxsize


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
