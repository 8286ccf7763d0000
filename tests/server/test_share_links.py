"""Links to hands, and whole histories taken home."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from sabacc.cli.history_file import check_line
from sabacc.records import record_hand, verify
from sabacc.server.people.sessions import Person
from sabacc.server.storage.hand_rows import DELETED_NAME
from tests.server.history_app import HistoryApp, PlayedTables, all_hands, play_everything, why, with_history_app
from tests.server.played_tables import NAMES, PlayedTable, new_database


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> PlayedTables:
    """An evening of every preset."""
    return play_everything(tmp_path_factory.mktemp("history"))


# ---- sharing


def test_a_link_shows_a_stranger_the_hand_as_my_seat_saw_it(evenings: PlayedTables) -> None:
    async def test(history_app: HistoryApp) -> None:
        ana, stranger = await history_app.client("Ana"), await history_app.client(None)
        hand = (await all_hands(ana))[0]
        share = (await ana.post(f"/api/hands/{hand['id']}/share", json={"seat": hand["seat"]})).json()
        assert share["url"] == f"/shared/{share['token']}"
        shown = (await stranger.get(f"/api/shared/{share['token']}")).json()
        mine = (await ana.get(f"/api/hands/{hand['id']}/replay")).json()
        assert shown == {**mine, "table": None}  # the way to a table is not given away
        record = await stranger.get(f"/api/shared/{share['token']}/record")
        assert record.text == (await ana.get(f"/api/hands/{hand['id']}/record")).text

    with_history_app(evenings[0], test)


def test_a_link_without_a_seat_shows_what_a_spectator_saw(evenings: PlayedTables) -> None:
    path, played = evenings

    async def test(history_app: HistoryApp) -> None:
        ana = await history_app.client("Ana")
        hand = (await all_hands(ana, preset="force"))[0]
        share = (await ana.post(f"/api/hands/{hand['id']}/share", json={"seat": None})).json()
        record = (await (await history_app.client(None)).get(f"/api/shared/{share['token']}/record")).text
        played_table = next(one for one in played if one.table == hand["table"])
        assert record == record_hand(played_table.hands[hand["number"] - 1], None)

    with_history_app(path, test)


@pytest.mark.parametrize("as_spectator", [True, False])
def test_sharing_twice_gives_the_same_link(evenings: PlayedTables, as_spectator: bool) -> None:
    async def test(history_app: HistoryApp) -> None:
        ana = await history_app.client("Ana")
        hand = (await all_hands(ana))[1]
        wanted = {"seat": None if as_spectator else hand["seat"]}
        answers = await asyncio.gather(*[ana.post(f"/api/hands/{hand['id']}/share", json=wanted) for _ in range(5)])
        assert len({answer.json()["token"] for answer in answers}) == 1

    with_history_app(evenings[0], test)


def test_a_link_can_be_taken_back_by_who_made_it_alone(evenings: PlayedTables) -> None:
    async def test(history_app: HistoryApp) -> None:
        ana, ben = await history_app.client("Ana"), await history_app.client("Ben")
        hand = (await all_hands(ana))[2]
        token = (await ana.post(f"/api/hands/{hand['id']}/share", json={"seat": None})).json()["token"]
        assert token in [share["token"] for share in (await ana.get("/api/shares")).json()["shares"]]
        assert token not in [share["token"] for share in (await ben.get("/api/shares")).json()["shares"]]
        assert (await ben.delete(f"/api/shares/{token}")).status_code == 404
        assert (await ana.delete(f"/api/shares/{token}")).status_code == 204
        gone = await ben.get(f"/api/shared/{token}")
        assert gone.status_code == 404
        assert "leads nowhere" in why(gone)

    with_history_app(evenings[0], test)


@pytest.mark.parametrize("body", [{}, {"seat": 0, "more": 1}, {"seat": "x"}, [], {"seat": 10**40}])
def test_only_my_own_seat_can_be_shared(evenings: PlayedTables, body: Any) -> None:
    async def test(history_app: HistoryApp) -> None:
        ana = await history_app.client("Ana")
        hand = (await all_hands(ana))[0]
        answer = await ana.post(f"/api/hands/{hand['id']}/share", json=body)
        assert answer.status_code in (400, 403)
        other = next(one["seat"] for one in hand["players"] if not one["you"])
        assert (await ana.post(f"/api/hands/{hand['id']}/share", json={"seat": other})).status_code == 403
        assert (await ana.post("/api/hands/nothing/share", json={"seat": None})).status_code == 404

    with_history_app(evenings[0], test)


# ---- taking it home


def test_a_whole_history_is_good_line_by_line(evenings: PlayedTables) -> None:
    async def test(history_app: HistoryApp) -> None:
        for name in ("Ana", "Cy"):
            client = await history_app.client(name)
            answer = await client.get("/api/me/history.jsonl")
            lines = answer.text.splitlines()
            assert [json.loads(line)["hand"] for line in lines] == [hand["id"] for hand in await all_hands(client)][
                ::-1
            ]
            assert [check_line((at, line)).problem for at, line in enumerate(lines)] == [None] * len(lines)

    with_history_app(evenings[0], test)


def test_a_history_longer_than_what_is_told_in_one_go_has_each_hand_once(tmp_path: Path) -> None:
    connection = new_database(tmp_path / "x.sqlite3")
    PlayedTable(connection, "t", {"preset": "coruscant-shift"}, names=("Ana", "Ben")).play(45)
    (dealt_in,) = connection.execute("SELECT sum(dealt_in) FROM hand_seats WHERE person = 'person-Ana'").fetchone()

    async def test(history_app: HistoryApp) -> None:
        text = (await (await history_app.client("Ana")).get("/api/me/history.jsonl")).text
        hands = [json.loads(line)["hand"] for line in text.splitlines()]
        assert len(hands) == len(set(hands)) == dealt_in > 40

    with_history_app(tmp_path / "x.sqlite3", test)


def test_who_never_played_has_an_empty_history(tmp_path: Path) -> None:
    new_database(tmp_path / "x.sqlite3")

    async def test(history_app: HistoryApp) -> None:
        client = await history_app.client("Ana")
        assert (await client.get("/api/me/history.jsonl")).content == b""
        assert (await client.get("/api/hands")).json() == {"hands": [], "before": None}
        assert (await client.get("/api/me/figures")).json() == {"presets": []}

    with_history_app(tmp_path / "x.sqlite3", test)


def test_hands_with_several_people_who_are_gone_can_still_be_told_and_verified(tmp_path: Path) -> None:
    connection = new_database(tmp_path / "x.sqlite3")
    PlayedTable(connection, "t", {"preset": "classic"}, names=NAMES[:3]).play(3)

    async def test(history_app: HistoryApp) -> None:
        ana = await history_app.client("Ana")
        for name in ("Ben", "Cy"):
            await history_app.people.delete(Person(f"person-{name}", name, guest=True))
        for hand in await all_hands(ana):
            text = (await ana.get(f"/api/hands/{hand['id']}/record")).text
            assert verify(text).hands == 1
            assert "Ben" not in text
            assert DELETED_NAME in text

    with_history_app(tmp_path / "x.sqlite3", test)
