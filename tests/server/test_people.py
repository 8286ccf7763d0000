"""Guests, names, passwords, sessions and tokens, and what people try who want what is not theirs."""

from __future__ import annotations

import asyncio
import hashlib
from pathlib import Path
from typing import Any

import httpx
import pytest
from argon2 import PasswordHasher

from sabacc.errors import SabaccError
from sabacc.server.names import clean_name, name_key
from sabacc.server.passwords import MOST_WAITING, WORKERS, Passwords
from sabacc.server.people_routes import Limits, Login, NewPassword, Token
from sabacc.server.rates import Limiter
from sabacc.server.refusals import Clash, TooMany
from sabacc.server.sessions import MOST_BROWSERS
from tests.server.doors import CHEAP, Clock, Door, at_the_door, name_of, why

# ---- guests and names


def test_a_guest_comes_in_with_one_request_and_is_known_from_then_on(tmp_path: Path) -> None:
    async def test(door: Door) -> None:
        client = door.client()
        person = (await client.post("/api/guest", json={"name": "Ana"})).json()["person"]
        assert (person["name"], person["guest"]) == ("Ana", True)
        assert (await client.get("/api/me")).json()["person"] == person

    at_the_door(tmp_path, test)


@pytest.mark.parametrize("body", [{"json": {}}, {"json": {"name": ""}}, {"json": {"name": "   "}}, {}])
def test_a_guest_without_a_name_gets_one(tmp_path: Path, body: dict[str, Any]) -> None:
    async def test(door: Door) -> None:
        answer = await door.client().post("/api/guest", **body)
        assert answer.status_code == 201
        assert clean_name(answer.json()["person"]["name"])

    at_the_door(tmp_path, test)


def test_nobody_is_null_and_no_error(tmp_path: Path) -> None:
    async def test(door: Door) -> None:
        answer = await door.client().get("/api/me")
        assert (answer.status_code, answer.json()) == (200, {"person": None})
        assert "set-cookie" not in answer.headers

    at_the_door(tmp_path, test)


@pytest.mark.parametrize(
    "other", ["ana b", "ANA  B", " Ana B ", "Ａｎａ Ｂ", "𝐀𝐧𝐚 𝐁", "Аna B", "Αna B", "Anɑ B", "AnА В", "ᴬna B"]
)
def test_a_name_that_looks_like_anothers_is_taken(tmp_path: Path, other: str) -> None:
    async def test(door: Door) -> None:
        await door.guest("Ana B")
        answer = await door.client().post("/api/guest", json={"name": other})
        assert answer.status_code == 409
        free = why(answer).partition("; ")[2].removesuffix(" is free.")
        assert await name_of(await door.guest(free)) == free

    at_the_door(tmp_path, test)


@pytest.mark.parametrize("name", ["Νίκος", "Вова", "Straße", "İnci", "ﬁn", "Ῥόδη"])
def test_large_and_small_letters_make_no_other_name(name: str) -> None:
    assert name_key(name) == name_key(name.upper()) == name_key(name.casefold())


@pytest.mark.parametrize(
    "name",
    [
        "Ana\n", "A\tna", "Ana\x00", "\x1b[31mAna", "An\u200ba", "\u202eanA", "A\u00a0na", "An\ud800a",
        "\u3164", "An\u2800a", "An\u034fa", "A\u0301\u0302\u0303na", "A" * 25, "Somebody who left", "Үou".replace("Ү", "Y"),
    ],
)  # fmt: skip
def test_names_that_can_not_be_read_or_mean_something_else_are_refused(name: str) -> None:
    with pytest.raises(SabaccError):
        clean_name(name)


def test_a_name_with_control_characters_is_refused_over_http(tmp_path: Path) -> None:
    async def test(door: Door) -> None:
        answer = await door.client().post("/api/guest", json={"name": "Ana\u202e"})
        assert answer.status_code == 400
        assert (await door.database.rows("SELECT * FROM people")) == []

    at_the_door(tmp_path, test)


@pytest.mark.parametrize("name", ["Ana", "Ana ❤️", "Łukasz", "張偉", "อรุณ", "x" * 24, "O'Neil", "counter"])
def test_ordinary_names_of_the_world_are_fine(name: str) -> None:
    assert name_key(clean_name(name))


