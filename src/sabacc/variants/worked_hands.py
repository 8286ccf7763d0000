"""When a preset's worked hand is told: only where it would be played just so."""

from __future__ import annotations

import msgspec

from sabacc.rules import Rules, find_preset

# What the told hands never come to, and what is not of one hand.
_IDLE = (
    "quiet_rounds",
    "items",
    "missed_payments",
    "schedule",
    "level_minutes",
    "level_hands",
)


def is_played_alike(rules: Rules) -> bool:
    """Whether the preset's worked hand comes out the same by these options."""
    own = find_preset(rules.preset).rules
    idle = {name: getattr(own, name) for name in _IDLE}
    return msgspec.structs.replace(rules, **idle) == own
