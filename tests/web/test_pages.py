"""All pages but the table, in a browser: what people do there, on a phone's screen."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pyotp
import pytest

from sabacc.rules import PRESETS, find_preset
from tests.server.seated_tables import events, seated_table
from tests.server.servers import Person, Server, wait_for
from tests.strategies import SOAK

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, ViewportSize, expect

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
THEMES = ("dark", "light") if SOAK else ("dark",)
PLACES = (
    "/",
    "/lobby",
    "/make",
    "/rules/classic",
    "/rules/house-rules",
    "/odds/classic",
    "/odds/corellian-house",
    "/account",
)
PHONE: ViewportSize = {"width": 360, "height": 740}


@pytest.fixture(scope="module")
def played(server: Server) -> Person:
    """Somebody who has played a hand."""

    async def play() -> Person:
        async with seated_table(server) as one:
            await one.play(lambda: bool(events(one.host, "hand-ended")))
            await one.host.do("close")
            return one.people[0]

    with ThreadPoolExecutor() as elsewhere:  # the browser has its loop in this thread
        return elsewhere.submit(asyncio.run, play()).result()


@pytest.fixture
def somebody(browser: Browser, server: Server) -> Iterator[Page]:
    """A newcomer's browser; whatever it finds wrong fails the test, the content security policy above all."""
    context = browser.new_context(viewport=PHONE, base_url=server.url)
    heard: list[str] = []
    yield _listened(context, heard)
    context.close()
    assert heard == []


@pytest.fixture
def player(browser: Browser, server: Server, played: Person) -> Iterator[Page]:
    """The browser of who has played a hand."""
    context = browser.new_context(viewport=PHONE, base_url=server.url)
    for cookie in played.cookie.split("; "):
        name, _, value = cookie.partition("=")
        context.add_cookies([{"name": name, "value": value, "url": server.url}])
    heard: list[str] = []
    yield _listened(context, heard)
    context.close()
    assert heard == []


def _listened(context: BrowserContext, heard: list[str]) -> Page:
    page = context.new_page()
    # The browser notes what the server refuses, too: that is no mistake of the page.
    page.on("console", lambda said: heard.append(said.text) if said.type == "error" and not _refused(said) else None)
    page.on("pageerror", lambda error: heard.append(str(error)))
    return page


def _refused(said: ConsoleMessage) -> bool:
    return "/api/" in said.location["url"] and said.text.startswith("Failed to load resource")


