"""Who may do what: every command from everybody who may not give it, and every one that makes no sense, changes nothing."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import sqlite3
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
import websockets

from tests.server.servers import Client, Json, Person, Server, at_table, new_people, running

CLOCKS = {"decision": 600, "window": 600, "bank": 0, "grace": 0, "away_after": 100, "between": 0, "randomiser": 60}
CHECK = {"type": "check"}
PLAYERS: dict[str, Json] = {  # what needs a seat
    "act": {"action": CHECK, "question": 1},
    "ask-coach": {"question": 1, "what": "odds"},
    "choose": {"choices": ["pass-call-windows"]},
    "leave": {},
    "rebuy": {"amount": 10},
    "sit-out": {},
    "come-back": {},
    "propose-item": {"item": "a ship"},
    "stake-item": {"item": "a ship"},
    "take-item": {"item": "a ship"},
    "decline-item": {"item": "a ship"},
    "agree-item": {"seat": 0, "item": "a ship", "value": 5, "on": True},
}
HOSTS: dict[str, Json] = {  # what only the host may
    "pause": {"on": True},
    "remove": {"seat": 1},
    "mute": {"seat": 1, "on": True},
    "change-rules": {"rules": {"ante": 2}},
    "set-level": {"level": 1},
    "value-item": {"seat": 1, "item": "a ship", "value": 5},
    "set-bots": {"bots": ["droid"], "fill_to": 3},
    "set-clocks": {"clocks": {"decision": 5}},
    "hand-over": {"seat": 1},
    "close": {},
}
EVERYBODY: dict[str, Json] = {"sit": {}, "chat": {"text": "hello"}}
ALL = {**PLAYERS, **HOSTS, **EVERYBODY}
AMOUNTS = [-1, 0, 10**13, 10**40, 1.5, "5", True, None, [], {}, -(10**20), 1e300]


class Scene:
    """A table of classic with a hand in play: the host and a player sit, somebody looks on."""

    def __init__(self, server: Server, people: list[Person], table: str, clients: dict[str, Client]) -> None:
        self.server = server
        self.people = people
        self.table = table
        self.clients = clients

    @property
    def host(self) -> Client:
        return self.clients["host"]

    @property
    def player(self) -> Client:
        return self.clients["player"]

    def asked(self) -> tuple[Client, Client]:
        """Who is asked, and who is not."""
        return (self.host, self.player) if self.host.question is not None else (self.player, self.host)

    async def state(self) -> Json:
        """The table as the host sees it, without the clocks and who is there."""
        async with at_table(self.server, self.table, self.people[0]) as client:
            await client.listen()
            snapshot = next(one for one in client.news if one["type"] == "snapshot")
        for seat in snapshot["table"]["seats"]:
            seat.pop("here", None)
        return {key: value for key, value in snapshot.items() if key not in ("clock", "next_hand_ms", "chat")}

    async def refuses(self, client: Client, kind: str, fields: Json) -> str:
        """The sentence with which a command is refused."""
        answer = await client.ask(kind, **fields)
        assert answer["type"] == "refused", (kind, fields, answer)
        assert len(answer["why"]) > 10
        assert "Traceback" not in answer["why"]
        return str(answer["why"])

    async def refuses_raw(self, client: Client, text: str) -> str:
        """The same for what can't even be read."""
        before = len(client.news)
        await client.socket.send(text)
        await client.until(lambda: any(one["type"] == "refused" for one in client.news[before:]))
        refused = next(one for one in client.news[before:] if one["type"] == "refused")
        assert len(refused["why"]) > 10
        return str(refused["why"])


@contextlib.asynccontextmanager
async def scene(server: Server, rules: Json | str = "classic") -> AsyncIterator[Scene]:
    """The players sit, and a hand is dealt."""
    people = new_people(server, 4)
    table = people[0].new_table(rules, clocks=CLOCKS, seats=3)
    async with contextlib.AsyncExitStack() as stack:
        names = ("host", "player", "looker", "nobody")
        who = (people[0], people[1], people[2], None)
        clients = {
            name: await stack.enter_async_context(at_table(server, table, person))
            for name, person in zip(names, who, strict=True)
        }
        await clients["host"].do("sit", seat=0)
        await clients["player"].do("sit", seat=1)
        for name in ("host", "player"):
            client = clients[name]
            await client.until(lambda client=client: any(one["type"] == "asked" for one in client.events))  # type: ignore[misc]  # mypy doesn't know defaults of lambdas
        yield Scene(server, people, table, clients)


