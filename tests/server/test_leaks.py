"""Nobody is ever told a card they may not know: not by a table, not by a sentence, not by a record, not later."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import gc
import json
import os
import random
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import httpx

from tests.server.leak_checker import LeakChecker, secrets_in
from tests.server.servers import Client, Json, Person, Server, at_table, new_people, running

SOAK = bool(os.environ.get("SABACC_SOAK"))
EVENINGS = 25 if SOAK else 1
# In an evening, five at each table in CI; all that was said is kept in memory and checked after it.
HANDS = 400 if SOAK else 50
HOUSES: tuple[Json, ...] = (
    {"preset": "cloud-city"},
    {"preset": "classic", "discard_pile": "free", "shift_kind": "by-dice"},
    {"preset": "classic", "static_field": "retrievable", "shift_trigger": "d6-low", "shift_kind": "wild"},
    {"preset": "force", "discard_pile": 2, "shift_kind": "rim"},
    {"preset": "pagat", "max_rounds": 6},
    {"preset": "galactic", "community_field": True, "declare_totals": True},
    {"preset": "corellian-house"},
    {"preset": "corellian-house", "blinds": [0, 2], "board_price": 0},
    {"preset": "coruscant-shift"},
    {"preset": "coruscant-shift", "ante": 5},
)


class Seen:
    """Everything that one watcher was sent."""

    def __init__(self, person: Person | None, client: Client) -> None:
        self.person = person
        self.client = client


class House:
    """A table, who plays at it and who looks on."""

    def __init__(self, server: Server, rules: Json, people: list[Person], hands: int, luck: random.Random) -> None:
        self.server = server
        self.people = people
        self.hands = hands
        self.luck = luck
        self.table = people[0].new_table(rules, seats=4)
        self.seen: list[Seen] = []
        self.over = asyncio.Event()

    @contextlib.asynccontextmanager
    async def watcher(self, person: Person | None, **hello: Any) -> AsyncIterator[Client]:
        async with at_table(self.server, self.table, person, **hello) as client:
            self.seen.append(Seen(person, client))
            yield client

    async def play(self) -> None:
        """Three play, one of them looks at two screens, somebody looks on, and people come and go."""
        async with asyncio.TaskGroup() as group:
            for person in self.people:
                group.create_task(self._player(person))
            group.create_task(self._looker(self.people[0], words=True))
            group.create_task(self._looker(None, words=True))
            group.create_task(self._comers())
        async with at_table(self.server, self.table, self.people[0]) as host:
            await host.do(
                "pause", on=True
            )  # the seats of those who left play on: the log would outgrow what is checked

    async def _player(self, person: Person) -> None:
        async with self.watcher(person) as client:
            await client.do("sit")
            answered = None
            ended = 0
            while not self.over.is_set():
                for message in await _listen_a_while(client):
                    if any(event["type"] == "hand-ended" for event in message.get("events", ())):
                        ended += message["type"] == "update"
                        await self._rebuy(client)
                if ended >= self.hands:
                    self.over.set()
                moment = (client.question or {}).get("number"), client.version
                if client.question is not None and moment != answered:
                    answered = moment
                    await client.play(self.luck)

    async def _rebuy(self, client: Client) -> None:
        seat = (client.you or {}).get("seat")
        if seat is not None and client.table["seats"][seat].get("stack", 0) * 4 < client.table["stack"]:
            await client.send("rebuy", amount=client.table["stack"])

    async def _looker(self, person: Person | None, **hello: Any) -> None:
        async with self.watcher(person, **hello) as client:
            while not self.over.is_set():
                await _listen_a_while(client)

    async def _comers(self) -> None:
        """They come for a moment, knowing nothing or what they were told some versions ago."""
        visits = 0
        while not self.over.is_set() and visits < 10:
            visits += 1
            person = self.luck.choice([*self.people, None])
            version = self.seen[0].client.version if self.seen else 0
            since = max(1, version - self.luck.randrange(30)) if self.luck.random() < 0.6 else None
            async with self.watcher(person, since=since, words=self.luck.random() < 0.3) as client:
                client.version = since or 0
                for _ in range(4):
                    await _listen_a_while(client)
            await asyncio.sleep(0.1)

    def check(self) -> tuple[LeakChecker, int]:
        """Compares all that was told with the truth."""
        truth = LeakChecker(self.server.database, self.table)
        told = 0
        for seen in self.seen:
            for message in seen.client.news:
                told += truth.check_message(message, seen.person.id if seen.person is not None else None)
        return truth, told


async def _listen_a_while(client: Client) -> list[Json]:
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(0.5):
            return await client.listen()
    return []


def _check_history(house: House, truth: LeakChecker, person: Person, bodies: list[str]) -> None:
    """Everything that can be taken home of the hands at a table."""
    get = _getter(person.http, bodies)
    stranger = _getter(httpx.Client(base_url=house.server.url), bodies)
    page = json.loads(get("/api/hands", limit=3, table=house.table))
    for hand in page["hands"]:
        facts = truth.story(truth.hands[hand["number"]])
        seat = truth.seat(person.id, truth.hands[hand["number"]])
        assert seat == hand["seat"]
        replay = json.loads(get(f"/api/hands/{hand['id']}/replay"))
        truth.check_events(replay["events"], facts, seat, replay["told"])
        truth.check_record(get(f"/api/hands/{hand['id']}/record"), facts, seat)
        for shared in (seat, None):
            link = person.post(f"/api/hands/{hand['id']}/share", {"seat": shared})["token"]
            replay = json.loads(stranger(f"/api/shared/{link}"))
            truth.check_events(replay["events"], facts, shared, replay["told"])
            truth.check_record(stranger(f"/api/shared/{link}/record"), facts, shared)
    for line in map(json.loads, get("/api/me/history.jsonl").splitlines()):
        if line["table"] == house.table:
            dealt = truth.hands[line["number"]]
            truth.check_record(line["record"], truth.story(dealt), truth.seat(person.id, dealt))
    for path in (
        "/api/tables",
        f"/api/tables/{house.table}",
        "/api/my-tables",
        "/api/me/figures",
        "/api/me",
        "/metrics",
    ):
        get(path)


def _getter(http: httpx.Client, bodies: list[str]) -> Callable[..., str]:
    def get(path: str, **query: Any) -> str:
        answer = http.get(path, params=query)
        assert answer.status_code == 200, answer.text
        bodies.append(answer.text)
        return answer.text

    return get


async def _evening(server: Server, people: list[Person], luck: random.Random) -> list[House]:
    """All the houses, three at a time."""
    houses = [
        House(server, rules, people[3 * at : 3 * at + 3], HANDS // len(HOUSES), random.Random(luck.random()))
        for at, rules in enumerate(HOUSES)
    ]
    few = asyncio.Semaphore(3)

    async def play(house: House) -> None:
        async with few:
            await house.play()

    await asyncio.gather(*map(play, houses))
    return houses


def _check_cards(house: House) -> LeakChecker:
    truth, told = house.check()
    assert len(truth.hands) >= house.hands
    assert told > 5 * house.hands, "a tracker that sees no cards finds no leaks"
    return truth


def _check_secrets(house: House, truth: LeakChecker, secrets: set[str], people: list[Person]) -> None:
    """Neither what was sent nor what can be fetched names a secret, or somebody else's identity."""

    def kept_from(person: Person | None) -> set[str]:
        return secrets | {other.id for other in people if other is not person}

    for person in house.people:
        bodies: list[str] = []
        _check_history(house, truth, person, bodies)
        for body in bodies:
            assert not secrets_in(body, kept_from(person))
    for seen in house.seen:
        theirs = kept_from(seen.person)
        for text in seen.client.raw:
            assert not secrets_in(text, theirs)


