"""`Rules`: everything a table can decide about the game it plays, as plain data."""

from __future__ import annotations

import msgspec

SHIFT_KINDS = ("core", "rim", "wild", "one-card", "pulse")
FIELDS = ("none", "free", "retrievable", "one-a-turn")
NO_SHIFT = "none"  # a double that brings none (HR11)
BY_DICE = ("core", "core", "rim", "rim", "wild", "wild")  # HR6
SCHEDULE = (  # corellian-house: small blind, big blind, board price
    (50, 100, 25),
    (100, 200, 50),
    (200, 400, 75),
    (400, 800, 150),
    (800, 1600, 300),
    (1500, 3000, 500),
    (3000, 6000, 1000),
)


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One value for each option. Make them with `sabacc.rules.read_rules`, which checks them."""

    preset: str
    ante: int | None = 1
    max_bet: int | None = None
    max_raises: int | None = None
    fold_fee: int | str = 0
    fold_fee_to: str = "sabacc"
    bomb_out_penalty: int | str = "pot"
    sabacc_pot_cap: int | None = None
    caller_penalty: bool = False
    negative_pure: bool = False
    pot_building_rounds: int = 1
    quiet_rounds: int = 2
    max_rounds: int = 12
    discard_pile: int | str = "off"
    shift_trigger: str = "none"
    shift_kind: str = "core"
    shift_by_dice: tuple[str, ...] = BY_DICE
    static_field: str = "none"
    community_field: bool = False
    items: bool = False
    missed_payments: bool = False
    short_antes: bool = False
    house_dealer: bool = False
    declare_totals: bool = False
    sides: bool = False
    star: int = -17
    moderation: int = -14
    deck: tuple[str, ...] = ()  # empty: all cards
    blinds: tuple[int, int] = (0, 0)
    board_price: int = 0
    schedule: tuple[tuple[int, int, int], ...] = ()
    level_minutes: int = 20
    level_hands: int = 0
