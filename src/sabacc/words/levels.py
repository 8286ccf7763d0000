"""The levels of the blinds in a sentence: what is played, and what comes when."""

from __future__ import annotations

from sabacc.messages import ENGLISH, message
from sabacc.rules import LevelLeft, Rules, next_level
from sabacc.rules.levels import MINUTE


def level_now(rules: Rules, level: int, language: str = ENGLISH) -> str:
    """The level that is played."""
    return message("level.now", language, level=level, levels=len(rules.schedule), **_blinds(rules, level))


def level_ahead(rules: Rules, level: int, left: LevelLeft | None, language: str = ENGLISH) -> str:
    """When the next level comes, and its blinds; nothing where none comes by itself."""
    if left is None:
        return ""
    blinds = _blinds(rules, next_level(rules, level))
    if not (left.ms or left.hands):
        return message("level.next-with-hand", language, **blinds)
    if left.hands:
        return message("level.next-after-hands", language, hands=left.hands, **blinds)
    return message("level.next-in-minutes", language, minutes=-(-(left.ms or 0) // MINUTE), **blinds)


def _blinds(rules: Rules, level: int) -> dict[str, int]:
    small, big, price = rules.schedule[level - 1]
    return {"small": small, "big": big, "price": price}
