"""Small tables: a handful of cards, one draw, one betting round. All of it options of pagat."""

from __future__ import annotations

from typing import Any

from sabacc.envs.small_tables import SmallTable

ONE_ROUND: dict[str, Any] = {
    "preset": "pagat",
    "ante": 1,
    "max_bet": 1,
    "fold_fee": 0,
    "pot_building_rounds": 0,  # HR13
    "max_rounds": 1,
    "shift_trigger": "none",
    "static_field": "none",
    "declare_totals": False,
}


SMALL_TABLES: dict[str, SmallTable] = {
    # Pure Sabaccs of two cards and of three, bomb-outs, and QA, which saves a hand or spoils it.
    "small": SmallTable({**ONE_ROUND, "deck": ["S3", "S8", "S12", "S15", "QA", "QA"]}, 4),
    # Five cards: whoever draws first draws the last one.
    "tiny": SmallTable({**ONE_ROUND, "deck": ["S11", "QA", "QA", "ID", "ID"]}, 3),
    # Four cards, all dealt: nothing to draw, only to bet.
    "dealt": SmallTable({**ONE_ROUND, "deck": ["S2", "S3", "S11", "S12"]}, 3),
}
