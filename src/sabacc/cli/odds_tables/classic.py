"""The 76-card family: totals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from sabacc.cli.odds_tables.cells import add_chances, moves_table
from sabacc.cli.odds_tables.steps import StepTables
from sabacc.cli.split_table import SplitTable, percent, signed
from sabacc.hands.classic import PURE
from sabacc.hands.sides import DARK
from sabacc.odds import Step
from sabacc.odds.exact.classic.counts import ClassicCounts, ClassicHands
from sabacc.odds.exact.classic.step import TotalChances
from sabacc.odds.exact.classic.ways import TotalResult
from sabacc.rules import read_rules

BOMBS_NOTE = "Over 23, under −23 and 0 are bombed out (H1)."
ARRAYS_NOTE = "An Idiot's Array is counted under its total too (H2)."


def count_tables(odds: ClassicCounts) -> list[RenderableType]:
    """Every hand by its total."""
    whose = f" for the {odds.side} side" if odds.side else ""
    sizes = odds.cards.values()
    sizes_named = [f"{size} cards" for size in odds.cards]
    table = SplitTable(f"All hands of {odds.preset}{whose}", "", *sizes_named)
    table.add_row("hands", *(f"{hands.hands:,}" for hands in sizes))
    table.add_row("Idiot's Array", *(f"{hands.idiots_array:,}" for hands in sizes))
    table.add_row(f"Pure Sabacc, {_own_23(odds.side)}", *(f"{hands.pure:,}" for hands in sizes))
    table.add_row("23" if odds.side == DARK else "−23", *(f"{hands.pure_negative:,}" for hands in sizes))
    table.add_row("bombed out", *(f"{hands.bomb_out:,}" for hands in sizes))
    shares = SplitTable("Chances of each total, Idiot's Arrays too", "total", *sizes_named)
    shares.add_row("over 23", *(percent(_share(hands, range(PURE + 1, 1000))) for hands in sizes), style="dim")
    for total in range(PURE, -PURE - 1, -1):
        row = (percent(_share(hands, range(total, total + 1))) for hands in sizes)
        shares.add_row(signed(total), *row, style=total_style(total, odds.rules, odds.side))
    shares.add_row("under −23", *(percent(_share(hands, range(-1000, -PURE))) for hands in sizes), style="dim")
    notes = [BOMBS_NOTE, *side_note(odds.side)]
    return [table, "", shares, "", *(Text(note, style="dim") for note in notes)]


def _share(hands: ClassicHands, totals: range) -> float:
    return sum(count for total, count in hands.totals.items() if total in totals) / hands.hands


def side_note(side: str | None) -> list[str]:
    """In games with sides, what totals mean there."""
    return [f"Totals are told as they are: the {side} side aims at {_own_23(side)} (FO3)."] if side else []


def _own_23(side: str | None) -> str:
    return "−23" if side == DARK else "23"


def total_style(total: int, rules: Mapping[str, Any], side: str | None) -> str:
    """Totals that take the sabacc pot are bold, bombed out ones dim."""
    result = TotalResult(-total if side == DARK else total)  # towards the side's own 23
    return "bold" if result.special(read_rules(rules).negative_pure) else "dim" if result.bombed_out else ""


def _table(step: Step, moves: Mapping[str, TotalChances]) -> SplitTable:
    """The chance of each total."""
    table = moves_table(moves)
    every = moves.values()
    add_chances(table, "better", [move.better for move in every])
    add_chances(table, "worse", [move.worse for move in every])
    add_chances(table, "bombed out", [move.bomb_out for move in every])
    add_chances(table, "special", [move.special for move in every])
    add_chances(table, "Idiot's Array", [move.idiots_array for move in every])
    found = {total for move in every for total in move.totals}
    for total in sorted(found, reverse=True):
        add_chances(
            table,
            signed(total),
            [move.totals.get(total, 0.0) for move in every],
            total_style(total, step.rules, step.side),
        )
    return table


def _array_notes(step: Step, moves: Mapping[str, TotalChances]) -> list[str]:
    return [ARRAYS_NOTE] if any(move.idiots_array for move in moves.values()) else []


def _side_notes(step: Step, moves: Mapping[str, TotalChances]) -> list[str]:
    return side_note(step.side)


STEP_TABLES = StepTables(table=_table, notes_before=_array_notes, notes_after=_side_notes)
