"""Which tables are to be broken or balanced, and which have to wait for that."""

from __future__ import annotations

from typing import NamedTuple

from sabacc.tournament.seating import final_table_size
from sabacc.tournament.state import Tournament

SHORT = 3  # a table so many short of the fullest one waits (TDA 11D)


class Balance(NamedTuple):
    """A player is to go from one table to another."""

    source: int
    target: int


def wants_final_table(state: Tournament, most: int) -> bool:
    """Whether all who are left are to sit at one table (RP-9)."""
    left = len(state.alive)
    return not state.final and len(state.tables) > 1 and left <= final_table_size(state.settings.seats, most)


def table_to_break(state: Tournament) -> int:
    """The table that is broken next, which is the last that was opened; 0, if none is too many."""
    needed = -(-len(state.alive) // state.settings.seats)
    return max(state.tables) if len(state.tables) > max(1, needed) else 0


def balance_wanted(state: Tournament, idle: set[int]) -> Balance | None:
    """From the fullest table to the least full one, when they are two apart; those that are idle first (TDA 11C)."""
    if len(state.tables) < 2:
        return None
    sizes = {number: state.size(number) for number in state.tables}
    most, fewest = max(sizes.values()), min(sizes.values())
    if most - fewest < 2:
        return None
    source = min((n for n in sizes if sizes[n] == most), key=lambda n: (n not in idle, n))
    target = min((n for n in sizes if sizes[n] == fewest), key=lambda n: (n not in idle, n))
    return Balance(source, target)


def too_short(state: Tournament, table: int) -> bool:
    """Whether a table is three or more short of the fullest one, and waits (TDA 11D)."""
    fullest = max(state.size(number) for number in state.tables)
    return fullest - state.size(table) >= SHORT
