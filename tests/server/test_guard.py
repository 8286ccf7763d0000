"""What other sites, floods and clumsy programs send us, and what every answer says."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
import websockets
from litestar.types import HTTPScope, Scope
from websockets.exceptions import InvalidStatus

from sabacc.server.http import guard
from sabacc.server.http.guard import MAX_BYTES, Guard, Security, address_of, bearer_of, is_secure
from tests.server.people_app import HOME, PeopleApp, name_of, served, why, with_people_app

EVIL = "https://evil.test"


def scope_of(
    headers: dict[str, str] | None = None, scheme: str = "http", client: tuple[str, int] | None = None
) -> Scope:
    """A request, as far as the guard looks at it."""
    raw = [(name.lower().encode(), value.encode("latin-1")) for name, value in (headers or {}).items()]
    return cast("HTTPScope", {"type": "http", "headers": raw, "scheme": scheme, "client": client})


async def bare(people_app: PeopleApp, **headers: str) -> httpx.AsyncClient:
    """Somebody's cookie in a client that says nothing about itself but this."""
    client = await people_app.guest("Ana")
    del client.headers["Origin"]
    client.headers.update({name.replace("_", "-"): value for name, value in headers.items()})
    return client


# ---- origins


FOREIGN = [
    EVIL, "null", "", "https://sabacc.test", "http://sabacc.test.evil.test", "http://sabacc.test:81", "http://sabacc.tes",
    "http://sabacc.test, https://evil.test", "sabacc.test", "http://user@sabacc.test",
]  # fmt: skip


