"""Cards are dragged with a mouse and with a finger, and a finger still scrolls the page."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.server.servers import wait_for

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
from playwright.sync_api import CDPSession, Locator, Page, expect

from tests.web.players import PHONE, Player, party

Meet = Callable[..., Player]
SHORT = {"max_rounds": 3, "pot_building_rounds": 1}


def middle(what: Locator) -> tuple[float, float]:
    box = what.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Finger:
    """A finger on the glass, as the browser gets it from the system."""

    def __init__(self, page: Page) -> None:
        self.line: CDPSession = page.context.new_cdp_session(page)

    def drag(self, start: tuple[float, float], end: tuple[float, float], steps: int = 8) -> None:
        self._touch("touchStart", start)
        for step in range(1, steps + 1):
            part = step / steps
            self._touch("touchMove", (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part))
        self.line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def _touch(self, kind: str, at: tuple[float, float]) -> None:
        self.line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": at[0], "y": at[1]}]})


def test_a_card_is_dragged_into_the_static_field_with_a_mouse_and_traded_by_dragging_it_to_the_deck(meet: Meet) -> None:
    player = meet()
    with party(player, "classic", rules=SHORT) as table:
        table.until(lambda me: me.kind == "draw")
        dragged = player.down.first.get_attribute("title") or ""
        player.down.first.drag_to(player.page.locator('[data-drop="field"]'))
        expect(player.up.get_by_role("button")).to_have_attribute("title", f"{dragged}, in the static field")
        player.down.first.drag_to(player.page.locator('[data-drop="deck"]'))
        player.heard("You drop")


def test_a_card_is_dragged_into_the_static_field_with_a_finger(meet: Meet) -> None:
    player = meet(viewport=PHONE, has_touch=True, is_mobile=True)
    with party(player, "classic", rules=SHORT) as table:
        table.until(lambda me: me.kind == "draw")
        dragged = player.down.first.get_attribute("title") or ""
        Finger(player.page).drag(middle(player.down.first), middle(player.page.locator('[data-drop="field"]')))
        expect(player.up.get_by_role("button")).to_have_attribute("title", f"{dragged}, in the static field")


def test_a_board_card_is_bought_by_dragging_it_to_one_s_own_with_a_finger(meet: Meet) -> None:
    player = meet(viewport={"width": 412, "height": 915}, has_touch=True, is_mobile=True)
    with party(player, "corellian-house") as table:
        table.until(lambda me: me.kind == "board")
        petal = player.page.get_by_role("group", name="The board").get_by_role("button").first
        expect(petal).to_be_visible()
        Finger(player.page).drag(middle(petal), middle(player.down.first))
        player.heard("to the sabacc pot for a board card.")


@pytest.mark.parametrize("place", [".head", ".bar .bar"])
def test_a_finger_scrolls_the_page_at_a_low_screen(meet: Meet, place: str) -> None:
    player = meet(viewport={"width": 360, "height": 480}, has_touch=True, is_mobile=True)
    with party(player, "corellian-house") as table:
        table.until(lambda me: me.kind == "board")
        expect(player.action_buttons.first).to_be_visible()
        assert player.page.evaluate("document.documentElement.scrollHeight > innerHeight")
        x, y = middle(player.page.locator(place).last)
        Finger(player.page).drag((x, y), (x, max(2, y - 160)))
        wait_for(lambda: bool(player.page.evaluate("scrollY > 0")))
