"""People who play whole evenings on bad lines and in two tabs, and what the log says they must have seen."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import msgspec
import websockets

from sabacc.game import events as ev
from sabacc.game.events import Event
from sabacc.server.table import entries as en
from sabacc.server.table.state import TableState
from tests.server.played_tables import vault_of
from tests.server.servers import Client, Json, Person, Served, at_table

AT_TABLE = (
    ev.Sat, ev.Left, ev.Rebought, ev.SatOut, ev.CameBack, ev.RulesChanged, ev.LevelSet, ev.ItemTaken, ev.ItemDeclined,
    ev.GameWon, ev.Closed,
)  # fmt: skip
GONE = (OSError, websockets.WebSocketException, TimeoutError)


class Tab:
    """One socket that is listened to all the time, until it is gone."""

    def __init__(self, client: Client, stack: AsyncExitStack, changed: asyncio.Event) -> None:
        self.client = client
        self.stack = stack
        self.changed = changed
        self.gone = False
        self.task = asyncio.create_task(self._listen())
        self.task.add_done_callback(lambda task: changed.set())

    def check(self) -> None:
        """Fails if what was heard can't be right."""
        if self.task.done() and not self.task.cancelled() and (error := self.task.exception()) is not None:
            raise error

    async def _listen(self) -> None:
        try:
            while True:
                await self.client.listen()
                self.changed.set()
        except GONE:
            self.gone = True

    async def close(self, rudely: bool = False) -> None:
        """Closed in good order, or as a line that is cut."""
        self.task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self.task
        if rudely:
            self.client.socket.transport.abort()
        with contextlib.suppress(*GONE):
            await self.stack.aclose()


async def open_tab(
    server: Served,
    table: str,
    person: Person | None,
    changed: asyncio.Event,
    before: Client | None = None,
    since: int | None = None,
) -> Tab:
    """Connects, as often as it takes, and goes on from where another client was."""
    async with asyncio.timeout(240):
        while True:
            stack = AsyncExitStack()
            try:
                client = await stack.enter_async_context(at_table(server, table, person, since))
            except GONE:
                await asyncio.sleep(0.05)
                continue
            if before is not None:
                client.go_on_from(before)
            return Tab(client, stack, changed)


