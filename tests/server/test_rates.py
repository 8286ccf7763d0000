"""Those who ask too often wait, and nobody else does."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from sabacc.server.guarding import Safety
from sabacc.server.people_routes import Limits
from sabacc.server.rates import Limiter
from sabacc.server.refusals import TooMany
from tests.server.doors import Clock, Door, at_the_door


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
