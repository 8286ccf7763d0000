"""Rules at hand, and the way back to the table, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
from playwright.sync_api import Locator, expect

from tests.web.axe import violations
from tests.web.players import CLOCKS, DESK, PHONE, Player, party

Meet = Callable[..., Player]


def open_rules(player: Player) -> Locator:
    player.page.get_by_role("button", name="Rules at hand").click()
    drawer = player.page.get_by_role("dialog", name="The rules of this table")
    expect(drawer.get_by_role("listitem").first).to_be_visible()
    return drawer


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_one_s_own_place_on_the_ladder_of_hands_is_lit(meet: Meet, size: Any) -> None:
    player = meet(viewport=size)
    deck = [f"{suit}13" for suit in "SFCT"]  # whatever is dealt adds up to 26
    with party(player, "cloud-city", rules={"deck": deck}) as table:
        table.until(lambda me: bool(me.question))
        drawer = open_rules(player)
        lit = drawer.locator("[aria-current]")
        expect(lit).to_have_count(1)
        expect(lit).to_contain_text("over 23")
        expect(lit).to_be_in_viewport()
        assert violations(player.page) == []
        player.page.keyboard.press("Escape")
        expect(drawer).to_be_hidden()
        expect(player.page.get_by_role("button", name="Rules at hand")).to_be_focused()


def test_prices_and_rules_are_those_of_this_table(meet: Meet) -> None:
    player = meet(viewport=DESK)
    with party(player, "classic", rules={"ante": 7, "static_field": "none"}) as table:
        table.until(lambda me: bool(me.question))
        drawer = open_rules(player)
        drawer.get_by_role("button", name="Prices").click()
        expect(drawer.get_by_role("row", name="Ante 7 hand pot")).to_be_visible()
        drawer.get_by_role("button", name="Words").click()
        expect(drawer.get_by_text("Sudden demise", exact=True)).to_be_visible()
        expect(drawer.get_by_text("Static field", exact=True)).to_have_count(0)
        drawer.get_by_role("button", name="Rules", exact=True).click()
        expect(drawer).to_contain_text("Everybody antes 7 to the hand pot")
        expect(drawer).to_contain_text("with house rules")
        assert violations(player.page) == []


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_tap_on_a_word_explains_it(meet: Meet, size: Any) -> None:
    player = meet(viewport=size)
    with party(player, "corellian-house") as table:
        table.until(lambda me: bool(me.question))
        word = player.page.get_by_role("button", name="Sabacc pot")
        word.click()
        meaning = player.page.get_by_role("note").filter(has_text="Stays on the table from hand to hand")
        expect(meaning).to_be_visible()
        expect(meaning).to_be_in_viewport(ratio=1)
        assert violations(player.page) == []
        player.page.keyboard.press("Escape")
        expect(meaning).to_be_hidden()


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_whose_turn_it_is_stands_on_every_page_and_in_the_title(meet: Meet, size: Any) -> None:
    player = meet(viewport=size)
    with party(player, "cloud-city", title="The Back Room", clocks={**CLOCKS, "decision": 500}) as table:
        table.until(lambda me: me.kind == "bet")
        player.page.evaluate("history.pushState(null, '', '/lobby'); dispatchEvent(new PopStateEvent('popstate'))")
        bar = player.page.locator(".turn-bar")
        expect(bar).to_contain_text("Your turn at The Back Room")
        expect(bar).to_contain_text(re.compile(r", \d{2,3} s"))
        expect(player.page).to_have_title(re.compile(r"^Your turn at The Back Room, \d+ s · Lobby"))
        assert violations(player.page) == []
        bar.click()
        expect(player.prompt).to_be_visible()
        expect(bar).to_have_count(0)
        expect(player.page).to_have_title(re.compile("^Your turn: The Back Room"))
        expect(player.action_buttons.first).to_be_enabled()


def test_who_is_not_asked_has_a_quiet_way_back(meet: Meet) -> None:
    player = meet(viewport=DESK)
    with party(player, "cloud-city", title="The Back Room") as table:
        table.until(lambda me: not me.question and bool(table.others[0].question))
        player.page.get_by_role("link", name="Decks").click()
        bar = player.page.locator(".turn-bar")
        expect(bar).to_contain_text("You sit at The Back Room")
        expect(player.page).to_have_title(re.compile("^The decks"))


def test_who_only_watched_takes_nothing_along(meet: Meet) -> None:
    player = meet(viewport=DESK)
    player.look(player.make("classic"))
    player.page.get_by_role("link", name="Decks").click()
    expect(player.page.get_by_role("heading", level=1)).to_be_visible()
    expect(player.page.locator(".turn-bar")).to_have_count(0)


@pytest.mark.parametrize("page", ["rules", "odds"])
def test_the_bare_address_leads_to_the_first_of_them(meet: Meet, page: str) -> None:
    player = meet(viewport=PHONE)
    player.page.goto(f"/{page}")
    expect(player.page).to_have_url(re.compile(f"/{page}/.+"))
    expect(player.page.get_by_role("heading", level=1)).to_be_visible()
