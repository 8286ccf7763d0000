"""All hands there are, as tables for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from sabacc.cli.sheets import Sheet, percent, signed
from sabacc.hands.classic import DARK, PURE
from sabacc.hands.corellian import RANKS
from sabacc.odds import Counts
from sabacc.odds.classic_counts import ClassicCounts, ClassicHands
from sabacc.odds.classic_ways import Result
from sabacc.odds.corellian_counts import CorellianCounts, CorellianHands
from sabacc.odds.coruscant_counts import CoruscantCounts
from sabacc.rules import read_rules

THREE_SUITS = "The suits are alike: each silver die gives these same counts."


def count_tables(odds: Counts) -> list[RenderableType]:
    """What to print, part by part."""
    if isinstance(odds, ClassicCounts):
        return _classic(odds)
    if isinstance(odds, CorellianCounts):
        return _corellian(odds)
    return _coruscant(odds)


def own_23(side: str | None) -> list[Text]:
    """In force, what totals mean there."""
    if side is None:
        return []
    turned = ": −23 at the table is 23 here" if side == DARK else ""
    return [Text(f"Totals are counted towards the {side} side's own 23 (FO3){turned}.", style="dim")]


def total_style(total: int, rules: Mapping[str, Any]) -> str:
    """Totals that take the sabacc pot are bold, bombed out ones dim."""
    result = Result(total)
    return "bold" if result.special(read_rules(rules).negative_pure) else "dim" if result.bombed_out else ""


def _classic(odds: ClassicCounts) -> list[RenderableType]:
    whose = f" for the {odds.side} side" if odds.side else ""
    sizes = odds.cards.values()
    sizes_named = [f"{size} cards" for size in odds.cards]
    table = Sheet(f"All hands of {odds.preset}{whose}", "", *sizes_named)
    table.add_row("hands", *(f"{hands.hands:,}" for hands in sizes))
    table.add_row("Idiot's Array", *(f"{hands.idiots_array:,}" for hands in sizes))
    table.add_row("Pure Sabacc, 23", *(f"{hands.pure:,}" for hands in sizes))
    table.add_row("−23", *(f"{hands.pure_negative:,}" for hands in sizes))
    table.add_row("bombed out", *(f"{hands.bomb_out:,}" for hands in sizes))
    shares = Sheet("Chances of each total, Idiot's Arrays too", "total", *sizes_named)
    shares.add_row("over 23", *(percent(_share(hands, range(PURE + 1, 1000))) for hands in sizes), style="dim")
    for total in range(PURE, -PURE - 1, -1):
        row = (percent(_share(hands, range(total, total + 1))) for hands in sizes)
        shares.add_row(signed(total), *row, style=total_style(total, odds.rules))
    shares.add_row("under −23", *(percent(_share(hands, range(-1000, -PURE))) for hands in sizes), style="dim")
    bombs = Text("Over 23, under −23 and 0 are bombed out (H1).", style="dim")
    return [table, "", shares, "", bombs, *own_23(odds.side)]


def _share(hands: ClassicHands, totals: range) -> float:
    return sum(count for total, count in hands.totals.items() if total in totals) / hands.hands


def _corellian(odds: CorellianCounts) -> list[RenderableType]:
    columns = (f"{size} cards" for size in odds.cards)
    heads = [head for column in columns for head in (column, "against")]
    title = "All hands of corellian-house, and the odds against each rank"
    table = Sheet(title, "", "", *heads, "printed", "", labels=2, words=(1, len(heads) + 3))
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


def _coruscant(odds: CoruscantCounts) -> list[RenderableType]:
    golds = [f"gold {signed(gold)}" for gold in odds.gold]
    title = f"All {odds.hands:,} deals of coruscant-shift by their best distance"
    near = Sheet(title, "distance", *golds, words=())
    for distance in range(1 + max(max(deals.distance) for deals in odds.gold.values())):
        near.add_row(f"{distance}", *(_many(deals.distance.get(distance, 0)) for deals in odds.gold.values()))
    suit = Sheet("… and by the most suit cards in a selection so near", "suit cards", *golds, words=())
    for cards in range(6):
        suit.add_row(f"{cards}", *(_many(deals.suit_cards.get(cards, 0)) for deals in odds.gold.values()))
    return [near, "", suit, "", Text(THREE_SUITS, style="dim")]


def _many(count: int) -> str:
    return f"{count:,}" if count else "–"
