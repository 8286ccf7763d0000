"""How many actions a Coruscant hand can have, at the most."""

from __future__ import annotations

from sabacc.rules import Rules, plays_for_rounds

ROUNDS = 2  # of going on or of betting (CS6, CS7)
CHOICES = 2  # selecting and improving


def most_actions(rules: Rules, players: int, credits_each: int, cards: int) -> int:
    """Safe, not sharp: each raise is by a credit at least."""
    raises = 0 if plays_for_rounds(rules) else credits_each
    return players * (CHOICES + ROUNDS + raises)