def test_nobody_is_told_a_card_a_seed_or_an_identity_that_is_not_theirs_to_know(tmp_path: Path) -> None:
    luck = random.Random("leaks")
    with running(tmp_path) as server:
        for _ in range(EVENINGS):
            people = new_people(server, 3 * len(HOUSES))
            gc.disable()  # all that was said is kept: to look through it again and again would hold everybody up
            try:
                houses = asyncio.run(_evening(server, people, luck))
            finally:
                gc.enable()
            truths = [_check_cards(house) for house in houses]
            secrets = {person.cookie.partition("=")[2] for person in people}
            secrets = secrets.union(*(truth.secrets for truth in truths))
            for house, truth in zip(houses, truths, strict=True):
                _check_secrets(house, truth, secrets, people)
            assert not secrets_in(server.log(), secrets)


def test_who_takes_a_seat_is_not_shown_what_its_last_owner_held(tmp_path: Path) -> None:
    async def played_table(server: Server) -> None:
        host, leaver, heir = new_people(server, 3)
        table = host.new_table("classic", seats=2, clocks={"decision": 60, "between": 600})
        async with at_table(server, table, host) as first, at_table(server, table, leaver) as second:
            await first.do("sit", seat=0)
            await second.do("sit", seat=1)
            for client in (first, second):
                await client.until(functools.partial(_is_dealt, client))
            await second.do("leave")  # and is folded: the hand is over
            await _fold_out(first)
            async with at_table(server, table, heir) as third:
                await third.do("sit", seat=1)
                await third.until(lambda: (third.you or {}).get("seat") == 1)
            async with at_table(server, table, heir) as again:
                await again.listen()
                truth = LeakChecker(server.database, table)
                snapshots = [one for one in again.news if one["type"] == "snapshot"]
                assert snapshots
                assert snapshots[0]["events"]
                for message in again.news:
                    truth.check_message(message, heir.id)

    with running(tmp_path) as server:
        asyncio.run(played_table(server))


def _is_dealt(client: Client) -> bool:
    return any(event["type"] == "dealt" for event in client.events)


async def _fold_out(client: Client) -> None:
    """Answers whatever is asked until the hand is over."""
    luck = random.Random(1)
    async with asyncio.timeout(120):
        while not client.hands_ended:
            await client.play(luck)
            await client.listen()