class PersistentPlayer:
    """Somebody with a seat. `trouble` is how often, of all turns, something goes wrong on the way to the server."""

    def __init__(self, server: Served, table: str, person: Person, luck: random.Random, trouble: float = 0.0) -> None:
        self.server = server
        self.table = table
        self.person = person
        self.luck = luck
        self.trouble = trouble
        self.changed = asyncio.Event()
        self.tabs: list[Tab] = []
        self.clients: list[Client] = []  # of all times
        self.rebought_at = -1
        self.doubles = 0  # commands yet to be sent through two doors of the server
        self.troubles: Counter[str] = Counter()

    # ---- coming and going

    async def arrive(self, before: Client | None = None, since: int | None = None) -> Client:
        """One more tab."""
        tab = await open_tab(self.server, self.table, self.person, self.changed, before, since)
        self.tabs.append(tab)
        self.clients.append(tab.client)
        return tab.client

    @property
    def client(self) -> Client:
        return self.tabs[0].client

    async def leave(self) -> None:
        """All tabs are closed."""
        for tab in self.tabs:
            await tab.close()

    async def lose_line(self, since: Callable[[int], int | None] = lambda version: version) -> None:
        """The first tab loses its connection and comes back with what it has, or with less."""
        tab = self.tabs.pop(0)
        await tab.close(rudely=self.luck.random() < 0.5)
        await self._come_back(tab.client, since(tab.client.version))

    async def _come_back(self, before: Client, since: int | None) -> None:
        kept = before if since == before.version and since else None
        tab = await open_tab(self.server, self.table, self.person, self.changed, kept, since if since else None)
        if kept is None:
            tab.client.version = since or 0
        self.tabs.insert(0, tab)
        self.clients.append(tab.client)
        await self.wait(lambda: bool(tab.client.version and tab.client.table) or tab.gone)

    async def mend(self) -> bool:
        """Tabs whose server went away come back; whether there were any."""
        lost = [tab for tab in self.tabs if tab.gone]
        self.tabs = [tab for tab in self.tabs if not tab.gone]
        for tab in lost:
            await tab.close()
            if not self.tabs:
                await self._come_back(tab.client, self.luck.choice([tab.client.version, None]))
        return bool(lost)

    async def wait(self, true: Callable[[], bool], within: float = 180) -> None:
        """Until something is true."""
        async with asyncio.timeout(within):
            while not true():
                self.changed.clear()
                await self.changed.wait()
                for tab in self.tabs:
                    tab.check()

    def _heard(self) -> list[object]:
        return [(tab.gone, len(tab.client.news)) for tab in self.tabs]

    def _lost(self) -> bool:
        return any(tab.gone for tab in self.tabs)

    # ---- commands

    async def do(self, kind: str, **fields: Any) -> Json:
        """Sends a command and waits for the answer; as often as the line is lost, the same one once more."""
        client = self.client
        client.next_id += 1
        command = {"type": kind, "id": f"{self.luck.getrandbits(64):016x}", **fields}
        if self.doubles:
            await self._send_through_two(command)
            return await self._answer(command)
        roll = self.luck.random() / self.trouble if self.trouble else 1.0
        if roll < 0.25:
            await self._send(command)
            self.troubles["cut off before the answer"] += 1
            await self.lose_line()
        elif roll < 0.5:
            await self._send(command)
            self.troubles["sent twice"] += 1
        elif roll < 0.75 and len(self.tabs) > 1:
            await self._send(command, self.tabs[1])
            self.troubles["sent in both tabs"] += 1
        return await self._answer(command)

    async def _send(self, command: Json, tab: Tab | None = None) -> None:
        with contextlib.suppress(*GONE):
            await (tab or self.tabs[0]).client.socket.send(json.dumps(command))

    async def _send_through_two(self, command: Json) -> None:
        """Sends a command in a second tab as well, if that has come to another address of the server than the first."""
        if len(self.tabs) == 1:
            await self._other_tab()
        addresses = {tab.client.socket.remote_address for tab in self.tabs[:2]}
        if len(addresses) == 2 and not any(tab.gone for tab in self.tabs):
            await asyncio.gather(self._send(command), self._send(command, self.tabs[1]))
            self.doubles -= 1
            self.troubles["sent through two"] += 1
        elif len(self.tabs) > 1:
            await self.tabs.pop(1).close()

    async def _answer(self, command: Json) -> Json:
        while True:
            await self._send(command)
            tab = self.tabs[0]
            try:
                await self.wait(lambda: command["id"] in tab.client.answers or tab.gone)  # noqa: B023 - used up at once
            except TimeoutError:
                raise AssertionError(f"no answer to {command}; troubles: {self.troubles}") from None
            if command["id"] in tab.client.answers:
                return tab.client.answers[command["id"]]
            await self.mend()

    # ---- playing

    async def play(self, over: Callable[[], bool]) -> None:
        """Plays until it is over."""
        while not over():
            if await self.mend():
                continue
            if self.luck.random() < self.trouble:
                await self._have_trouble()
            if not await self._go_on():
                heard = self._heard()
                await self.wait(lambda: over() or self._heard() != heard or self._lost())  # noqa: B023 - used up at once

    async def _go_on(self) -> bool:
        """Something that is to be done; whether there was anything."""
        client = self.client
        if self._broke():
            self.rebought_at = client.table["hands"]
            await self.do("rebuy", amount=client.table["stack"])
            return True
        if await self._trade_items():
            return True
        question = client.question
        if question is None:
            return False
        action = client.choose(self.luck)
        free = action["type"] in ("place", "take-back")
        await self.do("act", action=action, question=0 if free else question["number"])
        return True

    def _broke(self) -> bool:
        client = self.client
        if not client.you or client.table["hands"] <= self.rebought_at or client.question is not None:
            return False
        stack: int = client.table["seats"][client.you["seat"]].get("stack", 0)
        return stack < int(client.table["stack"]) // 4

    async def _trade_items(self) -> bool:
        """Proposes, values, stakes, takes and declines things (HR9), now and then."""
        client, luck = self.client, self.luck
        if not client.table.get("rules", {}).get("items") or not client.you:
            return False
        mine = client.you["seat"]
        items = client.table["items"]
        if client.question is not None and luck.random() < 0.05 and len(items) < 4:
            return bool(await self.do("propose-item", item=f"ship {luck.getrandbits(32):08x}"))
        for item in items:
            if client.table["host"] == self.person.name and item.get("value") is None:
                value = luck.choice([None, luck.randint(1, 50)])
                return bool(await self.do("value-item", seat=item["seat"], item=item["item"], value=value))
            if mine in item.get("yet_to_agree", ()):
                asked = {"seat": item["seat"], "item": item["item"], "value": item["value"]}
                return bool(await self.do("agree-item", **asked, on=luck.random() < 0.7))
            if (
                item["seat"] == mine
                and item.get("value")
                and not item.get("staked")
                and not item.get("yet_to_agree")
                and client.question
                and luck.random() < 0.5
            ):
                return bool(await self.do("stake-item", item=item["item"]))
            if item.get("rights", [])[:1] == [mine] and client.question is None:
                answer = await self.do(luck.choice(["take-item", "decline-item"]), item=item["item"])
                return bool(answer["type"] == "done")
        return False

    async def _have_trouble(self) -> None:
        kind = self.luck.choice(["line", "snapshot", "old", "tab", "late", "early"])
        self.troubles[kind] += 1
        if kind == "line":
            await self.lose_line()
        elif kind == "snapshot":
            await self.lose_line(lambda version: None)
        elif kind == "old":
            await self.lose_line(lambda version: 1)
        elif kind == "tab":
            await self._other_tab()
        else:
            await self._wrong_time(-1 if kind == "late" else 1)

    async def _other_tab(self) -> None:
        """A second window is opened, or the first one closed."""
        if len(self.tabs) > 1:
            await self.tabs.pop(0).close()
        else:
            client = await self.arrive()
            await self.wait(lambda: client.version > 0 or self.tabs[-1].gone)

    async def _wrong_time(self, by: int) -> None:
        """An answer to the question before this one, or to the next: it must be refused, unless the next has come by then."""
        question, version = self.client.question, self.client.version
        if question is not None and question["number"] + by > 0:
            answer = await self._answer(
                {
                    "type": "act",
                    "id": f"{self.luck.getrandbits(64):016x}",
                    "action": question["default"],
                    "question": question["number"] + by,
                }
            )
            came = by > 0 and answer["type"] == "done" and answer["version"] > version + 1
            assert came or answer["type"] == "refused", (question, by, answer)


