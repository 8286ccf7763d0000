"""Levels of the blinds on the page: what is played, what comes next and when, for players and onlookers."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
from playwright.sync_api import Locator, expect

from tests.server.servers import Json
from tests.web.players import DESK, PHONE, SLOWLY, Party, Player, Wire, party, patiently

Meet = Callable[..., Player]


def level_line(player: Player) -> Locator:
    return player.page.get_by_role("group", name="Level of the blinds")


def fold_until(table: Party, number: int) -> None:
    """Hands that are over at once, whatever is dealt: whoever may fold does, up to the hand of that number."""

    def choose(wire: Wire) -> Json | None:
        return (wire.first("fold") or patiently(wire)) if wire.table["hands"] < number else None

    table.until(lambda me: me.table["hands"] == number and not me.over, choose)


def test_levels_by_hands_are_shown_and_a_new_one_is_announced(meet: Meet) -> None:
    host, onlooker = meet(viewport=DESK), meet(viewport=PHONE, has_touch=True, is_mobile=True)
    with party(host, "corellian-house", rules={"level_hands": 2}) as table:
        onlooker.look(host.table)
        fold_until(table, 1)
        expect(level_line(host)).to_contain_text("Level 1: 50/100, board card 25")
        expect(level_line(host)).to_contain_text("next 100/200, board card 50 after 1 more hand")
        expect(level_line(onlooker)).to_contain_text("1 hand left")

        fold_until(table, 2)
        expect(level_line(host)).to_contain_text("next 100/200, board card 50 with the next hand")
        expect(level_line(onlooker)).to_contain_text("next hand")

        fold_until(table, 3)
        expect(onlooker.page.locator(".toasts").get_by_text("Level 2: blinds 100 and 200")).to_be_visible()
        for one in (host, onlooker):
            one.heard("Level 2: blinds 100 and 200, board price 50.")
            expect(level_line(one)).to_contain_text("Level 2: 100/200")
        expect(level_line(host)).to_contain_text("next 200/400, board card 75 after 1 more hand")


def test_the_clock_of_a_level_runs_down_while_hands_are_played_and_stands_in_a_pause(meet: Meet) -> None:
    host = meet(viewport=DESK)
    with party(host, "corellian-house") as table:
        fold_until(table, 1)
        when = level_line(host).locator("b.wide")
        expect(when).to_have_text(re.compile(r"^in 19:5\d$"), timeout=SLOWLY)
        first = when.inner_text()
        expect(when).not_to_have_text(first)
        table.me.do("pause", on=True)
        table.until(lambda me: me.table["paused"], lambda wire: wire.first("fold") or patiently(wire))  # after the hand
        expect(host.page.get_by_text("The host has stopped the clocks.", exact=True)).to_be_visible()
        stands = when.inner_text()
        host.page.wait_for_timeout(2500)  # that nothing happens can only be waited for
        expect(when).to_have_text(stands)


def test_a_table_without_levels_shows_none(meet: Meet) -> None:
    host = meet(viewport=DESK)
    with party(host, "corellian-house", rules={"blinds": [10, 20]}):
        expect(host.page.get_by_role("heading", level=1)).to_be_visible()
        expect(level_line(host)).to_have_count(0)


def test_whoever_makes_a_table_chooses_how_long_a_level_lasts(meet: Meet) -> None:
    host = meet(viewport=DESK)
    page = host.page
    page.goto("/make")
    page.get_by_role("radio", name="Corellian House").check()
    expect(page.get_by_label("Minutes a level")).to_have_value("20")  # no longer the options of another game
    page.locator("summary").filter(has_text="Stakes").click()
    page.get_by_label("Hands a level").fill("8")
    expect(page.get_by_label("Minutes a level")).to_have_count(0)  # levels go by hands then
    page.get_by_role("button", name="Open the table").click()
    link = page.get_by_label("Link to the table").input_value()
    table = host.page.request.get(f"/api/tables/{link.rpartition('/')[2]}").json()
    assert table["rules"] == {"preset": "corellian-house", "level_hands": 8}
