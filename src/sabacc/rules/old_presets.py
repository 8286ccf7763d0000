"""The presets as earlier behaviours had them, frozen: rules that were stored then name only the differences from them.

Nothing here ever changes. From behaviour 2 on all options are stored, so later presets need no copy. An option that comes
later belongs into `NOT_YET`, with the value that keeps what was played before it came.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Options = Mapping[str, Any]

_CLASSIC: Options = {
    "ante": 5,
    "max_bet": 10,
    "fold_fee": 1,
    "fold_fee_to": "sabacc",
    "bomb_out_penalty": "pot",
    "caller_penalty": True,
    "negative_pure": True,
    "pot_building_rounds": 1,
    "max_rounds": 12,
    "discard_pile": "off",
    "shift_trigger": "doubles",
    "shift_kind": "core",
    "shift_by_dice": ["core", "core", "rim", "rim", "wild", "wild"],
    "static_field": "free",
    "community_field": False,
    "items": False,
    "house_dealer": False,
    "declare_totals": False,
    "sides": False,
    "star": -17,
    "moderation": -14,
    "deck": [],
}

# By behaviour and preset.
OLD_PRESETS: Mapping[int, Mapping[str, Options]] = {
    1: {
        "cloud-city": {
            **_CLASSIC,
            "ante": 1,
            "max_bet": 3,
            "negative_pure": False,
            "shift_trigger": "d6-low",
            "shift_kind": "one-card",
            "static_field": "none",
        },
        "classic": _CLASSIC,
        "force": {**_CLASSIC, "negative_pure": False, "sides": True},
        "pagat": {
            **_CLASSIC,
            "fold_fee_to": "hand",
            "caller_penalty": False,
            "pot_building_rounds": 3,
            "static_field": "one-a-turn",
            "declare_totals": True,
        },
        "galactic": {
            **_CLASSIC,
            "fold_fee": 0,
            "caller_penalty": False,
            "pot_building_rounds": 4,
            "shift_trigger": "pulse",
            "shift_kind": "pulse",
            "static_field": "retrievable",
            "house_dealer": True,
        },
        "corellian-house": {
            "ante": None,
            "max_bet": None,
            "items": False,
            "house_dealer": False,
            "blinds": [50, 100],
            "board_price": 25,
            "schedule": [
                [50, 100, 25],
                [100, 200, 50],
                [200, 400, 75],
                [400, 800, 150],
                [800, 1600, 300],
                [1500, 3000, 500],
                [3000, 6000, 1000],
            ],
        },
        "coruscant-shift": {"ante": 0, "max_bet": None, "items": False, "house_dealer": False},
    }
}

# Stored only where they are something else, so that records keep the text they had before these options came.
UNSTORED: Options = {"short_antes": False}

# By behaviour: what was played before there was an option for it.
NOT_YET: Mapping[int, Options] = {
    1: {
        "quiet_rounds": 2,
        "sabacc_pot_cap": None,
        "max_raises": None,
        "level_minutes": 0,
        "level_hands": 0,
        "missed_payments": False,
        "short_antes": False,
    },
    2: {"missed_payments": False, "short_antes": False},
}
