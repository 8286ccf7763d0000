"""The review of a hand of one's own, in a real browser."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
from playwright.sync_api import expect

from tests.web.axe import violations
from tests.web.players import DESK, PHONE, Player

Meet = Callable[..., Player]


@pytest.mark.parametrize(("size", "language"), [(DESK, "en"), (PHONE, "de"), (PHONE, "fr"), (PHONE, "es")])
def test_every_decision_is_there_with_its_mark_and_values(meet: Meet, size: Any, language: str) -> None:
    player = meet(viewport=size, locale=language)
    table = player.make("cloud-city")
    wire = player.wire()
    wire.do("sit")
    while not wire.over:
        wire.listen()
        if wire.question:
            wire.do("act", action=wire.question["default"], question=wire.question["number"])
    wire.close()
    hand = player.page.request.get("/api/hands", params={"table": table}).json()["hands"][0]
    player.page.goto(f"/hand/{hand['id']}")
    review = player.page.locator("section.review")
    review.get_by_role("button").focus()
    player.page.keyboard.press("Enter")
    decisions = review.locator("ol > li")
    expect(decisions.first).to_be_visible()
    said = player.page.request.get(f"/api/hands/{hand['id']}/review").json()
    expect(decisions).to_have_count(len(said["decisions"]))
    expect(review.locator("circle")).to_have_count(len(said["decisions"]))
    decisions.first.locator("summary").focus()
    player.page.keyboard.press("Enter")
    expect(decisions.first.locator("ul > li")).to_have_count(len(said["decisions"][0]["actions"]))
    assert violations(player.page) == []
    assert player.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if folder := os.environ.get("SHOTS"):
        player.page.screenshot(path=f"{folder}/review_{language}_{size['width']}.png", full_page=True)
