"""The first page: a hand that is being played, and the games with their pictures."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sabacc.rules import PRESETS
from tests.server.servers import Server, running, wait_for

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
from playwright.sync_api import Browser, ViewportSize, expect

from tests.web.axe import violations
from tests.web.players import DESK, PHONE, SLOWLY, Player, Wire


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("house"), "--house-tables", "1") as server:
        yield server


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_hand_is_seen_being_played_for_as_long_as_the_page_is_open(
    house: Server, browser: Browser, size: ViewportSize
) -> None:
    player = Player(browser, house, viewport=size)
    page = player.page
    page.goto("/")
    page.get_by_role("heading", name="Being played now").scroll_into_view_if_needed()
    picture = page.locator(".live")
    expect(picture.locator(".others .seat")).to_have_count(3, timeout=SLOWLY)
    expect(picture.locator(".others .cards .card").first).to_be_attached(timeout=SLOWLY)
    expect(page.locator(".live > p")).not_to_be_empty(timeout=SLOWLY)  # what has just happened, in words
    expect(page.get_by_text("Hand ", exact=False).first).to_be_visible()
    assert violations(page) == []
    address = page.get_by_role("link", name="Watch, or take a seat").first.get_attribute("href") or ""
    other = Wire(house, address.rpartition("/")[2])
    wait_for(lambda: other.listen(1) and other.watching == 2)
    page.goto("/rules")
    wait_for(lambda: other.listen(1) and other.watching == 1)
    other.close()
    assert player.complaints == []
    player.context.close()


def test_each_game_has_a_picture_of_its_own(house: Server, browser: Browser) -> None:
    player = Player(browser, house)
    page = player.page
    page.goto("/")
    pictures = page.locator("li.panel svg.game-picture")
    expect(pictures).to_have_count(len(PRESETS))
    assert len(set(pictures.evaluate_all("all => all.map((one) => one.innerHTML)"))) == len(PRESETS)
    player.context.close()


def test_the_lobby_tells_which_table_is_always_open_and_pictures_its_game(house: Server, browser: Browser) -> None:
    player = Player(browser, house)
    page = player.page
    page.goto("/lobby")
    table = page.get_by_role("list", name="Open tables").get_by_role("listitem").filter(has_text="always open")
    expect(table).to_have_count(1)
    expect(table.locator("svg.game-picture")).to_be_visible()
    own = player.make("force", title="Mine", bots=[], fill_to=0)
    expect(page.locator(f'a[href="/table/{own}"]')).not_to_contain_text("always open")
    assert violations(page) == []
    page.goto("/make")
    expect(page.locator("label svg.game-picture")).to_have_count(len(PRESETS))
    assert violations(page) == []
    player.context.close()
