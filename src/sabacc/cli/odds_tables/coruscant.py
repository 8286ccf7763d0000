"""The Coruscant family: how near a selection comes to the gold number."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from sabacc.cli.odds_tables.cells import count_cell
from sabacc.cli.odds_tables.steps import StepTables
from sabacc.cli.split_table import SplitTable, percent, signed
from sabacc.odds import Step
from sabacc.odds.exact.coruscant.counts import CoruscantCounts
from sabacc.odds.exact.coruscant.step import DistanceChances

SUITS_NOTE = "The suits are alike: each silver die gives these same counts."
MAX_SHOWN_DISTANCE = 4  # selections farther off than this are thrown together


def count_tables(odds: CoruscantCounts) -> list[RenderableType]:
    """Deals by how near their best selection comes."""
    golds = [f"gold {signed(gold)}" for gold in odds.gold]
    title = f"All {odds.hands:,} deals of {odds.preset} by their best distance"
    near = SplitTable(title, "distance", *golds, words=())
    for distance in range(1 + max(max(deals.distance) for deals in odds.gold.values())):
        near.add_row(f"{distance}", *(count_cell(deals.distance.get(distance, 0)) for deals in odds.gold.values()))
    suit = SplitTable("… and by the most suit cards in a selection so near", "suit cards", *golds, words=())
    for cards in range(6):
        suit.add_row(f"{cards}", *(count_cell(deals.suit_cards.get(cards, 0)) for deals in odds.gold.values()))
    return [near, "", suit, "", Text(SUITS_NOTE, style="dim")]


def _worth(now: Mapping[str, Any]) -> str:
    """The best selection as the cards are."""
    chosen = " ".join(now["selection"])
    return f"{chosen} is {now['distance']} off the number, with {now['suit_cards']} of the suit"


def _table(step: Step, moves: Mapping[str, DistanceChances]) -> SplitTable:
    """The chance of each distance from the number."""
    near = ["on it", *(f"{distance} off" for distance in range(1, MAX_SHOWN_DISTANCE + 1)), "more"]
    table = SplitTable("", "select", *near, "mean", "suit", "better", "worse")
    for move in moves.values():
        shares = [move.distance.get(distance, 0.0) for distance in range(MAX_SHOWN_DISTANCE + 1)]
        far = sum(share for distance, share in move.distance.items() if distance > MAX_SHOWN_DISTANCE)
        suit = sum(cards * share for cards, share in move.suit_cards.items())
        table.add_row(
            " ".join(move.cards),
            *map(percent, [*shares, far]),
            f"{move.mean_distance:.2f}",
            f"{suit:.2f}",
            percent(move.better),
            percent(move.worse),
        )
    return table


STEP_TABLES = StepTables(worth=_worth, table=_table)
