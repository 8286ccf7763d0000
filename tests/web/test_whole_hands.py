"""Whole hands in a real browser: every variant by clicks, by keys alone, with a friend, on a phone, and after a reload."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from sabacc.server.app import PAGES
from tests.server.servers import Server, running

sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
from playwright.sync_api import Browser, Error, Locator, Page, expect, sync_playwright  # noqa: E402 - only where there is one

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
SLOWLY = 30_000  # milliseconds until bots have made their moves
MOST_STEPS = 60  # of one hand
CLOCKS = {"decision": 600, "window": 600, "bank": 0, "grace": 60, "away_after": 100, "between": 600, "randomiser": 3600}
SHORT = {"max_rounds": 3, "pot_building_rounds": 1}  # or the table of two careful players goes on for an hour
VARIANTS: dict[str, dict[str, Any]] = {
    "cloud-city": SHORT,
    "classic": SHORT,
    "force": SHORT,
    "pagat": SHORT,
    "galactic": SHORT,
    "corellian-house": {},
    "coruscant-shift": {},
}
PHONE = {"width": 360, "height": 740}

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium"),
    pytest.mark.skipif(not (PAGES / "index.html").exists(), reason="the pages are not built: make web"),
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("tables")) as server:
        yield server


class Player:
    """Somebody with a browser of their own."""

    def __init__(self, browser: Browser, server: Server, name: str, **context: Any) -> None:
        self.page: Page = browser.new_context(reduced_motion="reduce", **context).new_page()
        self.server = server
        self.asked: set[str] = set()  # the prompts that were answered
        self.complaints: list[str] = []
        self.page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.request.post(f"{server.url}/api/guest", data={"name": name})

    def make(self, preset: str, **more: Any) -> str:
        """A table with a bot, if nothing else is said; its address."""
        settings = {"bots": ["droid"], "fill_to": 2, "pace": 0, "clocks": CLOCKS, **more}
        body = {"rules": {"preset": preset, **VARIANTS[preset], **settings.pop("rules", {})}, **settings}
        answer = self.page.request.post(f"{self.server.url}/api/tables", data=body)
        assert answer.ok, answer.text()
        return f"{self.server.url}{answer.json()['link']}"

    def sit(self, address: str) -> None:
        self.page.goto(address)
        self.page.get_by_role("button", name="Take a seat").click()

    @property
    def deeds(self) -> Locator:
        """What can be done now."""
        return self.page.get_by_role("group", name="What you may do").get_by_role("button")

    @property
    def own(self) -> Locator:
        """One's own cards that can be picked."""
        return self.page.get_by_role("group", name="Your cards").get_by_role("button")

    @property
    def prompt(self) -> Locator:
        return self.page.locator(".prompt .text")

    @property
    def result(self) -> Locator:
        return self.page.get_by_role("region", name="How the hand ended")

    def wait(self) -> bool:
        """Until it is our turn, or the hand is over; whether it is our turn."""
        expect(self.prompt.or_(self.result).first).to_be_visible(timeout=SLOWLY)
        return not self.result.is_visible()

    def pick(self, by_keys: bool) -> None:
        """Picks a card where nothing can be done without: one that lies face down, or else one that lies face up."""
        for at in (0, self.own.count() - 1):
            if self.deeds.count():
                return
            if by_keys:
                self.page.keyboard.press(str(at + 1))
            else:
                self.own.nth(at).click(timeout=2000)
            self.page.wait_for_timeout(50)

    def answer(self, by_keys: bool) -> None:
        """Gives the usual answer: the first button, or the key that stands on it."""
        text = self.prompt.inner_text(timeout=2000)
        self.pick(by_keys)
        if by_keys:
            self.page.keyboard.press(self.deeds.first.locator("kbd").inner_text(timeout=2000))
        else:
            self.deeds.first.click(timeout=2000)
        self.asked.add(text.split("\n")[0])

    def step(self, by_keys: bool = False) -> bool:
        """One answer, if it is our turn; whether the hand goes on."""
        if not self.wait():
            return False
        with contextlib.suppress(Error):  # the question was gone before the click: look again
            self.answer(by_keys)
        self.page.wait_for_timeout(50)
        return True

    def play(self, by_keys: bool = False) -> None:
        """To the end of the hand."""
        for _ in range(MOST_STEPS):
            if not self.step(by_keys):
                return
        raise AssertionError(f"the hand does not end; asked: {self.asked}")


@pytest.mark.parametrize("preset", VARIANTS)
def test_a_whole_hand_by_clicks(browser: Browser, server: Server, preset: str) -> None:
    player = Player(browser, server, f"C {preset}")
    player.sit(player.make(preset))
    player.play()
    assert player.asked
    assert player.complaints == []


def test_a_whole_hand_with_keys_alone(browser: Browser, server: Server) -> None:
    player = Player(browser, server, "Keys")
    player.page.goto(player.make("classic"))
    player.page.get_by_role("button", name="Take a seat").focus()
    player.page.keyboard.press("Enter")
    player.play(by_keys=True)
    assert player.asked


