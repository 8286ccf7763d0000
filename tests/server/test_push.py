"""Messages to people who have the pages closed: what is sent, to whom, and where nothing is ever sent."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sabacc.server.http.errors import Refused
from sabacc.server.hub import Config, Hub
from sabacc.server.push.endpoints import Subscription, check_subscription
from sabacc.server.push.sender import push_key
from sabacc.server.storage.keys import new_keys
from sabacc.server.table.passive import PASSIVE
from sabacc.server.table.settings import Clocks, Settings
from sabacc.server.wire import protocol as pr
from tests.server.local_clients import LocalClient, until
from tests.server.push_service import POINT, PushService, to_text
from tests.server.servers import Person, Server, at_table, running, wait_for

pytest.importorskip("pywebpush", reason="the extra push is not installed")

ROOM: dict[str, Any] = {"bots": [], "fill_to": 0, "seats": 4}


@pytest.fixture
def service() -> Iterator[PushService]:
    one = PushService()
    yield one
    one.close()


@pytest.fixture
def server(service: PushService, tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path, "--push-service", service.host) as one:
        yield one


def subscribe(person: Person, service: PushService, language: str = "en", **other: str) -> Any:
    body = {**service.subscription, **other}
    return person.http.put("/api/push", json=body, headers={"accept-language": language})


async def sit(server: Server, person: Person, table: str) -> None:
    async with at_table(server, table, person) as client:
        await client.do("sit")


def company(server: Server, table: str, name: str) -> None:
    """A friend sits down at somebody's table."""
    asyncio.run(sit(server, Person(server, name), table))


def test_who_has_the_pages_closed_is_told_that_a_friend_sits_down(server: Server, service: PushService) -> None:
    ana = Person(server, "Ana")
    assert subscribe(ana, service, "de").status_code == 204
    table = ana.new_table("classic", title="Yavin", **ROOM)
    company(server, table, "Ben")
    told = service.wait(1)
    assert told["title"] == "Ben setzt sich an den Tisch Yavin"
    assert told["path"] == f"/table/{table}"
    assert subscribe(ana, service, endpoint="http://127.0.0.1:1/x").status_code == 400
    claims = service.claims(ana.get("/api/push")["key"])
    assert claims["aud"] == f"http://{service.host}"
    assert time.time() < claims["exp"] <= time.time() + 24 * 3600
    assert service.headers[-1]["content-encoding"] == "aes128gcm"
    assert int(service.headers[-1]["ttl"]) > 0


def test_nobody_is_sent_anything_who_has_not_asked_or_has_signed_out(server: Server, service: PushService) -> None:
    silent, once, gone, ana = (Person(server, name) for name in ("Silas", "Ona", "Gus", "Ana"))
    company(server, silent.new_table("classic", **ROOM), "Ben")
    subscribe(once, service)
    assert once.http.delete("/api/push", headers={"x-sabacc": "1"}).status_code == 204
    company(server, once.new_table("classic", **ROOM), "Cleo")
    subscribe(gone, service)
    table = gone.new_table("classic", **ROOM)
    gone.post("/api/logout", {})
    company(server, table, "Dag")
    subscribe(ana, service)
    company(server, ana.new_table("classic", **ROOM), "Eve")
    assert service.wait(1)["title"].startswith("Eve ")


def test_a_browser_that_is_gone_is_forgotten(server: Server, service: PushService) -> None:
    ana = Person(server, "Ana")
    subscribe(ana, service)
    assert subscriptions(server) == 1
    service.status = 410
    company(server, ana.new_table("classic", **ROOM), "Ben")
    wait_for(lambda: subscriptions(server) == 0)