def test_what_another_sites_page_sends_with_our_cookie_is_refused(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        client = await bare(people_app)
        for origin in FOREIGN:
            answer = await client.patch("/api/me", json={"name": "Pwned"}, headers={"Origin": origin})
            assert answer.status_code == 403, origin
            assert "page" in why(answer)
        assert await name_of(client) == "Ana"

    with_people_app(tmp_path, test)


@pytest.mark.parametrize("origin", [HOME, HOME.upper(), f"{HOME}:80", "https://play.example"])
def test_our_own_pages_and_those_the_host_allows_may_ask(tmp_path: Path, origin: str) -> None:
    async def test(people_app: PeopleApp) -> None:
        client = await bare(people_app, Origin=origin)
        assert (await client.patch("/api/me", json={"name": "Eva"})).status_code == 200

    with_people_app(tmp_path, test, Security(allowed_origins=("https://play.example/",)))


def test_two_origins_are_none_of_ours(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        client = await bare(people_app)
        headers = [("Origin", HOME), ("Origin", EVIL)]
        assert (await client.patch("/api/me", json={"name": "Eva"}, headers=headers)).status_code == 403

    with_people_app(tmp_path, test)


@pytest.mark.parametrize(
    ("site", "status"), [("cross-site", 403), ("same-site", 403), ("same-origin", 200), ("none", 200)]
)
def test_without_an_origin_the_browser_says_how_far_away_the_page_is(tmp_path: Path, site: str, status: int) -> None:
    async def test(people_app: PeopleApp) -> None:
        client = await bare(people_app, Sec_Fetch_Site=site)
        assert (await client.patch("/api/me", json={"name": "Eva"})).status_code == status

    with_people_app(tmp_path, test)


def test_without_any_sign_a_request_must_be_one_that_no_form_can_make(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        client = await bare(people_app)
        assert (await client.post("/api/logout")).status_code == 403
        assert (await client.post("/api/logout", headers={"X-Sabacc": "1"})).status_code == 200

    with_people_app(tmp_path, test)


def test_nobody_is_signed_in_by_another_sites_page(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        login = {"name": "Eve", "password": "eves own one"}
        answer = await people_app.client(Origin=EVIL).post("/api/login", json=login)
        assert answer.status_code == 403

    with_people_app(tmp_path, test)


def test_a_program_with_a_token_needs_no_origin(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        client = await people_app.guest("Ana")
        token = (await client.post("/api/tokens", json={"label": "bot"})).json()["token"]
        assert (await people_app.program(token).post("/api/logout")).status_code == 200

    with_people_app(tmp_path, test)


def test_a_proxys_password_is_no_token_of_ours(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        client = await bare(people_app, Origin=EVIL, Authorization="Basic YTpi")  # a browser sends this by itself
        assert (await client.patch("/api/me", json={"name": "Eva"})).status_code == 403

    with_people_app(tmp_path, test)


def test_a_made_up_token_does_not_open_the_way_for_the_cookie(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        client = await bare(people_app, Origin=EVIL)
        for said in ("Bearer x", "Bearer", "bearer  "):
            headers = {"Authorization": said}
            assert (await client.patch("/api/me", json={"name": "Eva"}, headers=headers)).status_code == 401, said

    with_people_app(tmp_path, test)


def test_reading_is_open_to_all_and_tells_other_sites_nothing(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        client = await bare(people_app, Origin=EVIL)
        for answer in (await client.get("/api/me"), await client.options("/api/me")):
            assert not [name for name in answer.headers if name.startswith("access-control")]

    with_people_app(tmp_path, test)


# ---- websockets, over a real socket


def test_a_websocket_opens_for_our_own_pages_and_programs_and_nobody_else(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        ana = await people_app.guest("Ana")
        cookie = {"Cookie": f"other=1; sabacc_session={ana.cookies['sabacc_session']}"}
        token = (await ana.post("/api/tokens", json={"label": "bot"})).json()["token"]
        bearer = {"Authorization": f"Bearer {token}"}
        async with served(people_app) as host:
            home = {"Origin": f"http://{host}"}
            evil = {"Origin": EVIL}

            async def hears(*headers: dict[str, str]) -> str | int:
                joined = {name: value for one in headers for name, value in one.items()}
                try:
                    async with websockets.connect(f"ws://{host}/ws", additional_headers=joined) as socket:
                        return str(await socket.recv())
                except InvalidStatus as refused:
                    return refused.response.status_code

            assert await hears() == "nobody"
            assert await hears(cookie, home) == "Ana"
            assert await hears(bearer) == "Ana"
            assert await hears(cookie, {"X-Sabacc": "1"}) == "Ana"
            for headers in ([cookie, evil], [bearer, evil], [evil], [cookie], [cookie, {"Origin": "null"}]):
                assert await hears(*headers) == 403

    with_people_app(tmp_path, test)


# ---- bodies


FORMS = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/jsonx", ""]


def test_a_body_that_is_no_json_is_refused(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        for kind in FORMS:
            headers = {"Content-Type": kind}
            answer = await people_app.client().post("/api/guest", content=b'{"name": "Ana"}', headers=headers)
            assert answer.status_code == 415, kind
        without = people_app.client()
        del without.headers["Origin"]
        assert (await without.post("/api/guest", content=b"name=Ana")).status_code == 415
        assert await people_app.database.rows("SELECT * FROM people") == []

    with_people_app(tmp_path, test)


def test_json_with_a_charset_is_json(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        headers = {"Content-Type": "Application/JSON; charset=utf-8"}
        answer = await people_app.client().post("/api/guest", content=b'{"name": "Ana"}', headers=headers)
        assert answer.json()["person"]["name"] == "Ana"

    with_people_app(tmp_path, test)


def _json_of(size: int) -> bytes:
    return b'{"name": "Ana"' + b" " * (size - 15) + b"}"


def test_a_body_may_have_64_kilobytes_and_not_one_more(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        headers = {"Content-Type": "application/json"}
        bodies = [_json_of(MAX_BYTES + 1), _json_of(MAX_BYTES)]
        answers = [await people_app.client().post("/api/guest", content=body, headers=headers) for body in bodies]
        assert [one.status_code for one in answers] == [413, 201]

    with_people_app(tmp_path, test)


def test_a_body_in_pieces_without_a_length_is_measured_as_it_comes(tmp_path: Path) -> None:
    async def pieces(body: bytes) -> AsyncIterator[bytes]:
        for at in range(0, len(body), 5000):
            yield body[at : at + 5000]

    async def test(people_app: PeopleApp) -> None:
        async with served(people_app) as host, httpx.AsyncClient(base_url=f"http://{host}") as client:
            headers = {"Content-Type": "application/json"}
            for size, status in ((MAX_BYTES * 40, 413), (MAX_BYTES, 201)):
                answer = await client.post("/api/guest", content=pieces(_json_of(size)), headers=headers)
                assert answer.status_code == status

    with_people_app(tmp_path, test)


async def _ask(people_app: PeopleApp, messages: list[dict[str, Any]]) -> list[Any]:
    """What the guard answers to a client that sends this and then nothing."""
    said: list[Any] = []
    waiting = list(messages)

    async def receive() -> Any:
        if waiting:
            return waiting.pop(0)
        return await asyncio.Event().wait()

    async def send(message: Any) -> None:
        said.append(message)

    scope = {"type": "http", "method": "POST", "path": "/api/guest", "headers": [(b"x-sabacc", b"1")], "scheme": "http"}
    await people_app.app(cast("HTTPScope", scope), receive, send)
    return said


def test_a_body_that_never_comes_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "BODY_TIMEOUT", 0.05)

    async def test(people_app: PeopleApp) -> None:
        said = await _ask(people_app, [{"type": "http.request", "body": b"{", "more_body": True}])
        assert said[0]["status"] == 408

    with_people_app(tmp_path, test)


def test_who_hangs_up_gets_no_answer(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        messages: list[dict[str, Any]] = [
            {"type": "http.request", "body": b"{", "more_body": True},
            {"type": "http.disconnect"},
        ]
        assert await _ask(people_app, messages) == []

    with_people_app(tmp_path, test)


# ---- what every answer says


@pytest.mark.parametrize(
    ("path", "status"), [("/", 200), ("/api/me", 200), ("/no/such/page", 404), ("/api/tokens", 401)]
)
def test_every_answer_tells_browsers_to_be_careful(tmp_path: Path, path: str, status: int) -> None:
    async def test(people_app: PeopleApp) -> None:
        answer = await people_app.client().get(path)
        assert answer.status_code == status
        assert "default-src 'self'" in answer.headers["content-security-policy"]
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"
        assert answer.headers["cross-origin-opener-policy"] == "same-origin"
        assert "camera=()" in answer.headers["permissions-policy"]
        assert (answer.headers.get("cache-control") == "no-store") == path.startswith("/api")

    with_people_app(tmp_path, test)


def test_a_refusal_of_the_guard_has_the_headers_too(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        answer = await people_app.client(Origin=EVIL).post("/api/guest", json={})
        assert (answer.status_code, answer.headers["cache-control"]) == (403, "no-store")
        assert "content-security-policy" in answer.headers

    with_people_app(tmp_path, test)


# ---- proxies


def test_behind_a_proxy_https_is_what_the_proxy_says(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        client = people_app.client(**{"Origin": "https://sabacc.test", "X-Forwarded-Proto": "https"})
        answer = await client.post("/api/guest", json={})
        assert answer.status_code == 201
        assert "; secure" in answer.headers["set-cookie"].lower()

    with_people_app(tmp_path, test, Security(behind_proxy=True))


def test_a_host_can_have_all_cookies_secure(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        answer = await people_app.client().post("/api/guest", json={})
        assert "; secure" in answer.headers["set-cookie"].lower()

    with_people_app(tmp_path, test, Security(secure_cookies=True))


def test_without_a_proxy_nobody_can_say_where_they_come_from() -> None:
    scope = scope_of({"X-Forwarded-For": "9.9.9.9", "X-Forwarded-Proto": "https"}, client=("203.0.113.7", 1))
    assert address_of(scope, Security()) == "203.0.113.7"
    assert not is_secure(scope, Security())


@pytest.mark.parametrize(
    ("told", "address"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("1.1.1.1, 203.0.113.9", "203.0.113.9"),  # the first is whatever the client wrote
        ("unknown", "10.0.0.1"),
        ("", "10.0.0.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
    ],
)
def test_behind_a_proxy_the_address_is_the_last_it_names(told: str, address: str) -> None:
    scope = scope_of({"X-Forwarded-For": told}, client=("10.0.0.1", 1))
    assert address_of(scope, Security(behind_proxy=True)) == address


def test_a_websocket_over_tls_is_secure_and_a_unix_socket_has_an_address() -> None:
    assert is_secure(scope_of(scheme="wss"), Security())
    assert address_of(scope_of(), Security()) == "local"


@pytest.mark.parametrize(
    ("said", "token"), [("Bearer abc", "abc"), ("bearer  abc ", "abc"), ("Bearer", ""), ("Basic abc", None), ("", None)]
)
def test_only_a_bearers_token_is_one(said: str, token: str | None) -> None:
    assert bearer_of(scope_of({"Authorization": said})) == token


# ---- turns


def test_requests_begin_address_by_address_and_one_address_has_so_many_that_wait() -> None:
    """Also where whoever asked has hung up meanwhile, so that what waits has no other end."""
    begun: list[str] = []
    statuses: list[int] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        begun.append(scope["client"][0])

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    async def ask(guarded: Guard, client: str) -> None:
        scope: Any = {**scope_of(client=(client, 1)), "path": "/api/me", "method": "GET"}
        await guarded(scope, cast("Any", None), send)

    async def test() -> None:
        guarded = Guard(cast("Any", app), Security())
        loud, too_many = guard.MAX_BEGUN + guard.MAX_WAITING, 7
        flood = [asyncio.create_task(ask(guarded, "203.0.113.7")) for _ in range(loud + too_many)]
        quiet = asyncio.create_task(ask(guarded, "203.0.113.8"))
        await asyncio.gather(quiet)
        assert begun.count("203.0.113.7") < 4 * guard.MAX_BEGUN
        await asyncio.gather(*flood)
        assert (len(begun), statuses) == (loud + 1, [429] * too_many)

    asyncio.run(test())
