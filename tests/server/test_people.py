"""Guests, their names, and how they change and go."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from sabacc.errors import SabaccError
from sabacc.server.http.errors import Conflict
from sabacc.server.people.names import clean_name, name_key
from tests.server.people_app import PeopleApp, name_of, recorder, why, with_people_app

# ---- guests and names


def test_a_guest_comes_in_with_one_request_and_is_known_from_then_on(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        client = people_app.client()
        person = (await client.post("/api/guest", json={"name": "Ana"})).json()["person"]
        assert (person["name"], person["guest"]) == ("Ana", True)
        assert (await client.get("/api/me")).json()["person"] == person

    with_people_app(tmp_path, test)


@pytest.mark.parametrize("body", [{"json": {}}, {"json": {"name": ""}}, {"json": {"name": "   "}}, {}])
def test_a_guest_without_a_name_gets_one(tmp_path: Path, body: dict[str, Any]) -> None:
    async def test(people_app: PeopleApp) -> None:
        answer = await people_app.client().post("/api/guest", **body)
        assert answer.status_code == 201
        assert clean_name(answer.json()["person"]["name"])

    with_people_app(tmp_path, test)


def test_nobody_is_null_and_no_error(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        answer = await people_app.client().get("/api/me")
        assert (answer.status_code, answer.json()) == (200, {"person": None})
        assert "set-cookie" not in answer.headers

    with_people_app(tmp_path, test)


ALIKE = ["ana b", "ANA  B", " Ana B ", "Ａｎａ Ｂ", "𝐀𝐧𝐚 𝐁", "Anɑ B", "ᴬna B"]


def test_a_name_that_looks_like_anothers_is_taken_and_one_that_is_free_is_told(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        await people_app.guest("Ana B")
        for other in ALIKE:
            answer = await people_app.client().post("/api/guest", json={"name": other})
            assert answer.status_code == 409, other
            assert " is taken" in why(answer)
            free = why(answer).partition("; ")[2].removesuffix(" is free.")
            assert await name_of(await people_app.guest(free)) == free

    with_people_app(tmp_path, test)


@pytest.mark.parametrize("name", ["Νίκος", "Вова", "Straße", "İnci", "ﬁn", "Ῥόδη"])
def test_large_and_small_letters_make_no_other_name(name: str) -> None:
    assert name_key(name) == name_key(name.upper()) == name_key(name.casefold())


@pytest.mark.parametrize(
    "name",
    [
        "Ana\n", "A\tna", "Ana\x00", "\x1b[31mAna", "An\u200ba", "\u202eanA", "A\u00a0na", "An\ud800a",
        "\u3164", "An\u2800a", "An\u034fa", "A\u0301\u0302\u0303\u0304na", "A" * 25, "Somebody who left", "YOU",
    ],
)  # fmt: skip
def test_names_that_can_not_be_read_or_mean_something_else_are_refused(name: str) -> None:
    with pytest.raises(SabaccError):
        clean_name(name)


def test_a_name_with_control_characters_is_refused_over_http(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        answer = await people_app.client().post("/api/guest", json={"name": "Ana\u202e"})
        assert answer.status_code == 400
        assert (await people_app.database.rows("SELECT * FROM people")) == []

    with_people_app(tmp_path, test)


@pytest.mark.parametrize("name", ["Ana", "Ana ❤️", "Łukasz", "張偉", "อรุณ", "x" * 24, "O'Neil", "counter"])
def test_ordinary_names_of_the_world_are_fine(name: str) -> None:
    assert name_key(clean_name(name))


def test_of_many_who_want_one_name_at_once_one_gets_it(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        clients = [people_app.client() for _ in range(12)]
        answers = await asyncio.gather(*(one.post("/api/guest", json={"name": "Ana"}) for one in clients))
        assert sorted(one.status_code for one in answers) == [201] + [409] * 11

    with_people_app(tmp_path, test)


def test_many_guests_without_a_name_have_different_ones(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        people = await asyncio.gather(*(people_app.people.new_guest() for _ in range(400)))
        assert len({name_key(person.name) for person, _ in people}) == 400

    with_people_app(tmp_path, test)


def test_who_is_here_does_not_come_in_again_and_lose_their_name(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        client = await people_app.guest("Ana")
        assert (await client.post("/api/guest", json={"name": "Ben"})).status_code == 409
        assert await name_of(client) == "Ana"

    with_people_app(tmp_path, test)


# ---- renaming and going


def test_a_new_name_is_known_everywhere_at_once(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        client = await people_app.guest("Ana")
        token = (await client.post("/api/tokens", json={"label": "bot"})).json()["token"]
        program = people_app.program(token)
        assert await name_of(program) == "Ana"
        told: list[str] = []
        people_app.people.before_rename.append(recorder(told))
        answer = await client.patch("/api/me", json={"name": "Anabel"})
        assert answer.json()["person"]["name"] == "Anabel"
        assert await name_of(program) == "Anabel"
        assert told == [answer.json()["person"]["id"], "Anabel"]

    with_people_app(tmp_path, test)


def test_a_name_is_written_differently_but_not_taken_from_others(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        client = await people_app.guest("ana")
        await people_app.guest("Ben")
        assert (await client.patch("/api/me", json={"name": "ANA"})).status_code == 200
        told: list[str] = []
        people_app.people.before_rename.append(recorder(told))
        assert (await client.patch("/api/me", json={"name": "BEN"})).status_code == 409
        assert (await client.patch("/api/me", json={"name": ""})).status_code == 400
        assert told == []

    with_people_app(tmp_path, test)


def test_a_table_may_refuse_a_new_name(tmp_path: Path) -> None:
    async def refuse(person: str, name: str) -> None:
        raise Conflict("not in the middle of a hand.")

    async def test(people_app: PeopleApp) -> None:
        client = await people_app.guest("Ana")
        people_app.people.before_rename.append(refuse)
        assert why(await client.patch("/api/me", json={"name": "Eva"})) == "not in the middle of a hand."
        assert await name_of(client) == "Ana"

    with_people_app(tmp_path, test)


async def _played(people_app: PeopleApp, person: str, name: str) -> None:
    """A hand that somebody was dealt into, and shared."""
    await people_app.database.execute(
        "INSERT INTO hands (id, table_id, number, version, title, preset, ended_at, behaviour, body)"
        " VALUES ('h', 't', 1, 9, 'a table', 'classic', 0, 1, x'')"
    )
    await people_app.database.execute(
        "INSERT INTO hand_seats VALUES ('h', 0, ?, ?, NULL, 'classic', 0, 1, 5, 5, 1.0, 1, 0, 0, 0, 0, NULL)",
        person,
        name,
    )
    await people_app.database.execute(
        "INSERT INTO shares (token, hand_id, seat, person, created_at) VALUES ('s', 'h', 0, ?, 0)", person
    )


def test_who_goes_for_good_leaves_hands_without_a_name_and_nothing_else(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        client = await people_app.member("Ana")
        person = (await client.get("/api/me")).json()["person"]["id"]
        token = (await client.post("/api/tokens", json={"label": "bot"})).json()["token"]
        await _played(people_app, person, "Ana")
        await people_app.database.execute("UPDATE hands SET title = 'Ana’s Classic'")
        there: list[int] = []

        async def get_up(who: str) -> None:
            there.append(len(await people_app.database.rows("SELECT 1 FROM people WHERE id = ?", who)))
            assert await name_of(client) is None  # nobody sits down again while they are got up

        people_app.people.before_delete.append(get_up)
        assert (await client.request("DELETE", "/api/me", json={})).status_code == 403
        answer = await client.request("DELETE", "/api/me", json={"password": "correct horse"})
        assert (answer.status_code, there) == (200, [1])
        for table in ("people", "sessions", "shares"):
            assert await people_app.database.rows(f"SELECT * FROM {table}") == []
        row = await people_app.database.row("SELECT person, name FROM hand_seats")
        assert row is not None
        assert (row["person"], row["name"]) == (None, "somebody who left")
        assert [row["title"] for row in await people_app.database.rows("SELECT title FROM hands")] == ["Classic"]
        assert await name_of(people_app.program(token)) is None
        assert "sabacc_session" not in client.cookies
        await people_app.guest("Ana")  # the name is free again

    with_people_app(tmp_path, test)


def test_a_guest_goes_without_a_password(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        client = await people_app.guest("Ana")
        assert (await client.delete("/api/me")).status_code == 200
        assert await people_app.database.rows("SELECT * FROM people") == []

    with_people_app(tmp_path, test)


def test_guests_who_never_played_and_are_not_seen_for_a_month_are_cleaned_away(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        played = (await (await people_app.guest("Played")).get("/api/me")).json()["person"]["id"]
        await _played(people_app, played, "Played")
        await people_app.guest("Idle")
        await people_app.member("Member")
        back = await people_app.guest("Back")
        people_app.clock.wait(days=20)
        await back.get("/api/me")
        told: list[str] = []
        people_app.people.before_delete.append(recorder(told))
        assert await people_app.people.delete_stale() == 0
        people_app.clock.wait(days=11)
        assert await people_app.people.delete_stale() == 1
        left = {row["name"] for row in await people_app.database.rows("SELECT name FROM people")}
        assert left == {"Played", "Member", "Back"}
        assert len(told) == 1

    with_people_app(tmp_path, test)


def test_names_that_came_before_skeletons_keep_working_and_are_looked_at(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        await people_app.member("Boba Fett")
        await people_app.database.execute(
            "UPDATE people SET name = 'Воba Fett', skeleton = NULL, small_skeleton = NULL, large_skeleton = NULL"
        )
        login = {"name": "Boba Fett", "password": "correct horse"}
        answer = await people_app.client().post("/api/login", json=login)
        assert answer.json()["person"]["name"] == "Воba Fett"  # of two scripts, as it was allowed once
        await people_app.guest("Lando")
        assert (await people_app.client().post("/api/guest", json={"name": "B0BA FETT"})).status_code == 409

    with_people_app(tmp_path, test)