def subscriptions(server: Server) -> int:
    """How many the database has."""
    (path,) = server.folder.glob("*.sqlite3")
    with contextlib.closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("SELECT count(*) FROM push_subscriptions").fetchone()[0])


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://127.0.0.1:1/x",
        "https://example.com/x",
        "http://fcm.googleapis.com/fcm/send/x",
        "https://fcm.googleapis.com.example.com/x",
        "https://fcm.googleapis.com:8443/x",
        "https://me@fcm.googleapis.com/x",
        "https://notify.windows.com.example.com/x",
        "file:///etc/passwd",
        "https://[::1/x",
    ],
)
def test_nothing_is_sent_to_where_no_push_service_is(endpoint: str) -> None:
    with pytest.raises(Refused, match="no address of a browser’s push service"):
        check_subscription(subscription(endpoint=endpoint), ("127.0.0.1:7000",))


@pytest.mark.parametrize("wrong", [{"p256dh": "BAAA"}, {"auth": "AAAA"}, {"p256dh": "*"}, {"auth": "é"}])
def test_keys_that_nothing_can_be_encrypted_with_are_refused(wrong: dict[str, str]) -> None:
    with pytest.raises(Refused, match="no keys of a push subscription"):
        check_subscription(subscription(**wrong), ())


@pytest.mark.parametrize("host", ["fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com"])
def test_well_known_services_are_taken(host: str) -> None:
    check_subscription(subscription(endpoint=f"https://{host}/x"), ())


def subscription(**other: str) -> Subscription:
    """That of a browser of a well-known maker, with something else in it."""
    point = push_key(new_keys()).public_key().public_bytes(*POINT)
    usual = {"endpoint": "https://fcm.googleapis.com/x", "p256dh": to_text(point), "auth": to_text(bytes(16))}
    return Subscription(**{**usual, **other})


def test_who_does_not_answer_is_reminded_once_and_only_of_a_question_that_waits(
    service: PushService, tmp_path: Path
) -> None:
    async def run() -> None:
        config = Config(tmp_path / "x.sqlite3", report_hour=None, push_services=(service.host,), push_patience=0.05)
        hub = Hub(config)
        await hub.start()
        try:
            person, session = await hub.people.new_guest("Ana")
            sender = hub.push_notifier.sender
            assert sender is not None
            await sender.subscriptions.keep(session.id, "en", Subscription(**service.subscription))
            clocks = Clocks(decision=600, window=600, between=0)
            settings = Settings(title="Yavin", seats=2, clocks=clocks)
            table = hub.tables[await hub.table_service.open(person, {"preset": "classic"}, settings)]
            ben = (await hub.people.new_guest("Ben"))[0]
            screens = [LocalClient(person), LocalClient(ben)]
            for screen in screens:
                table.join(screen.connection, None)
                table.command(screen.connection, pr.Sit(f"sit {screen.connection.person}"))
            await until(lambda: len(service.messages) >= 1)
            assert service.messages[0]["title"] == "Ben sits down at Yavin"
            await until(lambda: table.state.in_hand)
            while not _asked(table, person.id):
                hand = table.state.hand
                assert hand is not None
                seat = hand.waiting[0]
                table.command(
                    screens[seat].connection,
                    pr.Act(f"act {table.state.version}", hand.phase.default(hand, seat), hand.question),
                )
                await asyncio.sleep(0.01)
                await until(lambda: table.durable_version == table.state.version)
            await until(lambda: len(service.messages) >= 2)
            await asyncio.sleep(0.3)
            assert [one["title"] for one in service.messages[1:]] == ["It is your turn at Yavin"]
        finally:
            await hub.stop()

    asyncio.run(run())


def _asked(table: Any, person: str) -> bool:
    hand = table.state.hand
    waited = hand is not None and table.state.seat_of(person) in hand.waiting
    return waited and hand.kind not in PASSIVE  # a question that nobody has to answer reminds nobody


def test_the_key_stays_when_the_server_s_keys_are_changed() -> None:
    old = new_keys()
    assert push_key(old).private_numbers() == push_key(new_keys(old)).private_numbers()
    assert push_key(old).private_numbers() != push_key(new_keys()).private_numbers()