def test_of_many_who_want_one_name_at_once_one_gets_it(tmp_path: Path) -> None:
    async def test(door: Door) -> None:
        clients = [door.client() for _ in range(12)]
        answers = await asyncio.gather(*(one.post("/api/guest", json={"name": "Ana"}) for one in clients))
        assert sorted(one.status_code for one in answers) == [201] + [409] * 11

    at_the_door(tmp_path, test)


def test_many_guests_without_a_name_have_different_ones(tmp_path: Path) -> None:
    async def test(door: Door) -> None:
        people = await asyncio.gather(*(door.people.new_guest() for _ in range(400)))
        assert len({name_key(person.name) for person, _ in people}) == 400

    at_the_door(tmp_path, test)


def test_who_is_here_does_not_come_in_again_and_lose_their_name(tmp_path: Path) -> None:
    async def test(door: Door) -> None:
        client = await door.guest("Ana")
        assert (await client.post("/api/guest", json={"name": "Ben"})).status_code == 409
        assert await name_of(client) == "Ana"

    at_the_door(tmp_path, test)


# ---- passwords


def test_a_guest_keeps_their_name_with_a_password_and_comes_back_with_it(tmp_path: Path) -> None:
    async def test(door: Door) -> None:
        first = await door.member("Ana")
        person = (await first.get("/api/me")).json()["person"]
        assert person["guest"] is False
        second = door.client()
        answer = await second.post("/api/login", json={"name": "ANA", "password": "correct horse"})
        assert (answer.status_code, answer.json()["person"]) == (200, person)
        assert (await second.get("/api/me")).json()["person"] == person

    at_the_door(tmp_path, test)


def test_a_wrong_password_an_unknown_name_and_a_guests_name_get_the_same_answer(tmp_path: Path) -> None:
    async def test(door: Door) -> None:
        await door.member("Ana")
        await door.guest("Ben")
        wanted = [{"name": name, "password": "wrong horse"} for name in ("Ana", "Ben", "Cy")]
        answers = [await door.client().post("/api/login", json=one) for one in wanted]
        assert {(one.status_code, one.text) for one in answers} == {(401, answers[0].text)}
        assert not any("set-cookie" in one.headers for one in answers)

    at_the_door(tmp_path, test)


class Counting(PasswordHasher):
    """Counts how often it works out a hash."""

    verified = 0

    def verify(self, hash: str | bytes, password: str | bytes) -> bool:  # noqa: A002 - argon2's own name
        self.verified += 1
        return super().verify(hash, password)