def in_scene(folder: Path, play: Callable[[Scene], Coroutine[Any, Any, None]], rules: Json | str = "classic") -> None:
    """Plays a scene, after which nothing may have changed."""

    async def whole(server: Server) -> None:
        async with scene(server, rules) as one:
            before = await one.state()
            await play(one)
            assert await one.state() == before

    with running(folder) as server:
        asyncio.run(asyncio.wait_for(whole(server), 240))
        assert "fault" not in server.log()


def test_nobody_and_lookers_on_are_refused_every_command(tmp_path: Path) -> None:
    async def play(one: Scene) -> None:
        for kind, fields in ALL.items():
            assert "only watching" in await one.refuses(one.clients["nobody"], kind, fields)
        for kind, fields in {**PLAYERS, **HOSTS}.items():
            await one.refuses(one.clients["looker"], kind, fields)

    in_scene(tmp_path, play)


def test_only_the_host_runs_the_table(tmp_path: Path) -> None:
    async def play(one: Scene) -> None:
        for kind, fields in HOSTS.items():
            assert "only the host" in await one.refuses(one.player, kind, fields)

    in_scene(tmp_path, play)


def test_nobody_answers_out_of_turn_or_late_or_at_another_table(tmp_path: Path) -> None:
    async def play(one: Scene) -> None:
        asked, other = one.asked()
        assert asked.question is not None
        number = asked.question["number"]
        for question in (number, number - 1, number + 1, 0, 10**9):
            await one.refuses(other, "act", {"action": CHECK, "question": question})
        for question in (number - 1, number + 1, 0, 10**9):
            await one.refuses(asked, "act", {"action": CHECK, "question": question})
        elsewhere = one.people[3].new_table("classic", clocks=CLOCKS)
        for person in (one.people[0], one.people[1]):
            async with at_table(one.server, elsewhere, person) as client:
                for kind, fields in PLAYERS.items():
                    await one.refuses(client, kind, fields)
                for kind, fields in HOSTS.items():
                    await one.refuses(client, kind, fields)

    in_scene(tmp_path, play)


def test_amounts_and_cards_and_words_that_are_none_are_refused(tmp_path: Path) -> None:
    async def play(one: Scene) -> None:
        asked, _ = one.asked()
        assert asked.question is not None
        question = asked.question["number"]
        held = {event["card"] for event in asked.events if event["type"] == "dealt" and event.get("card")}
        foreign = next(card for card in ("S1", "S2", "S3") if card not in held)
        actions: list[Json] = [
            *({"type": "raise", "to": amount} for amount in AMOUNTS),
            {"type": "raise"},
            {"type": "raise", "to": 5, "seat": 0},
            {"type": "conjure"},
            {"type": "place", "card": foreign},
            {"type": "place", "card": "X99"},
            {"type": "place", "card": 7},
            {"type": "trade", "card": foreign},
            {"type": "take-back", "card": foreign},
            {"type": "buy", "place": -1},
            {"type": "choose-side", "side": "grey"},
            {"type": "select", "cards": [foreign] * 50},
        ]
        commands: list[Json] = [{"type": "act", "action": action, "question": question} for action in actions]
        commands += [{"type": "act", "action": CHECK, "question": amount} for amount in AMOUNTS]
        commands += [{"type": "rebuy", "amount": amount} for amount in AMOUNTS]
        commands += [{"type": "remove", "seat": amount} for amount in AMOUNTS]
        commands += [
            {"type": "choose", "choices": ["win"]},
            {"type": "choose", "choices": "win"},
            {"type": "sit", "seat": 9},
            {"type": "chat", "text": ""},
            {"type": "chat", "text": "x" * 301},
            {"type": "chat", "text": "\x00\x1b"},
            {"type": "set-bots", "bots": ["nobody"], "fill_to": 2},
            {"type": "set-bots", "bots": ["droid"], "fill_to": 2, "pace": -1},
            {"type": "set-clocks", "clocks": {"decision": -5}},
            {"type": "change-rules", "rules": {"ante": -5}},
            {"type": "change-rules", "rules": {"preset": "pagat"}},
            {"type": "change-rules", "rules": {"wishes": 3}},
            {"type": "set-level", "level": 3},
            {"type": "value-item", "seat": 1, "item": "no such thing", "value": 5},
            {"type": "hand-over", "seat": 2},
            {"type": "leave", "seat": 1},
            {"type": "fly"},
            {"type": "pause", "on": "yes"},
        ]
        for number, command in enumerate(commands):
            client = one.host if command["type"] in HOSTS else asked
            await one.refuses_raw(client, json.dumps({"id": f"c{number}", **command}))
            if number % 5 == 4:  # a command that can be read, so that the line is not cut for nonsense
                await one.refuses(client, "act", {"action": CHECK, "question": 10**9})
        for raw in (
            f'{{"type":"rebuy","id":"x","amount":{word}}}' for word in ("NaN", "Infinity", "-Infinity", "1e999", "0x10")
        ):
            await one.refuses_raw(one.host, raw)

    in_scene(tmp_path, play)


