"""The sides of the Force, where a table has them: Light and Dark (FO1)."""

from __future__ import annotations

from typing import Final

from sabacc.errors import RulesError
from sabacc.rules import Rules

LIGHT: Final = "light"
DARK: Final = "dark"


def check_side(rules: Rules, side: str | None) -> None:
    """Refuses a side where there are none, and none where a hand is worth what a side makes of it."""
    if rules.sides and side not in (LIGHT, DARK):
        given = "" if side is None else f", not {side!r}"
        raise RulesError(
            "with sides a hand's worth depends on the player's: "
            f"say which, light or dark{given} (--side light, --side dark; FO3)."
        )
    if side is not None and not rules.sides:
        raise RulesError(f"{rules.preset} has no sides: leave out the side (--side, FO1).")