def is_too_wide(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > innerWidth"))


def squeezed(page: Page) -> list[str]:
    """Cells of tables whose words have to be read letter by letter."""
    cells: list[str] = page.evaluate(
        "[...document.querySelectorAll('td')].filter((one) => one.clientWidth < 40).map((one) => one.innerText.trim())"
    )
    return [text for text in cells if len(text) > 12]


def test_a_table_is_made_with_a_house_rule_and_its_link_is_there_to_be_sent(somebody: Page, server: Server) -> None:
    somebody.goto("/make")
    somebody.get_by_label("Title").fill("Friday at Ana's")
    somebody.get_by_text("Folding and penalties").click()
    somebody.get_by_label("Fold fee: the sum").fill("3")
    assert not is_too_wide(somebody)
    somebody.get_by_role("button", name="Open the table").click()
    expect(somebody.get_by_role("heading", name="Friday at Ana's is open")).to_be_visible()
    link = somebody.get_by_label("Link to the table").input_value()
    table = Person(server).get(f"/api/tables/{link.rpartition('/')[2]}")
    assert table["rules"] == {"preset": "classic", "fold_fee": 3}


def test_what_the_server_refuses_is_said_at_the_field(somebody: Page) -> None:
    somebody.goto("/make")
    somebody.get_by_text("The shift", exact=True).click()
    somebody.get_by_label("Shift trigger").select_option(label="A hidden clock")
    somebody.get_by_label("Shift kind", exact=True).select_option(label="By the doubles rolled")
    somebody.get_by_role("button", name="Open the table").click()
    expect(somebody.get_by_role("alert")).to_contain_text("“Shift trigger”")


def test_the_lobby_shows_a_table_as_soon_as_it_is_there(somebody: Page, server: Server) -> None:
    somebody.goto("/lobby")
    expect(somebody.get_by_role("heading", name="Lobby")).to_be_visible()
    pages = somebody.get_by_role("navigation", name="Pages")
    # The letters have another size until their font is there.
    wait_for(lambda: pages.evaluate("(one) => one.scrollWidth <= one.clientWidth"), 30)
    host = Person(server)
    host.new_table({"preset": "force", "shift_kind": "wild"}, title="Light and dark")
    expect(somebody.get_by_role("link", name="Light and dark")).to_contain_text("Force · wild shifts")
    somebody.get_by_label("Game").select_option(label="Pagat")
    expect(somebody.get_by_role("link", name="Light and dark")).to_have_count(0)
    assert not is_too_wide(somebody)


def test_who_comes_by_a_friends_link_sits_down_under_their_own_name(somebody: Page, server: Server) -> None:
    host = Person(server, "Orla")
    table = host.new_table("classic", title="At Orla's")
    somebody.goto(f"/table/{table}")
    name = somebody.get_by_label("Your name")
    name.fill("ORLA")
    name.press("Enter")
    expect(somebody.get_by_role("alert").filter(has_text="ORLA 2 is free")).to_be_visible()
    name.fill("Tovin")
    name.press("Enter")
    expect(somebody.get_by_role("button", name="Take a seat")).to_have_count(0)
    wait_for(lambda: "Tovin" in host.get(f"/api/tables/{table}")["names"])
    somebody.goto("/account")
    expect(somebody.get_by_text("You have a seat at At Orla's")).to_be_visible()


@pytest.mark.parametrize("key", PRESETS)
def test_rules_and_odds_of_every_game_are_there(somebody: Page, key: str) -> None:
    somebody.goto(f"/rules/{key}")
    expect(somebody.get_by_role("heading", name="The hands, best first")).to_be_visible()
    expect(somebody.get_by_role("heading", name="The clauses")).to_be_visible()
    expect(somebody.locator("ol .card").first).to_be_visible()
    assert not is_too_wide(somebody)
    assert squeezed(somebody) == []
    title = find_preset(key).title
    expect(somebody).to_have_title(f"Rules of {title} · Sabacc")
    expect(somebody.get_by_role("heading", level=1)).to_have_text(title)
    somebody.locator("article").get_by_role("link", name="Odds").click()
    expect(somebody.locator("svg rect").first).to_be_attached()
    expect(somebody).to_have_title(f"Odds of {title} · Sabacc")
    assert not is_too_wide(somebody)


def test_a_clause_on_another_page_is_one_click_away(somebody: Page) -> None:
    somebody.goto("/rules/classic")
    somebody.get_by_role("link", name="H9", exact=True).click()
    somebody.wait_for_url("**/rules/the-76-card-family#H9")
    expect(somebody.locator("#H9")).to_be_in_viewport()


def test_an_address_that_leads_nowhere_says_so_and_leads_back(server: Server, browser: Browser) -> None:
    page = browser.new_page(base_url=server.url)
    answer = page.goto("/cantina/nowhere")
    assert answer is not None
    assert answer.status == 404
    page.get_by_role("link", name="To the first page").click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    page.close()


def test_who_has_played_nothing_is_offered_a_hand(somebody: Page) -> None:
    refused: list[str] = []
    somebody.on("response", lambda answer: refused.append(answer.url) if answer.status >= 400 else None)
    somebody.goto("/history")
    expect(somebody.get_by_text("Nobody is signed in")).to_be_visible()
    somebody.locator("main").get_by_role("link", name="Sign in").click()
    assert refused == []
    somebody.get_by_role("button", name="Come in").click()
    somebody.get_by_role("link", name="History").click()
    expect(somebody.get_by_text("You have played no hand yet")).to_be_visible()
    expect(somebody.get_by_role("button", name="Play one")).to_be_visible()


def test_a_hand_is_found_watched_by_keys_and_shared_with_a_friend(player: Page, somebody: Page, played: Person) -> None:
    player.goto("/history")
    player.locator("a[href^='/hand/']").first.click()
    place = player.get_by_label("Where in the hand")
    expect(player.get_by_role("group", name="Your cards", exact=True).locator(".card")).to_have_count(2)
    player.keyboard.press("Home")
    expect(place).to_have_value("0")
    player.keyboard.press("ArrowRight")
    expect(place).to_have_value("1")
    player.keyboard.press("End")
    expect(place).to_have_value(place.get_attribute("max") or "")
    player.get_by_role("button", name="As a spectator").click()
    expect(player.get_by_text("As a spectator saw it.")).to_be_visible()
    expect(player.get_by_role("group", name="Your cards")).to_have_count(0)
    player.get_by_role("button", name="From your seat").click()
    expect(player.get_by_text(f"As {played.name} saw it.")).to_be_visible()
    player.get_by_role("button", name="Share it without").click()
    somebody.goto(player.get_by_label("Link to this hand").input_value())
    expect(somebody.get_by_text("As a spectator saw it.")).to_be_visible()
    assert not is_too_wide(somebody)
    assert not is_too_wide(player)


def test_figures_are_drawn_game_by_game(player: Page) -> None:
    player.goto("/history")
    player.get_by_role("button", name="Figures").click()
    expect(player.get_by_role("img", name="Antes won in all")).to_be_visible()
    assert not is_too_wide(player)


def test_a_guest_keeps_the_name_signs_out_and_in_and_leaves_for_good(somebody: Page) -> None:
    somebody.goto("/account")
    somebody.get_by_label("Name, if you like").fill("Lady Ember")
    somebody.get_by_role("button", name="Come in").click()
    expect(somebody.get_by_text("You are a guest")).to_be_visible()
    somebody.get_by_label("Password").fill("spice and sand")
    somebody.get_by_role("button", name="Keep it").click()
    expect(somebody.get_by_text("Your name is yours")).to_be_visible()
    somebody.get_by_role("button", name="Sign out").click()
    expect(somebody.get_by_role("button", name="Sign in")).to_be_visible()
    somebody.get_by_label("Name", exact=True).fill("Lady Ember")
    somebody.get_by_label("Password").fill("spice and sand")
    somebody.get_by_role("button", name="Sign in").click()
    expect(somebody.get_by_role("heading", name="Lady Ember")).to_be_visible()
    somebody.get_by_role("button", name="Delete your account").click()
    somebody.locator("form", has_text="Delete it for good").get_by_label("Password").fill("spice and sand")
    somebody.get_by_role("button", name="Delete it for good").click()
    expect(somebody.get_by_role("heading", name="Come in as a guest")).to_be_visible()


def test_who_has_an_authenticator_app_signs_in_with_a_code(somebody: Page) -> None:
    somebody.goto("/account")
    somebody.get_by_label("Name, if you like").fill("Lady Cinder")
    somebody.get_by_role("button", name="Come in").click()
    expect(somebody.get_by_role("button", name="Keep it")).to_be_visible()  # the form before has a password, too
    somebody.get_by_label("Password").fill("spice and sand")
    somebody.get_by_role("button", name="Keep it").click()
    form = somebody.locator("form", has_text="Authenticator app")
    form.get_by_label("Your password").fill("spice and sand")
    form.get_by_role("button", name="Set it up").click()
    expect(somebody.get_by_role("img", name="A QR code")).to_be_visible()
    app = pyotp.TOTP(somebody.locator("form code").inner_text())
    assert not is_too_wide(somebody)
    somebody.get_by_label("Code").fill(app.now())
    somebody.get_by_role("button", name="Turn it on").click()
    codes = somebody.get_by_label("Your new recovery codes").get_by_role("listitem")
    expect(codes).to_have_count(10)
    kept = codes.first.inner_text()
    assert not is_too_wide(somebody)
    somebody.get_by_role("button", name="Sign out", exact=True).click()
    expect(somebody.get_by_role("button", name="Sign in")).to_be_visible()
    somebody.get_by_label("Name", exact=True).fill("Lady Cinder")
    somebody.get_by_label("Password").fill("spice and sand")
    somebody.get_by_role("button", name="Sign in").click()
    somebody.get_by_label("Code of your app").fill(kept)
    somebody.get_by_role("button", name="Sign in").click()
    expect(somebody.get_by_text("You have 9 left")).to_be_visible()


def test_a_token_is_shown_once(somebody: Page) -> None:
    somebody.goto("/account")
    somebody.get_by_role("button", name="Come in").click()
    somebody.get_by_label("What it is for").fill("My first bot")
    somebody.get_by_role("button", name="Make a token").click()
    token = somebody.locator("code").inner_text()
    assert token
    somebody.reload()
    expect(somebody.get_by_role("listitem").filter(has_text="My first bot")).to_contain_text("never used")
    assert token not in somebody.content()


def test_a_new_password_ends_the_tokens_of_programs_if_that_is_wished(somebody: Page, server: Server) -> None:
    somebody.goto("/account")
    somebody.get_by_label("Name, if you like").fill("Lady Flint")
    somebody.get_by_role("button", name="Come in").click()
    expect(somebody.get_by_role("button", name="Keep it")).to_be_visible()
    somebody.get_by_label("Password").fill("spice and sand")
    somebody.get_by_role("button", name="Keep it").click()
    expect(somebody.get_by_text("Your name is yours")).to_be_visible()
    somebody.get_by_label("What it is for").fill("My first bot")
    somebody.get_by_role("button", name="Make a token").click()
    bearer = {"Authorization": f"Bearer {somebody.locator('code').inner_text()}"}
    assert httpx.get(f"{server.url}/api/me", headers=bearer).json()["person"]["name"] == "Lady Flint"
    somebody.get_by_label("Old password").fill("spice and sand")
    somebody.get_by_label("New password").fill("sand and spice")
    somebody.get_by_label("End the tokens of my programs").check()
    somebody.get_by_role("button", name="Change it").click()
    form = somebody.locator("form", has_text="New password")
    expect(form.get_by_text("everything else is signed out, programs too")).to_be_visible()
    assert httpx.get(f"{server.url}/api/me", headers=bearer).json()["person"] is None


def test_the_light_theme_and_stillness_are_remembered(somebody: Page) -> None:
    somebody.goto("/account")
    somebody.get_by_label("Theme", exact=True).select_option("Light")
    somebody.get_by_label("Motion").select_option("Off")
    somebody.reload()
    expect(somebody.locator("html")).to_have_attribute("data-theme", "light")
    expect(somebody.locator("html")).to_have_attribute("data-motion", "off")


def complaints_of_axe(page: Page) -> list[str]:
    """What would be in somebody's way who can't see well, or has no mouse."""
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run()")
    return [f"{one['id']}: {one['nodes'][0]['html']}" for one in found["violations"]]


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not there: make web")
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("place", PLACES)
def test_nothing_is_in_anybodys_way(somebody: Page, place: str, theme: str) -> None:
    somebody.add_init_script(f"localStorage.setItem('sabacc.theme', '{theme}')")
    somebody.goto(place)
    expect(somebody.get_by_role("heading", level=1)).to_be_visible()
    somebody.wait_for_load_state("networkidle")
    assert complaints_of_axe(somebody) == []


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not there: make web")
def test_nothing_is_in_anybodys_way_among_hands_of_the_past(player: Page) -> None:
    player.goto("/history")
    hand = player.locator("a[href^='/hand/']").first
    expect(hand).to_be_visible()
    assert complaints_of_axe(player) == []
    hand.click()
    expect(player.get_by_label("Where in the hand")).to_be_visible()
    player.keyboard.press("End")
    assert complaints_of_axe(player) == []
