"""`sabacc rank`."""

from __future__ import annotations

import re
from typing import Any

from rich.table import Table

from sabacc.cli.output import console, print_json, read_options, read_text
from sabacc.errors import SabaccError
from sabacc.hands.dice import check_dice
from sabacc.hands.sides import check_side
from sabacc.hands.weigh import Worth, worth_of
from sabacc.rules import family_of, read_rules


def rank_hands(
    key: str,
    given: list[str],
    option: list[str],
    side: str | None,
    gold: int | None,
    silver: str | None,
    as_json: bool,
) -> None:
    """Weighs each hand on its own; for people the best first."""
    rules = read_rules({"preset": key, **read_options(option)})
    family = family_of(rules)
    if side is not None and not rules.sides:
        raise SabaccError(f"{key} has no sides: leave out --side (FO1).")
    check_side(rules, side)
    check_dice(rules, gold, silver, flag="--")
    ranked: list[tuple[int, dict[str, Any]]] = []
    for where, text in _hands(given):
        try:
            cards = family.deck.read_all(text)
            worth = worth_of(rules, cards, side, (gold, silver))
        except SabaccError as error:
            raise SabaccError(f"{where}: {error}") from error
        ranked.append((worth.key, {"hand": " ".join(cards), **_line(worth)}))
    if not ranked:
        raise SabaccError("there is no hand to rank: quote one, like 'S12 F11', or give one a line.")
    if as_json:
        for _, line in ranked:
            print_json(line)
    else:
        _print_table(ranked)


def _line(worth: Worth) -> dict[str, Any]:
    line = {"name": worth.name, "rank": worth.rank, "total": worth.total, "bombed_out": worth.bombed_out}
    return {
        **line,
        **{name: getattr(worth, name) for name in ("towards", "distance", "suit_cards") if hasattr(worth, name)},
    }


def _hands(given: list[str]) -> list[tuple[str, str]]:
    """The hands and where each one stands."""
    hands: list[tuple[str, str]] = []
    for number, argument in enumerate(given, 1):
        if argument == "-":
            lines = enumerate(read_text("-").split("\n"), 1)
            hands += [(f"line {at}", line) for at, line in lines if line.strip()]
        else:
            hands.append((f"hand {number}", argument))
    return hands


def _print_table(ranked: list[tuple[int, dict[str, Any]]]) -> None:
    ranked.sort(key=lambda one: -one[0])
    keys = [key for key, _ in ranked]
    table = Table(box=None, pad_edge=False)
    for column in ("", "hand", "worth", "total"):
        table.add_column(column, justify="right" if column in ("", "total") else "left")
    for key, line in ranked:
        tie = "=" if keys.count(key) > 1 else ""
        style = "dim" if line["bombed_out"] else ""
        worth, total = (re.sub(r"-(?=\d)", "−", str(line[name])) for name in ("name", "total"))
        table.add_row(f"{tie}{keys.index(key) + 1}", line["hand"], worth, total, style=style)
    console().print(table)