# ---- what the log says


class LogReplay:
    """A table played again from the first entry of its log, and what everybody must have been told."""

    def __init__(self, database: Path, table: str) -> None:
        connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
        sql = "SELECT version, person, command, body FROM log WHERE table_id = ? ORDER BY version"
        rows = connection.execute(sql, (table,)).fetchall()
        connection.close()
        assert [row[0] for row in rows] == list(range(1, len(rows) + 1)), "the log has gaps"
        self.commands = [(row[1], row[2], row[0]) for row in rows if row[2] is not None]
        vault = vault_of(database)
        self.entries = [en.read_entry(row[3], vault) for row in rows]
        opened = self.entries[0]
        assert isinstance(opened, en.Opened)
        self.state = TableState.new(opened)
        self.events: dict[int, list[Event]] = {1: []}  # by version
        self.seats: dict[int, dict[str, int]] = {1: {}}
        for version, entry in enumerate(self.entries[1:], 2):
            self.events[version] = self.state.apply(entry)
            people = self.state.owners
            self.seats[version] = {one.person: seat for seat, one in enumerate(people) if one and one.person}

    def check_told(self, client: Client, person: Person | None) -> int:
        """Whether every update was what this person may see of what happened; how many there were."""
        updates = [news for news in client.news if news["type"] == "update"]
        for update in updates:
            seat = self.seats[update["version"]].get(person.id) if person is not None else None
            seen = [msgspec.to_builtins(event.seen_by(seat)) for event in self.events[update["version"]]]
            assert as_said(update.get("events", ())) == as_said(seen), (update["version"], seat)
        return len(updates)

    def check_done(self, regulars: Iterable[PersistentPlayer]) -> int:
        """Whether every command that was acknowledged is in the log, once, with its version; how many there were."""
        assert not [one for one, times in Counter((row[0], row[1]) for row in self.commands).items() if times > 1]
        kept = {(person, command): version for person, command, version in self.commands}
        acknowledged = [
            (regular.person.id, news["id"], news["version"])
            for regular in regulars
            for client in regular.clients
            for news in client.news
            if news["type"] == "done"
        ]
        for person, command, version in acknowledged:
            assert kept.get((person, command)) == version, f"{command} was acknowledged as {version}"
        return len(acknowledged)


def as_said(events: Iterable[Json]) -> list[Any]:
    """Events as JSON has them."""
    return [json.loads(json.dumps(event)) for event in events]


def public(events: Iterable[Json]) -> list[Event]:
    """What a spectator sees of somebody's events in a hand, without who came, went or bought credits: who comes back has
    that from the table."""
    shown = [msgspec.convert(event, Event).seen_by(None) for event in events]
    return [event for event in shown if not isinstance(event, AT_TABLE)]


def public_table(client: Client) -> Json:
    """The table as a client has it, without who is connected, which is told apart from versions."""
    seats = [{key: value for key, value in seat.items() if key != "here"} for seat in client.table["seats"]]
    return {**client.table, "seats": seats}
