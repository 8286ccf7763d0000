"""Levels of the blinds in live play: by hands and by the clock, told to all, kept over restarts."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sabacc.rules import BEHAVIOUR, LevelLeft, LevelProgress, read_rules, store_rules
from sabacc.server.hub import Config, Hub
from sabacc.server.storage.keys import new_keys
from sabacc.server.storage.seed_vault import SeedVault
from sabacc.server.storage.verify import verify_database
from sabacc.server.table import entries as en
from sabacc.server.table.actor import Table
from sabacc.server.table.level_clock import LevelClock
from sabacc.server.table.settings import Settings
from sabacc.server.table.state import TableState
from tests.server.local_clients import LocalClient, two_in_a_hand, until
from tests.server.seated_tables import answer, events, seated_table
from tests.server.servers import Client, Json, Server, at_table, running

HOUSE: Json = {"preset": "corellian-house"}
MINUTE = 60_000


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("levels")) as one:
        yield one


def told(client: Client) -> list[str]:
    """Levels, and the hands between which they were set, as a client was told of them."""
    found = []
    for news in client.news:
        for event in news.get("events", ()) if news["type"] == "update" else ():
            if event["type"] == "level-set":
                found.append(f"level {event['level']}")
            elif event["type"] in ("hand-started", "hand-ended"):
                found.append(event["type"])
    return found


def level_clock(client: Client) -> Json | None:
    """What is left of the level, as it was last told."""
    last = next(news for news in reversed(client.news) if news["type"] in ("update", "snapshot"))
    found: Json | None = last.get("level_clock")
    return found


# ---- by hands


@pytest.mark.clause("CH3")
def test_levels_by_hands_go_up_between_hands_and_never_in_one(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server, {**HOUSE, "level_hands": 2}) as table:
            await table.turn()
            assert (table.guest.table["level"], table.guest.table["next_level"]) == (1, 2)
            assert level_clock(table.guest) == {"runs": True, "hands": 1}
            await table.play(lambda: table.host.hands_ended == 4)
            await table.heard()
            await table.guest.until(lambda: table.guest.table["level"] == 3)
            hand = ["hand-started", "hand-ended"]
            expected = [*hand, *hand, "level 2", *hand, *hand, "level 3"]
            assert told(table.guest)[: len(expected)] == expected
            blinds = [(one["level"], one["blinds"], one["board_price"]) for one in events(table.guest, "level-set")]
            assert blinds == [(2, [100, 200], 50), (3, [200, 400], 75)]

    asyncio.run(run())


def test_the_last_hand_of_a_level_says_so_and_the_last_level_has_no_end(server: Server) -> None:
    async def run() -> None:
        rules = {**HOUSE, "level_hands": 1, "schedule": [[50, 100, 25], [60, 120, 30]]}
        async with seated_table(server, rules) as table:
            await table.turn()
            assert level_clock(table.host) == {"runs": True, "hands": 0}
            await table.play(lambda: table.host.hands_ended == 2)
            await table.host.until(lambda: table.host.table["level"] == 2)
            assert table.host.table["next_level"] == 0
            assert level_clock(table.host) is None
            assert len(events(table.host, "level-set")) == 1

    asyncio.run(run())


def test_a_spectator_sees_the_level_and_what_is_left_of_it(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server, HOUSE) as table:
            await table.turn()
            async with at_table(server, table.table, None) as onlooker:
                await onlooker.until(lambda: bool(onlooker.table))
                assert (onlooker.table["level"], onlooker.table["next_level"]) == (1, 2)
                left = level_clock(onlooker)
                assert left is not None
                assert left["runs"]
                assert 19 * MINUTE < left["ms"] <= 20 * MINUTE

    asyncio.run(run())


@pytest.mark.parametrize(
    "options", [{"level_minutes": 0}, {"blinds": [10, 20]}, {"schedule": []}, {"max_bet": 150}], ids=str
)
def test_where_no_level_comes_by_itself_there_is_no_clock(server: Server, options: Json) -> None:
    async def run() -> None:
        async with seated_table(server, {**HOUSE, **options}) as table:
            await table.turn()
            assert table.host.table["next_level"] == 0
            assert level_clock(table.host) is None
            await table.play(lambda: table.host.hands_ended == 1)
            assert events(table.host, "level-set") == []

    asyncio.run(run())


def test_a_schedule_of_ones_own_begins_with_its_first_level(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server, {**HOUSE, "schedule": [[1, 2, 1], [3, 6, 2]]}) as table:
            await table.turn()
            assert (table.host.table["level"], table.host.table["rules"]["blinds"]) == (1, [1, 2])
            paid = {event["why"]: event["amount"] for event in table.host.events if event["type"] == "paid"}
            assert (paid["big-blind"], paid["small-blind"]) == (2, 1)

    asyncio.run(run())


def test_a_level_that_the_host_sets_begins_anew(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server, {**HOUSE, "level_hands": 3}) as table:
            await table.turn()
            await table.host.do("set-level", level=4)
            await table.play(lambda: len(events(table.host, "hand-started")) > 1)
            assert (table.host.table["level"], table.host.table["next_level"]) == (4, 5)
            assert level_clock(table.host) == {"runs": True, "hands": 2}

    asyncio.run(run())


def test_after_a_restart_a_level_has_as_many_hands_left_as_before(tmp_path: Path) -> None:
    async def first_hands(server: Server) -> tuple[str, list[Any]]:
        async with seated_table(server, {**HOUSE, "level_hands": 3}) as table:
            await table.play(lambda: len(events(table.host, "hand-started")) == 2)
            await table.turn()
            return table.table, table.people

    async def last_hands(server: Server, table: str, people: list[Any]) -> None:
        async with at_table(server, table, people[0]) as ana, at_table(server, table, people[1]) as ben:
            await ana.until(lambda: bool(ana.table))
            assert level_clock(ana) == {"runs": True, "hands": 1}
            while not events(ana, "level-set"):
                await ana.until(lambda: ana.version >= ben.version)
                await ben.until(lambda: ben.version >= ana.version)
                asked = [one for one in (ana, ben) if one.question is not None]
                if asked:
                    await answer(asked[0])
                elif not events(ana, "level-set"):
                    await ana.listen()
            assert ana.hands_ended == 2

    with running(tmp_path) as server:
        table, people = asyncio.run(first_hands(server))
        server.kill()
        server.start()
        asyncio.run(last_hands(server, table, people))


# ---- by the clock


def house_table(**options: Any) -> TableState:
    """Two people at a table in no hand."""
    rules = store_rules(read_rules({**HOUSE, **options}))
    state = TableState.new(en.Opened(Settings(seats=2, stack=10_000), rules, "Ana", "Ana", "seed", BEHAVIOUR))
    for seat, name in enumerate(("Ana", "Ben")):
        state.apply(en.SatDown(seat, name, 10_000, person=name))
    return state


def play_hand(state: TableState, ms: int, hands: int) -> None:
    state.apply(en.HandDealt("seed", "salt", BEHAVIOUR, ms, hands))
    while state.in_hand:
        assert state.hand is not None
        state.apply(en.TimedOut(state.hand.waiting[0]))


def test_the_clock_counts_only_while_it_runs() -> None:
    clock = LevelClock(house_table())
    clock.run(True, 100.0)
    clock.run(True, 130.0)
    clock.run(False, 160.0)
    assert not clock.running
    assert clock.progress(5000.0) == LevelProgress(MINUTE, 0)
    clock.run(True, 9000.0)
    assert clock.progress(9060.0) == LevelProgress(2 * MINUTE, 0)
    assert clock.left(9060.0) == LevelLeft(ms=18 * MINUTE)


def test_a_level_is_due_when_its_time_is_over_by_the_next_deal() -> None:
    clock = LevelClock(house_table())
    clock.run(True, 0.0)
    assert clock.due_entry(1194.9, delay=5) is None
    assert clock.due_entry(1196, delay=5) == en.NewLevel(2, ms=-4000)
    assert clock.due_entry(1200, delay=0) == en.NewLevel(2, ms=0)
    assert clock.due_entry(1290, delay=5) == en.NewLevel(2, ms=90_000)
    assert clock.due_entry(99_999, delay=5) == en.NewLevel(2, ms=0)  # none is skipped


def test_the_progress_of_a_level_is_what_was_recorded_and_what_ran_since() -> None:
    state = house_table()
    play_hand(state, ms=3 * MINUTE, hands=4)
    clock = LevelClock(state)
    clock.run(True, 50.0)
    assert clock.progress(110.0) == LevelProgress(4 * MINUTE, 4)
    state.apply(en.NewLevel(2, ms=500))
    clock.restart(110.0)
    assert clock.progress(111.0) == LevelProgress(1500, 0)
    vault = SeedVault(new_keys())
    again = TableState.from_snapshot(state.snapshot(vault), vault)
    assert LevelClock(again).progress(9999.0) == LevelProgress(500, 0)


def test_rules_that_change_the_level_start_its_time_anew_and_others_do_not() -> None:
    state = house_table()
    play_hand(state, ms=3 * MINUTE, hands=4)
    state.apply(en.NewRules({**HOUSE, "items": True}))
    assert state.level_progress == LevelProgress(3 * MINUTE, 4)
    state.apply(en.NewRules({**HOUSE, "blinds": [100, 200], "board_price": 50}))
    assert (state.game.level, state.level_progress) == (2, LevelProgress())


async def fold(table: Table) -> None:
    """Whoever is asked gives up, and the other has won."""
    hand = table.state.hand
    assert hand is not None
    while not hand.over:
        table.submit(en.TimedOut(hand.waiting[0]))
        await until(lambda: table.durable_version == table.state.version)


def levels_of(screen: LocalClient) -> list[int]:
    return [
        one["level"] for news in screen.of("update") for one in news.get("events", ()) if one["type"] == "level-set"
    ]


async def play_over_time(path: Path) -> None:
    hub = Hub(Config(database=path))
    await hub.start()
    table, people, screens = await two_in_a_hand(hub, {**HOUSE, "level_minutes": 15})
    table.submit(en.Deferred(en.NewLevel(1, ms=15 * MINUTE)))  # as if it had been played for so long
    await fold(table)
    await until(lambda: table.state.in_hand and table.state.game.level == 2)
    assert levels_of(screens[0]) == [1, 2]

    table.submit(en.Deferred(en.NewLevel(2, ms=5 * MINUTE)))
    await fold(table)
    await until(lambda: table.state.in_hand and table.durable_version == table.state.version)
    await hub.stop()

    hub = Hub(Config(database=path))
    await hub.start()
    table = hub.tables[table.id]
    left = table.level_clock.left(table.loop.time())
    assert table.state.game.level == 2
    assert left is not None
    assert left.ms is not None
    assert 9 * MINUTE < left.ms <= 10 * MINUTE
    screen = LocalClient(people[0])
    table.join(screen.connection, None)
    await until(lambda: screen.of("snapshot"))
    assert 9 * MINUTE < screen.of("snapshot")[0]["level_clock"]["ms"] <= 10 * MINUTE
    await fold(table)
    await hub.stop()


@pytest.mark.clause("CH3")
def test_levels_by_the_clock_are_kept_over_a_restart_and_verified(tmp_path: Path) -> None:
    path = tmp_path / "sabacc.sqlite3"
    asyncio.run(play_over_time(path))
    report = verify_database(path)
    assert (report.hands, report.faults) == (3, [])


async def wait_for_people(path: Path) -> None:
    hub = Hub(Config(database=path))
    await hub.start()
    table, _, screens = await two_in_a_hand(hub, {**HOUSE, "level_minutes": 1})
    assert table.level_clock.running
    table.submit(en.Paused(True))
    assert not table.level_clock.running
    table.submit(en.Paused(False))
    assert table.level_clock.running
    for screen in screens:
        table.leave(screen.connection)
    await fold(table)
    await until(lambda: not table.level_clock.running)
    now = table.loop.time()
    assert table.level_clock.progress(now + 3600) == table.level_clock.progress(now)
    assert table.state.game.level == 1
    await hub.stop()


def test_the_clock_stands_while_a_table_is_paused_or_nobody_is_there(tmp_path: Path) -> None:
    asyncio.run(wait_for_people(tmp_path / "sabacc.sqlite3"))
