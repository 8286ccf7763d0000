"""Friends arrive: the invitation, the seats to choose from, the link, and what is left when one goes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
from playwright.sync_api import expect

from tests.web.axe import violations
from tests.web.players import DESK, PHONE, SLOWLY, Player

Meet = Callable[..., Player]
SIZES: list[dict[str, Any]] = [{"viewport": DESK}, {"viewport": PHONE, "has_touch": True, "is_mobile": True}]
HOUSE = {"ante": 5, "static_field": "none"}
WIDER_THAN_THE_PAGE = "document.documentElement.scrollWidth > innerWidth"


@pytest.mark.parametrize("size", SIZES)
def test_a_friend_is_told_what_is_played_and_chooses_a_seat(meet: Meet, size: dict[str, Any]) -> None:
    host, friend = meet(**size), meet(**size)
    table = host.make("classic", bots=[], fill_to=0, seats=4, rules=HOUSE)
    host.sit(table)
    room = host.page.get_by_role("region", name="Who is coming?")
    expect(room.get_by_label("Link to the table")).to_have_value(f"{host.server.url}/table/{table}")
    room.get_by_role("button", name="QR code").click()
    picture = room.get_by_role("img", name="A QR code")
    expect(picture).to_be_visible()
    host.page.wait_for_function("(one) => one.complete && one.naturalWidth > 0", arg=picture.element_handle())
    friend.page.goto(f"/table/{table}")
    invitation = friend.page.get_by_role("region", name="Who is coming?")
    expect(invitation.get_by_role("heading")).to_contain_text("invites you")
    expect(invitation).to_contain_text("Classic, with house rules: ante 5, no static field.")
    for page in (host.page, friend.page):
        assert violations(page) == []
        assert not page.evaluate(WIDER_THAN_THE_PAGE)
    invitation.get_by_role("button", name="Take seat 3").click()
    friend.heard("You sit down with")
    expect(room).to_have_count(0, timeout=SLOWLY)
    host.heard("Hand 1.")
    expect(host.page.get_by_role("button", name="Invite friends")).to_be_visible()
    friend.table = table
    names = [seat.get("name") for seat in friend.wire().table["seats"]]
    assert [bool(one) for one in names] == [True, False, True, False]


def test_the_link_is_at_hand_until_the_table_is_full(meet: Meet) -> None:
    host, friend = meet(viewport=PHONE), meet(viewport=DESK)
    table = host.make("classic", bots=[], fill_to=0, seats=2)
    host.sit(table)
    host.page.get_by_role("button", name="Invite friends").click()
    sheet = host.page.get_by_role("dialog", name="Invite friends")
    expect(sheet.get_by_role("img", name="A QR code")).to_be_visible()
    expect(sheet.get_by_label("Link to the table")).to_be_visible()
    assert violations(host.page) == []
    host.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    friend.sit(table)
    expect(host.page.get_by_role("button", name="Invite friends")).to_have_count(0)


def test_a_picture_is_only_of_links_to_this_server(meet: Meet) -> None:
    host = meet()
    table = host.make("classic")
    get = host.page.request.get
    own = get(f"/api/tables/{table}/qr?origin={host.server.url}")
    assert own.ok
    assert own.headers["content-type"].startswith("image/svg+xml")
    assert get(f"/api/tables/{table}/qr?origin=https://elsewhere.example").status == 403
    assert get(f"/api/tables/nobodys/qr?origin={host.server.url}").status == 404
    assert get(f"/api/tables/{table}/qr").status == 400


def test_who_leaves_before_a_hand_is_told_so(meet: Meet) -> None:
    player = meet(viewport=PHONE)
    player.sit(player.make("classic", bots=[], fill_to=0))
    menu = player.open_menu()
    menu.get_by_role("button", name="Leave the table").click()
    menu.get_by_role("button", name="Really leave?").click()
    expect(player.toast("You have left Classic.")).to_be_visible()
