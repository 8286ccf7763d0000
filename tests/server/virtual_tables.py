"""Real tables without a server, for virtual time: their log is memory, and their bots decide at once."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any

from sabacc.rules import BEHAVIOUR, read_rules, store_rules, usual_stack
from sabacc.server.bot_workers import BotWorkers
from sabacc.server.metrics import Metrics
from sabacc.server.storage.keys import new_keys
from sabacc.server.storage.log import Log, LogWrite, PresetAnswers
from sabacc.server.storage.seed_vault import SeedVault
from sabacc.server.storage.store import OnWritten
from sabacc.server.table import entries as en
from sabacc.server.table.actor import Table
from sabacc.server.table.context import TableContext
from sabacc.server.table.settings import Clocks, Settings
from sabacc.server.wire.connection import Connection

PEOPLE = ("Ana", "Ben", "Cy", "Dee")
BOTS = ("Bril", "Koda", "Ossa")
SELDOM = Clocks(between=600)


class MemoryLog(Log):
    """A log that is durable at once, and forgotten at the end."""

    vault = SeedVault(new_keys())

    def __init__(self) -> None:
        pass  # it has no store

    def append(self, write: LogWrite, on_written: OnWritten) -> None:
        asyncio.get_running_loop().call_soon(on_written, None)

    def keep_answers(self, table: str, answers: PresetAnswers, on_written: OnWritten) -> None:
        asyncio.get_running_loop().call_soon(on_written, None)


class WorkersAtHand(BotWorkers):
    """Bots that decide here and now."""

    async def run(self, job: Callable[[bytes], bytes], encoded: bytes, owner: str = "") -> bytes:
        return job(encoded)


def open_table(
    rules: Any = "classic", number: int = 0, people: int = 1, bots: int = 3, clocks: Clocks = SELDOM, stack: int = 0
) -> Table:
    """A table with people and counters in its seats, from fixed seeds; no hand is dealt yet."""
    context = TableContext(MemoryLog(), WorkersAtHand(1), Metrics(), luck=random.Random(number))
    checked = read_rules(rules)
    seats = people + bots
    settings = Settings(
        title="virtual", seats=8, stack=stack or usual_stack(checked), clocks=clocks, bots=("counter",), fill_to=seats
    )
    opened = en.Opened(settings, store_rules(checked), "person Ana", "Ana", f"table {number}", BEHAVIOUR)
    table = Table.open("t", opened, context)
    for seat, name in enumerate(PEOPLE[:people]):
        table.submit(en.SatDown(seat, name, settings.stack, person=f"person {name}"))
    for seat, name in enumerate(BOTS[:bots]):
        table.submit(en.SatDown(people + seat, name, settings.stack, bot="counter"))
    return table


def deal(table: Table, number: int = 0) -> None:
    """The next hand, from a fixed seed."""
    progress = table.level_clock.at_deal(table.loop.time()) if table.state.game.level else (0, 0)
    table.submit(en.HandDealt(f"hand {number}", "salt", BEHAVIOUR, *progress))


def look_on(table: Table, name: str) -> Connection:
    """Somebody's connection, which nobody reads."""

    async def write(frame: bytes) -> None:
        return None

    connection = Connection(f"person {name}", name, lambda frame: True, write)
    table.join(connection, None)
    return connection
