"""Messages in a real browser: asked for when one waits for friends, taken by the service worker, and off until then."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.push_service import PushService
from tests.server.servers import Json, Person, Server, running, wait_for

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
pytest.importorskip("pywebpush", reason="the extra push is not installed")
from playwright.sync_api import Browser, Worker, expect

from tests.web.axe import violations
from tests.web.players import PHONE, Player, Wire

# Browsers' own push services are far away: this one is on this machine, and all the rest is the browser's.
NEAR = """([subscription]) => {
    const given = { toJSON: () => ({ endpoint: subscription.endpoint, keys: subscription }), unsubscribe: async () => true };
    PushManager.prototype.subscribe = async (wanted) => { window.wanted = wanted; return given; };
    PushManager.prototype.getSubscription = async () => given;
}"""
# A browser without a screen has no place to show messages: those that it is given to show are kept.
KEEP = """() => {
    self.shown = [];
    const keep = async (title, { tag, data }) => self.shown.push([title, tag, data.path]);
    ServiceWorkerRegistration.prototype.showNotification = keep;
}"""
ROOM: dict[str, Any] = {"bots": [], "fill_to": 0, "seats": 4, "title": "Yavin"}


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    one = PushService()
    yield one
    one.close()


@pytest.fixture(scope="module")
def house(service: PushService, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("push"), "--push-service", service.host) as server:
        yield server


class Receiver:
    """A browser that may show messages, and the line to its tools by which messages are given to its service worker."""

    def __init__(self, browser: Browser, server: Server, service: PushService, **context: Any) -> None:
        self.player = Player(browser, server, "", service_workers="allow", **context)
        self.player.context.add_init_script(f"({NEAR})({json.dumps([service.subscription])})")
        self.player.context.grant_permissions(["notifications"], origin=server.url)
        self.tools = self.player.context.new_cdp_session(self.player.page)
        self.workers: list[Json] = []
        self.tools.on(
            "ServiceWorker.workerRegistrationUpdated", lambda news: self.workers.extend(news["registrations"])
        )
        self.tools.send("ServiceWorker.enable")

    def deliver(self, message: Json) -> None:
        """What the browser does when its push service has something."""
        body = {"origin": self.player.server.url, "registrationId": self.workers[-1]["registrationId"]}
        self.tools.send("ServiceWorker.deliverPushMessage", {**body, "data": json.dumps(message)})

    @property
    def worker(self) -> Worker:
        return self.player.context.service_workers[0]

    def shown(self) -> list[list[str]]:
        """The messages that were shown since they are kept."""
        found: list[list[str]] = self.worker.evaluate("self.shown")
        return found


@pytest.fixture
def receiver(browser: Browser, house: Server, service: PushService) -> Iterator[Receiver]:
    one = Receiver(browser, house, service, viewport=PHONE)
    yield one
    one.player.context.close()
    assert one.player.complaints == []


def test_who_waits_for_friends_is_told_when_one_comes(receiver: Receiver, house: Server, service: PushService) -> None:
    player = receiver.player
    page = player.page
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    table = player.make("classic", **ROOM)
    player.sit(table)
    offer = page.get_by_role("button", name="Tell me when somebody sits down")
    expect(offer).to_be_visible()
    assert violations(page) == []
    offer.click()
    expect(page.get_by_text("You will be told, also when this page is closed.")).to_be_visible()
    assert page.evaluate("window.wanted.userVisibleOnly")
    assert page.evaluate("window.wanted.applicationServerKey") == page.request.get("/api/push").json()["key"]
    friend = Wire(house, table, Person(house, "Ben").cookie)
    friend.do("sit")
    told = service.wait(1)
    assert told["title"] == "Ben sits down at Yavin"
    receiver.worker.evaluate(KEEP)
    receiver.deliver(told)  # the table is in sight
    receiver.deliver({**told, "path": "/table/another"})
    wait_for(lambda: receiver.shown() == [["Ben sits down at Yavin", table, "/table/another"]])
    page.goto("/rules")
    receiver.deliver(told)
    wait_for(lambda: receiver.shown()[1:] == [["Ben sits down at Yavin", table, f"/table/{table}"]])
    friend.close()


def test_messages_are_off_until_one_wants_them_and_can_be_switched_off(receiver: Receiver) -> None:
    page = receiver.player.page
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.goto("/account")
    switch = page.get_by_role("switch", name="Messages")
    expect(switch).not_to_be_checked()
    switch.click()
    wait_for(lambda: page.evaluate("localStorage.getItem('sabacc.push')") == "on")  # the server knows it, too
    page.reload()
    expect(switch).to_be_checked()
    switch.click()
    expect(switch).not_to_be_checked()
    page.reload()
    expect(switch).not_to_be_checked()
