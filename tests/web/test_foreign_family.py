"""A family that the pages have never heard of is played in a real browser, with cards drawn from what the server says."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
from playwright.sync_api import expect

from tests.foreign_packages import install_lucky_seven
from tests.server.servers import Server, running
from tests.web.players import DESK, PHONE, SLOWLY, Player, party, patiently

Meet = Callable[..., Player]
SCREENS: dict[str, dict[str, Any]] = {
    "desk": {"viewport": DESK},
    "phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True},
}
CLOCKS = {"between": 600}  # the end of the hand stays in sight


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """With the package that brings the family."""
    packages = install_lucky_seven(tmp_path_factory.mktemp("packages"))
    with running(tmp_path_factory.mktemp("server"), packages=packages) as server:
        yield server


@pytest.mark.parametrize("screen", SCREENS)
def test_a_whole_hand_by_clicks(meet: Meet, screen: str) -> None:
    player = meet(**SCREENS[screen])
    with party(player, "lucky-seven", others=3, clocks=CLOCKS) as table:
        table.until(lambda me: me.kind == "draw", table.but_me(patiently))
        expect(player.down).to_have_count(2)
        faces = player.down.evaluate_all("all => all.map(one => one.title)")
        assert all(re.fullmatch(r"(\d) of (Moons|Rings|Comets), \1", face) for face in faces), faces
        values = [int(face[0]) for face in faces]
        assert player.down.locator("text.top").all_text_contents() == [str(value) for value in values]
        expect(player.page.locator(".worth .total")).to_have_text(str(sum(values)))
        expect(player.page.locator(".worth .near")).to_have_text(re.compile(r"Lucky Seven|\d short|Over by \d"))

        player.down.first.click()
        player.action_button("Trade it").click()
        player.heard("You drop")
        table.until(lambda me: me.kind == "bet", table.but_me(patiently))
        player.action_button("Check").or_(player.action_button("Match")).first.click()
        table.until(lambda me: me.over, table.but_me(patiently))
        expect(player.result).to_be_visible(timeout=SLOWLY)
        expect(player.result.get_by_role("heading")).to_have_text(re.compile(r"win|Nobody"))
        expect(player.result).to_contain_text(re.compile(r"Lucky Seven|\d short|Over by \d"))
        assert player.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_its_rules_are_at_hand_with_the_words_and_prices_that_all_games_have(meet: Meet) -> None:
    player = meet(viewport=DESK)
    with party(player, "lucky-seven", clocks=CLOCKS) as table:
        table.until(lambda me: bool(me.question))
        expect(player.page.locator(".worth .means")).to_have_text(
            re.compile(r"If shown now, (the best hand wins|you win)")
        )
        player.page.get_by_role("button", name="Rules at hand").click()
        drawer = player.page.get_by_role("dialog", name="The rules of this table")
        drawer.get_by_role("button", name="Prices").click()
        expect(drawer.get_by_role("row", name=re.compile("Ante"))).to_be_visible()
        drawer.get_by_role("button", name="Words").click()
        expect(drawer.get_by_text("Side pot", exact=True)).to_be_visible()
        expect(drawer.get_by_role("button", name="Hands")).to_have_count(0)


def test_its_rules_odds_and_deck_can_be_read(meet: Meet) -> None:
    page = meet(viewport=DESK).page
    page.goto("/rules/lucky-seven")
    expect(page.get_by_role("heading", name="Lucky Seven")).to_be_visible()
    expect(page.get_by_text("cards that add up to 7")).to_be_visible()
    page.goto("/odds/lucky-seven")
    expect(page.get_by_role("heading", name="Lucky Seven: the odds")).to_be_visible()
    expect(page.get_by_text("2,024 hands of 3 cards")).to_be_visible(timeout=SLOWLY)
    page.goto("/page/cards")
    page.get_by_role("button", name="The Lucky Seven deck").click()
    expect(page.get_by_role("img", name="4 of Comets")).to_be_visible()


def test_the_first_pages_of_the_rules_and_the_odds_are_those_for_newcomers(meet: Meet) -> None:
    page = meet(viewport=DESK).page
    page.goto("/")
    for name in ("Rules", "Odds"):
        page.get_by_role("navigation", name="Pages").get_by_role("link", name=name).click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("Classic")
        expect(page).to_have_url(re.compile(rf"/{name.lower()}/classic$"))