def test_two_people_at_one_table(browser: Browser, server: Server) -> None:
    ana, ben = Player(browser, server, "Ana"), Player(browser, server, "Ben")
    address = ana.make("coruscant-shift", bots=[], fill_to=0)
    ana.sit(address)
    ben.sit(address)
    for _ in range(10 * MOST_STEPS):
        ana.page.wait_for_timeout(50)
        for player in (ana, ben):
            if player.prompt.is_visible():
                player.step()
        if ana.result.is_visible() and ben.result.is_visible():
            break
    expect(ana.result).to_be_visible()
    expect(ben.result).to_be_visible()
    assert ana.asked
    assert ben.asked


def test_a_reload_in_mid_hand_changes_nothing(browser: Browser, server: Server) -> None:
    player = Player(browser, server, "Again")
    player.sit(player.make("corellian-house"))
    assert player.wait()
    before = [player.prompt.inner_text().split("\n")[0], player.own.evaluate_all("all => all.map(one => one.title)")]
    player.page.reload()
    assert player.wait()
    after = [player.prompt.inner_text().split("\n")[0], player.own.evaluate_all("all => all.map(one => one.title)")]
    assert before[1]
    assert after == before
    player.play()


@pytest.mark.parametrize("preset", ["classic", "corellian-house"])
def test_a_whole_hand_on_a_phone_without_scrolling_sideways(browser: Browser, server: Server, preset: str) -> None:
    player = Player(browser, server, f"P {preset}", viewport=PHONE, has_touch=True, is_mobile=True)
    player.sit(player.make(preset, fill_to=8))
    assert player.wait()
    assert player.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    player.play()
    assert player.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_folding_asks_once_in_place(browser: Browser, server: Server) -> None:
    player = Player(browser, server, "Folder")
    player.sit(player.make("corellian-house"))
    assert player.wait()
    player.page.keyboard.press("f")
    expect(player.deeds.filter(has_text="Really fold")).to_be_visible()
    player.page.keyboard.press("Escape")
    expect(player.deeds.filter(has_text="Really fold")).to_have_count(0)
    player.page.get_by_role("button", name="Fold").click()
    player.page.get_by_role("button", name="Really fold").click()
    expect(player.result).to_be_visible(timeout=SLOWLY)


def test_a_card_is_dragged_into_the_static_field(browser: Browser, server: Server) -> None:
    player = Player(browser, server, "Dragger")
    player.sit(player.make("classic"))
    assert player.wait()
    dragged = player.own.first.get_attribute("title") or ""
    player.own.first.drag_to(player.page.locator('[data-drop="field"]'))
    field = player.page.get_by_role("group", name="Your cards, face up")
    expect(field.get_by_role("button").or_(field.get_by_role("img"))).to_have_attribute(
        "title", f"{dragged}, in the static field"
    )


def test_a_typed_bet_is_the_bet(browser: Browser, server: Server) -> None:
    players = [Player(browser, server, "Typist"), Player(browser, server, "Waiter")]
    address = players[0].make("corellian-house", bots=[], fill_to=0)
    for player in players:
        player.sit(address)
    expect(players[0].prompt.or_(players[0].page.get_by_text("Waiter has to bet")).first).to_be_visible(timeout=SLOWLY)
    first = next(player for player in players if player.prompt.is_visible())
    first.page.get_by_label("Raise to").first.fill("777")
    first.page.keyboard.press("Enter")
    log = first.page.get_by_role("region", name="What happened")
    expect(log.get_by_text("You raise to 777")).to_be_attached(timeout=SLOWLY)


def test_the_host_stops_the_clocks_and_lets_them_run(browser: Browser, server: Server) -> None:
    player = Player(browser, server, "Hostess")
    player.sit(player.make("classic"))
    assert player.wait()
    player.page.get_by_role("button", name="Host menu").click()
    menu = player.page.get_by_role("dialog", name="Table menu")
    menu.get_by_role("button", name="Stop the clocks").click()
    expect(player.deeds.first).to_be_disabled()
    menu.get_by_role("button", name="Let the clocks run").click()
    expect(player.deeds.first).to_be_enabled()
    player.page.keyboard.press("Escape")
    expect(menu).to_have_count(0)


def test_an_item_is_offered_valued_and_staked(browser: Browser, server: Server) -> None:
    player = Player(browser, server, "Owner")
    player.sit(player.make("classic", rules={"items": True}, bots=[], fill_to=0))
    player.page.get_by_role("button", name="Host menu").click()
    menu = player.page.get_by_role("dialog", name="Table menu")
    menu.get_by_label("What you would stake").fill("a speeder")
    menu.get_by_role("button", name="Offer it").click()
    menu.get_by_label("What a speeder is worth").fill("30")
    menu.get_by_role("button", name="Set its value").click()
    menu.get_by_role("button", name="Stake it for 30").click()
    menu.get_by_role("button", name="Really stake it").click()
    expect(menu.get_by_text("staked", exact=False).or_(menu.get_by_text("on offer")).first).to_be_visible()
    expect(menu.get_by_role("button", name="Stake it for 30")).to_have_count(0)
