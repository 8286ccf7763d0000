"""The levels of the blinds in a sentence: what is played, and what comes when."""

from __future__ import annotations

from sabacc.rules import LevelLeft, Rules, next_level
from sabacc.rules.levels import MINUTE


def level_now(rules: Rules, level: int) -> str:
    """The level that is played."""
    return f"Level {level} of {len(rules.schedule)}: {_blinds(rules, level)}."


def level_ahead(rules: Rules, level: int, left: LevelLeft | None) -> str:
    """When the next level comes, and its blinds; nothing where none comes by itself."""
    if left is None:
        return ""
    return f"Next level {_when(left)}: {_blinds(rules, next_level(rules, level))}."


def _blinds(rules: Rules, level: int) -> str:
    small, big, price = rules.schedule[level - 1]
    return f"blinds {small}/{big}, board card {price}"


def _when(left: LevelLeft) -> str:
    if not (left.ms or left.hands):
        return "with the next hand"
    if left.hands:
        return f"after {left.hands} more hand{'s' if left.hands != 1 else ''}"
    minutes = -(-(left.ms or 0) // MINUTE)
    return f"in {minutes} minute{'s' if minutes != 1 else ''}"
