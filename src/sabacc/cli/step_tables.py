"""One step ahead, as tables for people: what each move may bring."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from sabacc.cli.odds_tables import own_23, total_style
from sabacc.cli.sheets import Sheet, percent, signed
from sabacc.hands.corellian import RANKS
from sabacc.odds import Step
from sabacc.odds.classic_step import TotalChances
from sabacc.odds.corellian_step import RankChances
from sabacc.odds.coruscant_step import DistanceChances
from sabacc.odds.moves import by_name, notes

ARRAYS = "An Idiot's Array is counted under its total too (H2)."
FAR = 4  # selections farther off than this are thrown together


def step_tables(step: Step) -> list[RenderableType]:
    """What to print, part by part."""
    moves = by_name(step)
    totals = {name: move for name, move in moves.items() if isinstance(move, TotalChances)}
    ranks = {name: move for name, move in moves.items() if isinstance(move, RankChances)}
    selections = [move for move in moves.values() if isinstance(move, DistanceChances)]
    table = _totals(totals, step.rules) if totals else _ranks(ranks) if ranks else _selections(selections)
    parts: list[RenderableType] = [_head(step)]
    for part in ([table] if moves else []), _closing(step, totals.values()):
        parts += ["", *part] if part else []
    return parts


def _head(step: Step) -> Text:
    now = step.now
    if "selection" in now:
        chosen = " ".join(now["selection"])
        worth = f"{chosen} is {now['distance']} off the number, with {now['suit_cards']} of the suit"
    else:
        worth = signed(now["name"]) if now["name"] != "Nuhlrek" else f"Nuhlrek, sum {signed(now['total'])}"
    return Text.assemble((" ".join(step.hand), "bold"), f": {worth}. {_unseen(step.unseen)}")


def _unseen(cards: int) -> str:
    if not cards:
        return "No card is unseen: nothing can be drawn."
    return "1 card is unseen." if cards == 1 else f"{cards} cards are unseen."


def _closing(step: Step, totals: Iterable[TotalChances]) -> list[Text]:
    """What has to be said about the table."""
    arrays = [ARRAYS] if any(move.idiots_array for move in totals) else []
    return [*(Text(note, style="dim") for note in arrays + notes(step)), *own_23(step.side)]


def _two_lines(move: str) -> str:
    """A heading; the dice that bring a shift go below its name (HR6)."""
    return move.replace(" (", "\n(")


def _totals(moves: Mapping[str, TotalChances], rules: Mapping[str, Any]) -> Sheet:
    table = Sheet("", "", *map(_two_lines, moves))
    every = moves.values()
    _add(table, "better", [move.better for move in every])
    _add(table, "worse", [move.worse for move in every])
    _add(table, "bombed out", [move.bomb_out for move in every])
    _add(table, "special", [move.special for move in every])
    _add(table, "Idiot's Array", [move.idiots_array for move in every])
    found = {total for move in every for total in move.totals}
    for total in sorted(found, reverse=True):
        _add(table, signed(total), [move.totals.get(total, 0.0) for move in every], total_style(total, rules))
    return table


def _ranks(moves: Mapping[str, RankChances]) -> Sheet:
    table = Sheet("", "", *map(_two_lines, moves))
    every = moves.values()
    _add(table, "better", [move.better for move in every])
    _add(table, "worse", [move.worse for move in every])
    _add(table, "special", [move.special for move in every])
    for name in RANKS:
        _add(table, name, [move.ranks[name] for move in every])
    return table


def _add(table: Sheet, name: str, shares: Sequence[float], style: str = "") -> None:
    """A row, unless it can't happen at all."""
    if any(shares):
        table.add_row(name, *map(percent, shares), style=style)


def _selections(moves: Sequence[DistanceChances]) -> Sheet:
    near = ["on it", *(f"{distance} off" for distance in range(1, FAR + 1)), "more"]
    table = Sheet("", "select", *near, "mean", "suit", "better", "worse")
    for move in moves:
        shares = [move.distance.get(distance, 0.0) for distance in range(FAR + 1)]
        far = sum(share for distance, share in move.distance.items() if distance > FAR)
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
