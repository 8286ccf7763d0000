"""`sabacc rank`."""

from __future__ import annotations

from typing import Any

from rich.table import Table

from sabacc.cards import CLASSIC
from sabacc.cli.output import console, print_json, read_options, read_text
from sabacc.errors import SabaccError
from sabacc.hands.classic import Scale
from sabacc.rules import find_preset, read_rules


def rank_hands(key: str, given: list[str], option: list[str], side: str | None, as_json: bool) -> None:
    """Weighs each hand on its own; for people the best first."""
    rules = read_rules({"preset": key, **read_options(option)})
    if find_preset(key).family != "76":
        raise SabaccError(f"{key} hands can't be ranked yet.")
    if rules.sides and side not in ("light", "dark"):
        raise SabaccError("with sides a hand's worth depends on the player's: add --side light or --side dark (FO3).")
    if side is not None and not rules.sides:
        raise SabaccError(f"{key} has no sides: leave out --side (FO1).")
    scale = Scale(rules)
    ranked: list[tuple[int, dict[str, Any]]] = []
    for where, text in _hands(given):
        try:
            cards = CLASSIC.read_all(text)
            if len(cards) < 2:
                raise SabaccError(f"a hand has at least two cards, and {text.strip()!r} has {len(cards)} (CC8).")
        except SabaccError as error:
            raise SabaccError(f"{where}: {error}") from error
        worth = scale.worth(cards, side)
        line = {
            "hand": " ".join(cards),
            "name": worth.name,
            "rank": worth.rank,
            "total": worth.total,
            "bombed_out": worth.bombed_out,
        }
        ranked.append((worth.key, line))
    if as_json:
        for _, line in ranked:
            print_json(line)
    else:
        _print_table(ranked)


def _hands(given: list[str]) -> list[tuple[str, str]]:
    """The hands and where each one stands."""
    hands: list[tuple[str, str]] = []
    for number, argument in enumerate(given, 1):
        if argument == "-":
            lines = enumerate(read_text("-").splitlines(), 1)
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
        style = "dim" if line["bombed_out"] else "bold" if line["rank"] < 4 else ""
        table.add_row(f"{tie}{keys.index(key) + 1}", line["hand"], line["name"], str(line["total"]), style=style)
    console().print(table)
