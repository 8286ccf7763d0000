"""Whole games over sockets: every preset, house rules, people and bots, bad lines, and commands that come twice or late."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from sabacc.records import read, verify
from sabacc.rules import PRESETS
from sabacc.server.storage.verify import verify_database
from tests.seeded_random import seeded_random
from tests.server.persistent_players import LogReplay, PersistentPlayer, Tab, as_said, open_tab, public, public_table
from tests.server.servers import Json, Person, Server, at_table, new_people, running
from tests.strategies import SOAK

HANDS = 40 if SOAK else 2
HOUSE_RULES: tuple[Json, ...] = (
    {"preset": "cloud-city", "items": True, "fold_fee": 2},
    {"preset": "classic", "shift_trigger": "randomiser", "shift_kind": "wild"},
    {"preset": "classic", "items": True, "shift_kind": "rim", "house_dealer": True},
    {"preset": "force", "discard_pile": 2, "sides": True},
    {"preset": "pagat", "declare_totals": True, "items": True},
    {"preset": "galactic", "community_field": True},
    {"preset": "corellian-house", "items": True, "schedule": [[1, 2, 1], [2, 4, 2]]},
    {"preset": "coruscant-shift", "ante": 5, "items": True},
)
CASES: tuple[Json, ...] = (*({"preset": key} for key in PRESETS), *HOUSE_RULES)


class PlayedTable:
    """One table, its players on bad lines, and somebody who watches it all from the start."""

    def __init__(
        self, server: Server, rules: Json, people: list[Person], seats: int, bots: bool, luck: random.Random
    ) -> None:
        self.server = server
        self.rules = rules
        self.people = people
        filled: Json = {"bots": ["counter", "droid"], "fill_to": seats} if bots else {}
        self.table = people[0].new_table(rules, seats=seats, **filled)
        self.luck = luck
        self.regulars: list[PersistentPlayer] = []
        self.watcher: Tab | None = None

    async def play(self) -> None:
        """So many hands; then the host pauses, and everybody hears of all that happened."""
        changed = asyncio.Event()
        self.watcher = watcher = await open_tab(self.server, self.table, None, changed)
        self.regulars = [PersistentPlayer(self.server, self.table, one, self.luck, trouble=0.1) for one in self.people]
        for regular in self.regulars:
            client = await regular.arrive()
            await regular.wait(lambda client=client: bool(client.table))  # type: ignore[misc]  # mypy does not infer a lambda's default
            assert (await regular.do("sit"))["type"] == "done"
        over = asyncio.Event()
        async with asyncio.TaskGroup() as group:
            for regular in self.regulars:
                group.create_task(regular.play(over.is_set))
            while watcher.client.hands_ended < HANDS:
                changed.clear()
                await changed.wait()
                watcher.check()
            over.set()
            for regular in self.regulars:
                regular.changed.set()
        await self._pause()

    async def _pause(self) -> None:
        host = self.regulars[0]
        host.trouble = 0
        await host.do("pause", on=True)  # which in a hand waits for its end
        async with asyncio.TaskGroup() as group:
            for regular in self.regulars:
                group.create_task(regular.play(lambda regular=regular: regular.client.table.get("paused", False)))  # type: ignore[misc]  # as above
        await self._quiet()
        assert self.watcher is not None
        for tab in [self.watcher, *(tab for regular in self.regulars for tab in regular.tabs)]:
            await tab.close()

    async def _quiet(self) -> None:
        """Until everybody has heard of everything. Between hands a bot may still sit down in a pause."""
        assert self.watcher is not None
        tabs = [self.watcher, *(tab for regular in self.regulars for tab in regular.tabs)]
        async with asyncio.timeout(240):
            before: set[int] = set()
            while len(before) != 1 or {tab.client.version for tab in tabs} != before:
                before = {tab.client.version for tab in tabs}
                await asyncio.sleep(0.5)
        for tab in tabs:
            tab.check()

    # ---- what must be true afterwards

    def check_pictures(self) -> None:
        """Everybody has the same table and, as far as it is public, the same hand."""
        assert self.watcher is not None
        there = self.watcher.client
        for regular in self.regulars:
            for tab in regular.tabs:
                assert public_table(tab.client) == public_table(there), self.rules
                assert public(tab.client.events) == public(there.events), self.rules

    def check_credits(self) -> None:
        """What lies on the table at a hand's end is what was brought to it."""
        assert self.watcher is not None
        brought = 0
        ends = 0
        for news in self.watcher.client.news:
            for event in news.get("events", ()) if news["type"] == "update" else ():
                brought += _brought(event)
                if event["type"] == "hand-ended":
                    assert sum(event["stacks"]) + event["sabacc_pot"] == brought, (self.rules, event)
                    ends += 1
        assert ends >= HANDS

    def verify_database(self, again: LogReplay) -> None:
        """Everybody was told just what the log says, and what was acknowledged is there."""
        assert self.watcher is not None
        assert again.check_told(self.watcher.client, None) == again.state.version - 1
        for regular in self.regulars:
            assert sum(again.check_told(client, regular.person) for client in regular.clients) > 0
            seat = regular.client.you["seat"] if regular.client.you else None
            assert again.state.hand is not None
            seen = [msgspec.to_builtins(event.seen_by(seat)) for event in again.state.hand.events]
            kept = [event for event in until_its_end(regular.client.events) if event["type"] not in BETWEEN]
            assert as_said(kept) == as_said(seen)
        assert again.check_done(self.regulars) > len(self.regulars)

    def check_records(self) -> None:
        """The hands that a player downloads are true."""
        for person in self.people:
            lines = person.http.get("/api/me/history.jsonl").text.splitlines()
            assert lines
            for line in lines[: 5 if SOAK else 1]:
                hand = json.loads(line)
                again = read(person.http.get(f"/api/hands/{hand['hand']}/record").text)
                assert again.events == read(hand["record"]).events  # a new head of the log may be signed in between
                verdict = verify(hand["record"])
                assert (verdict.kind, verdict.hands) == ("seat", 1)


