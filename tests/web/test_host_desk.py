"""What a host decides: who may talk, who goes, who is host, rules, blinds, bots, clocks, and the end. Everybody is told."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import pytest
from websockets.exceptions import ConnectionClosed

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
from playwright.sync_api import expect

from tests.web.players import PHONE, SLOWLY, Player, Wire, drive

Meet = Callable[..., Player]
SHORT = {"max_rounds": 3, "pot_building_rounds": 1}


def seated(meet: Meet, preset: str = "classic") -> tuple[Player, Player]:
    """A host with a wide screen and a guest with a phone, before the first hand: the clocks stand."""
    host, ben = meet(), meet(viewport=PHONE, has_touch=True, is_mobile=True)
    host.sit(host.make(preset, bots=[], fill_to=0))
    host.open_menu().get_by_role("button", name="Stop the clocks").click()
    ben.sit(host.table)
    return host, ben


def test_a_guest_is_muted_and_may_talk_again(meet: Meet) -> None:
    host, ben = seated(meet)
    host.menu.get_by_role("button", name="Mute").click()
    ben.page.get_by_role("button", name="Log and chat").click()
    ben.page.get_by_role("button", name="Chat", exact=True).click()
    ben.page.get_by_label("Say something to the table").fill("Hello there")
    ben.page.get_by_role("button", name="Say", exact=True).click()
    expect(ben.page.get_by_text("The host has muted you")).to_be_visible()
    host.menu.get_by_role("button", name="Let them talk").click()
    expect(host.menu.get_by_role("button", name="Mute")).to_be_visible()
    ben.page.get_by_role("button", name="Say", exact=True).click()
    expect(ben.page.get_by_role("list", name="Chat").get_by_text("Hello there")).to_be_visible()


def test_a_guest_is_removed_for_good_and_told_why_there_is_no_way_back(meet: Meet) -> None:
    host, ben = seated(meet)
    host.menu.get_by_role("button", name="Remove").click()
    host.menu.get_by_role("button", name="for good?").click()
    told = ben.page.get_by_text("The host has removed you from this table.").first
    expect(told).to_be_visible()
    ben.page.reload()
    expect(told).to_be_visible()
    expect(ben.page.get_by_role("button", name="Take a seat")).to_have_count(0)


def test_the_table_is_handed_over_and_the_new_host_closes_it(meet: Meet) -> None:
    host, ben = seated(meet)
    host.menu.get_by_role("button", name="Make host").click()
    host.menu.get_by_role("button", name="Really hand").click()
    expect(ben.page.get_by_text("You are the host of this table now.")).to_be_visible()
    expect(host.menu.get_by_text("You are the host")).to_have_count(0)
    menu = ben.open_menu()
    menu.get_by_role("button", name="Close the table").click()
    menu.get_by_role("button", name="Really close the table?").click()
    expect(host.page.locator(".toasts").get_by_text("The table closes.")).to_be_visible()
    expect(menu.get_by_role("button", name="Close the table")).to_have_count(0)


def test_house_rules_change_from_the_next_hand_on_and_everybody_is_told(meet: Meet) -> None:
    host, ben = seated(meet)
    host.menu.get_by_role("button", name="Let the clocks run").click()
    expect(host.own.first).to_be_visible(timeout=SLOWLY)
    host.menu.get_by_text("House rules", exact=True).click()
    host.menu.get_by_text("Folding and penalties").click()
    host.menu.get_by_label("Fold fee: the sum").fill("7")
    host.menu.get_by_role("button", name="Play by these rules").click()
    expect(host.menu.get_by_text("New rules wait for the end of this hand.")).to_be_visible()
    wires = [host.wire(), ben.wire()]
    drive(
        wires,
        lambda: wires[1].table["rules"].get("fold_fee") == 7,
        lambda wire: wire.first("fold") or wire.first("pass"),
    )
    expect(ben.page.locator(".toasts").get_by_text("The house rules change: Fold fee 7.")).to_be_visible()
    for wire in wires:
        wire.close()


def test_what_can_t_be_a_rule_is_refused_with_a_sentence(meet: Meet) -> None:
    host = meet()
    host.sit(host.make("classic", bots=[], fill_to=0))
    host.open_menu().get_by_text("House rules", exact=True).click()
    host.menu.get_by_text("The shift", exact=True).click()
    host.menu.get_by_label("Shift trigger").select_option(label="A hidden clock")
    host.menu.get_by_label("Shift kind", exact=True).select_option(label="By the doubles rolled")
    host.menu.get_by_role("button", name="Play by these rules").click()
    expect(host.page.locator(".toasts .bad")).to_contain_text("shift")


def test_the_blinds_are_raised_and_everybody_is_told(meet: Meet) -> None:
    host, ben = seated(meet, "corellian-house")
    host.menu.get_by_label("Blinds").select_option(label="Level 3: 200/400, board card 75")
    host.menu.get_by_role("button", name="Play level 3").click()
    expect(host.menu.get_by_label("Blinds")).to_contain_text("Level 3: 200/400, board card 75 (now)")
    expect(ben.page.locator(".toasts").get_by_text("Level 3: blinds 200 and 400, board price 75.")).to_be_visible()


def test_bots_come_play_at_another_pace_and_are_sent_away(meet: Meet) -> None:
    host = meet()
    host.sit(host.make("classic", bots=[], fill_to=0))
    host.open_menu().get_by_role("button", name="Stop the clocks").click()
    host.menu.get_by_text("Bots", exact=True).click()
    host.menu.get_by_label("droid").check()
    host.menu.get_by_label("They fill the table up to").select_option("3")
    host.menu.get_by_label("They play").select_option(label="Slowly")
    host.menu.get_by_role("button", name="Invite them").click()
    bots = host.menu.get_by_role("button", name="Send away")
    expect(bots).to_have_count(2)
    host.menu.get_by_label("droid").uncheck()
    host.menu.get_by_role("button", name="Play without bots").click()
    expect(bots).to_have_count(0)


def test_the_clocks_are_set_and_everybody_is_told(meet: Meet) -> None:
    host, ben = seated(meet)
    host.menu.get_by_text("Clocks", exact=True).click()
    host.menu.get_by_label("Seconds for a decision").fill("45")
    host.menu.get_by_role("button", name="Set the clocks").click()
    expect(host.page.get_by_text("The clocks are set.")).to_be_visible()
    expect(ben.page.get_by_text("The host has set the clocks: 45 s")).to_be_visible()


def test_nobody_acts_while_the_clocks_stand(meet: Meet) -> None:
    host = meet()
    host.start("classic", rules=SHORT)
    host.open_menu().get_by_role("button", name="Stop the clocks").click()
    expect(host.action_buttons.first).to_be_disabled()
    expect(host.page.locator(".prompt").get_by_text("The host has stopped the clocks.")).to_be_visible()
    host.menu.get_by_role("button", name="Let the clocks run").click()
    expect(host.action_buttons.first).to_be_enabled()
    host.page.keyboard.press("Escape")
    expect(host.menu).to_have_count(0)


def in_mid_hand(meet: Meet) -> tuple[Player, Player, list[Wire]]:
    """A host and a guest who play, and their wires."""
    host, ben = meet(), meet(viewport=PHONE, has_touch=True, is_mobile=True)
    host.sit(host.make("classic", bots=[], fill_to=0, rules=SHORT))
    ben.sit(host.table)
    wires = [host.wire(), ben.wire()]
    expect(host.page.locator(".bar").first).to_be_visible()
    drive(wires, lambda: any(wire.question for wire in wires))
    return host, ben, wires


def test_a_host_who_plays_with_others_stops_the_clocks_when_the_hand_is_over(meet: Meet) -> None:
    host, _, wires = in_mid_hand(meet)
    host.open_menu().get_by_role("button", name="Stop the clocks").click()
    expect(host.menu.get_by_text("The clocks stop when this hand is over.")).to_be_visible()
    host.menu.get_by_role("button", name="Keep the clocks running").click()  # another thought
    host.menu.get_by_role("button", name="Stop the clocks").click()
    expect(host.menu.get_by_text("The clocks stop when this hand is over.")).to_be_visible()
    drive(wires, lambda: wires[0].table["paused"])
    expect(host.menu.get_by_text("Nobody can act until they run again.")).to_be_visible()
    assert wires[0].over


def test_a_player_who_is_removed_in_mid_hand_plays_on_and_is_told_so(meet: Meet) -> None:
    host, ben, wires = in_mid_hand(meet)
    host.open_menu().get_by_role("button", name="Remove").click()
    host.menu.get_by_role("button", name="for good after this hand?").click()
    expect(host.menu.get_by_text("Is gone after this hand")).to_be_visible()
    expect(ben.page.get_by_text("The host removes you from this table when the hand is over.").first).to_be_visible()
    with contextlib.suppress(ConnectionClosed):  # when it is over, for one of them
        drive(wires, lambda: not wires[0].table["seats"][1])
    expect(ben.page.get_by_text("The host has removed you from this table.").first).to_be_visible()


def test_what_players_bring_is_set_and_shown(meet: Meet) -> None:
    host, ben = seated(meet)
    host.menu.get_by_text("Buy-ins", exact=True).click()
    host.menu.get_by_role("spinbutton", name="Largest buy-in").fill("310")
    host.menu.get_by_role("button", name="Set the buy-ins").click()
    expect(host.page.get_by_text("The buy-ins are set.")).to_be_visible()
    expect(ben.open_menu().get_by_text("On top of the 300 you have, up to 310.")).to_be_visible()
    host.menu.get_by_label("Rebuys").select_option(label="None")
    host.menu.get_by_role("button", name="Set the buy-ins").click()
    expect(ben.menu.get_by_text("Nobody brings more credits to this table.")).to_be_visible()
