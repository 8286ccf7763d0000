"""One step ahead, as tables for people: what each move may bring."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from rich.console import RenderableType
from rich.text import Text

from sabacc.cli.odds_tables.cells import add_chances, moves_table
from sabacc.cli.split_table import SplitTable, signed
from sabacc.odds import Step
from sabacc.odds.exact.step import MoveChances
from sabacc.rules import Part, family_of, read_rules

Moves = Mapping[str, Any]  # the family's own chances of each move, by its name


def plain_worth(now: Mapping[str, Any]) -> str:
    """The hand as it is, by its name."""
    return signed(now["name"])


def plain_table(step: Step, moves: Mapping[str, MoveChances]) -> SplitTable:
    """How often each move makes the hand better or worse."""
    table = moves_table(moves)
    add_chances(table, "better", [move.better for move in moves.values()])
    add_chances(table, "worse", [move.worse for move in moves.values()])
    return table


def no_notes(step: Step, moves: Moves) -> list[str]:
    """Nothing has to be said."""
    return []


class StepTables(NamedTuple):
    """How a family shows one step ahead."""

    worth: Callable[[Mapping[str, Any]], str] = plain_worth  # the hand as it is, in words
    table: Callable[[Step, Moves], SplitTable] = plain_table
    notes_before: Callable[[Step, Moves], list[str]] = no_notes  # before those about moves and shift
    notes_after: Callable[[Step, Moves], list[str]] = no_notes


STEP_TABLES: Part[StepTables] = Part("step_tables", StepTables())


def step_tables(step: Step) -> list[RenderableType]:
    """What to print, part by part."""
    tables = STEP_TABLES.of(family_of(read_rules(step.rules)))
    moves = step.moves_by_name()
    notes = [*tables.notes_before(step, moves), *step.notes(), *tables.notes_after(step, moves)]
    headline = f": {tables.worth(step.now)}. {_unseen(step.unseen)}"
    parts: list[RenderableType] = [Text.assemble((" ".join(step.hand), "bold"), headline)]
    if moves:
        parts += ["", tables.table(step, moves)]
    if notes:
        parts += ["", *(Text(note, style="dim") for note in notes)]
    return parts


def _unseen(cards: int) -> str:
    if not cards:
        return "No card is unseen: nothing can be drawn."
    return "1 card is unseen." if cards == 1 else f"{cards} cards are unseen."
