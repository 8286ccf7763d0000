"""A cluster of three nodes: whole games over all of them, while nodes die, stand still and are cut off."""

from __future__ import annotations

import asyncio
import random
import statistics
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

from sabacc.rules import PRESETS
from sabacc.server.storage.verify import verify_database
from tests.seeded_random import seeded_random
from tests.server.clusters import Cluster, cluster_of
from tests.server.persistent_players import LogReplay
from tests.server.servers import new_people
from tests.server.test_crash_recovery import Survivor, count_answers
from tests.strategies import SOAK

FAULTS = 1000 if SOAK else 20
BETWEEN_FAULTS = 20  # answers at the least, however slow the machine is
DOUBLES = 5  # commands in a row that somebody sends through two gateways
REPORT = Path(__file__).parent.parent.parent / "build" / "cluster-faults.txt"
Driver = Callable[[str], Awaitable[float | None]]


def faults_of(cluster: Cluster, players: list[Survivor]) -> list[Driver]:
    """Everything that may go wrong."""

    async def send_twice(name: str) -> None:
        """The same command comes through two gateways at a time."""
        player = cluster.luck.choice(players)
        player.doubles = DOUBLES
        async with asyncio.timeout(120):
            while player.doubles:
                await asyncio.sleep(0.02)

    return [
        cluster.restart_killed,
        cluster.freeze,
        cluster.cut_line,
        cluster.crash_database,
        cluster.lose_line,
        cluster.restart_stopped,
        cluster.restart_nats,
        cluster.jump_clock,
        send_twice,
    ]


async def have_faults(cluster: Cluster, players: list[Survivor], luck: random.Random) -> None:
    """One fault after the other, each as soon as everybody plays again."""
    kinds = faults_of(cluster, players)
    names = list(cluster.nodes)
    for number in range(FAULTS):
        answered = count_answers(players)
        async with asyncio.timeout(120):
            while count_answers(players) < answered + BETWEEN_FAULTS or not all(one.is_back() for one in players):
                await asyncio.sleep(0.02)
        await asyncio.sleep(luck.uniform(0, 0.3))
        kind = kinds[number] if number < len(kinds) else luck.choice(kinds)
        await cluster.have(kind, luck.choice(names))


async def play_through_faults(cluster: Cluster, players: list[Survivor], luck: random.Random) -> None:
    """Everybody plays on until the last fault is over, and a while after it."""
    for player in players:
        client = await player.arrive()
        await player.wait(lambda: bool(client.table))  # noqa: B023 - used up at once
        assert (await player.do("sit"))["type"] == "done"
    over = asyncio.Event()
    async with asyncio.TaskGroup() as group:
        for player in players:
            group.create_task(player.play(over.is_set))
        await have_faults(cluster, players, luck)
        answered = count_answers(players)
        async with asyncio.timeout(120):
            while count_answers(players) < answered + BETWEEN_FAULTS:
                await asyncio.sleep(0.02)
        over.set()
        for player in players:
            player.changed.set()
    for player in players:
        await player.leave()


def report_of(cluster: Cluster, acknowledged: int, told: int) -> str:
    """What went wrong, and how long others took to take over."""
    lines = [f"{len(cluster.faults)} faults; {acknowledged} commands acknowledged, {told} updates told; nothing lost"]
    for number, fault in enumerate(cluster.faults, 1):
        took = f", taken over in {fault.takeover:.2f} s" if fault.takeover is not None else ""
        lines.append(f"{number}. {fault.kind} {fault.node}{took}")
    return "\n".join(lines) + "\n"


def test_what_was_acknowledged_is_in_the_log_once_whatever_happens_to_the_nodes(tmp_path: Path) -> None:
    luck = seeded_random()
    tables: dict[str, list[Survivor]] = {}

    async def run(cluster: Cluster) -> None:
        await cluster.start()
        await cluster.balanced()
        for key in PRESETS:
            people = await asyncio.to_thread(new_people, cluster, 2)
            table = await asyncio.to_thread(people[0].new_table, key)
            tables[table] = [
                Survivor(cluster, table, one, random.Random(luck.random()), trouble=0.02) for one in people
            ]
        await play_through_faults(cluster, [one for players in tables.values() for one in players], luck)
        await cluster.stop()

    with cluster_of(tmp_path) as cluster:
        try:
            asyncio.run(run(cluster))
        except BaseException:
            sys.stderr.write(cluster.logs())
            raise
        stored = cluster.stored()
        assert verify_database(stored).faults == []
        again = {table: LogReplay(stored, table) for table in tables}
        acknowledged = sum(again[table].check_done(players) for table, players in tables.items())
        told = sum(
            again[table].check_told(client, player.person)
            for table, players in tables.items()
            for player in players
            for client in player.clients
        )
        REPORT.parent.mkdir(exist_ok=True)
        REPORT.write_text(report_of(cluster, acknowledged, told))
        assert acknowledged > FAULTS * BETWEEN_FAULTS
        assert told > acknowledged
        assert sum(player.troubles["sent through two"] for players in tables.values() for player in players) >= DOUBLES
        assert statistics.median(cluster.takeovers) < 6
        assert max(cluster.takeovers) < 30, "however busy the machine is"
