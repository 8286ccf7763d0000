"""Things as stakes (HR9): offered, valued by the host, staked, won, and taken, left or bought."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.server.servers import Json

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
from playwright.sync_api import expect

from tests.web.players import CLOCKS, PHONE, Player, Wire, drive, patiently

Meet = Callable[..., Player]
RULES = {"items": True, "max_rounds": 3, "pot_building_rounds": 1}


def test_a_ring_is_offered_valued_staked_when_asked_to_bet_lost_and_taken(meet: Meet) -> None:
    host, ben = meet(), meet(viewport=PHONE, has_touch=True, is_mobile=True)
    host.sit(host.make("classic", bots=[], fill_to=0, rules=RULES))
    ben.sit(host.table)
    wires = [host.wire(), ben.wire()]

    menu = ben.open_menu()
    menu.get_by_label("What you would stake").fill("a ring")
    menu.get_by_role("button", name="Offer it").click()
    expect(host.page.locator(".toasts").get_by_text("would stake a ring")).to_be_visible()

    desk = host.open_menu()
    worth = desk.get_by_label("What a ring is worth")
    worth.fill("much")
    worth.press("Enter")
    expect(desk.get_by_role("alert")).to_have_text("Type a whole number from 1 to 600.")
    worth.fill("30")
    worth.press("Enter")
    expect(ben.page.locator(".toasts").get_by_text("The host values a ring at 30.")).to_be_visible()
    desk.get_by_role("button", name="Close the menu").click()

    stake = menu.get_by_role("button", name="Stake it for 30 credits")
    drive(wires, lambda: wires[1].kind == "bet")
    expect(stake).to_be_enabled()
    stake.click()
    menu.get_by_role("button", name="Really? You get 30, and may lose a ring.").click()
    expect(menu.get_by_text("Staked. Whoever wins the main pot")).to_be_visible()
    menu.get_by_role("button", name="Close the menu").click()

    wires[0].do("set-clocks", clocks={**CLOCKS, "between": 600})

    def give_up(wire: Wire) -> Json | None:
        return (wire.first("fold") if wire is wires[1] else None) or patiently(wire)

    drive(wires, lambda: any(one["type"] == "hand-ended" for one in wires[0].events), give_up)
    expect(host.page.get_by_text("You may have a ring for 30")).to_be_visible()
    host.page.get_by_role("button", name="Leave it").click()
    expect(ben.page.get_by_text("You may have a ring for 30")).to_be_visible()
    ben.page.get_by_role("button", name="Leave it").click()
    desk = host.open_menu()
    expect(desk.get_by_text("On offer: whoever pays for it")).to_be_visible()
    desk.get_by_role("button", name="Take it for 30").click()
    ben.heard("a ring")
    expect(desk.get_by_role("button", name="Take it for 30")).to_have_count(0)
    for wire in wires:
        wire.close()


def test_the_host_may_say_that_something_is_no_stake(meet: Meet) -> None:
    host = meet()
    host.sit(host.make("classic", bots=[], fill_to=0, rules=RULES))
    menu = host.open_menu()
    menu.get_by_label("What you would stake").fill("a borrowed droid")
    menu.get_by_role("button", name="Offer it").click()
    menu.get_by_role("button", name="It is no stake").click()
    expect(menu.get_by_text("a borrowed droid")).to_have_count(0)


def test_the_others_agree_to_what_an_item_of_the_host_is_worth(meet: Meet) -> None:
    host, ben = meet(), meet(viewport=PHONE, has_touch=True, is_mobile=True)
    host.sit(host.make("classic", bots=[], fill_to=0, rules=RULES))
    host.open_menu().get_by_role("button", name="Stop the clocks").click()
    ben.sit(host.table)
    host.menu.get_by_label("What you would stake").fill("a crown")
    host.menu.get_by_role("button", name="Offer it").click()
    for value, answer in ((90, "It is not"), (40, "It is worth 40")):
        worth = host.menu.get_by_label("What a crown is worth")
        worth.fill(str(value))
        host.menu.get_by_role("button", name="Ask for that").click()
        expect(ben.page.locator(".toasts").get_by_text(f"The host would stake a crown for {value}.")).to_be_visible()
        if not ben.menu.is_visible():
            ben.open_menu()
        expect(host.menu.get_by_text("must agree to what it is worth")).to_be_visible()
        ben.menu.get_by_role("button", name=answer).click()
    host.menu.get_by_role("button", name="Stake it for 40 credits").click()
    host.menu.get_by_role("button", name="Really? You get 40").click()
    expect(ben.menu.get_by_text("Staked. Whoever wins the main pot")).to_be_visible()
