"""Hands to settle."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

NAMES = ("Ana", "Ben", "Cy", "Dee")
Case = dict[str, Any]


def case(
    *hands: str,
    preset: str = "classic",
    paid: int | Sequence[int] = 10,
    stacks: int | Sequence[int] = 100,
    dealer: int | None = None,
    caller: int | None = None,
    sabacc_pot: int = 50,
    fees: int = 0,
    demise: str = "",
    folded: Sequence[int] = (),
    sides: Sequence[str] = (),
    **options: Any,
) -> Case:
    """A case: seat 0 is left of the dealer, everybody paid 10 and has 100 left, and 50 lie in the sabacc pot."""
    n = len(hands)
    paid = [paid] * n if isinstance(paid, int) else paid
    stacks = [stacks] * n if isinstance(stacks, int) else stacks
    players: list[dict[str, Any]] = []
    for seat, hand in enumerate(hands):
        player: dict[str, Any] = {"name": NAMES[seat], "stack": stacks[seat], "paid": paid[seat], "hand": hand.split()}
        if seat in folded:
            player["folded"] = True
        if sides:
            player["side"] = sides[seat]
        players.append(player)
    return {
        "rules": {"preset": preset, **options},
        "dealer": n - 1 if dealer is None else dealer,
        "caller": caller,
        "sabacc_pot": sabacc_pot,
        "fees": fees,
        "players": players,
        "sudden_demise": demise.split(),
    }


def with_player(seat: int = 0, **changes: Any) -> Case:
    """A good case, with a player changed."""
    good = case("S12 F11", "C9 T9")
    good["players"][seat].update(changes)
    return good


def with_changes(**changes: Any) -> Case:
    """A good case, with something changed."""
    return {**case("S12 F11", "C9 T9"), **changes}


def without(*keys: str) -> Case:
    """A good case that lacks something."""
    return {key: value for key, value in case("S12 F11", "C9 T9").items() if key not in keys}


def as_lines(*cases: Any) -> str:
    """Cases one a line."""
    return "".join(json.dumps(one) + "\n" for one in cases)
