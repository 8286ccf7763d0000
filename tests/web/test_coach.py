"""The coach at the table, in a real browser."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
from playwright.sync_api import Locator, expect

from tests.web.axe import violations
from tests.web.players import DESK, PHONE, SLOWLY, Player, party

Meet = Callable[..., Player]


def lamp(player: Player) -> Locator:
    return player.page.get_by_role("button", name="Coach", exact=True)


def strip(player: Player) -> Locator:
    return player.page.get_by_role("region", name="Your odds")


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_the_strip_tells_the_odds_and_what_would_be_best(meet: Meet, size: Any) -> None:
    player = meet(viewport=size)
    deck = [f"{suit}{number}" for suit in "SFCT" for number in (11, 12)]  # two cards are 22 to 24
    player.start("pagat", rules={"deck": deck, "declare_totals": False})
    expect(strip(player)).to_have_count(0)
    lamp(player).focus()
    player.page.keyboard.press("Enter")
    expect(lamp(player)).to_have_attribute("aria-pressed", "true")
    expect(strip(player)).to_contain_text("Gain")
    expect(strip(player)).to_contain_text("bomb out 100 %")  # a third card of 11 or 12
    strip(player).get_by_role("button", name="What would you do?").click()
    expect(strip(player).get_by_role("status")).not_to_be_empty(timeout=SLOWLY)
    assert violations(player.page) == []
    assert player.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    player.page.reload()  # it stays on
    expect(strip(player)).to_contain_text("Gain", timeout=SLOWLY)
    lamp(player).click()
    expect(strip(player)).to_have_count(0)


def test_with_others_there_is_none_unless_the_table_was_made_with_it(meet: Meet) -> None:
    player = meet(viewport=DESK)
    with party(player, "classic") as table:
        table.until(lambda me: bool(me.question))
        expect(lamp(player)).to_have_count(0)
    agreed = meet(viewport=DESK)
    with party(agreed, "classic", coach=True) as table:
        table.until(lambda me: bool(me.question))
        expect(agreed.page.get_by_text("with coach")).to_be_visible()
        lamp(agreed).click()
        expect(strip(agreed)).to_contain_text("You win now")


def test_a_table_is_made_with_it(meet: Meet) -> None:
    player = meet(viewport=PHONE)
    player.page.goto("/make")
    player.page.get_by_role("checkbox", name="Coach").check()
    with player.page.expect_request("**/api/tables") as made:
        player.page.get_by_role("button", name="Open the table").click()
    sent = json.loads(made.value.post_data or "")
    assert sent["coach"] is True
    assert "rated" not in sent
