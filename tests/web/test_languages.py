"""The pages in each language, on a phone's screen: nothing is too wide, nothing is cut off, and no English is left."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from sabacc.messages import ENGLISH, LANGUAGES
from sabacc.rules import PRESETS, find_preset
from tests.server.servers import Person, Server

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
from playwright.sync_api import Browser, Page, ViewportSize, expect

PHONE: ViewportSize = {"width": 360, "height": 740}
ADDRESSES = (
    "/",
    "/lobby",
    "/make",
    "/account",
    "/history",
    "/odds/classic",
    "/odds/coruscant-shift",
    "/rules",
    "/page/cards",
)
NAMES = {find_preset(key).title for key in PRESETS} | {"Pure Sabacc", "Idiot's Array", "python-httpx", "· Sabacc"}
OTHERS_WORDS = {"Stays in, and does nothing else."}  # of a bot that another package brings along
TITLES = "async () => (await (await fetch('/api/tables')).json()).map((table) => table.title)"
# What one reads: texts, and what stands in a field before it is filled in.
READ = """() => {
  const texts = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const box = node.parentElement;
    const text = node.data.trim().replace(/\\s+/g, " ");
    if (text && !box.closest("svg, article") && box.checkVisibility()) texts.add(text);
  }
  for (const field of document.querySelectorAll("[placeholder]")) texts.add(field.placeholder);
  for (const named of document.querySelectorAll("[aria-label]")) if (!named.closest("svg, article")) texts.add(named.ariaLabel);
  return [document.title, ...texts];
}"""
CUT_OFF = """() => [...document.querySelectorAll("button, .button, h1, h2, nav a")]
  .filter((one) => one.checkVisibility() && (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline"
    || one.getBoundingClientRect().right > innerWidth + 1 && !one.closest("nav, .wide")))
  .map((one) => one.innerText)"""


@pytest.fixture(scope="module")
def guest(server: Server) -> Person:
    """Somebody with a name, a table and nothing played."""
    person = Person(server, "Yorrik")
    person.new_table({"preset": "classic", "shift_kind": "wild", "max_raises": 2}, title="Yavin")
    return person


@pytest.fixture(scope="module")
def english(browser: Browser, server: Server, guest: Person) -> dict[str, set[str]]:
    """What each page says in English."""
    with_english = opened(browser, server, ENGLISH, guest)
    found = {address: read(with_english, address) for address in ADDRESSES}
    with_english.context.close()
    return found


@pytest.fixture(params=[language for language in LANGUAGES if language != ENGLISH])
def page(request: pytest.FixtureRequest, browser: Browser, server: Server, guest: Person) -> Iterator[Page]:
    one = opened(browser, server, request.param, guest)
    yield one
    assert one.evaluate("document.documentElement.lang") == request.param
    one.context.close()


def opened(browser: Browser, server: Server, language: str, person: Person | None) -> Page:
    """A browser that has chosen a language."""
    context = browser.new_context(viewport=PHONE, base_url=server.url)
    context.add_init_script(f"localStorage.setItem('sabacc.language', '{language}')")
    for cookie in person.cookie.split("; ") if person else ():
        name, _, value = cookie.partition("=")
        context.add_cookies([{"name": name, "value": value, "url": server.url}])
    return context.new_page()


def read(page: Page, address: str) -> set[str]:
    """All that a page says, once it has everything that it asks the server for."""
    page.goto(address)
    page.wait_for_load_state("networkidle")
    expect(page.locator("h1")).to_be_visible()
    expect(page).to_have_title(re.compile(r"^\w"))
    expect(page.get_by_role("status").filter(has_text="◇")).to_have_count(0)
    return set(page.evaluate(READ))


def is_a_sentence(text: str) -> bool:
    """Two words or more that are no names."""
    for name in NAMES:
        text = text.replace(name, "")
    return len(re.findall(r"[^\W\d_]{2,}", text)) > 1


def test_no_page_has_english_left_or_is_cut_off(page: Page, english: dict[str, set[str]]) -> None:
    read(page, ADDRESSES[0])
    others_words = OTHERS_WORDS | set(page.evaluate(TITLES))
    left: dict[str, list[str]] = {}
    cut: dict[str, list[str]] = {}
    for address in ADDRESSES:
        said = read(page, address)
        left[address] = sorted(text for text in (said & english[address]) - others_words if is_a_sentence(text))
        cut[address] = page.evaluate(CUT_OFF)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address
        assert page.evaluate(
            "(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(document.querySelector('nav'))"
        ), "the menu is cut off"
    assert {address: texts for address, texts in left.items() if texts} == {}
    assert {address: texts for address, texts in cut.items() if texts} == {}
