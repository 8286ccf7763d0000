"""The table page in a real browser: what one sees at every size, at the end of a hand, and when the connection is lost."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path
from typing import Literal

import pytest

from sabacc.rules import PRESETS
from tests.server.servers import Server, running
from tests.strategies import SOAK

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
from playwright.sync_api import Browser, Error, Page, expect

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
SLOWLY = 30_000  # milliseconds until bots have made their moves
CLOCKS = {"decision": 600, "window": 600, "between": 6}
WIDTHS = (360, 820, 1400)


def seated(
    browser: Browser,
    server: Server,
    preset: str,
    players: int,
    width: int,
    height: int = 800,
    still: bool = False,
    theme: str = "dark",
) -> Page:
    """A page at a new table with bots, in the middle of the first hand."""
    motion: Literal["reduce", "no-preference"] = "reduce" if still else "no-preference"
    page = browser.new_page(viewport={"width": width, "height": height}, base_url=server.url, reduced_motion=motion)
    page.add_init_script(f"localStorage.setItem('sabacc.theme', '{theme}')")
    headers = {"origin": server.url}
    page.request.post("/api/guest", data={"name": ""}, headers=headers)
    table = {"rules": {"preset": preset}, "seats": players, "bots": ["counter"], "fill_to": players, "pace": 0}
    made = page.request.post("/api/tables", data={**table, "clocks": CLOCKS}, headers=headers)
    page.goto(f"/table/{made.json()['id']}")
    page.get_by_role("button", name="Take a seat").click()
    cards = page.get_by_role("group", name="Your cards", exact=True)
    expect(cards.or_(page.locator("[data-asked]")).first).to_be_visible(timeout=SLOWLY)  # sides come before cards (FO1)
    return page


def fold(page: Page) -> None:
    """Leaves the hand as soon as that can be done."""
    button = page.get_by_role("button", name=re.compile(r"^(Fold|Really fold)"))
    expect(button).to_be_visible(timeout=SLOWLY)
    button.click()
    expect(button).to_contain_text("Really")
    button.click()


def leave(page: Page) -> None:
    """Folds, once that can be done; what is asked before gets the usual answer."""
    asked, end = page.locator("[data-asked]"), page.get_by_role("region", name="How the hand ended")
    deeds = page.get_by_role("group", name="What you may do").get_by_role("button")
    own = page.get_by_role("group", name="Your cards", exact=True).get_by_role("button")
    for _ in range(40):
        expect(asked.or_(end).first).to_be_visible(timeout=SLOWLY)
        if end.is_visible():
            return
        with contextlib.suppress(Error):  # the question was gone before the click: look again
            if not deeds.count():
                own.first.click(timeout=2000)
            folding = deeds.filter(has_text=re.compile("old"))
            (folding if folding.count() else deeds).first.click(timeout=2000)
    raise AssertionError("the hand does not end")


# What lies on something else, among things that must be seen apart; all is measured at once, since a bar that comes or
# goes moves everything.
HIDDEN = """(sets) => {
    const boxes = (what) => [...document.querySelectorAll(what)].filter((one) => one.checkVisibility())
        .map((one) => ({ one, box: one.getBoundingClientRect() }));
    const apart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
    return sets.flatMap(([some, others]) => boxes(some).flatMap((a) => boxes(others)
        .filter((b) => a.one !== b.one && !a.one.contains(b.one) && !b.one.contains(a.one) && !apart(a.box, b.box))
        .map((b) => `${some} ${a.one.textContent} lies on ${others} ${b.one.textContent}`)));
}"""
APART = [
    ["div.plate", "div.plate"],
    ["div.plate", ".middle dl"],
    ["div.plate", ".middle .card"],
    [".others .card", ".middle .card"],
    [".others .card", ".middle dl"],
    [".others .bet", ".middle .card"],
    [".middle dl", ".middle .card"],
    [".own.seated", ".felt .card"],
    [".own.seated", ".felt div.plate"],
    [".own.seated", ".middle dl"],
]
PHONES = [(360, 640), (740, 360), (360, 740), (390, 844)]  # the second lies on its side
WINDOWS = [(820, 1100), (1024, 768), (1280, 720), (1400, 900)]


@pytest.mark.parametrize("players", [2, 4, 8] if SOAK else [8])
@pytest.mark.parametrize("preset", ["classic", "corellian-house"] if SOAK else ["corellian-house"])
@pytest.mark.parametrize("size", PHONES if SOAK else PHONES[:2])
def test_a_phone_shows_all_that_a_decision_needs(
    browser: Browser, server: Server, preset: str, players: int, size: tuple[int, int]
) -> None:
    page = seated(browser, server, preset, players, *size, still=True)
    expect(page.locator("[data-asked]")).to_be_visible(timeout=SLOWLY)
    assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == list(size)
    assert page.evaluate(HIDDEN, APART) == []
    below = "(all) => all.filter((one) => one.getBoundingClientRect().bottom > innerHeight + 1).length"
    assert page.locator(".own.seated button").evaluate_all(below) == 0
    page.close()


@pytest.mark.parametrize("preset", ["classic", "corellian-house"] if SOAK else ["classic"])
@pytest.mark.parametrize("size", WINDOWS if SOAK else [WINDOWS[0], WINDOWS[2]])
def test_no_player_lies_on_another(browser: Browser, server: Server, size: tuple[int, int], preset: str) -> None:
    page = seated(browser, server, preset, 8, *size, still=True)
    expect(page.locator("[data-asked]")).to_be_visible(timeout=SLOWLY)
    assert page.locator("div.plate").count() == 8
    assert page.evaluate(HIDDEN, APART) == []
    page.close()


def test_one_s_own_total_and_the_way_to_the_bomb_out_are_told(browser: Browser, server: Server) -> None:
    page = seated(browser, server, "classic", 2, 1400)
    values = page.get_by_role("group", name="Your cards", exact=True).locator("text.top").all_text_contents()
    total = sum(int(value.replace("−", "-")) for value in values)
    expect(page.locator(".worth .total").first).to_have_text(str(total).replace("-", "−"))
    expect(page.locator(".worth .near").first).to_have_text(re.compile("bomb|Sabacc|Array"))
    page.close()


def test_the_end_says_who_won_and_when_it_goes_on(browser: Browser, server: Server) -> None:
    page = seated(browser, server, "corellian-house", 2, 1400)
    fold(page)
    result = page.get_by_role("region", name="How the hand ended")
    expect(result).to_be_visible(timeout=SLOWLY)
    expect(result.get_by_role("heading")).to_have_text(re.compile(r" wins \d+$"))
    expect(result).to_contain_text("Everybody else has folded.")
    expect(result).to_contain_text("Next hand in")
    page.get_by_role("button", name="Host menu").click()
    page.get_by_role("button", name="Stop the clocks").click()
    expect(result).to_contain_text("The host has stopped the clocks.")
    expect(result).not_to_contain_text("Next hand in")
    expect(page.locator(".flights > span")).to_have_count(0)  # nothing stays in the air
    page.close()


def test_the_log_is_a_drawer_on_a_phone(browser: Browser, server: Server) -> None:
    page = seated(browser, server, "classic", 2, 360)
    log = page.get_by_role("region", name="What happened")
    expect(log).to_be_hidden()
    page.get_by_role("button", name="Log and chat").click()
    expect(log).to_be_visible()
    expect(log.get_by_role("listitem").filter(has_text="Hand 1.")).to_be_visible()
    page.keyboard.press("Escape")
    expect(log).to_be_hidden()
    page.close()


def test_hints_are_read_once_and_can_be_switched_off(browser: Browser, server: Server) -> None:
    page = seated(browser, server, "corellian-house", 2, 820)
    hint = page.get_by_role("complementary", name="A hint")
    expect(hint).to_contain_text("zero", timeout=SLOWLY)
    hint.get_by_role("button", name="Got it").click()
    expect(hint).not_to_contain_text("zero")
    hint.get_by_role("button", name="No hints").click()
    expect(hint).to_be_hidden()
    page.close()


def test_a_lost_connection_keeps_the_table_in_view_and_comes_back(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as server:
        page = seated(browser, server, "classic", 2, 1400)
        server.kill()
        expect(page.get_by_role("alert").filter(has_text="Coming back by itself")).to_be_visible(timeout=SLOWLY)
        expect(page.get_by_role("group", name="Your cards", exact=True)).to_be_visible()
        server.start()
        expect(page.get_by_role("alert").filter(has_text="Coming back by itself")).to_be_hidden(timeout=SLOWLY)
        expect(page.get_by_role("group", name="Your cards", exact=True)).to_be_visible()
        page.close()


def test_who_listens_hears_when_it_is_their_turn_and_how_it_ended(browser: Browser, server: Server) -> None:
    page = seated(browser, server, "corellian-house", 2, 1400)
    expect(page.locator("[aria-live=assertive]")).to_contain_text("Your turn: ", timeout=SLOWLY)
    expect(page.locator("div[aria-live=polite]")).not_to_contain_text(re.compile(r"-\d"))
    fold(page)
    expect(page.locator("div[aria-live=polite]")).to_contain_text(re.compile(r"wins the .* pot: \d"), timeout=SLOWLY)
    page.close()


def test_who_wants_no_motion_sees_none(browser: Browser, server: Server) -> None:
    page = seated(browser, server, "classic", 4, 1400, still=True)
    page.evaluate("""() => {
        window.moved = [];
        new MutationObserver(() => {
            const moving = document.getAnimations().filter((one) => (one.effect?.getComputedTiming().duration ?? 0) > 0);
            window.moved.push(...moving.map((one) => one.animationName ?? one.transitionProperty ?? "flight"));
        }).observe(document.body, { subtree: true, childList: true, attributes: true });
    }""")
    leave(page)
    expect(page.get_by_role("region", name="How the hand ended")).to_be_visible(timeout=SLOWLY)
    assert page.evaluate("window.moved") == []
    page.close()


def test_sound_is_switched_off_at_the_table_and_stays_off(browser: Browser, server: Server) -> None:
    page = seated(browser, server, "classic", 2, 360)
    page.get_by_role("button", name="Sound").click()
    page.reload()
    expect(page.get_by_role("button", name="Sound")).to_have_attribute("aria-pressed", "false")
    page.close()


def complaints(page: Page) -> list[tuple[str, str]]:
    """What axe finds serious."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run({ resultTypes: ['violations'] })")["violations"]
    return [(one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in ("serious", "critical")]


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not there: make web")
@pytest.mark.parametrize("theme", ["dark", "light"] if SOAK else ["dark"])
@pytest.mark.parametrize(
    ("preset", "width"),
    [(preset, width) for at, preset in enumerate(PRESETS) for width in (WIDTHS if SOAK else [WIDTHS[at % 3]])],
)
def test_axe_finds_nothing_serious_at_the_table(
    browser: Browser, server: Server, preset: str, width: int, theme: str
) -> None:
    page = seated(browser, server, preset, 2, width, still=True, theme=theme)
    expect(page.locator("[data-asked]")).to_be_visible(timeout=SLOWLY)
    assert complaints(page) == []
    leave(page)
    assert complaints(page) == []
    page.close()
