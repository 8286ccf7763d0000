"""The table page in a real browser: what one sees at every size, at the end of a hand, and when the connection is lost."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.server.servers import Server, running

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
from playwright.sync_api import Browser, Page, expect

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
SLOWLY = 30_000  # milliseconds until bots have made their moves
CLOCKS = {"decision": 600, "window": 600, "between": 1}


def seated(browser: Browser, server: Server, preset: str, players: int, width: int) -> Page:
    """A page at a new table with bots, in the middle of the first hand."""
    page = browser.new_page(viewport={"width": width, "height": 800}, base_url=server.url, reduced_motion="reduce")
    headers = {"origin": server.url}
    page.request.post("/api/guest", data={"name": ""}, headers=headers)
    table = {"rules": {"preset": preset}, "seats": players, "bots": ["counter"], "fill_to": players, "pace": 0}
    made = page.request.post("/api/tables", data={**table, "clocks": CLOCKS}, headers=headers)
    page.goto(f"/table/{made.json()['id']}")
    page.get_by_role("button", name="Take a seat").click()
    expect(page.get_by_role("group", name="Your cards", exact=True)).to_be_visible(timeout=SLOWLY)
    return page


def fold(page: Page) -> None:
    """Leaves the hand as soon as that can be done."""
    button = page.get_by_role("button", name=re.compile(r"^(Fold|Really fold)"))
    expect(button).to_be_visible(timeout=SLOWLY)
    button.click()
    expect(button).to_contain_text("Really")
    button.click()


@pytest.mark.parametrize("preset", ["classic", "corellian-house"])
def test_eight_seats_fit_a_phone_without_scrolling_sideways(browser: Browser, server: Server, preset: str) -> None:
    page = seated(browser, server, preset, 8, 360)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.close()


@pytest.mark.parametrize("width", [820, 1400])
def test_no_player_lies_on_another(browser: Browser, server: Server, width: int) -> None:
    page = seated(browser, server, "classic", 8, width)
    plates = [box for plate in page.locator("div.plate").all() if (box := plate.bounding_box()) is not None]
    assert len(plates) == 8
    for at, one in enumerate(plates):
        for other in plates[at + 1 :]:
            apart = abs(one["y"] - other["y"]) >= one["height"] or abs(one["x"] - other["x"]) >= min(
                one["width"], other["width"]
            )
            assert apart, (one, other)
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


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not there: make web")
@pytest.mark.parametrize(("preset", "width"), [("classic", 1400), ("corellian-house", 360)])
def test_axe_finds_nothing_serious_at_the_table(browser: Browser, server: Server, preset: str, width: int) -> None:
    page = seated(browser, server, preset, 4, width)
    page.evaluate(AXE.read_text())
    found = page.evaluate("axe.run()")["violations"]
    assert [(one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in ("serious", "critical")] == []
    page.close()
