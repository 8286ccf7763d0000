"""Where people are signed in, tokens for programs, and tokens in wrong hands."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from sabacc.server.people.sessions import MAX_BROWSERS
from tests.server.people_app import PeopleApp, name_of, with_people_app

# ---- sessions


def test_the_cookie_is_for_us_alone(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        answer = await people_app.client().post("/api/guest", json={})
        for cookie in answer.headers.get_list("set-cookie"):
            said = {part.strip().lower() for part in cookie.split(";")[1:]}
            assert said == {"httponly", "samesite=lax", "path=/", "max-age=15552000"}

    with_people_app(tmp_path, test)


def test_signing_out_ends_the_session_and_not_only_the_cookie(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        client = await people_app.guest("Ana")
        stolen = client.cookies["sabacc_session"]
        assert (await client.post("/api/logout")).json() == {"person": None}
        assert "sabacc_session" not in client.cookies
        assert await name_of(people_app.client(Cookie=f"sabacc_session={stolen}")) is None
        assert (await client.post("/api/logout")).status_code == 200  # nobody may sign out too

    with_people_app(tmp_path, test)


def test_signing_in_again_ends_what_this_browser_was_signed_in_with(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        client = await people_app.member("Ana")
        before = client.cookies["sabacc_session"]
        await client.post("/api/login", json={"name": "Ana", "password": "correct horse"})
        assert client.cookies["sabacc_session"] != before
        assert len((await client.get("/api/sessions")).json()) == 1

    with_people_app(tmp_path, test)


def test_a_session_lasts_half_a_year_from_its_last_use(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        client = await people_app.guest("Ana")
        cookie = client.cookies["sabacc_session"]
        people_app.clock.wait(days=179)
        answer = await client.get("/api/me")
        assert answer.json()["person"]["name"] == "Ana"
        assert "max-age=15552000" in answer.headers["set-cookie"].lower()
        people_app.clock.wait(days=179)
        assert await name_of(client) == "Ana"
        people_app.clock.wait(days=180)
        assert await name_of(people_app.client(Cookie=f"sabacc_session={cookie}")) is None
        await people_app.people.delete_stale()
        assert await people_app.database.rows("SELECT * FROM sessions") == []

    with_people_app(tmp_path, test)


def test_use_is_written_down_at_most_once_an_hour(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        client = await people_app.guest("Ana")
        await client.get("/api/me")
        before = people_app.database.writes
        for _ in range(6):
            people_app.clock.wait(hours=0.4)
            await client.get("/api/me")
        await people_app.database.execute("SELECT 1")
        assert people_app.database.writes == before + 2 + 1

    with_people_app(tmp_path, test)


GARBLED = ["", "x", "x" * 43, "x" * 5000, "' OR 1=1 --", "%00", "\u00ff" * 43, "sab_" + "x" * 43, '"', ";;;==="]


def test_a_garbled_cookie_is_nobodys(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        await people_app.guest("Ana")
        for cookie in GARBLED:
            headers = [(b"cookie", b"sabacc_session=" + cookie.encode("latin-1"))]
            answer = await people_app.client().get("/api/me", headers=headers)
            assert (answer.status_code, answer.json()) == (200, {"person": None}), cookie

    with_people_app(tmp_path, test)


def test_a_token_is_remembered_and_the_database_not_asked_again(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        client = await people_app.guest("Ana")
        assert await name_of(client) == "Ana"
        await people_app.database.execute("UPDATE people SET name = 'Eva'")  # behind our back
        assert await name_of(client) == "Ana"

    with_people_app(tmp_path, test)


def test_what_ends_while_it_is_read_is_not_remembered(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        _, begun = await people_app.people.new_guest("Ana")
        with_history_app = asyncio.create_task(people_app.people.sessions.authenticate(begun.token))
        await asyncio.sleep(0)
        people_app.people.sessions.evict([])
        await with_history_app
        await people_app.database.execute("DELETE FROM sessions")
        assert await people_app.people.sessions.authenticate(begun.token) is None

    with_people_app(tmp_path, test)


def test_one_sees_and_ends_ones_own_sessions_and_nobody_elses(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        ana = await people_app.member("Ana")
        away = people_app.client(**{"User-Agent": "Netscape"})
        await away.post("/api/login", json={"name": "Ana", "password": "correct horse"})
        ben = await people_app.guest("Ben")
        listed = (await ana.get("/api/sessions")).json()
        there, here = sorted(listed, key=lambda one: one["current"])
        assert (there["label"], here["label"]) == ("Netscape", ana.headers["User-Agent"])
        assert (await ben.delete(f"/api/sessions/{there['id']}")).status_code == 404
        assert await name_of(away) == "Ana"
        assert (await ana.delete(f"/api/sessions/{there['id']}")).status_code == 204
        assert await name_of(away) is None

    with_people_app(tmp_path, test)


def test_a_person_has_only_so_many_browsers(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        await people_app.member("Ana")
        first = people_app.client()
        await first.post("/api/login", json={"name": "Ana", "password": "correct horse"})
        assert await name_of(first) == "Ana"
        for _ in range(MAX_BROWSERS):
            people_app.clock.wait(seconds=1)
            await people_app.people.log_in(await people_app.people.check_login("Ana", "correct horse"))
        assert await name_of(first) is None
        assert len(await people_app.database.rows("SELECT * FROM sessions")) == MAX_BROWSERS

    with_people_app(tmp_path, test)


# ---- tokens for programs


def test_a_program_plays_under_its_owners_name_until_the_token_is_taken_back(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        client = await people_app.guest("Ana")
        made = (await client.post("/api/tokens", json={"label": "my bot"})).json()
        assert made["token"].startswith("sab_")
        [unused] = (await client.get("/api/tokens")).json()
        assert unused["used_at"] is None
        assert await name_of(people_app.program(made["token"])) == "Ana"
        await people_app.database.flush()  # what was appended is written by then
        listed = await client.get("/api/tokens")
        assert [(one["id"], one["label"]) for one in listed.json()] == [(made["id"], "my bot")]
        assert listed.json()[0]["used_at"] == people_app.people.sessions.now()
        assert made["token"] not in listed.text
        assert (await client.delete(f"/api/tokens/{made['id']}")).status_code == 204
        assert await name_of(people_app.program(made["token"])) is None
        assert (await client.delete(f"/api/tokens/{made['id']}")).status_code == 404

    with_people_app(tmp_path, test)


def test_a_person_has_at_most_twenty_tokens(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        client = await people_app.guest("Ana")
        made = [(await client.post("/api/tokens", json={"label": f"bot {n}"})).status_code for n in range(21)]
        assert made == [201] * 20 + [409]

    with_people_app(tmp_path, test)


@pytest.mark.parametrize("label", ["", "   ", "x" * 61, "a\nb"])
def test_a_label_is_something_one_can_read(tmp_path: Path, label: str) -> None:
    async def test(people_app: PeopleApp) -> None:
        client = await people_app.guest("Ana")
        assert (await client.post("/api/tokens", json={"label": label})).status_code == 400

    with_people_app(tmp_path, test)


def test_a_stolen_token_does_not_take_the_account(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        client = await people_app.guest("Ana")
        made = (await client.post("/api/tokens", json={"label": "bot"})).json()
        session = (await client.get("/api/sessions")).json()[0]["id"]
        thief = people_app.program(made["token"])
        tried = [
            await thief.put("/api/me/password", json={"new": "mine now, all of it"}),
            await thief.post("/api/tokens", json={"label": "one more"}),
            await thief.delete(f"/api/tokens/{made['id']}", headers={"X-Sabacc": "1"}),
            await thief.delete(f"/api/sessions/{session}"),
            await thief.delete("/api/me"),
        ]
        assert [one.status_code for one in tried] == [403] * 5
        assert await name_of(client) == "Ana"

    with_people_app(tmp_path, test)


def test_a_wrong_bearer_is_nobody_even_with_a_good_cookie(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        client = await people_app.guest("Ana")
        answer = await client.get("/api/me", headers={"Authorization": "Bearer sab_" + "x" * 43})
        assert answer.json() == {"person": None}

    with_people_app(tmp_path, test)


def test_a_program_gives_its_own_token_up(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        client = await people_app.guest("Ana")
        token = (await client.post("/api/tokens", json={"label": "bot"})).json()["token"]
        assert (await people_app.program(token).post("/api/logout")).status_code == 200
        assert await name_of(people_app.program(token)) is None
        assert await name_of(client) == "Ana"

    with_people_app(tmp_path, test)


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
    async def test(people_app: PeopleApp) -> None:
        for method, path, body in AFFAIRS:
            assert (await people_app.client().request(method, path, json=body)).status_code == 401, (method, path)

    with_people_app(tmp_path, test)