BETWEEN = (
    "sat",
    "left",
    "rebought",
    "sat-out",
    "came-back",
    "rules-changed",
    "level-set",
    "item-taken",
    "item-declined",
    "game-won",
)


def until_its_end(events: list[Json]) -> list[Json]:
    """What happened in a hand, without what happened after it: an item may be staked then, too."""
    types = [event["type"] for event in events]
    return events[: types.index("hand-ended") + 1] if "hand-ended" in types else events


def _brought(event: Json) -> int:
    names = {"sat": "stack", "rebought": "amount", "item-staked": "value"}
    taken = {"item-taken": "price", "left": "took"}
    kind = event["type"]
    return int(event[names[kind]]) if kind in names else -int(event[taken[kind]]) if kind in taken else 0


def seats_for(at: int, rules: Json, bots: bool, luck: random.Random) -> tuple[int, int]:
    """How many people and how many seats."""
    most = PRESETS[rules["preset"]].players[1]
    if bots:
        return 1 + at % 2, luck.randint(3, min(most, 5))
    people = min(2 + at % 7, most)
    return people, people


@pytest.mark.parametrize("bots", [False, True], ids=["people", "people and bots"])
def test_whole_games_of_every_preset_and_with_house_rules_come_out_true(tmp_path: Path, bots: bool) -> None:
    luck = seeded_random()
    with running(tmp_path) as server:
        evenings = []
        for at, rules in enumerate(CASES):
            people, seats = seats_for(at, rules, bots, luck)
            evenings.append(
                PlayedTable(server, rules, new_people(server, people), seats, bots, random.Random(luck.random()))
            )

        async def play() -> None:
            async with asyncio.TaskGroup() as group:
                for played_table in evenings:
                    group.create_task(played_table.play())

        asyncio.run(play())
        for played_table in evenings:
            played_table.check_pictures()
            played_table.check_credits()
            played_table.check_records()
        assert server.stop() == 0
        for played_table in evenings:
            played_table.verify_database(LogReplay(server.database, played_table.table))
        report = verify_database(server.database)
        assert report.faults == []
        assert report.hands >= HANDS * len(CASES)
        troubles = sum((one.troubles for played_table in evenings for one in played_table.regulars), Counter[str]())
        assert len(troubles) >= 6, troubles  # bad luck of every kind was had


BusyTable = tuple[Server, str, Person, int]


@pytest.fixture(scope="module")
def busy_table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BusyTable]:
    """A server, a table with more versions than are remembered, somebody, and the last version."""
    with running(tmp_path_factory.mktemp("busy")) as server:
        host, guest = new_people(server, 2)
        table = host.new_table("classic")

        async def run() -> int:
            async with at_table(server, table, host) as busy:
                for at in range(310):
                    await busy.do("pause", on=at % 2 == 0)
                return busy.version

        yield server, table, guest, asyncio.run(run())


@pytest.mark.parametrize(
    ("before_the_last", "kind", "messages"), [(60, "update", 60), (300, "snapshot", 1), (-50, "snapshot", 1)]
)
def test_who_comes_back_is_told_what_was_missed_or_everything(
    busy_table: BusyTable, before_the_last: int, kind: str, messages: int
) -> None:
    async def run() -> None:
        server, table, guest, version = busy_table
        async with at_table(server, table, guest, version - before_the_last) as back:
            back.version = version - before_the_last
            await back.until(lambda: back.version == version)
            told = [news["type"] for news in back.news if news["type"] in ("snapshot", "update")]
            assert told == [kind] * messages

    asyncio.run(run())
