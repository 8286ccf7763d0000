"""Somebody comes with a browser, says "Play now", and plays."""

from __future__ import annotations

import pytest

from tests.server.servers import Server
from tests.web.conftest import KITCHEN

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
from playwright.sync_api import Browser, Page, expect

SLOWLY = 30_000  # milliseconds until bots have made their moves


def complaints(page: Page) -> list[str]:
    """What the browser finds wrong from now on, the content security policy above all."""
    heard: list[str] = []
    page.on("console", lambda said: heard.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: heard.append(str(error)))
    return heard


def test_a_newcomer_is_at_a_table_with_one_click_and_plays(server: Server, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 360, "height": 740})
    heard = complaints(page)
    page.goto(server.url)
    page.get_by_label("Your name").fill("Vesh")
    page.get_by_role("button", name="Play now").click()
    page.get_by_role("dialog").get_by_role("button", name="I know how it goes").click()
    page.wait_for_url("**/table/*")
    expect(page.get_by_role("region", name="Vesh")).to_be_visible(timeout=SLOWLY)
    bar = page.get_by_role("group", name="What you may do")
    primary = bar.locator("button.primary")
    expect(primary).to_be_visible(timeout=SLOWLY)
    page.get_by_role("button", name="Log and chat").click()
    lines = page.get_by_role("region", name="What happened").get_by_role("listitem")
    before = lines.count()
    page.get_by_role("button", name="Close the log").click()
    primary.click()
    page.get_by_role("button", name="Log and chat").click()
    expect(lines.nth(before)).to_be_attached(timeout=SLOWLY)
    assert heard == []
    page.close()


def test_a_phone_in_the_house_plays_over_plain_http(server: Server, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 360, "height": 740})
    heard = complaints(page)
    page.goto(server.url.replace("127.0.0.1", KITCHEN))
    assert page.evaluate("isSecureContext") is False
    page.get_by_role("button", name="Play now").click()
    page.get_by_role("dialog").get_by_role("button", name="deal me in").click()
    expect(page.get_by_role("group", name="What you may do").get_by_role("button").first).to_be_visible(timeout=SLOWLY)
    assert [
        one for one in heard if "Cross-Origin-Opener-Policy" not in one
    ] == []  # which browsers heed over https only
    page.close()
