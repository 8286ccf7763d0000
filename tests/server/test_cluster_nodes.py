"""What nodes of a cluster are to players: one server, whichever of them is asked; and what they say to each other."""

from __future__ import annotations

import asyncio
import json
import random
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import nats
import websockets
from nats.aio.client import Client as NatsClient
from nats.aio.msg import Msg

from sabacc.server.cluster.messages import Envelope, Frame, Join, Notice, Visitor
from sabacc.server.cluster.overview import read_overview
from tests.server.clusters import Cluster, cluster_of
from tests.server.leak_checker import LeakChecker, secrets_in
from tests.server.servers import Client, Json, Server, at_table, new_people

ROLES = {"north": "gateway", "east": "worker", "south": "both"}
VARIANTS = ("classic", "corellian-house", "coruscant-shift")


class Spy:
    """Reads all that goes over NATS, which no node may."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, bytes]] = []

    async def listen(self, cluster: Cluster) -> NatsClient:
        async def hear(message: Msg) -> None:
            self.heard.append((message.subject, message.data))

        connection = await nats.connect(cluster.nats.address("spy"))
        await connection.subscribe("sabacc.>", cb=hear)
        return connection

    def check(self, stored: Path, tables: list[str]) -> int:
        """Whether every frame went to the gateway of its client alone, and told it nothing it may not know; how many cards
        were told. What goes to all nodes has no cards."""
        checkers = {table: LeakChecker(stored, table) for table in tables}
        clients: dict[tuple[str, int], tuple[str, Visitor]] = {}
        cards = 0
        for subject, data in self.heard:
            _, kind, *route = subject.split(".")
            if kind == "all":
                said = json.loads(msgspec.json.encode(msgspec.msgpack.decode(data, type=Notice)))
                _check_notice(said, checkers)
                continue
            envelope = msgspec.msgpack.decode(data, type=Envelope)
            target, sender = route
            if isinstance(envelope.body, Join):
                clients[sender, envelope.body.client] = (envelope.body.table, envelope.body.visitor)
            elif isinstance(envelope.body, Frame):
                table, visitor = clients[target, envelope.body.client]
                person = visitor.person.id if visitor.person is not None else None
                for message in json.loads(b"[" + envelope.body.messages + b"]"):
                    if message["type"] not in ("chat", "presence", "notice", "refused"):
                        cards += checkers[table].check_message(message, person)
                assert not secrets_in(envelope.body.messages.decode(), checkers[table].secrets)
        return cards


def _check_notice(said: Any, checkers: dict[str, LeakChecker]) -> None:
    """A message to all nodes names no card but in the rules of a table."""
    text = json.dumps(_without_rules(said))
    assert '"events"' not in text
    assert '"cards"' not in text
    for checker in checkers.values():
        assert not secrets_in(text, checker.secrets)


def _without_rules(said: Any) -> Any:
    if isinstance(said, dict):
        return {key: _without_rules(value) for key, value in said.items() if key != "rules"}
    return [_without_rules(one) for one in said] if isinstance(said, list) else said


async def play_hands(clients: list[Client], hands: int, luck: random.Random) -> None:
    """All play until so many hands have ended."""

    async def play(client: Client) -> None:
        while client.hands_ended < hands:
            await client.play(luck)
            await client.listen()

    await asyncio.gather(*(play(client) for client in clients))


@asynccontextmanager
async def lobby_of(server: Server) -> AsyncIterator[dict[str, Json]]:
    """The tables that a lobby shows, kept up to date."""
    shown: dict[str, Json] = {}

    async def listen(socket: websockets.ClientConnection) -> None:
        async for text in socket:
            for message in json.loads(text):
                shown.update({one["id"]: one for one in message.get("tables", ())})
                for gone in message.get("gone", ()):
                    shown.pop(gone, None)

    address = f"{server.url.replace('http', 'ws')}/ws/lobby"
    async with websockets.connect(address, additional_headers={"Origin": server.url}) as socket:
        task = asyncio.create_task(listen(socket))
        yield shown
        task.cancel()


async def until(true: Any, seconds: float = 60) -> None:
    """Waits until something is true."""
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.02)


async def check_games(cluster: Cluster, tables: list[str]) -> None:
    """Hands of every family, at tables of both workers, by players at both gateways."""
    north, south = cluster.nodes["north"], cluster.nodes["south"]
    luck = random.Random(3)
    players: set[str] = set()
    for number in range(40):
        if number >= len(VARIANTS) and players == {"east", "south"}:
            break
        key = VARIANTS[number % len(VARIANTS)]
        ana, ben = await asyncio.to_thread(lambda: [*new_people(north, 1), *new_people(south, 1)])
        table = await asyncio.to_thread(ana.new_table, key)
        tables.append(table)
        players.add(await cluster.player_of(table))
        async with (
            at_table(north, table, ana) as one,
            at_table(south, table, ben) as two,
            at_table(south, table, None) as looker,
        ):
            await one.do("sit")
            await two.do("sit")
            await play_hands([one, two], 2, luck)
            await looker.until(lambda: looker.version >= one.version)
    assert players == {"east", "south"}


async def check_lobby_presence_and_chat(cluster: Cluster) -> None:
    """Lobby, who is there, and what they say."""
    north, south = cluster.nodes["north"], cluster.nodes["south"]
    ana, ben = await asyncio.to_thread(lambda: [*new_people(north, 1), *new_people(south, 1)])
    async with lobby_of(north) as there, lobby_of(south) as here:
        table = await asyncio.to_thread(ana.new_table, "classic")
        await until(lambda: table in there and table in here)
        async with at_table(north, table, ana) as one, at_table(south, table, ben) as two:
            await one.do("pause", on=True)
            await one.do("sit")
            await two.do("sit")
            await until(lambda: there[table]["people"] == here[table]["people"] == 2)
            assert [one["id"] for one in await asyncio.to_thread(ben.get, "/api/my-tables")] == [table]
            ana.http.base_url = httpx.URL(south.url)  # her cookie is good everywhere
            assert [one["id"] for one in await asyncio.to_thread(ana.get, "/api/my-tables")] == [table]
            await two.do("chat", text="hello over there")
            await one.until(lambda: any(news["type"] == "chat" for news in one.news))
            await two.until(lambda: [news["here"] for news in two.news if news["type"] == "presence"][-1:] != [])
        async with at_table(south, table, ben) as two:
            await two.until(lambda: any(news["type"] == "presence" for news in two.news))
            await two.until(
                lambda: [news["here"][:2] for news in two.news if news["type"] == "presence"][-1] == [False, True]
            )
        async with at_table(north, table, ana) as one:
            await one.do("close")
        await until(lambda: table not in there and table not in here)


async def check_people(cluster: Cluster) -> None:
    """Names, sessions and accounts are one."""
    north, south = cluster.nodes["north"], cluster.nodes["south"]
    ana, ben, cem = await asyncio.to_thread(lambda: [*new_people(north, 2), *new_people(south, 1)])
    table = await asyncio.to_thread(ben.new_table, "classic")
    async with at_table(north, table, ben) as two:
        await two.do("pause", on=True)  # so that seats are free at once
    async with at_table(south, table, ana) as one, at_table(north, table, cem) as three:
        await one.do("sit")
        await three.do("sit")
        refused = await asyncio.to_thread(lambda: cem.http.patch("/api/me", json={"name": f"{cem.name} the Second"}))
        assert (refused.status_code, "get up there first" in refused.text) == (409, True), refused.text
        await asyncio.to_thread(ana.post, "/api/logout", {})
        await one.until(lambda: one.said_bye is not None)
        assert one.said_bye is not None
        assert one.said_bye["why"] == "you are signed out"
        gone = await asyncio.to_thread(lambda: cem.http.request("DELETE", "/api/me", json={}))
        assert gone.status_code < 300, gone.text
    async with at_table(north, table, ben) as two:
        await two.until(lambda: bool(two.table))
        assert cem.name not in [seat.get("name") for seat in two.table["seats"]]


async def check_limits(cluster: Cluster) -> None:
    """Whoever talks too much at one gateway has talked too much for all of them."""
    north, south = cluster.nodes["north"], cluster.nodes["south"]
    (ana,) = await asyncio.to_thread(new_people, north, 1)
    table = await asyncio.to_thread(ana.new_table, "classic")
    async with at_table(north, table, ana) as one, at_table(south, table, ana) as two:
        await one.do("sit")
        said = [await one.ask("chat", text=f"number {number}") for number in range(8)]
        assert {answer["type"] for answer in said} == {"done"}
        await asyncio.sleep(0.6)
        answers = [await two.ask("chat", text=f"and {number}") for number in range(6)]
        assert "refused" in {answer["type"] for answer in answers}


async def fetch(url: str) -> httpx.Response:
    """An answer, while the lines between the nodes go on."""
    return await asyncio.to_thread(httpx.get, url, timeout=30)


async def head_at(server: Server) -> Json:
    """The newest head of the log, as soon as there is one."""
    async with asyncio.timeout(60):
        while "head" not in (answer := (await fetch(f"{server.url}/api/log-head")).json()):
            await asyncio.sleep(0.2)
    head: Json = answer["head"]
    return head


async def check_keeper(cluster: Cluster) -> None:
    """The keeper sees it whole: health, metrics, the list of nodes, and one signed head of the log."""
    for name, node in cluster.nodes.items():
        health = await fetch(f"{node.url}/healthz")
        assert health.status_code == 200, (name, health.text)
        metrics = (await fetch(f"{node.url}/metrics")).text
        assert f'sabacc_leases{{node="{name}"}}' in metrics
        assert f'sabacc_commit_seconds_bucket{{le="0.001",node="{name}"}}' in metrics
    assert (await fetch(f"{cluster.nodes['east'].url}/api/tables")).status_code == 421
    found = await asyncio.to_thread(read_overview, cluster.database)
    assert found.without_worker == []
    assert {node.name: node.role for node in found.nodes} == ROLES
    assert {node.name for node in found.nodes if node.shards} == {"east", "south"}
    heads = [await head_at(cluster.nodes[name]) for name in ("north", "south")]
    assert heads[0]["key"] == heads[1]["key"]


async def check_subjects(cluster: Cluster) -> None:
    """A node's user reads nothing that goes to others, and does not speak in their names."""
    errors: list[str] = []

    async def note(error: Exception) -> None:
        errors.append(str(error))

    connection = await nats.connect(cluster.nats.address("south"), error_cb=note)
    await connection.subscribe("sabacc.to.north.*")
    await connection.subscribe("sabacc.>")
    await connection.publish("sabacc.all.north", b"")
    await connection.publish("sabacc.to.east.north", b"")
    await connection.flush()
    await until(lambda: len(errors) == 4)
    assert all("permissions violation" in error for error in errors), errors
    await connection.close()


def test_players_never_notice_which_node_they_are_on_and_nobody_else_reads_their_cards(tmp_path: Path) -> None:
    spy = Spy()
    tables: list[str] = []

    async def run(cluster: Cluster) -> None:
        listening = await spy.listen(cluster)
        await cluster.start()
        await cluster.balanced()
        await check_games(cluster, tables)
        await listening.close()
        await check_lobby_presence_and_chat(cluster)
        await check_people(cluster)
        await check_limits(cluster)
        await check_keeper(cluster)
        await check_subjects(cluster)
        await cluster.stop()

    with cluster_of(tmp_path, ROLES) as cluster:
        try:
            asyncio.run(run(cluster))
        except BaseException:
            sys.stderr.write(cluster.logs())
            raise
        assert spy.check(cluster.stored(), tables) > 100
