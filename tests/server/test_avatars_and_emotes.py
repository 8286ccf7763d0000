"""How people show themselves at a table: the avatar beside their name, and emotes at their seat."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from sabacc.server.people.avatars import AVATARS
from sabacc.server.wire.protocol import EMOTES
from tests.server.people_app import PeopleApp, with_people_app
from tests.server.seated_tables import clock_of, seated_table
from tests.server.servers import Client, Server, at_table, new_people, running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("shown")) as server:
        yield server


def avatar_at(client: Client, seat: int) -> int | None:
    """The avatar that a client sees at a seat."""
    avatar: int | None = client.table["seats"][seat].get("avatar")
    return avatar


def shown(client: Client) -> list[tuple[int, str]]:
    """The emotes that a client has seen."""
    return [(news["seat"], news["emote"]) for news in client.news if news["type"] == "emote"]


# ---- avatars


def test_everybody_has_an_avatar_and_can_choose_another(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        ana = await people_app.guest("Ana")
        first = (await ana.get("/api/me")).json()["person"]["avatar"]
        assert 0 <= first < AVATARS
        chosen = (first + 1) % AVATARS
        answer = await ana.put("/api/me/avatar", json={"avatar": chosen})
        assert answer.json()["person"]["avatar"] == chosen
        assert (await ana.get("/api/me")).json()["person"]["avatar"] == chosen
        await ana.patch("/api/me", json={"name": "Anna"})
        await ana.put("/api/me/password", json={"new": "correct horse"})
        assert (await ana.get("/api/me")).json()["person"]["avatar"] == chosen
        again = await people_app.client().post("/api/login", json={"name": "Anna", "password": "correct horse"})
        assert again.json()["person"]["avatar"] == chosen

    with_people_app(tmp_path, test)


@pytest.mark.parametrize("avatar", [-1, AVATARS, 1.5, "the comet", None])
def test_there_are_only_so_many_avatars(tmp_path: Path, avatar: object) -> None:
    async def test(people_app: PeopleApp) -> None:
        ana = await people_app.guest("Ana")
        assert (await ana.put("/api/me/avatar", json={"avatar": avatar})).status_code == 400

    with_people_app(tmp_path, test)


def test_an_avatar_is_seen_at_the_table_and_outlives_the_server(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server) as table:
            person = table.people[1]
            before = person.get("/api/me")["person"]["avatar"]
            assert avatar_at(table.host, 1) == before
            new = (before + 5) % AVATARS
            assert person.http.put("/api/me/avatar", json={"avatar": new}).status_code == 200
            await table.host.until(lambda: avatar_at(table.host, 1) == new)
            await table.guest.do("leave")
            await table.play(lambda: not table.host.table["seats"][1].get("name"))
            await table.guest.do("sit", seat=1)
            await table.play(lambda: avatar_at(table.host, 1) == new)
            server.kill()
            server.start()
            (watcher,) = new_people(server, 1)
            async with at_table(server, table.table, watcher) as client:
                await client.until(lambda: bool(client.table))
                assert avatar_at(client, 1) == new

    asyncio.run(run())


def test_another_avatar_gives_nobody_more_time_and_hides_no_cards(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server) as table:
            asked = await table.turn()
            seat = table.clients.index(asked)
            person, question = table.people[seat], asked.question
            clock = clock_of(asked, seat)
            assert clock is not None
            await asyncio.sleep(0.3)
            assert person.http.put("/api/me/avatar", json={"avatar": 3}).status_code == 200
            await asked.until(lambda: avatar_at(asked, seat) == 3)
            later = clock_of(asked, seat)
            assert later is not None
            assert later["ms"] <= clock["ms"] - 250
            assert asked.question == question

    asyncio.run(run())


# ---- emotes


def test_an_emote_is_seen_by_all_who_see_the_hand_and_sent_again_seen_once(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server) as table:
            (onlooker,) = new_people(server, 1)
            async with at_table(server, table.table, onlooker) as watcher:
                await watcher.until(lambda: bool(watcher.table))
                line = json.dumps({"type": "emote", "id": "the same", "emote": "nice-hand"})
                for _ in range(2):
                    await table.guest.socket.send(line)
                await table.guest.do("emote", emote="thanks")
                for client in (table.host, table.guest, watcher):
                    await client.until(lambda client=client: (1, "thanks") in shown(client))  # type: ignore[misc]
                    assert shown(client) == [(1, "nice-hand"), (1, "thanks")]
                refused = await watcher.ask("emote", emote="hello")
                assert "sit down first" in refused["why"]

    asyncio.run(run())


def test_only_the_emotes_of_the_list_are_shown(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server) as table:
            refused = await table.guest.ask("emote", emote="<b>rude</b>")
            assert "there is no emote" in refused["why"]
            assert all(one in refused["why"] for one in EMOTES)

    asyncio.run(run())


def test_nobody_fills_the_table_with_emotes_and_who_is_muted_shows_none(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server) as table:
            answers = [await table.guest.ask("emote", emote="laugh") for _ in range(6)]
            assert [one["type"] for one in answers].count("done") <= 5
            assert "too often" in answers[-1]["why"]
            await table.host.do("mute", seat=1, on=True)
            before = len(shown(table.host))
            await asyncio.sleep(2.1)
            assert "muted you" in (await table.guest.ask("emote", emote="laugh"))["why"]
            await table.guest.do("sit-out")
            assert len(shown(table.host)) == before

    asyncio.run(run())


def test_a_line_of_chat_says_whose_seat_it_comes_from(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server) as table:
            await table.guest.do("chat", text="my turn?")
            await table.host.until(lambda: any(news["type"] == "chat" for news in table.host.news))
            (line,) = [news for news in table.host.news if news["type"] == "chat"]
            assert (line["seat"], line["text"]) == (1, "my turn?")

    asyncio.run(run())
