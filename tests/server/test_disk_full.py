"""The disk is full: what could not be kept never happened, everybody is told, and the table goes on where it was safe."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from sabacc.server.hub import Config, Hub
from sabacc.server.storage.store import Transaction
from sabacc.server.storage.verify import verify_database
from sabacc.server.wire import protocol as pr
from tests.server.local_clients import LocalClient, two_in_a_hand, until


async def fill_the_disk(transaction: Transaction) -> None:
    """No page more than there are."""
    pages = await transaction.row("PRAGMA page_count")
    assert pages is not None
    await transaction.execute(f"PRAGMA max_page_count={pages[0]}")


async def played_table(path: Path) -> None:
    hub = Hub(Config(database=path))
    await hub.start()
    table, people, screens = await two_in_a_hand(hub)
    await hub.store.write(fill_the_disk)

    told: list[dict[str, Any]] = []
    for number in range(2000):  # until there is no room in the last page either
        screen = screens[0]
        table.command(screen.connection, pr.Mute(f"mute {number}", bool(number % 2), seat=1))
        await until(lambda table=table: table.broken or table.durable_version == table.state.version)
        told = screen.of("done")
        if table.broken:
            break
    assert table.broken
    await until(lambda: screens[0].of("bye") and screens[1].of("bye"))
    assert screens[0].of("bye")[0]["again"]
    assert screens[0].of("update")[-1]["version"] == table.durable_version, "nobody has seen what was not kept"

    await hub.store.write(lambda db: db.execute("PRAGMA max_page_count=1000000"))
    await until(lambda: table.id in hub.tables and hub.tables[table.id] is not table)
    again = hub.tables[table.id]
    assert again.state.version == table.durable_version == max(one["version"] for one in told)
    back = LocalClient(people[1])
    again.join(back.connection, None)
    await until(lambda: back.of("snapshot"))
    assert back.of("snapshot")[0]["version"] == table.durable_version
    again.command(back.connection, pr.Choose("afterwards", ("pass-call-windows",)))
    await until(lambda: back.of("done"))
    await hub.stop()


def test_a_table_survives_a_full_disk(tmp_path: Path) -> None:
    path = tmp_path / "sabacc.sqlite3"
    asyncio.run(played_table(path))
    assert verify_database(path).faults == []
