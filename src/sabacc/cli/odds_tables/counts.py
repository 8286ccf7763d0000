"""All hands there are, as tables for people."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rich.console import RenderableType

from sabacc.cli.odds_tables.cells import count_cell
from sabacc.cli.split_table import SplitTable, signed
from sabacc.odds import Counts
from sabacc.odds.exact.counts import RankCounts
from sabacc.rules import Part, family_of, read_rules


def count_tables(odds: Counts) -> list[RenderableType]:
    """What to print, part by part."""
    return COUNT_TABLES.of(family_of(read_rules(odds.rules)))(odds)


def rank_counts(odds: RankCounts) -> list[RenderableType]:
    """A table for families that have none of their own."""
    names = list(dict.fromkeys(name for hands in odds.cards.values() for name in hands.ranks))
    table = SplitTable(f"All hands of {odds.preset}", "", *(f"{size} cards" for size in odds.cards))
    for name in names:
        table.add_row(signed(name), *(count_cell(hands.ranks.get(name, 0)) for hands in odds.cards.values()))
    table.add_row("all hands", *(f"{hands.hands:,}" for hands in odds.cards.values()))
    return [table]


COUNT_TABLES: Part[Callable[[Any], list[RenderableType]]] = Part("count_tables", rank_counts)
