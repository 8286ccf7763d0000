"""People at the table: their emblems, what they say at their seats, and who does not hear them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
from playwright.sync_api import Page, expect

from tests.web.axe import violations
from tests.web.players import DESK, PHONE, Player, party

Meet = Callable[..., Player]
SIZES: list[dict[str, Any]] = [{"viewport": DESK}, {"viewport": PHONE, "has_touch": True, "is_mobile": True}]


# All that was ever said at a seat; a bubble goes by itself, and nobody need look in time.
LISTEN = """() => {
    window.said = [];
    const look = () => document.querySelectorAll(".speech-bubble").forEach((one) => {
        const heard = `${one.closest(".seat").getAttribute("aria-label")}: ${one.textContent.trim()}`;
        if (!window.said.includes(heard)) window.said.push(heard);
    });
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
}"""


def hears(page: Page, name: str, text: str) -> None:
    """Waits until somebody has said something at their seat."""
    page.wait_for_function("(line) => window.said.includes(line)", arg=f"{name}: {text}")


@pytest.mark.parametrize("size", SIZES)
def test_what_is_said_stands_at_the_seat_and_who_is_not_heard_is_silent(meet: Meet, size: dict[str, Any]) -> None:
    player = meet(**size)
    with party(player, "classic", others=2) as table:
        table.until(lambda me: bool(me.question))
        page, other = player.page, table.others[0]
        page.evaluate(LISTEN)
        panel = page.get_by_role("dialog", name="Say something")
        page.get_by_role("button", name="Say something").click()
        expect(panel).to_be_visible()
        assert violations(page) == []
        box = panel.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size["viewport"]["width"]
        panel.get_by_role("button", name="Well played").click()
        expect(panel).to_have_count(0)
        hears(page, table.me.name, "Well played")
        other.do("emote", emote="nice-hand")
        hears(page, other.name, "Nice hand")
        other.do("chat", text="and a line")
        hears(page, other.name, "and a line")
        page.get_by_role("button", name="Say something").click()
        panel.get_by_label(f"Hear {other.name}").uncheck()
        page.keyboard.press("Escape")
        other.do("chat", text="nobody hears me")
        table.others[1].do("emote", emote="thanks")
        hears(page, table.others[1].name, "Thank you")
        expect(page.get_by_text("nobody hears me")).to_have_count(0)


def test_a_new_emblem_is_seen_at_the_table_at_once(meet: Meet) -> None:
    player, friend = meet(viewport=PHONE), meet(viewport=DESK)
    with party(player, "classic") as table:
        table.until(lambda me: bool(me.question))
        friend.look(player.table)
        player.page.goto("/account")
        figures = player.page.get_by_role("group", name="Figure")
        pressed = figures.locator("[aria-pressed=true]")
        expect(pressed).to_have_count(1)
        wanted = next(one for one in ("Comet", "Lantern") if one != pressed.get_attribute("aria-label"))
        figures.get_by_role("button", name=wanted).click()
        expect(pressed).to_have_attribute("aria-label", wanted)
        assert violations(player.page) == []
        drawn = figures.get_by_role("button", name=wanted).locator("path.figure").get_attribute("d")
        plate = friend.page.locator(".seat", has_text=table.me.name)
        expect(plate.locator("path.figure")).to_have_attribute("d", drawn or "")
