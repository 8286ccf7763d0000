"""What players of a table of an older version see when they come back to it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
from playwright.sync_api import expect

from sabacc.server.http.guard import COOKIE
from tests.old_behaviour import TOKENS, old_database
from tests.server.servers import running
from tests.web.players import PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_on_a_phone_one_is_told_that_the_old_hand_is_void_and_only_once(browser: Browser, tmp_path: Path) -> None:
    old_database(tmp_path)
    with (
        running(tmp_path) as server,
        browser.new_context(base_url=server.url, viewport=PHONE, reduced_motion="reduce") as context,
    ):
        context.add_cookies([{"name": COOKIE, "value": TOKENS["Ana"], "url": server.url}])
        page = context.new_page()
        page.goto("/table/plain-classic")
        notice = page.locator(".toasts").get_by_text("Hand 3 is void: an earlier version of sabacc dealt it")
        expect(notice).to_contain_text("All stakes went back to where they came from.")
        page.locator(".toasts").get_by_role("button", name="Dismiss").click()
        expect(notice).to_have_count(0)

        page.get_by_role("link", name="Sabacc").first.click()
        expect(page.locator(".turn-bar")).to_be_visible()
        page.go_back()
        expect(page.locator(".bar").first).to_be_visible()
        expect(notice).to_have_count(0)
