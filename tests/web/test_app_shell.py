"""The pages as an app: what makes it installable, and a service worker that never serves old pages."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
from playwright.sync_api import expect

from tests.server.servers import wait_for
from tests.web.players import PHONE, SLOWLY, Player

Meet = Callable[..., Player]
CONTROLLED = """Promise.race([
    navigator.serviceWorker.ready.then(() => new Promise((done) => {
        if (navigator.serviceWorker.controller) done(true);
        else navigator.serviceWorker.addEventListener("controllerchange", () => done(true));
    })),
    new Promise((done) => setTimeout(() => done(false), 60000)),
])"""
AGE = """(async () => {
    const page = new Response("an old page", { headers: { "Content-Type": "text/html" } });
    for (const name of await caches.keys()) await (await caches.open(name)).put("/", page.clone());
})()"""
KEPT = """(async () => {
    const paths = async (name) => (await (await caches.open(name)).keys()).map((one) => new URL(one.url).pathname);
    return (await Promise.all((await caches.keys()).map(paths))).flat();
})()"""

PHONE_PARTS = """
    window.awake = 0; window.shaken = 0;
    navigator.vibrate = () => (window.shaken += 1, true);
    const lock = () => (window.awake += 1, { released: false, release: async () => { window.awake -= 1; } });
    Object.defineProperty(navigator, "wakeLock", { value: { request: async () => lock() } });
"""


def test_the_manifest_and_its_icons_are_there(meet: Meet) -> None:
    page = meet().page
    page.goto("/")
    link = page.locator("link[rel=manifest]").get_attribute("href")
    answer = page.request.get(link or "")
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = answer.json()
    assert (manifest["display"], manifest["start_url"], manifest["scope"]) == ("standalone", "/", "/")
    assert {"192x192", "512x512"} <= {one["sizes"] for one in manifest["icons"]}
    for icon in manifest["icons"]:
        picture = page.request.get(icon["src"])
        assert picture.headers["content-type"] == "image/png"
        width = int.from_bytes(picture.body()[16:20])
        assert f"{width}x{width}" == icon["sizes"]


def test_the_shell_is_there_without_network_and_nothing_of_the_server_s_is_kept(meet: Meet) -> None:
    player = meet(viewport=PHONE, service_workers="allow")
    page = player.page
    page.goto("/lobby")
    assert page.evaluate(CONTROLLED)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    kept = page.evaluate(KEPT)
    assert "/" in kept
    assert all(path == "/" or path.startswith("/assets/") for path in kept)
    player.context.set_offline(True)
    page.goto("/account")
    expect(page.get_by_role("link", name=re.compile("Sabacc"))).to_be_visible()
    player.context.set_offline(False)
    player.complaints.clear()  # of the browser, about requests without network
    page.goto("/lobby")
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_a_page_always_comes_from_the_server_where_it_can_be_reached(meet: Meet) -> None:
    player = meet(service_workers="allow")
    page = player.page
    page.goto("/lobby")
    assert page.evaluate(CONTROLLED)
    page.evaluate(AGE)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_text("an old page")).to_have_count(0)


def test_another_build_has_another_service_worker(meet: Meet) -> None:
    worker = meet().page.request.get("/sw.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert "no-cache" in worker.headers["cache-control"]
    assert re.search(r"sabacc-[0-9a-f]{12}", worker.text())
    assert "__BUILD__" not in worker.text()


def test_at_the_table_a_phone_stays_awake_and_shakes_when_it_is_ones_turn(meet: Meet) -> None:
    player = meet(viewport=PHONE)
    page = player.page
    page.add_init_script(PHONE_PARTS)
    player.start("classic")
    expect(player.prompt).to_be_visible()
    wait_for(lambda: page.evaluate("window.awake === 1 && window.shaken > 0"), SLOWLY / 1000)
    page.get_by_role("link", name=re.compile("Sabacc")).first.click()
    expect(page).to_have_url(re.compile("/$"))
    wait_for(lambda: page.evaluate("window.awake === 0"), SLOWLY / 1000)
    page.evaluate("localStorage.setItem('sabacc.vibration', 'off')")
    player.look(player.table)
    expect(player.prompt).to_be_visible()
    wait_for(lambda: page.evaluate("window.awake === 1"), SLOWLY / 1000)
    assert page.evaluate("window.shaken") == 0
