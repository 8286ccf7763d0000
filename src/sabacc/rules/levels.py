"""The levels of a blinds schedule: which one is played, how long it lasts, and which comes then.

There is no clock here. Whoever has one says how long a level has been played.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

from sabacc.errors import SabaccError
from sabacc.messages import Message
from sabacc.rules.model import Rules
from sabacc.rules.parsing import read_rules, write_rules
from sabacc.rules.registry import find_preset

MINUTE = 60_000  # milliseconds


class LevelProgress(NamedTuple):
    """How long a level has been played."""

    ms: int = 0
    hands: int = 0  # dealt, the present one among them


class LevelLeft(NamedTuple):
    """What is left of a level: time, or hands after the present one."""

    ms: int | None = None
    hands: int | None = None


def level_of(rules: Rules) -> int:
    """The level that the blinds and the board price are, counted from 1; 0 if they are none of the schedule.

    >>> level_of(read_rules({"preset": "corellian-house", "blinds": [100, 200], "board_price": 50}))
    2
    """
    now = (*rules.blinds, rules.board_price)
    return rules.schedule.index(now) + 1 if now in rules.schedule else 0


def blinds_differ(old: Rules, new: Rules) -> bool:
    """Whether rules have other blinds, another board price or another schedule."""
    return (new.schedule, new.blinds, new.board_price) != (old.schedule, old.blinds, old.board_price)


def rules_at_level(rules: Rules, level: int) -> Rules:
    """The same rules with the blinds and the board price of a level; raises where that can't be played."""
    if not 1 <= level <= len(rules.schedule):
        raise SabaccError(Message("refusal.no-such-level", levels=len(rules.schedule), level=level))
    small, big, price = rules.schedule[level - 1]
    return read_rules({**write_rules(rules), "blinds": [small, big], "board_price": price})


def at_first_level(rules: Rules) -> Rules:
    """The rules that a table begins with: at the first level of its schedule, unless other blinds were chosen."""
    return rules_at_level(rules, 1) if _blinds_are_usual(rules) and _can_be_played(rules, 1) else rules


@functools.lru_cache(1024)
def next_level(rules: Rules, level: int) -> int:
    """The level that comes by itself; 0 where none does: after the last, at blinds of one's own, or if the host decides."""
    by_itself = rules.level_minutes or rules.level_hands
    return level + 1 if level and by_itself and _can_be_played(rules, level + 1) else 0


def level_to_play(rules: Rules, level: int, progress: LevelProgress) -> int:
    """The level of the next hand. It goes up one level at a time, so that none is skipped."""
    if not level:
        return 1 if _blinds_are_usual(rules) and _can_be_played(rules, 1) else 0
    left = level_left(rules, level, progress)
    return level + 1 if left is not None and not (left.ms or left.hands) else level


def level_left(rules: Rules, level: int, progress: LevelProgress) -> LevelLeft | None:
    """What is left of a level, at least nothing; None if no other level comes by itself."""
    if not level or not next_level(rules, level):
        return None
    if rules.level_hands:
        return LevelLeft(hands=max(0, rules.level_hands - progress.hands))
    length = rules.level_minutes * MINUTE
    return LevelLeft(ms=min(length, max(0, length - progress.ms)))


def carried_over(rules: Rules, progress: LevelProgress) -> int:
    """The milliseconds that the next level has been played when it begins: what the last one took too long.

    Below 0, it begins a little later. If the whole of it would be over already, it begins anew.
    """
    length = rules.level_minutes * MINUTE
    over = progress.ms - length
    return 0 if rules.level_hands or over >= length else over


def _can_be_played(rules: Rules, level: int) -> bool:
    """Whether there is such a level, and house rules such as a largest bet go with it."""
    try:
        rules_at_level(rules, level)
    except SabaccError:
        return False
    return True


def _blinds_are_usual(rules: Rules) -> bool:
    """Whether nobody has chosen the blinds or the board price."""
    usual = find_preset(rules.preset).rules
    return (rules.blinds, rules.board_price) == (usual.blinds, usual.board_price)
