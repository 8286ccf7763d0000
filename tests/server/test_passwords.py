"""Passwords, and what those try who don't know them."""

from __future__ import annotations

import asyncio
import hashlib
from pathlib import Path
from typing import Any, Literal

import pytest
from argon2 import PasswordHasher

from sabacc.errors import SabaccError
from sabacc.server.http.errors import TooManyRequests
from sabacc.server.http.people_routes import Login, NewPassword, Token
from sabacc.server.people.passwords import MAX_WAITING, WORKERS, Passwords
from tests.server.people_app import CHEAP, PeopleApp, name_of, recorder, with_people_app

# ---- passwords


def test_a_guest_keeps_their_name_with_a_password_and_comes_back_with_it(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        first = await people_app.member("Ana")
        person = (await first.get("/api/me")).json()["person"]
        assert person["guest"] is False
        second = people_app.client()
        answer = await second.post("/api/login", json={"name": "ANA", "password": "correct horse"})
        assert (answer.status_code, answer.json()["person"]) == (200, person)
        assert (await second.get("/api/me")).json()["person"] == person

    with_people_app(tmp_path, test)


def test_a_wrong_password_an_unknown_name_and_a_guests_name_get_the_same_answer(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        await people_app.member("Ana")
        await people_app.guest("Ben")
        wanted = [{"name": name, "password": "wrong horse"} for name in ("Ana", "Ben", "Cy")]
        answers = [await people_app.client().post("/api/login", json=one) for one in wanted]
        assert {(one.status_code, one.text) for one in answers} == {(401, answers[0].text)}
        assert not any("set-cookie" in one.headers for one in answers)

    with_people_app(tmp_path, test)


class Counting(PasswordHasher):
    """Counts how often it works out a hash."""

    verified = 0

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:  # noqa: A002 - argon2's own name
        self.verified += 1
        return super().verify(hash, password)


def test_an_unknown_name_costs_as_much_work_as_a_known_one(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        await people_app.member("Ana")
        hasher = Counting(time_cost=1, memory_cost=64, parallelism=1)
        people_app.people.passwords = Passwords(hasher)
        for name in ("Ana", "Nobody"):
            before = hasher.verified
            await people_app.client().post("/api/login", json={"name": name, "password": "wrong horse"})
            assert hasher.verified == before + 1
        people_app.people.close()

    with_people_app(tmp_path, test)


def test_nobodys_password_is_never_right() -> None:
    async def test() -> None:
        passwords = Passwords(CHEAP)
        assert not await passwords.matches(None, "")
        assert not await passwords.matches("not a hash", "correct horse")
        passwords.close()

    asyncio.run(test())


def test_the_same_letters_typed_on_another_keyboard_are_the_same_password() -> None:
    async def test() -> None:
        passwords = Passwords(CHEAP)
        assert await passwords.matches(await passwords.hash("caf\u00e9 noir"), "cafe\u0301 noir")
        passwords.close()

    asyncio.run(test())


def test_more_passwords_than_can_be_worked_on_are_refused_at_once() -> None:
    async def test() -> None:
        passwords = Passwords(CHEAP)
        hold = asyncio.Event()
        loop = asyncio.get_running_loop()
        busy = [asyncio.create_task(passwords._run(_wait_for(loop, hold))) for _ in range(WORKERS + MAX_WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(TooManyRequests):
            await passwords.hash("correct horse")
        hold.set()
        await asyncio.gather(*busy)
        assert await passwords.hash("correct horse")  # and there is room again
        passwords.close()

    asyncio.run(test())


def _wait_for(loop: asyncio.AbstractEventLoop, event: asyncio.Event) -> Any:
    return lambda: asyncio.run_coroutine_threadsafe(event.wait(), loop).result()


@pytest.mark.parametrize("new", ["", "short", "x" * 201])
def test_a_password_of_a_wrong_length_is_refused(tmp_path: Path, new: str) -> None:
    async def test(people_app: PeopleApp) -> None:
        client = await people_app.guest("Ana")
        assert (await client.put("/api/me/password", json={"new": new})).status_code == 400
        assert (await client.get("/api/me")).json()["person"]["guest"] is True

    with_people_app(tmp_path, test)


@pytest.mark.parametrize("old", [None, "", "wrong horse"])
def test_who_has_a_password_needs_it_for_a_new_one(tmp_path: Path, old: str | None) -> None:
    async def test(people_app: PeopleApp) -> None:
        client = await people_app.member("Ana")
        answer = await client.put("/api/me/password", json={"new": "better horse", "old": old})
        assert answer.status_code == 403

    with_people_app(tmp_path, test)


def test_a_new_password_signs_all_other_browsers_out_and_no_program(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        client = await people_app.member("Ana")
        thief = people_app.client()
        await thief.post("/api/login", json={"name": "Ana", "password": "correct horse"})
        token = (await client.post("/api/tokens", json={"label": "bot"})).json()["token"]
        assert await name_of(thief) == "Ana"
        told: list[str] = []
        people_app.people.sessions.on_end.append(recorder(told))
        answer = await client.put("/api/me/password", json={"new": "better horse", "old": "correct horse"})
        assert answer.status_code == 200
        assert [await name_of(one) for one in (client, thief, people_app.program(token))] == ["Ana", None, "Ana"]
        assert len(told) == 1
        login = {"name": "Ana", "password": "correct horse"}
        assert (await people_app.client().post("/api/login", json=login)).status_code == 401

    with_people_app(tmp_path, test)


def test_a_login_under_way_with_the_old_password_does_not_outlive_it(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        client = await people_app.member("Ana")
        row = await people_app.database.row("SELECT id, password FROM people")
        assert row is not None
        await client.put("/api/me/password", json={"new": "better horse", "old": "correct horse"})
        with pytest.raises(SabaccError):
            await people_app.people._start_session(row["id"], "browser", "", row["password"])

    with_people_app(tmp_path, test)


def test_a_hash_of_yesterdays_costs_is_made_anew_at_the_next_login(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        await people_app.member("Ana")
        people_app.people.passwords = Passwords(PasswordHasher(time_cost=2, memory_cost=64, parallelism=1))
        login = {"name": "Ana", "password": "correct horse"}
        for _ in range(2):
            assert (await people_app.client().post("/api/login", json=login)).status_code == 200
        row = await people_app.database.row("SELECT password FROM people")
        assert row is not None
        assert ",t=2," in row["password"]
        people_app.people.close()

    with_people_app(tmp_path, test)


def test_passwords_are_argon2id_and_tokens_only_digests(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        client = await people_app.member("Ana")
        token = (await client.post("/api/tokens", json={"label": "bot"})).json()["token"]
        cookie = client.cookies["sabacc_session"]
        row = await people_app.database.row("SELECT password FROM people")
        assert row is not None
        assert row["password"].startswith("$argon2id$")
        hashes = {one["hash"] for one in await people_app.database.rows("SELECT hash FROM sessions")}
        assert hashes == {hashlib.sha256(one.encode()).digest() for one in (token, cookie)}
        for file in tmp_path.iterdir():
            assert not any(secret.encode() in file.read_bytes() for secret in (token, cookie, "correct horse"))

    with_people_app(tmp_path, test)


# ---- what is told


@pytest.mark.parametrize(
    "secret", [Login("Ana", "hush hush"), NewPassword("hush hush", "hush hush"), Token("1", "bot", "hush hush")]
)
def test_no_secret_is_in_a_repr(secret: object) -> None:
    assert "hush" not in repr(secret)


NO_LOGINS = [
    b"",
    b"{",
    b"[]",
    b'{"name": 1, "password": "x"}',
    b'{"name": "A", "password": "x", "more": 1}',
    b"\xff",
    b'{"name": "\xff", "password": "x"}',
    b'{"name": "\\ud800", "password": "x"}',
    b"[" * 60_000,
]


def test_what_is_no_login_is_refused_without_a_fault(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        headers = {"Content-Type": "application/json"}
        for body in NO_LOGINS:
            answer = await people_app.client().post("/api/login", content=body, headers=headers)
            assert answer.status_code == 400, body[:40]

    with_people_app(tmp_path, test)
