"""`sabacc serve` on PostgreSQL: hands outlive kill -9, lost connections cost no table, and there is one server at a time."""

from __future__ import annotations

import asyncio
import contextlib
import random
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest
import websockets

from sabacc.server.storage.backup import back_up
from sabacc.server.storage.keys import keys_path
from sabacc.server.storage.verify import verify_database
from tests.server.persistent_players import LogReplay
from tests.server.postgresql import new_postgresql_database, run_sql
from tests.server.servers import Person, Server, at_table, new_people, running, wait_for
from tests.server.test_crash_recovery import Survivor, play_through_kills
from tests.strategies import SOAK

T = TypeVar("T")
KILLS = 50 if SOAK else 3


@pytest.fixture
def address() -> str:
    return new_postgresql_database()


def stored(address: str, folder: Path) -> Path:
    """All that a server has kept, as a file with its keys."""
    file = folder / "stored.sqlite3"
    back_up(folder / "sabacc.postgresql", address, file, replace=True)
    shutil.copy(keys_path(folder / "sabacc.postgresql"), keys_path(file))
    return file


async def play_to_the_end(server: Server, table: str, people: list[Person], hands: int = 1) -> None:
    """Both play until a hand has ended."""
    luck = random.Random(7)
    async with at_table(server, table, people[0]) as ana, at_table(server, table, people[1]) as ben:
        await ana.until(lambda: bool(ana.table))
        await ben.until(lambda: bool(ben.table))

        async def play(client: object) -> None:
            assert client in (ana, ben)
            who = ana if client is ana else ben
            while who.hands_ended < hands:
                await who.play(luck)
                await who.listen()

        await asyncio.gather(play(ana), play(ben))


async def play_halfway(server: Server, table: str, people: list[Person]) -> tuple[int, list[object]]:
    """Both sit down, and one of them does something in the first hand; its version and its events."""
    async with at_table(server, table, people[0]) as ana, at_table(server, table, people[1]) as ben:
        await ana.do("sit")
        await ben.do("sit")
        await ana.until(lambda: "clock" in ana.news[-1])
        seat = ana.news[-1]["clock"][0]["seat"]
        asked = ana if ana.you is not None and ana.you["seat"] == seat else ben
        await asked.until(lambda: asked.question is not None)
        command = await asked.play(random.Random(3))
        assert command is not None
        await asked.until(lambda: command in asked.answers)
        assert asked.answers[command]["type"] == "done"
        await ana.until(lambda: ana.version >= asked.version)
        return ana.version, list(ana.events)


async def seen_by(server: Server, table: str, person: Person) -> tuple[int, list[object]]:
    async with at_table(server, table, person) as client:
        await client.until(lambda: bool(client.table))
        return client.version, list(client.events)


def test_a_hand_goes_on_after_the_server_was_killed(address: str, tmp_path: Path) -> None:
    with running(tmp_path, "--database", address) as server:
        people = new_people(server, 2)
        table = people[0].new_table("cloud-city")
        version, events = asyncio.run(play_halfway(server, table, people))
        server.kill()
        server.start()
        again, same = asyncio.run(seen_by(server, table, people[0]))
        assert again >= version
        assert same[: len(events)] == events
        asyncio.run(play_to_the_end(server, table, people))
        assert server.stop() == 0
    report = verify_database(stored(address, tmp_path), processes=1)
    assert (report.faults, report.tables) == ([], 1)
    assert report.hands >= 1


def test_what_was_acknowledged_outlives_every_kill(address: str, tmp_path: Path) -> None:
    luck = random.Random(11)
    with running(tmp_path, "--database", address) as server:
        tables: dict[str, list[Survivor]] = {}
        for preset in ("classic", "corellian-house", "coruscant-shift"):
            people = new_people(server, 2)
            table = people[0].new_table(preset)
            tables[table] = [Survivor(server, table, one, random.Random(luck.random()), trouble=0.02) for one in people]
        everybody = [regular for players in tables.values() for regular in players]
        asyncio.run(play_through_kills(server, everybody, KILLS, luck))
        assert server.stop() == 0
    file = stored(address, tmp_path)
    again = {table: LogReplay(file, table) for table in tables}
    acknowledged = sum(again[table].check_done(players) for table, players in tables.items())
    for table, players in tables.items():
        for player in players:
            for client in player.clients:
                again[table].check_told(client, player.person)
    assert acknowledged > 3 * KILLS
    assert verify_database(file, processes=1).faults == []


def test_a_lost_connection_costs_no_table(address: str, tmp_path: Path) -> None:
    with running(tmp_path, "--database", address) as server:
        people = new_people(server, 2)
        table = people[0].new_table("cloud-city")
        version, _ = asyncio.run(play_halfway(server, table, people))
        run_sql(address, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'sabacc'")
        assert asyncio.run(patiently(lambda: seen_by(server, table, people[0])))[0] >= version
        asyncio.run(patiently(lambda: play_to_the_end(server, table, people)))
        assert server.stop() == 0
    assert verify_database(stored(address, tmp_path), processes=1).faults == []


async def patiently(work: Callable[[], Awaitable[T]]) -> T:
    """Comes back to the table as often as the server says so: it is set up again after a write that failed."""
    for _ in range(300):
        with contextlib.suppress(websockets.WebSocketException):
            return await work()
        await asyncio.sleep(0.1)
    return await work()


def server_is(server: Server, person: Person, status: int) -> bool:
    """Whether the health page has a status."""
    return person.http.get(f"{server.url}/healthz").status_code == status


def test_health_says_that_postgresql_is_gone_and_when_it_is_back(address: str, tmp_path: Path) -> None:
    name = address.partition("@/")[2].partition("?")[0]
    with running(tmp_path, "--database", address) as server:
        (person,) = new_people(server, 1)
        assert server_is(server, person, 200)
        run_sql(address, f"ALTER DATABASE {name} ALLOW_CONNECTIONS false", "postgres")
        run_sql(
            address,
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'sabacc'",
            "postgres",
        )
        wait_for(lambda: server_is(server, person, 503))
        assert "PostgreSQL can't be reached" in person.http.get("/healthz").json()["why"]
        run_sql(address, f"ALTER DATABASE {name} ALLOW_CONNECTIONS true", "postgres")
        wait_for(lambda: server_is(server, person, 200))


def test_there_is_one_server_at_a_time(address: str, tmp_path: Path) -> None:
    second = Server(tmp_path / "second", "--database", address)
    second.folder.mkdir()
    with running(tmp_path, "--database", address):
        process = second.launch()
        wait_for(lambda: process.poll() is not None, 60)
        assert "is in use by another process" in second.log()


def test_the_address_is_shown_without_user_and_password(address: str, tmp_path: Path) -> None:
    secret = address.replace("sabacc@/", "sabacc:hush@/")
    with running(tmp_path, "--database", secret) as server:
        assert server.stop() == 0
        assert "hush" not in server.log()
        assert server.process is not None
        assert server.process.stdout is not None
        assert "hush" not in server.process.stdout.read().decode()
