"""One step ahead, as tables for people: what each move may bring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from sabacc.cli.odds_tables import headed, percent, signed
from sabacc.hands.classic import PURE
from sabacc.hands.corellian import RANKS
from sabacc.odds import Step
from sabacc.odds.classic_step import TotalChances
from sabacc.odds.corellian_step import RankChances
from sabacc.odds.coruscant_step import DistanceChances
from sabacc.odds.moves import by_name, notes

MANY = 6  # moves that fit a terminal with room between them
FAR = 4  # selections farther off than this are thrown together


def step_tables(step: Step) -> list[RenderableType]:
    """What to print, part by part."""
    moves = by_name(step)
    totals = {name: move for name, move in moves.items() if isinstance(move, TotalChances)}
    ranks = {name: move for name, move in moves.items() if isinstance(move, RankChances)}
    selections = [move for move in moves.values() if isinstance(move, DistanceChances)]
    table = _totals(totals) if totals else _ranks(ranks) if ranks else _selections(selections)
    parts: list[RenderableType] = [_head(step)]
    for part in ([table] if moves else []), [Text(note, style="dim") for note in notes(step)]:
        parts += ["", *part] if part else []
    return parts


def _head(step: Step) -> Text:
    now = step.now
    if "selection" in now:
        chosen = " ".join(now["selection"])
        worth = f"{chosen} is {now['distance']} off the number, with {now['suit_cards']} of the suit"
    else:
        worth = now["name"].replace("-", "−") if now["name"] != "Nuhlrek" else f"Nuhlrek, sum {signed(now['total'])}"
    return Text.assemble((" ".join(step.hand), "bold"), f": {worth}. {step.unseen} cards are unseen.")


def _totals(moves: Mapping[str, TotalChances]) -> Table:
    table = headed("", "", *moves, tight=len(moves) > MANY)
    every = moves.values()
    _add(table, "better", [move.better for move in every])
    _add(table, "worse", [move.worse for move in every])
    _add(table, "bombed out", [move.bomb_out for move in every])
    _add(table, "special", [move.special for move in every])
    _add(table, "Idiot's Array", [move.idiots_array for move in every])
    found = {total for move in every for total in move.totals}
    for total in sorted(found, reverse=True):
        style = "bold" if abs(total) == PURE else "dim" if total == 0 or abs(total) > PURE else ""
        _add(table, signed(total), [move.totals.get(total, 0.0) for move in every], style)
    return table


def _ranks(moves: Mapping[str, RankChances]) -> Table:
    table = headed("", "", *moves, tight=len(moves) > MANY)
    every = moves.values()
    _add(table, "better", [move.better for move in every])
    _add(table, "worse", [move.worse for move in every])
    _add(table, "special", [move.special for move in every])
    for name in RANKS:
        _add(table, name, [move.ranks[name] for move in every])
    return table


def _add(table: Table, name: str, shares: Sequence[float], style: str = "") -> None:
    """A row, unless it can't happen at all."""
    if any(shares):
        table.add_row(name, *map(percent, shares), style=style)


def _selections(moves: Sequence[DistanceChances]) -> Table:
    near = ["on it", *(f"{distance} off" for distance in range(1, FAR + 1)), "more"]
    table = headed("", "select", *near, "mean", "suit", "better", "worse", tight=True)
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