def test_an_unknown_name_costs_as_much_work_as_a_known_one(tmp_path: Path) -> None:
    async def test(door: Door) -> None:
        await door.member("Ana")
        hasher = Counting(time_cost=1, memory_cost=64, parallelism=1)
        door.people.passwords = Passwords(hasher)
        for name in ("Ana", "Nobody"):
            before = hasher.verified
            await door.client().post("/api/login", json={"name": name, "password": "wrong horse"})
            assert hasher.verified == before + 1
        door.people.close()

    at_the_door(tmp_path, test)


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
        busy = [asyncio.create_task(passwords._work(_wait_for(loop, hold))) for _ in range(WORKERS + MOST_WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(TooMany):
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
    async def test(door: Door) -> None:
        client = await door.guest("Ana")
        assert (await client.put("/api/me/password", json={"new": new})).status_code == 400
        assert (await client.get("/api/me")).json()["person"]["guest"] is True

    at_the_door(tmp_path, test)


@pytest.mark.parametrize("old", [None, "", "wrong horse"])
def test_who_has_a_password_needs_it_for_a_new_one(tmp_path: Path, old: str | None) -> None:
    async def test(door: Door) -> None:
        client = await door.member("Ana")
        answer = await client.put("/api/me/password", json={"new": "better horse", "old": old})
        assert answer.status_code == 403

    at_the_door(tmp_path, test)


def test_a_new_password_signs_all_other_browsers_out_and_no_program(tmp_path: Path) -> None:
    async def test(door: Door) -> None:
        client = await door.member("Ana")
        thief = door.client()
        await thief.post("/api/login", json={"name": "Ana", "password": "correct horse"})
        token = (await client.post("/api/tokens", json={"label": "bot"})).json()["token"]
        assert await name_of(thief) == "Ana"
        told: list[str] = []
        door.people.sessions.on_end.append(_noting(told))
        answer = await client.put("/api/me/password", json={"new": "better horse", "old": "correct horse"})
        assert answer.status_code == 200
        assert [await name_of(one) for one in (client, thief, door.program(token))] == ["Ana", None, "Ana"]
        assert len(told) == 1
        login = {"name": "Ana", "password": "correct horse"}
        assert (await door.client().post("/api/login", json=login)).status_code == 401

    at_the_door(tmp_path, test)


def _noting(told: list[str]) -> Any:
    async def note(*what: str) -> None:
        told.extend(what)

    return note


def test_a_login_under_way_with_the_old_password_does_not_outlive_it(tmp_path: Path) -> None:
    async def test(door: Door) -> None:
        client = await door.member("Ana")
        row = await door.database.row("SELECT id, password FROM people")
        assert row is not None
        await client.put("/api/me/password", json={"new": "better horse", "old": "correct horse"})
        with pytest.raises(SabaccError):
            await door.people._begin(row["id"], "browser", "", row["password"])

    at_the_door(tmp_path, test)


def test_a_hash_of_yesterdays_costs_is_made_anew_at_the_next_login(tmp_path: Path) -> None:
    async def test(door: Door) -> None:
        await door.member("Ana")
        door.people.passwords = Passwords(PasswordHasher(time_cost=2, memory_cost=64, parallelism=1))
        login = {"name": "Ana", "password": "correct horse"}
        for _ in range(2):
            assert (await door.client().post("/api/login", json=login)).status_code == 200
        row = await door.database.row("SELECT password FROM people")
        assert row is not None
        assert ",t=2," in row["password"]
        door.people.close()

    at_the_door(tmp_path, test)


def test_passwords_are_argon2id_and_tokens_only_digests(tmp_path: Path) -> None:
    async def test(door: Door) -> None:
        client = await door.member("Ana")
        token = (await client.post("/api/tokens", json={"label": "bot"})).json()["token"]
        cookie = client.cookies["sabacc_session"]
        row = await door.database.row("SELECT password FROM people")
        assert row is not None
        assert row["password"].startswith("$argon2id$")
        hashes = {one["hash"] for one in await door.database.rows("SELECT hash FROM sessions")}
        assert hashes == {hashlib.sha256(one.encode()).digest() for one in (token, cookie)}
        for file in tmp_path.iterdir():
            assert not any(secret.encode() in file.read_bytes() for secret in (token, cookie, "correct horse"))

    at_the_door(tmp_path, test)


# ---- renaming and going


def test_a_new_name_is_known_everywhere_at_once(tmp_path: Path) -> None:
    async def test(door: Door) -> None:
        client = await door.guest("Ana")
        token = (await client.post("/api/tokens", json={"label": "bot"})).json()["token"]
        program = door.program(token)
        assert await name_of(program) == "Ana"
        told: list[str] = []
        door.people.on_rename.append(_noting(told))
        answer = await client.patch("/api/me", json={"name": "Anabel"})
        assert answer.json()["person"]["name"] == "Anabel"
        assert await name_of(program) == "Anabel"
        assert told == [answer.json()["person"]["id"], "Anabel"]

    at_the_door(tmp_path, test)


def test_a_name_is_written_differently_but_not_taken_from_others(tmp_path: Path) -> None:
    async def test(door: Door) -> None:
        client = await door.guest("ana")
        await door.guest("Ben")
        assert (await client.patch("/api/me", json={"name": "ANA"})).status_code == 200
        told: list[str] = []
        door.people.on_rename.append(_noting(told))
        assert (await client.patch("/api/me", json={"name": "BEN"})).status_code == 409
        assert (await client.patch("/api/me", json={"name": ""})).status_code == 400
        assert told == []

    at_the_door(tmp_path, test)


def test_a_table_may_refuse_a_new_name(tmp_path: Path) -> None:
    async def refuse(person: str, name: str) -> None:
        raise Clash("not in the middle of a hand.")

    async def test(door: Door) -> None:
        client = await door.guest("Ana")
        door.people.on_rename.append(refuse)
        assert why(await client.patch("/api/me", json={"name": "Eva"})) == "not in the middle of a hand."
        assert await name_of(client) == "Ana"

    at_the_door(tmp_path, test)


async def _played(door: Door, person: str, name: str) -> None:
    """A hand that somebody was dealt into, and shared."""
    await door.database.execute("INSERT INTO hands VALUES ('h', 't', 1, 9, 'classic', 0, 1, x'')")
    await door.database.execute(
        "INSERT INTO hand_seats VALUES ('h', 0, ?, ?, NULL, 'classic', 0, 1, 5, 5, 1.0, 1, 0, 0, 0, 0)", person, name
    )
    await door.database.execute(
        "INSERT INTO shares (token, hand_id, seat, person, created_at) VALUES ('s', 'h', 0, ?, 0)", person
    )


def test_who_goes_for_good_leaves_hands_without_a_name_and_nothing_else(tmp_path: Path) -> None:
    async def test(door: Door) -> None:
        client = await door.member("Ana")
        person = (await client.get("/api/me")).json()["person"]["id"]
        token = (await client.post("/api/tokens", json={"label": "bot"})).json()["token"]
        await _played(door, person, "Ana")
        there: list[int] = []

        async def get_up(who: str) -> None:
            there.append(len(await door.database.rows("SELECT 1 FROM people WHERE id = ?", who)))
            assert await name_of(client) is None  # nobody sits down again while they are got up

        door.people.on_delete.append(get_up)
        assert (await client.request("DELETE", "/api/me", json={})).status_code == 403
        answer = await client.request("DELETE", "/api/me", json={"password": "correct horse"})
        assert (answer.status_code, there) == (200, [1])
        for table in ("people", "sessions", "shares"):
            assert await door.database.rows(f"SELECT * FROM {table}") == []
        row = await door.database.row("SELECT person, name FROM hand_seats")
        assert row is not None
        assert tuple(row) == (None, "somebody who left")
        assert await name_of(door.program(token)) is None
        assert "sabacc_session" not in client.cookies
        await door.guest("Ana")  # the name is free again

    at_the_door(tmp_path, test)


def test_a_guest_goes_without_a_password(tmp_path: Path) -> None:
    async def test(door: Door) -> None:
        client = await door.guest("Ana")
        assert (await client.delete("/api/me")).status_code == 200
        assert await door.database.rows("SELECT * FROM people") == []

    at_the_door(tmp_path, test)


def test_guests_who_never_played_and_are_not_seen_for_a_month_are_cleaned_away(tmp_path: Path) -> None:
    async def test(door: Door) -> None:
        played = (await (await door.guest("Played")).get("/api/me")).json()["person"]["id"]
        await _played(door, played, "Played")
        await door.guest("Idle")
        await door.member("Member")
        back = await door.guest("Back")
        door.clock.wait(days=20)
        await back.get("/api/me")
        told: list[str] = []
        door.people.on_delete.append(_noting(told))
        assert await door.people.clean() == 0
        door.clock.wait(days=11)
        assert await door.people.clean() == 1
        left = {row["name"] for row in await door.database.rows("SELECT name FROM people")}
        assert left == {"Played", "Member", "Back"}
        assert len(told) == 1

    at_the_door(tmp_path, test)


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


@pytest.mark.parametrize(
    "cookie", ["", "x", "x" * 43, "x" * 5000, "' OR 1=1 --", "%00", "\u00ff" * 43, "sab_" + "x" * 43, '"', ";;;==="]
)
def test_a_garbled_cookie_is_nobodys(tmp_path: Path, cookie: str) -> None:
    async def test(door: Door) -> None:
        await door.guest("Ana")
        headers = [(b"cookie", b"sabacc_session=" + cookie.encode("latin-1"))]
        answer = await door.client().get("/api/me", headers=headers)
        assert (answer.status_code, answer.json()) == (200, {"person": None})

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
        assert {(one["label"], one["current"]) for one in listed} == {("Netscape", False), (listed[1]["label"], True)}
        there = next(one["id"] for one in listed if one["label"] == "Netscape")
        assert (await ben.delete(f"/api/sessions/{there}")).status_code == 404
        assert await name_of(away) == "Ana"
        assert (await ana.delete(f"/api/sessions/{there}")).status_code == 204
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
        assert await name_of(door.program(made["token"])) == "Ana"
        listed = await client.get("/api/tokens")
        assert [(one["id"], one["label"]) for one in listed.json()] == [(made["id"], "my bot")]
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


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("PATCH", "/api/me"), ("PUT", "/api/me/password"), ("DELETE", "/api/me"), ("GET", "/api/tokens"),
        ("POST", "/api/tokens"), ("DELETE", "/api/tokens/x"), ("GET", "/api/sessions"), ("DELETE", "/api/sessions/x"),
    ],
)  # fmt: skip
def test_nobody_has_no_affairs_here(tmp_path: Path, method: str, path: str) -> None:
    async def test(door: Door) -> None:
        bodies = {"/api/me": {"name": "Ana"}, "/api/me/password": {"new": "12345678"}, "/api/tokens": {"label": "x"}}
        body = bodies.get(path) if method in ("PATCH", "PUT", "POST") else None
        assert (await door.client().request(method, path, json=body)).status_code == 401

    at_the_door(tmp_path, test)


