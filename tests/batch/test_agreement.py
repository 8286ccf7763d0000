"""Every state, payout and legal action of the batch engine is the plain engine's, on random hands."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from sabacc.rules import PRESETS, find_preset, most_players, read_rules
from tests.batch.agreement import Agreement

pytest.importorskip("numba")

SOAK = bool(os.environ.get("SABACC_SOAK"))
HANDS = 100_000 if SOAK else 60  # a preset
OTHER_HANDS = 5_000 if SOAK else 12  # house rules
AT_ONCE = 500

HOUSE_RULES: tuple[dict[str, Any], ...] = (
    {"preset": "classic", "shift_kind": "by-dice", "discard_pile": "free", "max_raises": 2, "max_bet": None},
    {"preset": "classic", "shift_trigger": "randomiser", "shift_kind": "wild", "static_field": "retrievable"},
    {"preset": "classic", "static_field": "one-a-turn", "shift_kind": "rim", "sabacc_pot_cap": 20, "fold_fee": "ante"},
    {"preset": "classic", "house_dealer": True, "bomb_out_penalty": 5, "quiet_rounds": 1, "pot_building_rounds": 2},
    {"preset": "cloud-city", "static_field": "free", "discard_pile": 2, "shift_trigger": "d20:3", "sides": True},
    {"preset": "cloud-city", "shift_trigger": "double-spikes", "shift_kind": "core", "negative_pure": True},
    {"preset": "cloud-city", "deck": ["S2", "S3", "ID", "ID", "F2", "F3", "C9", "C14", "T12", "EN", "EN", "BA"]},
    {"preset": "pagat", "static_field": "free", "shift_trigger": "d12:1", "shift_kind": "one-card", "star": -10},
    {"preset": "pagat", "shift_trigger": "pulse", "shift_kind": "pulse", "pot_building_rounds": 0, "max_rounds": 2},
    {
        "preset": "galactic",
        "shift_trigger": "randomiser",
        "sides": True,
        "negative_pure": False,
        "caller_penalty": True,
    },
    {"preset": "galactic", "static_field": "one-a-turn", "discard_pile": 1, "max_rounds": 6, "max_raises": 1},
    {"preset": "corellian-house", "ante": 0, "max_bet": 150, "max_raises": 2, "sabacc_pot_cap": 60},
    {"preset": "corellian-house", "blinds": [0, 4], "board_price": 0, "ante": 1, "house_dealer": True},
    {"preset": "coruscant-shift", "ante": 5, "max_bet": 10},
    {"preset": "coruscant-shift", "ante": 1, "max_raises": 1, "house_dealer": True},
)


def agree(rules: dict[str, Any], hands: int, name: str) -> None:
    """Plays so many hands with both engines, at tables of all sizes."""
    luck = random.Random(name)
    read = read_rules(rules)
    least, most = find_preset(read.preset).players[0], most_players(read)
    for first in range(0, hands, AT_ONCE):
        at_once = min(AT_ONCE, hands - first)
        sizes = range(least, most + 1) if at_once < AT_ONCE else (luck.randint(least, most),)
        for seats in sizes:
            assert Agreement(rules, seats, max(at_once // len(sizes), 1), luck).play() > 0


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_are_played_as_the_plain_engine_plays_them(preset: str) -> None:
    agree({"preset": preset}, HANDS, preset)


@pytest.mark.parametrize("rules", HOUSE_RULES, ids=lambda rules: " ".join(map(str, rules.values()))[:50])
def test_house_rules_are_played_as_the_plain_engine_plays_them(rules: dict[str, Any]) -> None:
    agree(rules, OTHER_HANDS, str(rules))
