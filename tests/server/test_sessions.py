"""Where people are signed in, tokens for programs, and tokens in wrong hands."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from sabacc.server.sessions import MOST_BROWSERS
from tests.server.doors import Door, at_the_door, name_of

# ---- sessions


def test_the_cookie_is_for_us_alone(tmp_path: Path) -> None:
    async def test(door: Door) -> None:
        answer = await door.client().post("/api/guest", json={})
        said = {part.strip().lower() for part in answer.headers["set-cookie"].split(";")[1:]}
        assert said == {"httponly", "samesite=lax", "path=/", "max-age=15552000"}

    at_the_door(tmp_path, test)


def test_signing_out_ends_the_session_and_not_only_the_cookie(tmp_path: Path) -> None:
    async def test(door: Door) -> None:
        client = await door.guest("Ana")
        stolen = client.cookies["sabacc_session"]
        assert (await client.post("/api/logout")).json() == {"person": None}
        assert "sabacc_session" not in client.cookies
        assert await name_of(door.client(Cookie=f"sabacc_session={stolen}")) is None
        assert (await client.post("/api/logout")).status_code == 200  # nobody may sign out too

    at_the_door(tmp_path, test)


def test_signing_in_again_ends_what_this_browser_was_signed_in_with(tmp_path: Path) -> None:
    async def test(door: Door) -> None:
        client = await door.member("Ana")
        before = client.cookies["sabacc_session"]
        await client.post("/api/login", json={"name": "Ana", "password": "correct horse"})
        assert client.cookies["sabacc_session"] != before
        assert len((await client.get("/api/sessions")).json()) == 1

    at_the_door(tmp_path, test)


def test_a_session_lasts_half_a_year_from_its_last_use(tmp_path: Path) -> None:
    async def test(door: Door) -> None:
        client = await door.guest("Ana")
        cookie = client.cookies["sabacc_session"]
        door.clock.wait(days=179)
        answer = await client.get("/api/me")
        assert answer.json()["person"]["name"] == "Ana"
        assert "max-age=15552000" in answer.headers["set-cookie"].lower()
        door.clock.wait(days=179)
        assert await name_of(client) == "Ana"
        door.clock.wait(days=180)
        assert await name_of(door.client(Cookie=f"sabacc_session={cookie}")) is None
        await door.people.clean()
        assert await door.database.rows("SELECT * FROM sessions") == []

    at_the_door(tmp_path, test)


def test_use_is_written_down_at_most_once_an_hour(tmp_path: Path) -> None:
    async def test(door: Door) -> None:
        client = await door.guest("Ana")
        await client.get("/api/me")
        before = door.database.writes
        for _ in range(6):
            door.clock.wait(hours=0.4)
            await client.get("/api/me")
        await door.database.execute("SELECT 1")
        assert door.database.writes == before + 2 + 1

    at_the_door(tmp_path, test)


GARBLED = ["", "x", "x" * 43, "x" * 5000, "' OR 1=1 --", "%00", "\u00ff" * 43, "sab_" + "x" * 43, '"', ";;;==="]


def test_a_garbled_cookie_is_nobodys(tmp_path: Path) -> None:
    async def test(door: Door) -> None:
        await door.guest("Ana")
        for cookie in GARBLED:
            headers = [(b"cookie", b"sabacc_session=" + cookie.encode("latin-1"))]
            answer = await door.client().get("/api/me", headers=headers)
            assert (answer.status_code, answer.json()) == (200, {"person": None}), cookie

    at_the_door(tmp_path, test)


def test_a_token_is_remembered_and_the_database_not_asked_again(tmp_path: Path) -> None:
    async def test(door: Door) -> None:
        client = await door.guest("Ana")
        assert await name_of(client) == "Ana"
        await door.database.execute("UPDATE people SET name = 'Eva'")  # behind our back
        assert await name_of(client) == "Ana"

    at_the_door(tmp_path, test)


def test_what_ends_while_it_is_read_is_not_remembered(tmp_path: Path) -> None:
    async def test(door: Door) -> None:
        _, begun = await door.people.new_guest("Ana")
        reading = asyncio.create_task(door.people.sessions.find(begun.token))
        await asyncio.sleep(0)
        door.people.sessions.forget([])
        await reading
        await door.database.execute("DELETE FROM sessions")
        assert await door.people.sessions.find(begun.token) is None

    at_the_door(tmp_path, test)


def test_one_sees_and_ends_ones_own_sessions_and_nobody_elses(tmp_path: Path) -> None:
    async def test(door: Door) -> None:
        ana = await door.member("Ana")
        away = door.client(**{"User-Agent": "Netscape"})
        await away.post("/api/login", json={"name": "Ana", "password": "correct horse"})
        ben = await door.guest("Ben")
        listed = (await ana.get("/api/sessions")).json()
        there, here = sorted(listed, key=lambda one: one["current"])
        assert (there["label"], here["label"]) == ("Netscape", ana.headers["User-Agent"])
        assert (await ben.delete(f"/api/sessions/{there['id']}")).status_code == 404
        assert await name_of(away) == "Ana"
        assert (await ana.delete(f"/api/sessions/{there['id']}")).status_code == 204
        assert await name_of(away) is None

    at_the_door(tmp_path, test)


def test_a_person_has_only_so_many_browsers(tmp_path: Path) -> None:
    async def test(door: Door) -> None:
        await door.member("Ana")
        first = door.client()
        await first.post("/api/login", json={"name": "Ana", "password": "correct horse"})
        assert await name_of(first) == "Ana"
        for _ in range(MOST_BROWSERS):
            door.clock.wait(seconds=1)
            await door.people.log_in("Ana", "correct horse")
        assert await name_of(first) is None
        assert len(await door.database.rows("SELECT * FROM sessions")) == MOST_BROWSERS

    at_the_door(tmp_path, test)


# ---- tokens for programs


def test_a_program_plays_under_its_owners_name_until_the_token_is_taken_back(tmp_path: Path) -> None:
    async def test(door: Door) -> None:
        client = await door.guest("Ana")
        made = (await client.post("/api/tokens", json={"label": "my bot"})).json()
        assert made["token"].startswith("sab_")
        [unused] = (await client.get("/api/tokens")).json()
        assert unused["used_at"] is None
        assert await name_of(door.program(made["token"])) == "Ana"
        await door.database.write(lambda connection: None)  # what was appended is written by then
        listed = await client.get("/api/tokens")
        assert [(one["id"], one["label"]) for one in listed.json()] == [(made["id"], "my bot")]
        assert listed.json()[0]["used_at"] == door.people.sessions.now()
        assert made["token"] not in listed.text
        assert (await client.delete(f"/api/tokens/{made['id']}")).status_code == 204
        assert await name_of(door.program(made["token"])) is None
        assert (await client.delete(f"/api/tokens/{made['id']}")).status_code == 404

    at_the_door(tmp_path, test)


def test_a_person_has_at_most_twenty_tokens(tmp_path: Path) -> None:
    async def test(door: Door) -> None:
        client = await door.guest("Ana")
        made = [(await client.post("/api/tokens", json={"label": f"bot {n}"})).status_code for n in range(21)]
        assert made == [201] * 20 + [409]

    at_the_door(tmp_path, test)


@pytest.mark.parametrize("label", ["", "   ", "x" * 61, "a\nb"])
def test_a_label_is_something_one_can_read(tmp_path: Path, label: str) -> None:
    async def test(door: Door) -> None:
        client = await door.guest("Ana")
        assert (await client.post("/api/tokens", json={"label": label})).status_code == 400

    at_the_door(tmp_path, test)


def test_a_stolen_token_does_not_take_the_account(tmp_path: Path) -> None:
    async def test(door: Door) -> None:
        client = await door.guest("Ana")
        made = (await client.post("/api/tokens", json={"label": "bot"})).json()
        session = (await client.get("/api/sessions")).json()[0]["id"]
        thief = door.program(made["token"])
        tried = [
            await thief.put("/api/me/password", json={"new": "mine now, all of it"}),
            await thief.post("/api/tokens", json={"label": "one more"}),
            await thief.delete(f"/api/tokens/{made['id']}", headers={"X-Sabacc": "1"}),
            await thief.delete(f"/api/sessions/{session}"),
            await thief.delete("/api/me"),
        ]
        assert [one.status_code for one in tried] == [403] * 5
        assert await name_of(client) == "Ana"

    at_the_door(tmp_path, test)


def test_a_wrong_bearer_is_nobody_even_with_a_good_cookie(tmp_path: Path) -> None:
    async def test(door: Door) -> None:
        client = await door.guest("Ana")
        answer = await client.get("/api/me", headers={"Authorization": "Bearer sab_" + "x" * 43})
        assert answer.json() == {"person": None}

    at_the_door(tmp_path, test)


def test_a_program_gives_its_own_token_up(tmp_path: Path) -> None:
    async def test(door: Door) -> None:
        client = await door.guest("Ana")
        token = (await client.post("/api/tokens", json={"label": "bot"})).json()["token"]
        assert (await door.program(token).post("/api/logout")).status_code == 200
        assert await name_of(door.program(token)) is None
        assert await name_of(client) == "Ana"

    at_the_door(tmp_path, test)


AFFAIRS: list[tuple[str, str, dict[str, str] | None]] = [
    ("PATCH", "/api/me", {"name": "Ana"}),
    ("PUT", "/api/me/password", {"new": "12345678"}),
    ("DELETE", "/api/me", None),
    ("GET", "/api/tokens", None),
    ("POST", "/api/tokens", {"label": "bot"}),
    ("DELETE", "/api/tokens/x", None),
    ("GET", "/api/sessions", None),
    ("DELETE", "/api/sessions/x", None),
]


def test_nobody_has_no_affairs_here(tmp_path: Path) -> None:
    async def test(door: Door) -> None:
        for method, path, body in AFFAIRS:
            assert (await door.client().request(method, path, json=body)).status_code == 401, (method, path)

    at_the_door(tmp_path, test)
