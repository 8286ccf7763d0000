"""The gold and the silver die that say what a selection is worth (CS2)."""

from __future__ import annotations

from typing import Final

from sabacc.errors import SabaccError
from sabacc.rules import FAMILIES, Rules, family_of

GOLD: Final = (0, 0, 5, -5, 10, -10)
SILVER: Final = ("c", "c", "t", "t", "s", "s")


def has_dice(rules: Rules) -> bool:
    """Whether the game is played with the two dice."""
    return family_of(rules).has_target_dice


def _played_with_dice() -> list[str]:
    return [preset.key for family in FAMILIES.values() if family.has_target_dice for preset in family.presets]


def check_dice(
    rules: Rules, gold: int | None, silver: str | None, error: type[SabaccError] = SabaccError, flag: str = ""
) -> None:
    """Refuses what the dice can't show, and any dice where there are none; `flag` stands before their names."""
    if not has_dice(rules):
        if gold is not None or silver is not None:
            raise error(
                f"{flag}gold and {flag}silver are for {', '.join(_played_with_dice())}, not for {rules.preset}: "
                "it has no gold and silver dice (CS2)."
            )
    elif gold not in GOLD:
        raise error(f"{flag}gold must be 0, 5, -5, 10 or -10, not {gold}: it is what the gold die shows (CS2).")
    elif silver not in SILVER:
        raise error(
            f"{flag}silver must be the letter of a suit, c, t or s, not {silver}: it is what the silver die shows (CS2)."
        )
