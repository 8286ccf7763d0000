"""The lobby: finding tables and getting in; seats that are taken, kept, given back and filled by bots."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
import websockets

from sabacc.server.quick_bots import QUICK_BOTS
from tests.server.seated_tables import answer, events, seated_table
from tests.server.servers import Client, Json, Person, Server, at_table, new_people, running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("lobby")) as one:
        yield one


class LobbyWatcher:
    """Somebody who looks at the list of tables."""

    def __init__(self, socket: websockets.ClientConnection) -> None:
        self.socket = socket
        self.tables: dict[str, Json] = {}

    async def until(self, true: Callable[[], bool]) -> None:
        """Listens until something is true."""
        async with asyncio.timeout(120):
            while not true():
                for message in json.loads(await self.socket.recv()):
                    self.take(message)

    def take(self, message: Json) -> None:
        """What has changed."""
        if message["type"] == "tables":
            self.tables = {}
        self.tables |= {line["id"]: line for line in message["tables"]}
        for gone in message.get("gone", ()):
            del self.tables[gone]


@contextlib.asynccontextmanager
async def in_lobby(server: Server) -> AsyncIterator[LobbyWatcher]:
    """The list, live."""
    async with websockets.connect(f"{server.url.replace('http', 'ws')}/ws/lobby") as socket:
        yield LobbyWatcher(socket)


def word() -> str:
    """One that no other table has in its title."""
    return os.urandom(6).hex()


def found(person: Person, **wanted: str) -> list[str]:
    """The titles of tables that fit."""
    answer = person.http.get("/api/tables", params=wanted)
    assert answer.status_code == 200, answer.text
    return [line["title"] for line in answer.json()]


# ---- the list


def test_the_lobby_shows_tables_as_they_open_fill_play_and_close(server: Server) -> None:
    async def run() -> None:
        async with in_lobby(server) as lobby:
            await lobby.until(lambda: True)
            async with seated_table(server, title="Back room") as table:
                await lobby.until(lambda: table.table in lobby.tables and lobby.tables[table.table]["playing"])
                line = lobby.tables[table.table]
                assert (line["title"], line["people"], line["preset"]) == ("Back room", 2, "cloud-city")
                assert line["names"] == [person.name for person in table.people]
                await table.turn()
                await table.host.do("close")
                await table.play(lambda: table.host.hands_ended == 1)
                await lobby.until(lambda: table.table not in lobby.tables)

    asyncio.run(run())


def test_a_newcomer_in_the_lobby_sees_what_was_there_before(server: Server) -> None:
    (person,) = new_people(server, 1)
    table = person.new_table("pagat", title="Old table")

    async def run() -> None:
        async with in_lobby(server) as lobby:
            await lobby.until(lambda: table in lobby.tables)
            assert lobby.tables[table]["title"] == "Old table"

    asyncio.run(run())


def test_tables_are_found_by_preset_title_and_lock(server: Server) -> None:
    (person,) = new_people(server, 1)
    mark = word()
    person.new_table("pagat", title=f"{mark} one")
    person.new_table("classic", title=f"{mark} two", access="password", password="sesame")
    assert found(person, text=mark.upper()) == [f"{mark} one", f"{mark} two"]
    assert found(person, text=mark, preset="pagat") == [f"{mark} one"]
    assert found(person, text=mark, locked="true") == [f"{mark} two"]
    assert found(person, text=mark, locked="false") == [f"{mark} one"]
    assert set(found(person, text=person.name)) == {f"{mark} one", f"{mark} two"}


def test_a_preset_that_there_is_not_is_answered_with_those_that_there_are(server: Server) -> None:
    (person,) = new_people(server, 1)
    answer = person.http.get("/api/tables", params={"preset": "poker"})
    assert answer.status_code == 400
    assert "classic" in answer.json()["error"]


def test_full_tables_are_left_out_if_one_looks_for_a_free_seat(server: Server) -> None:
    mark = word()

    async def run() -> None:
        async with seated_table(server, seats=2, title=mark) as table:
            assert found(table.people[0], text=mark) == [mark]
            assert found(table.people[0], text=mark, free="true") == []

    asyncio.run(run())


def test_a_table_for_those_with_the_link_is_not_listed(server: Server) -> None:
    ana, ben = new_people(server, 2)
    mark = word()
    table = ana.new_table("classic", title=mark, access="link")
    assert found(ana, text=mark) == []
    assert ben.get(f"/api/tables/{table}")["title"] == mark

    async def run() -> None:
        async with at_table(server, table, ben) as client:
            await client.do("sit")

    asyncio.run(run())


@pytest.mark.parametrize(
    ("rules", "option"),
    [
        ({"preset": "classic", "max_bet": -1}, "max_bet"),
        ({"preset": "classic", "shift_kind": "by-dice", "shift_trigger": "none"}, "shift_kind"),
        ({"preset": "corellian-house", "max_bet": 5}, "max_bet"),
    ],
)
def test_a_refused_house_rule_is_named(server: Server, rules: dict[str, object], option: str) -> None:
    (person,) = new_people(server, 1)
    answer = person.http.post("/api/tables", json={"rules": rules})
    assert answer.status_code == 400
    assert answer.json()["option"] == option


# ---- getting in


@pytest.mark.parametrize(("password", "enters"), [("sesame", True), ("Sesame", False), (None, False)])
def test_a_table_with_a_password_is_entered_with_it_only(server: Server, password: str | None, enters: bool) -> None:
    ana, ben = new_people(server, 2)
    table = ana.new_table("classic", access="password", password="sesame")

    async def run() -> None:
        async with at_table(server, table, ben, password=password) as client:
            await client.until(lambda: bool(client.table) or client.said_bye is not None)
            assert bool(client.table) == enters
            if client.said_bye is not None:
                said = "this table asks for a password." if password is None else "that is not the table's password."
                assert client.said_bye["why"] == said
                assert client.said_bye["wants_password"]

    asyncio.run(run())


def test_who_has_a_seat_needs_no_password_to_come_back(server: Server) -> None:
    ana, ben = new_people(server, 2)
    table = ana.new_table("classic", access="password", password="sesame")

    async def run() -> None:
        async with at_table(server, table, ben, password="sesame") as client:
            await client.do("sit")
        async with at_table(server, table, ben) as client:
            await client.until(lambda: bool(client.table))
        async with at_table(server, table, ana) as client:
            await client.until(lambda: bool(client.table))

    asyncio.run(run())


def test_the_password_is_shown_to_nobody(server: Server) -> None:
    ana, ben = new_people(server, 2)
    table = ana.new_table("classic", access="password", password="open-sesame")

    async def run() -> None:
        async with at_table(server, table, ana) as client:
            await client.until(lambda: bool(client.table))
            assert "sesame" not in client.raw[0]
            assert "argon" not in client.raw[0]

    asyncio.run(run())
    said = ben.http.get(f"/api/tables/{table}").text
    assert "sesame" not in said
    assert "argon" not in said


def test_where_spectators_are_not_welcome_only_players_see_the_hand(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server, spectators=False) as table, at_table(server, table.table, None) as stranger:
            await table.turn()
            await stranger.until(lambda: bool(stranger.table))
            for _ in range(3):
                await answer(await table.turn())
            await stranger.until(lambda: stranger.version >= table.host.version)
            assert stranger.events == []
            assert table.host.events != []
            await table.guest.do("chat", text="between us")
            await table.host.do("sit-out")  # after the hand, which everybody is told of
            await stranger.until(lambda: bool(stranger.table["waiting"]))
            before = table.host.events[0]["stacks"]
            assert [seat["stack"] for seat in stranger.table["seats"][:2]] == before
            assert [seat["stack"] for seat in table.host.table["seats"][:2]] != before
            assert "between us" not in "".join(stranger.raw)
        async with at_table(server, table.table, None) as stranger:
            await stranger.until(lambda: bool(stranger.table))
            assert stranger.news[0].get("chat", []) == []

    asyncio.run(run())


def test_a_full_table_has_no_seat_left(server: Server) -> None:
    (cy,) = new_people(server, 1)

    async def run() -> None:
        async with seated_table(server, seats=2) as table, at_table(server, table.table, cy) as late:
            assert (await late.ask("sit"))["why"] == "all seats are taken."
            assert (await late.ask("sit", seat=1))["why"] == "seat 1 is taken."
            assert "no seat 5" in (await late.ask("sit", seat=5))["why"]

    asyncio.run(run())


def test_everybody_is_told_who_watches_when_somebody_sits_down_or_gets_up(server: Server) -> None:
    async def run() -> None:
        host, guest = new_people(server, 2)
        table = host.new_table("classic")
        async with at_table(server, table, host) as first, at_table(server, table, guest) as second:
            await first.until(lambda: watching(first) == 2)
            await second.do("sit")
            await first.until(lambda: watching(first) == 1)
            assert [one["here"] for one in first.news if one["type"] == "presence"][-1].count(True) == 1
            await second.do("leave")
            await first.until(lambda: watching(first) == 2)

    def watching(client: Client) -> int:
        return next((int(one["watching"]) for one in reversed(client.news) if one["type"] == "presence"), 0)

    asyncio.run(run())


def test_who_only_watches_can_do_nothing(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server) as table, at_table(server, table.table, None) as stranger:
            assert "only watching" in (await stranger.ask("sit"))["why"]
            assert "only watching" in (await stranger.ask("chat", text="hi"))["why"]

    asyncio.run(run())


@pytest.mark.parametrize("preset", ["classic", "coruscant-shift"])
def test_quick_play_seats_one_against_bots_at_once(server: Server, preset: str) -> None:
    (person,) = new_people(server, 1)
    table = person.post("/api/quick", {"preset": preset})["id"]

    async def run() -> None:
        async with at_table(server, table, person) as client:
            await client.until(lambda: any(event["type"] == "hand-started" for event in client.events))
            assert client.you is not None
            assert client.you["seat"] == 0
            assert [bool(seat.get("bot")) for seat in client.table["seats"]] == [False, True, True, True]

    asyncio.run(run())
    assert [line["id"] for line in person.get("/api/my-tables")] == [table]


@pytest.mark.parametrize("level", [1, 2, 4])
def test_quick_play_seats_the_bots_of_ones_level(server: Server, level: int) -> None:
    (person,) = new_people(server, 1)
    table = person.post("/api/quick", {"preset": "classic", "level": level})["id"]

    async def look() -> Json:
        async with at_table(server, table, person) as client:
            await client.until(lambda: sum(bool(seat.get("bot")) for seat in client.table.get("seats", ())) == 3)
            return client.table

    seats = asyncio.run(look())["seats"]
    assert {seat["bot"] for seat in seats if seat.get("bot")} == set(QUICK_BOTS[level - 1])


def test_quick_play_has_no_other_levels(server: Server) -> None:
    (person,) = new_people(server, 1)
    assert person.http.post("/api/quick", json={"preset": "classic", "level": 9}).status_code == 400


# ---- seats


def test_who_comes_takes_the_seat_of_a_bot_when_the_hand_is_over(server: Server) -> None:
    (cy,) = new_people(server, 1)

    async def run() -> None:
        filled: Json = {"seats": 3, "bots": ["droid"], "fill_to": 3}
        async with seated_table(server, count=2, **filled) as table, at_table(server, table.table, cy) as late:
            await table.turn()
            assert table.host.table["seats"][2]["bot"] == "droid"
            await late.do("sit")
            assert late.table["waiting"] == [{"what": "sat", "seat": 2, "name": cy.name}]
            await table.play(lambda: table.host.table["seats"][2].get("name") == cy.name)
            await late.until(lambda: late.table["seats"][2].get("name") == cy.name)
            assert late.you == {"seat": 2}

    asyncio.run(run())


def test_a_bot_fills_the_seat_of_a_person_who_leaves(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server, count=3, bots=["droid"], fill_to=3) as table:
            await table.turn()
            leaver = table.clients.pop()
            await leaver.do("leave")
            table.host.news.clear()
            await table.play(lambda: table.host.table["seats"][2].get("bot") == "droid")
            assert [event["seat"] for event in events(table.host, "left")] == [2]

    asyncio.run(run())


def test_a_bot_makes_room_when_enough_people_have_come(server: Server) -> None:
    (cy,) = new_people(server, 1)

    async def run() -> None:
        async with seated_table(server, bots=["droid"], fill_to=3) as table, at_table(server, table.table, cy) as late:
            await table.turn()
            await late.do("sit", seat=5)
            await table.play(
                lambda: table.host.table["seats"][5].get("name") == cy.name and table.host.table["seats"][2] == {}
            )

    asyncio.run(run())


def test_a_seat_that_is_kept_is_nobody_elses_and_can_be_given_back(server: Server) -> None:
    cy, dee = new_people(server, 2)

    async def run() -> None:
        async with (
            seated_table(server, seats=3) as table,
            at_table(server, table.table, cy) as first,
            at_table(server, table.table, dee) as second,
        ):
            await table.turn()
            await first.do("sit")
            assert "kept for you" in (await first.ask("sit"))["why"]
            assert (await second.ask("sit"))["why"] == "all seats are taken."
            await first.do("leave")
            assert first.table["waiting"] == []
            await second.do("sit")
            await table.play(lambda: table.host.table["seats"][2].get("name") == dee.name)

    asyncio.run(run())


def test_credits_brought_in_mid_hand_are_there_for_the_next(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server) as table:
            await table.turn()
            await table.guest.do("rebuy", amount=50)
            assert table.guest.table["waiting"] == [{"what": "rebought", "seat": 1}]
            assert events(table.guest, "rebought") == []
            await table.play(lambda: len(events(table.host, "hand-started")) == 2)
            ended = events(table.host, "hand-ended")[0]["stacks"][1]
            assert events(table.host, "rebought") == [{"type": "rebought", "seat": 1, "amount": 50}]
            assert events(table.host, "hand-started")[1]["stacks"][1] == ended + 50

    asyncio.run(run())


def test_credits_brought_between_hands_are_there_at_once(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server, clocks={"between": 30}) as table:
            await table.play(lambda: table.host.hands_ended == 1)
            before = table.host.table["seats"][0]["stack"]
            await table.host.do("rebuy", amount=50)
            assert table.host.table["seats"][0]["stack"] == before + 50

    asyncio.run(run())


def test_a_rebuy_goes_up_to_the_tables_limit(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server, clocks={"between": 30}) as table:
            await table.play(lambda: table.host.hands_ended == 1)
            most = table.host.table["rebuy_to"]
            short = most - table.host.table["seats"][0]["stack"]
            assert f"may bring {short} at most" in (await table.host.ask("rebuy", amount=short + 1))["why"]
            await table.host.do("rebuy", amount=short)
            assert f"you have {most}" in (await table.host.ask("rebuy", amount=1))["why"]

    asyncio.run(run())


def test_t10_who_leaves_in_mid_hand_is_played_by_the_table_and_takes_the_rest_along(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server, count=3) as table:
            await table.turn()
            leaver = table.clients.pop()
            await leaver.do("leave")
            await table.play(lambda: bool(events(table.host, "left")))
            assert events(table.host, "walked-away") == [{"type": "walked-away", "seat": 2}]
            assert events(table.host, "left")[0]["took"] == events(table.host, "hand-ended")[0]["stacks"][2]
            assert table.host.table["seats"][2] == {}
            assert "no seat" in (await leaver.ask("rebuy", amount=5))["why"]

    asyncio.run(run())


def test_who_sits_out_is_not_dealt_in_until_they_come_back(server: Server) -> None:
    async def run() -> None:
        async with seated_table(server, count=3) as table:
            await table.turn()
            await table.clients[2].do("sit-out")
            await table.play(lambda: len(events(table.host, "hand-started")) == 2)
            assert sorted(events(table.host, "hand-started")[1]["dealt_in"]) == [0, 1]
            await table.clients[2].do("come-back")
            await table.play(lambda: len(events(table.host, "hand-started")) == 3)
            assert sorted(events(table.host, "hand-started")[2]["dealt_in"]) == [0, 1, 2]

    asyncio.run(run())


# ---- tables that nobody needs any more


def test_a_table_where_nobody_is_closes_after_a_while_and_one_with_somebody_stays(tmp_path: Path) -> None:
    with running(tmp_path, "--idle-minutes", "0.1") as server:
        (person,) = new_people(server, 1)
        empty = person.new_table("classic")
        watched = person.new_table("classic")

        async def run() -> Client:
            async with in_lobby(server) as lobby, at_table(server, watched, None) as client:
                await lobby.until(lambda: {empty, watched} <= set(lobby.tables))
                await lobby.until(lambda: empty not in lobby.tables)
                assert watched in lobby.tables
                return client

        asyncio.run(run())
        assert person.http.get(f"/api/tables/{empty}").status_code == 404
        assert person.http.get(f"/api/tables/{watched}").status_code == 200


def test_a_bot_brings_what_the_table_costs_at_once(server: Server) -> None:
    async def run() -> None:
        (host,) = new_people(server, 1)
        rules = {"preset": "classic", "ante": 1000}
        table = host.new_table(rules, seats=3, stack=1, bots=["droid"], fill_to=3)
        async with at_table(server, table, host) as client:
            await client.do("sit")
            await client.until(lambda: sum(seat.get("stack", 0) > 1 for seat in client.table["seats"]) == 2)
            assert client.version < 12

    asyncio.run(run())
