"""`sabacc rank`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from rich.table import Table

from sabacc.cards import DECKS, Card
from sabacc.cli.output import console, print_json, read_options, read_text
from sabacc.errors import SabaccError
from sabacc.hands import corellian, coruscant
from sabacc.hands.classic import DARK, LIGHT, Scale
from sabacc.rules import Rules, find_preset, read_rules

Weigh = Callable[[tuple[Card, ...]], tuple[int, dict[str, Any]]]


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
    family = find_preset(key).family
    if side is not None and not rules.sides:
        raise SabaccError(f"{key} has no sides: leave out --side (FO1).")
    if family != "coruscant" and (gold is not None or silver is not None):
        raise SabaccError(f"{key} has no gold and silver dice: leave out --gold and --silver (CS2).")
    weigh = _scale(rules, family, side, gold, silver)
    ranked: list[tuple[int, dict[str, Any]]] = []
    for where, text in _hands(given):
        try:
            cards = DECKS[find_preset(key).deck].read_all(text)
            worth, line = weigh(cards)
        except SabaccError as error:
            raise SabaccError(f"{where}: {error}") from error
        ranked.append((worth, {"hand": " ".join(cards), **line}))
    if not ranked:
        raise SabaccError("there is no hand to rank: quote one, like 'S12 F11', or give one a line.")
    if as_json:
        for _, line in ranked:
            print_json(line)
    else:
        _print_table(ranked)


def _scale(rules: Rules, family: str, side: str | None, gold: int | None, silver: str | None) -> Weigh:
    if family == "76":
        return _classic(rules, side)
    return _coruscant(gold, silver) if family == "coruscant" else _corellian


def _classic(rules: Rules, side: str | None) -> Weigh:
    if rules.sides and side not in (LIGHT, DARK):
        raise SabaccError("with sides a hand's worth depends on the player's: add --side light or --side dark (FO3).")
    scale = Scale(rules)

    def weigh(cards: tuple[Card, ...]) -> tuple[int, dict[str, Any]]:
        if len(cards) < 2:
            raise SabaccError(f"a hand has at least two cards, not {len(cards)} (CC8).")
        worth = scale.worth(cards, side)
        return worth.key, _line(worth.name, worth.rank, worth.total, worth.bombed_out)

    return weigh


def _corellian(cards: tuple[Card, ...]) -> tuple[int, dict[str, Any]]:
    worth = corellian.worth(cards)
    return worth.key, _line(worth.name, worth.rank, worth.total, False)


def _coruscant(gold: int | None, silver: str | None) -> Weigh:
    if gold not in (0, 5, -5, 10, -10):
        raise SabaccError("a selection is worth what the dice make it: add --gold 0, 5, -5, 10 or -10 (CS2).")
    if silver not in ("c", "t", "s"):
        raise SabaccError("a selection is worth what the dice make it: add --silver c, t or s (CS2).")

    def weigh(cards: tuple[Card, ...]) -> tuple[int, dict[str, Any]]:
        if not 1 <= len(cards) <= 5:
            raise SabaccError(f"a selection has one to five cards, not {len(cards)} (CS5).")
        worth = coruscant.worth(cards, gold, silver)
        near = f"{worth.distance} off" if worth.distance else "On the number"
        name = f"{near}, {worth.suit_cards} of the suit"
        line = _line(name, worth.distance + 1, worth.total, False)
        return worth.key, {**line, "distance": worth.distance, "suit_cards": worth.suit_cards}

    return weigh


def _line(name: str, rank: int, total: int, bombed_out: bool) -> dict[str, Any]:
    return {"name": name, "rank": rank, "total": total, "bombed_out": bombed_out}


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
