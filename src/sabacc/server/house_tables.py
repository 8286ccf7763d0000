"""The house's own tables, where bots always play: to be watched or joined. They sleep while nobody looks."""

from __future__ import annotations

import secrets
from typing import Final

from sabacc.rules import BEHAVIOUR, PRESETS, find_preset, read_rules, store_rules
from sabacc.server.quick_bots import QUICK_BOTS, USUAL_LEVEL
from sabacc.server.table import entries as en
from sabacc.server.table.actor import Table
from sabacc.server.table.settings import Clocks, Settings, complete_settings
from sabacc.server.table_service import new_table_id
from sabacc.server.tables import Tables

HOUSE: Final = "house"  # the host; nobody has this id
HOST_NAME: Final = "The house"
PLAYERS: Final = 3  # bots; besides, there is a free seat
PACE: Final = 2.0  # seconds: so that one can follow
BETWEEN: Final = 8.0


def open_house_tables(tables: Tables, wanted: int) -> None:
    """Opens what is missing: one table for each of the first games."""
    there = {one.state.game.rules.preset for one in tables.values() if one.state.house}
    for preset in list(PRESETS)[:wanted]:
        if preset not in there:
            tables.add(Table.open(new_table_id(), _opening(preset), tables.context))


def _opening(preset: str) -> en.Opened:
    rules = read_rules(preset)
    players = find_preset(preset).players[1]
    settings = Settings(
        title=find_preset(preset).title,
        seats=min(PLAYERS + 1, players),
        bots=QUICK_BOTS[USUAL_LEVEL - 1],
        fill_to=min(PLAYERS, players),
        pace=PACE,
        clocks=Clocks(between=BETWEEN),
    )
    seed = secrets.token_hex(32)
    return en.Opened(
        complete_settings(settings, rules), store_rules(rules), HOUSE, HOST_NAME, seed, BEHAVIOUR, house=True
    )
