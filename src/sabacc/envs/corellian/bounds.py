"""How many actions a Corellian hand can have, at the most."""

from __future__ import annotations

from sabacc.rules import Rules
from sabacc.variants.corellian.flow import ROUNDS

BETTINGS = ROUNDS + 1
BETWEEN = 4  # answers of a player between two bettings: draw, the card peeked at, protecting, offering


def most_actions(rules: Rules, players: int, credits_each: int, cards: int) -> int:
    """Safe, not sharp. A raise is by the big blind at least, or with all that a player has left (CH8)."""
    raises = credits_each // rules.blinds[1] + players + BETTINGS
    return players * (BETTINGS + raises + ROUNDS * BETWEEN)
