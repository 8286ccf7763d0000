"""Those who ask too often wait, and nobody else does."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from sabacc.server.http.errors import TooManyRequests
from sabacc.server.http.guard import Security
from sabacc.server.http.people_limits import PeopleLimits
from sabacc.server.http.rate_limit import RateLimiter
from tests.server.people_app import Clock, PeopleApp, with_people_app


def test_a_limiter_allows_a_burst_and_then_its_rate() -> None:
    clock = Clock()
    limiter = RateLimiter(rate=0.5, burst=3, clock=clock)
    for _ in range(3):
        limiter.take("Ana")
    with pytest.raises(TooManyRequests) as refused:
        limiter.take("Ana")
    assert refused.value.wait == pytest.approx(2)
    limiter.take("Ben")
    clock.wait(seconds=2)
    limiter.take("Ana")
    with pytest.raises(TooManyRequests):
        limiter.take("Ana")


def test_a_limiter_remembers_only_so_many() -> None:
    limiter = RateLimiter(rate=0.001, burst=1, clock=Clock(), max_keys=100)
    for number in range(10_000):
        limiter.take(str(number))
    assert len(limiter) <= 100
    with pytest.raises(TooManyRequests):
        limiter.take("9999")


def test_a_flood_of_guests_from_one_address_is_stopped_and_others_come_in(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        async def come(address: str) -> httpx.Response:
            headers = {"X-Forwarded-For": f"9.9.9.9, {address}"}
            return await people_app.client().post("/api/guest", json={}, headers=headers)

        flood = [await come("203.0.113.7") for _ in range(5)]
        assert [one.status_code for one in flood] == [201, 201, 201, 429, 429]
        assert int(flood[-1].headers["retry-after"]) > 0
        assert (await come("203.0.113.8")).status_code == 201

    limits = PeopleLimits()
    limits.guests = RateLimiter(0.01, 3)
    with_people_app(tmp_path, test, Security(behind_proxy=True), limits)


async def _guess(people_app: PeopleApp, address: str, name: str = "Ana", password: str = "wrong horse") -> int:
    client = people_app.client(**{"X-Forwarded-For": address})
    return (await client.post("/api/login", json={"name": name, "password": password})).status_code


def test_guessing_one_names_password_is_slow_and_locks_nobody_out_elsewhere(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        await people_app.member("Ana")
        names = ["Ana"] * 6 + ["ANA", "Ａｎａ"] * 4
        assert [await _guess(people_app, "203.0.113.7", name) for name in names] == [401] * 10 + [429] * 4
        assert await _guess(people_app, "203.0.113.7", "Ana", "correct horse") == 429
        assert await _guess(people_app, "203.0.113.8", "Ana", "correct horse") == 200

    with_people_app(tmp_path, test, Security(behind_proxy=True), PeopleLimits())


def test_signing_in_often_is_no_failure(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        await people_app.member("Ana")
        assert {await _guess(people_app, "203.0.113.7", "Ana", "correct horse") for _ in range(20)} == {200}

    with_people_app(tmp_path, test, Security(behind_proxy=True), PeopleLimits())


def test_what_others_keep_from_being_tried_is_not_charged() -> None:
    limiter = RateLimiter(rate=0.01, burst=1, clock=Clock())
    for _ in range(5):
        with pytest.raises(TooManyRequests, match="busy"), limiter.charge_failures("Ana"):
            raise TooManyRequests("busy")
    with limiter.charge_failures("Ana"):
        pass
    with pytest.raises(ValueError, match="wrong"), limiter.charge_failures("Ana"):
        raise ValueError("wrong")
    with pytest.raises(TooManyRequests):
        limiter.take("Ana")


def test_guessing_the_old_password_of_an_open_browser_is_slow(tmp_path: Path) -> None:
    async def test(people_app: PeopleApp) -> None:
        client = await people_app.member("Ana")  # the first of five
        tries = [
            await client.put("/api/me/password", json={"new": "mine, all mine", "old": f"guess no {n}"})
            for n in range(5)
        ]
        assert [one.status_code for one in tries] == [403] * 4 + [429]
        assert (await client.request("DELETE", "/api/me", json={"password": "guess"})).status_code == 429

    with_people_app(tmp_path, test, limits=PeopleLimits())
