"""The server is killed in mid-sentence, again and again. What it said was done stays done, and every hand goes on."""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path

from sabacc.rules import PRESETS
from sabacc.server.storage.verify import verify_database
from tests.seeded_random import seeded_random
from tests.server.persistent_players import LogReplay, PersistentPlayer, as_said
from tests.server.servers import QUICKLY, Client, Json, Person, Server, at_table, new_people, running, wait_for
from tests.strategies import SOAK

KILLS = 200 if SOAK else 6
BETWEEN_KILLS = 25  # answers of the server at the least, however slow the machine is
HOUSE_RULES: tuple[Json, ...] = (
    {"preset": "classic", "shift_trigger": "randomiser", "items": True},
    {"preset": "force", "discard_pile": 1},
)


class Survivor(PersistentPlayer):
    """Compares what there is after a crash with what there was before."""

    crashes = 0
    in_mid_hand = 0

    def is_back(self) -> bool:
        """Whether the table is in view."""
        return bool(self.tabs) and not self.tabs[0].gone and bool(self.client.table)

    async def _come_back(self, before: Client, since: int | None) -> None:
        await super()._come_back(before, since)
        client = self.client
        if client.news and client.news[0]["type"] == "snapshot":
            self._compare(before, client.news[0])

    def _compare(self, before: Client, snapshot: Json) -> None:
        """What this client was told is still true: the table may only be further on."""
        assert snapshot["version"] >= before.version, "what was told is lost"
        had, has = as_said(before.events), as_said(snapshot["events"])
        if had and has and had[0] == has[0]:
            had = [event for event in had if event in has or event["type"] not in AFTER_A_HAND]
            assert has[: len(had)] == had, "the hand is another one"
            self.in_mid_hand += 1
        if snapshot["version"] == before.version:
            assert snapshot.get("you") == before.you, "the question is another one"
            self.crashes += 1


AFTER_A_HAND = (
    "sat",
    "left",
    "rebought",
    "sat-out",
    "came-back",
    "rules-changed",
    "item-taken",
    "item-declined",
    "game-won",
)


async def kill_now_and_then(server: Server, regulars: list[Survivor], kills: int, luck: random.Random) -> None:
    """A power cut at any moment once everybody is back and plays, and the server comes back.

    Bots need a moment to be started, so now and then they get it.
    """
    for number in range(kills):
        answered = count_answers(regulars)
        async with asyncio.timeout(240):
            while not all(one.is_back() for one in regulars) or count_answers(regulars) < answered + BETWEEN_KILLS:
                await asyncio.sleep(0.01)
        long = SOAK and number % 8 == 0
        await asyncio.sleep(luck.uniform(3, 5) if long else luck.uniform(0.05, 0.7))
        server.kill()
        await asyncio.to_thread(server.start)


def count_answers(regulars: list[Survivor]) -> int:
    """How many commands the server has answered."""
    return sum(len(client.answers) for one in regulars for client in one.clients)


async def play_through_kills(server: Server, regulars: list[Survivor], kills: int, luck: random.Random) -> None:
    """Everybody plays on until the last crash is over."""
    for regular in regulars:
        client = await regular.arrive()
        await regular.wait(lambda: bool(client.table))  # noqa: B023 - used up at once
        assert (await regular.do("sit"))["type"] == "done"
    over = asyncio.Event()
    async with asyncio.TaskGroup() as group:
        for regular in regulars:
            group.create_task(regular.play(over.is_set))
        await kill_now_and_then(server, regulars, kills, luck)
        for regular in regulars:
            await regular.wait(regular.is_back)
        over.set()
        for regular in regulars:
            regular.changed.set()
    for regular in regulars:
        await regular.leave()


def test_what_was_acknowledged_outlives_every_kill_and_hands_go_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    luck = seeded_random()
    with running(tmp_path) as server:
        tables: dict[str, list[Survivor]] = {}
        cases: list[Json] = [*({"preset": key} for key in PRESETS), *HOUSE_RULES]
        luck.shuffle(cases)
        for at, rules in enumerate(cases):
            people = new_people(server, 2)
            bots: Json = {"bots": ["droid"], "fill_to": 3} if at == 0 and SOAK else {}
            table = people[0].new_table(rules, **bots)
            tables[table] = [Survivor(server, table, one, random.Random(luck.random()), trouble=0.02) for one in people]
        everybody = [regular for players in tables.values() for regular in players]
        asyncio.run(play_through_kills(server, everybody, KILLS, luck))
        assert server.stop() == 0
        again = {table: LogReplay(server.database, table) for table in tables}
    acknowledged = sum(again[table].check_done(players) for table, players in tables.items())
    told = sum(
        again[table].check_told(client, player.person)
        for table, players in tables.items()
        for player in players
        for client in player.clients
    )
    assert verify_database(server.database).faults == []
    assert acknowledged > 10 * KILLS
    assert told > acknowledged
    assert sum(player.crashes for player in everybody) > 0  # some were cut off at the very version that was kept
    assert sum(player.in_mid_hand for player in everybody) > KILLS


async def _start_hand(server: Server, table: str, people: list[Person]) -> int:
    """Two sit down and are dealt in; whose turn it is."""
    async with at_table(server, table, people[0]) as ana, at_table(server, table, people[1]) as ben:
        await ana.do("sit")
        await ben.do("sit")
        await ana.until(lambda: "clock" in ana.news[-1])
        seat: int = ana.news[-1]["clock"][0]["seat"]
        return seat


async def _clock_now(server: Server, table: str, person: Person) -> Json:
    async with at_table(server, table, person) as client:
        await client.until(lambda: bool(client.table))
        clock: Json = client.news[0]["clock"][0]
        return clock


def test_a_decision_has_its_full_time_again_after_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        people = new_people(server, 2)
        table = people[0].new_table("cloud-city", clocks={**QUICKLY, "decision": 30})
        seat = asyncio.run(_start_hand(server, table, people))
        wait_for(lambda: asyncio.run(_clock_now(server, table, people[0]))["ms"] <= 29_000, 120)
        server.kill()
        began = time.monotonic()
        server.start()
        after = asyncio.run(_clock_now(server, table, people[0]))
        passed = 1000 * (time.monotonic() - began)
    assert after["seat"] == seat
    assert after["ms"] >= 30_000 - passed


async def _play_a_hand(server: Server, table: str, person: Person) -> None:
    """One hand to its end, or what is left of it."""
    async with at_table(server, table, person) as client:
        await client.until(lambda: bool(client.table))
        if client.you is None:
            await client.do("sit")
        while client.hands_ended < 1:
            await client.play(random.Random(1))
            await client.listen()


def test_bots_end_with_a_server_that_is_killed_and_think_again_when_it_is_back(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        (person,) = new_people(server, 1)
        table = person.new_table("classic", bots=["droid"], fill_to=3)
        asyncio.run(_play_a_hand(server, table, person))
        assert server.process is not None
        bot_workers = children_of(server.process.pid)
        assert bot_workers
        server.kill()
        wait_for(lambda: not any(map(is_alive, bot_workers)), 120)
        server.start()
        asyncio.run(_play_a_hand(server, table, person))


def children_of(pid: int) -> list[int]:
    """The processes that a process has started."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def is_alive(pid: int) -> bool:
    """Whether it still runs."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