def test_an_id_that_is_used_again_is_answered_again_and_done_once(tmp_path: Path) -> None:
    async def whole(server: Server) -> None:
        async with scene(server) as one:
            command = json.dumps({"type": "pause", "id": "once", "on": True})
            await one.host.socket.send(command)
            await one.host.until(lambda: "once" in one.host.answers)
            first = one.host.answers.pop("once")
            await one.host.socket.send(command)
            await one.host.until(lambda: "once" in one.host.answers)
            assert one.host.answers["once"] == first
            await one.player.socket.send(command)  # somebody else's id is no password
            await one.player.until(lambda: "once" in one.player.answers)
            assert one.player.answers["once"]["type"] == "refused"

    with running(tmp_path) as server:
        asyncio.run(asyncio.wait_for(whole(server), 240))


def test_a_removed_player_plays_the_hand_and_does_not_come_back(tmp_path: Path) -> None:
    async def whole(server: Server) -> None:
        async with scene(server) as one:
            await one.host.do("remove", seat=1)
            await one.refuses(one.player, "chat", {"text": "unfair"})
            assert "already" in await one.refuses(one.host, "remove", {"seat": 1})
            luck = random.Random(1)
            while one.host.table["seats"][1]:  # the hand goes on until the seat is free
                for client in (one.host, one.player):
                    await client.play(luck)
                await one.host.listen()
                if one.player.version < one.host.version:
                    await one.player.until(lambda: one.player.version >= one.host.version)
            before = await one.state()
            async with at_table(server, one.table, one.people[1]) as again:
                await again.until(lambda: again.said_bye is not None)
                assert again.table == {}
            assert await one.state() == before

    with running(tmp_path) as server:
        asyncio.run(asyncio.wait_for(whole(server), 240))


def test_who_signs_out_is_cut_off_at_once(tmp_path: Path) -> None:
    async def whole(server: Server) -> None:
        async with scene(server) as one:
            one.people[1].post("/api/logout", {})
            with pytest.raises(websockets.ConnectionClosed):
                await one.player.until(lambda: False, within=60)
            assert one.player.said_bye is not None
            async with at_table(server, one.table, one.people[1]) as again:  # with the old cookie
                assert "only watching" in await one.refuses(again, "leave", {})

    with running(tmp_path) as server:
        asyncio.run(asyncio.wait_for(whole(server), 240))


def test_an_expired_token_and_a_made_up_one_are_nobodys(tmp_path: Path) -> None:
    async def whole(server: Server) -> None:
        async with scene(server) as one:
            token = one.people[1].post("/api/tokens", {"label": "program"})["token"]
            for shown, expected in (
                (token, "question"),
                ("sab_" + "A" * 43, "only watching"),
                ("'; --", "only watching"),
            ):
                async with _bearing(server, one.table, shown) as client:
                    assert expected in await one.refuses(client, "act", {"action": CHECK, "question": 0})
            server.stop()
            database = sqlite3.connect(server.database)
            database.execute("UPDATE sessions SET expires_at = 1")
            database.commit()
            database.close()
            server.start()
            async with _bearing(server, one.table, token) as client:
                assert "only watching" in await one.refuses(client, "leave", {})
            async with at_table(server, one.table, one.people[0]) as client:
                assert "only watching" in await one.refuses(client, "close", {})

    with running(tmp_path) as server:
        asyncio.run(asyncio.wait_for(whole(server), 240))


@contextlib.asynccontextmanager
async def _bearing(server: Server, table: str, token: str) -> AsyncIterator[Client]:
    address = f"{server.url.replace('http', 'ws')}/ws/tables/{table}"
    headers = {"Authorization": f"Bearer {token}"}
    async with websockets.connect(address, additional_headers=headers) as socket:
        await socket.send(json.dumps({"type": "hello", "protocol": 1}))
        yield Client(socket, None)
