"""The Corellian family: twenty ranks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from sabacc.cli.odds_tables.cells import add_chances, moves_table
from sabacc.cli.odds_tables.steps import StepTables, plain_worth
from sabacc.cli.split_table import SplitTable, signed
from sabacc.hands.corellian import NUHLREK, RANKS
from sabacc.odds import Step
from sabacc.odds.exact.corellian.counts import CorellianCounts, CorellianHands
from sabacc.odds.exact.corellian.step import RankChances


def count_tables(odds: CorellianCounts) -> list[RenderableType]:
    """The twenty ranks, beside the printed odds."""
    columns = (f"{size} cards" for size in odds.cards)
    heads = [head for column in columns for head in (column, "against")]
    title = f"All hands of {odds.preset}, and the odds against each rank"
    table = SplitTable(title, "", "", *heads, "printed", "", labels=2, words=(1, len(heads) + 3))
    for number, name in enumerate(RANKS, 1):
        parts = [part for hands in odds.cards.values() for part in _counted(hands, name)]
        printed = f"{odds.printed[name]:,}" if name in odds.printed else ""
        table.add_row(f"{number}", name, *parts, printed, _verdict(odds, name))
    table.add_row("", "all hands", *(part for hands in odds.cards.values() for part in (f"{hands.hands:,}", "")))
    wrong = [Text.assemble((name, "bold"), f": {why}") for name, why in odds.wrong.items()]
    return [table, "", Text("Printed figures that are wrong (CH26):", style="bold"), *wrong]


def _counted(hands: CorellianHands, name: str) -> tuple[str, str]:
    against = hands.against(name)
    if against is None:
        return "–", ""
    return f"{hands.ranks[name]:,}", f"{against:,.0f}" if against >= 1 else f"{against:.2f}"


def _verdict(odds: CorellianCounts, name: str) -> str:
    if name in odds.wrong:
        return "wrong"
    return f"right for {odds.right[name]}" if name in odds.right else ""


def _worth(now: Mapping[str, Any]) -> str:
    """A Nuhlrek is told by its sum too."""
    return plain_worth(now) if now["rank"] < NUHLREK else f"{now['name']}, sum {signed(now['total'])}"


def _table(step: Step, moves: Mapping[str, RankChances]) -> SplitTable:
    """The chance of each Corellian rank."""
    table = moves_table(moves)
    every = moves.values()
    add_chances(table, "better", [move.better for move in every])
    add_chances(table, "worse", [move.worse for move in every])
    add_chances(table, "special", [move.special for move in every])
    for name in RANKS:
        add_chances(table, name, [move.ranks[name] for move in every])
    return table


STEP_TABLES = StepTables(worth=_worth, table=_table)
