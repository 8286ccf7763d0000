"""Who is heard at a table and under which name, and that nobody takes up the room of others."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator

import pytest
import websockets

from tests.server.seated_tables import seated_table
from tests.server.servers import Client, Server, at_table, new_people, running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("manners")) as server:
        yield server


def said(client: Client) -> list[str]:
    """What a client has heard in the chat."""
    return [news["text"] for news in client.news if news["type"] == "chat"]


def test_the_host_silences_somebody_who_only_watches(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server) as table:
            (loud,) = new_people(server, 1)
            async with at_table(server, table.table, loud) as client:
                await client.do("chat", text="hello")
                await table.host.do("mute", name=loud.name, on=True)
                assert "muted" in (await client.ask("chat", text="I am not heard"))["why"]
                assert "nobody here" in (await table.host.ask("mute", name="Nobody", on=True))["why"]
                assert "only the host" in (await client.ask("mute", name=loud.name, on=False))["why"]
                await table.host.do("mute", name=loud.name, on=False)
                await client.do("chat", text="I am back")

    asyncio.run(run())


def test_what_is_said_once_more_under_the_same_id_is_heard_once(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server) as table:
            line = json.dumps({"type": "chat", "id": "the same", "text": "hello"})
            for _ in range(3):
                await table.guest.socket.send(line)
            await table.guest.do("chat", text="that was all")
            assert [news["type"] for news in table.guest.news if news.get("id") == "the same"] == ["done"] * 3
            await table.host.until(lambda: "that was all" in said(table.host))
            assert said(table.host) == ["hello", "that was all"]

    asyncio.run(run())


def test_who_has_left_in_mid_hand_can_still_be_removed_for_good(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server, count=3) as table:
            await table.turn()
            await table.guest.do("leave")
            await table.host.do("remove", seat=1)
            await table.play(lambda: table.host.hands_ended > 0)
            await table.guest.until(lambda: table.guest.said_bye is not None)
            assert "removed you" in str(table.guest.said_bye)

    asyncio.run(run())


def test_nobody_fills_the_list_of_what_waits_for_the_end_of_the_hand(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server) as table:
            await table.turn()
            for _ in range(4):
                await table.guest.do("rebuy", amount=1)
            assert "enough of yours" in (await table.guest.ask("rebuy", amount=1))["why"]
            await table.host.do("rebuy", amount=1)
            await table.host.do("change-rules", rules={"ante": 2})
            for _ in range(15):
                await table.host.do("change-rules", rules={"ante": 2})
            assert "enough of yours" in (await table.host.ask("close"))["why"]

    asyncio.run(run())


def test_nobody_speaks_or_sits_under_a_name_that_they_have_given_up(server: Server) -> None:
    async def run() -> None:
        host, other = new_people(server, 2)
        table = host.new_table("classic")
        new = f"New {host.name[-6:]}"
        async with at_table(server, table, host) as client, at_table(server, table, other) as watcher:
            await client.until(lambda: bool(client.table))
            assert host.http.patch("/api/me", json={"name": new}).status_code == 200
            await client.until(lambda: client.said_bye is not None)
            assert client.said_bye is not None
            assert client.said_bye["again"]
            await watcher.until(lambda: bool(watcher.table) and watcher.table["host"] == new)
        async with at_table(server, table, host) as client:
            await client.do("sit")
            await client.until(lambda: any(seat.get("name") == new for seat in client.table["seats"]))

    asyncio.run(run())


def test_a_name_is_not_changed_while_a_seat_is_kept_under_it(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server) as table:
            await table.turn()
            (late,) = new_people(server, 1)
            async with at_table(server, table.table, late) as client:
                await client.do("sit")
                answer = late.http.patch("/api/me", json={"name": f"Late {late.name[-6:]}"})
                assert answer.status_code == 409
                assert "get up there first" in answer.json()["error"]

    asyncio.run(run())


def test_who_is_signed_out_before_hello_is_nobody(server: Server) -> None:
    async def run() -> None:
        (host,) = new_people(server, 1)
        table = host.new_table("classic")
        address = f"{server.url.replace('http', 'ws')}/ws/tables/{table}"
        headers = {"Cookie": host.cookie, "Origin": server.url}
        async with websockets.connect(address, additional_headers=headers, compression=None) as socket:
            host.post("/api/logout", {})
            await socket.send(json.dumps({"type": "hello", "protocol": 1}))
            client = Client(socket, None)
            await client.until(lambda: bool(client.table))
            assert client.news[0].get("me") is None
            assert "only watching" in (await client.ask("sit"))["why"]

    asyncio.run(run())