# ---- too often


def test_a_limiter_allows_a_burst_and_then_its_rate() -> None:
    clock = Clock()
    limiter = Limiter(rate=0.5, burst=3, clock=clock)
    for _ in range(3):
        limiter.check("Ana")
    with pytest.raises(TooMany) as refused:
        limiter.check("Ana")
    assert refused.value.wait == pytest.approx(2)
    limiter.check("Ben")
    clock.wait(seconds=2)
    limiter.check("Ana")
    with pytest.raises(TooMany):
        limiter.check("Ana")


def test_a_limiter_remembers_only_so_many() -> None:
    limiter = Limiter(rate=0.001, burst=1, clock=Clock(), most_keys=100)
    for number in range(10_000):
        limiter.check(str(number))
    assert len(limiter) <= 100
    with pytest.raises(TooMany):
        limiter.check("9999")


def test_a_flood_of_guests_from_one_address_is_stopped_and_others_come_in(tmp_path: Path) -> None:
    async def test(door: Door) -> None:
        async def come(address: str) -> httpx.Response:
            headers = {"X-Forwarded-For": f"9.9.9.9, {address}"}
            return await door.client().post("/api/guest", json={}, headers=headers)

        flood = [await come("203.0.113.7") for _ in range(5)]
        assert [one.status_code for one in flood] == [201, 201, 201, 429, 429]
        assert int(flood[-1].headers["retry-after"]) > 0
        assert (await come("203.0.113.8")).status_code == 201

    limits = Limits()
    limits.guests = Limiter(0.01, 3)
    from sabacc.server.guarding import Safety

    at_the_door(tmp_path, test, Safety(behind_proxy=True), limits)


