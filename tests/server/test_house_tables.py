"""The house's own tables: bots play there while somebody looks, and anybody may join."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from sabacc.server.hub import Config, Hub
from sabacc.server.people.sessions import Person
from sabacc.server.storage.verify import verify_database
from sabacc.server.table.actor import Table
from sabacc.server.wire import protocol as pr
from tests.server.local_clients import LocalClient, until

STRANGER = Person("nobody", "Vesh", False)


def at_a_server(path: Path, test: Any) -> None:
    """Runs a test at a server with two such tables, and verifies what it has kept."""

    async def run() -> None:
        hub = Hub(Config(database=path, report_hour=None, house_tables=2))
        await hub.start()
        try:
            await test(hub)
        finally:
            await hub.stop()

    asyncio.run(run())
    assert verify_database(path, processes=1).faults == []


async def a_house_table(hub: Hub) -> Table:
    """One of them, when its bots are there."""
    table = next(one for one in hub.tables.values() if one.state.house)
    await until(lambda: len(table.state.bot_seats()) == table.state.settings.fill_to)
    return table


def test_they_are_in_the_lobby_and_the_same_after_a_restart(tmp_path: Path) -> None:
    seen: list[set[str]] = []

    async def look(hub: Hub) -> None:
        await a_house_table(hub)
        hub.lobby.flush()
        listed = hub.lobby.find()
        assert len({one.preset for one in listed}) == len(listed) == 2
        assert all(one.house and one.people < one.seats for one in listed)
        seen.append({one.id for one in listed})

    at_a_server(tmp_path / "x.sqlite3", look)
    at_a_server(tmp_path / "x.sqlite3", look)
    assert seen[0] == seen[1]


def test_bots_play_while_somebody_looks_and_sleep_when_nobody_does(tmp_path: Path) -> None:
    async def test(hub: Hub) -> None:
        table = await a_house_table(hub)
        await asyncio.sleep(0.3)
        assert not table.state.game.number
        assert table.autopilot.deal_timer is None

        watcher = LocalClient(STRANGER)
        table.join(watcher.connection, None)
        await until(lambda: table.state.in_hand)
        played = table.state.version
        await until(lambda: table.state.version > played)

        table.leave(watcher.connection)
        await until(lambda: not table.autopilot.bot_tasks)  # whoever was asked has answered
        asleep = table.state.version
        await asyncio.sleep(0.3)
        assert table.state.version == asleep

        table.join(LocalClient(STRANGER).connection, None)
        await until(lambda: table.state.version > asleep)
        assert await hub.store.rows("SELECT * FROM hands") == []

    at_a_server(tmp_path / "x.sqlite3", test)


def test_somebody_may_join_and_leave_and_the_table_stays(tmp_path: Path) -> None:
    async def test(hub: Hub) -> None:
        table = await a_house_table(hub)
        person, _ = await hub.people.new_guest("Ana")
        screen = LocalClient(person)
        table.join(screen.connection, None)
        table.command(screen.connection, pr.Sit("sit"))
        await until(lambda: table.state.seat_of(person.id) is not None)
        table.command(screen.connection, pr.Leave("leave"))
        await until(lambda: table.state.seat_of(person.id) is None)
        table.leave(screen.connection)
        hub.tables.close_idle(0, 0)
        assert table.id in hub.tables
        assert not table.state.game.closed

    at_a_server(tmp_path / "x.sqlite3", test)
