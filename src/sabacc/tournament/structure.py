"""The structure of a tournament: its levels, from which stakes follow for every game."""

from __future__ import annotations

from typing import Any

from sabacc.rules import Rules, plays_for_rounds, read_rules, usual_stack, write_rules

# Antes and limits of the games without a schedule, as multiples of their usual ones: each level half as dear again.
GROWTH = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024)
SCALED = ("ante", "max_bet", "fold_fee", "bomb_out_penalty", "sabacc_pot_cap")
STACK_IN_ANTES = 100

Level = dict[str, Any]  # options of the rules, with the values that they have at this level


def usual_levels(rules: Rules) -> tuple[Level, ...]:
    """The levels of a tournament in a game: its own schedule, or antes and limits that grow together.

    >>> [level["ante"] for level in usual_levels(read_rules({"preset": "classic"}))][:5]
    [3, 6, 9, 12, 18]
    """
    if rules.schedule:
        return tuple({"blinds": [small, big], "board_price": price} for small, big, price in rules.schedule)
    return tuple(_grown(rules, times) for times in GROWTH)


def usual_tournament_stack(rules: Rules) -> int:
    """The stack that everybody begins with; nothing where rounds are played for."""
    if plays_for_rounds(rules):
        return 0
    return max(usual_stack(rules), STACK_IN_ANTES * (rules.ante or 0))


def rules_of_level(rules: Rules, level: Level) -> Rules:
    """The rules of a table at a level."""
    return read_rules({**write_rules(rules), **level})


def _grown(rules: Rules, times: int) -> Level:
    """Everything that is paid in credits, so many times."""
    written = {name: getattr(rules, name) for name in SCALED}
    return {name: value * times for name, value in written.items() if isinstance(value, int) and value}