def test_guessing_one_names_password_is_slow_from_wherever(tmp_path: Path) -> None:
    async def test(door: Door) -> None:
        await door.member("Ana")
        tries = [
            await door.client(**{"X-Forwarded-For": f"203.0.113.{n}"}).post(
                "/api/login", json={"name": name, "password": f"guess no {n}"}
            )
            for n, name in enumerate(["Ana"] * 6 + ["ANA", "Ａｎａ"] * 4)
        ]
        assert [one.status_code for one in tries] == [401] * 10 + [429] * 4

    from sabacc.server.guarding import Safety

    at_the_door(tmp_path, test, Safety(behind_proxy=True), Limits())


def test_guessing_the_old_password_of_an_open_browser_is_slow(tmp_path: Path) -> None:
    async def test(door: Door) -> None:
        client = await door.member("Ana")  # the first of five
        tries = [
            await client.put("/api/me/password", json={"new": "mine, all mine", "old": f"guess no {n}"})
            for n in range(5)
        ]
        assert [one.status_code for one in tries] == [403] * 4 + [429]
        assert (await client.request("DELETE", "/api/me", json={"password": "guess"})).status_code == 429

    at_the_door(tmp_path, test, limits=Limits())


# ---- what is told


@pytest.mark.parametrize(
    "secret", [Login("Ana", "hush hush"), NewPassword("hush hush", "hush hush"), Token("1", "bot", "hush hush")]
)
def test_no_secret_is_in_a_repr(secret: object) -> None:
    assert "hush" not in repr(secret)


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b'{"name": 1, "password": "x"}', b'{"name": "A", "password": "x", "more": 1}', b"\xff"]
)
def test_what_is_no_login_is_refused_without_a_fault(tmp_path: Path, body: bytes) -> None:
    async def test(door: Door) -> None:
        headers = {"Content-Type": "application/json"}
        answer = await door.client().post("/api/login", content=body, headers=headers)
        assert answer.status_code == 400

    at_the_door(tmp_path, test)
