"""Everything that one can be asked at a table, answered in a real browser. Others, who play by the wire, bring it about."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from tests.server.servers import Json
from tests.strategies import SOAK

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
from playwright.sync_api import expect

from tests.web.players import PHONE, SLOWLY, Choose, Party, Player, Wire, party, patiently

Meet = Callable[..., Player]
SHORT = {"max_rounds": 3, "pot_building_rounds": 1}


def raising(wire: Wire) -> Json | None:
    """Raises by the least, wherever that is allowed."""
    options = wire.you.get("options", {})
    return {"type": "raise", "to": options["raise_from"]} if options.get("raise_to") else patiently(wire)


def others_raise(table: Party) -> Choose:
    return lambda wire: patiently(wire) if wire is table.me else raising(wire)


def all_in(wire: Wire) -> Json | None:
    options = wire.you.get("options", {})
    return {"type": "raise", "to": options["raise_to"]} if options.get("raise_to") else patiently(wire)


def trading(wire: Wire) -> Json | None:
    return wire.first("trade") or patiently(wire)


def buying(wire: Wire) -> Json | None:
    """Takes board cards, since whoever has some face up is asked for one at double spikes (CH19)."""
    if wire.kind == "board":
        bought = [one for one in wire.actions if one["type"] == "buy" and "swap" not in one]
        return random.choice(bought) if bought else wire.first("peek") or patiently(wire)
    return (wire.first("keep") or wire.first("push-back")) if wire.kind == "peeked" else patiently(wire)


def choosing_one(wire: Wire) -> Json | None:
    """Selects a single card, so that there is something to improve (CS8)."""
    return min(wire.actions, key=lambda one: len(one["cards"])) if wire.kind == "select" else patiently(wire)


def test_a_card_is_traded_for_the_top_of_the_discard_pile_and_its_price_is_on_the_button(meet: Meet) -> None:
    player = meet()
    with party(player, "classic", rules={**SHORT, "discard_pile": 2}) as table:
        table.until(lambda me: me.may("take-discard"), trading)
        expect(player.action_button("discard")).to_have_count(0)
        player.down.first.click()
        player.action_button("Trade it for the discard (2)").click()
        player.heard("You pay 2 to the hand pot for the discard.")


def test_a_picked_card_is_put_back_by_a_second_click_or_escape(meet: Meet) -> None:
    player = meet()
    with party(player, "classic", rules=SHORT) as table:
        table.until(lambda me: me.kind == "draw")
        player.down.first.click()
        expect(player.action_button("Trade it")).to_be_visible()
        player.down.first.click()
        expect(player.action_button("Trade it")).to_have_count(0)
        player.page.keyboard.press("2")
        expect(player.action_button("Trade it")).to_be_visible()
        player.page.keyboard.press("Escape")
        expect(player.action_button("Trade it")).to_have_count(0)


def test_the_hand_is_called_with_a_check(meet: Meet) -> None:
    player = meet()
    with party(player, "pagat", rules=SHORT) as table:
        table.until(lambda me: me.may("check") and any("and_call" in one for one in me.actions), others_raise(table))
        player.action_button("Check and call the hand").click()
        player.heard("You check and call the hand with it")


def test_the_hand_is_called_with_a_raise(meet: Meet) -> None:
    player = meet()
    with party(player, "pagat", rules=SHORT) as table:
        table.until(lambda me: bool(me.you.get("options", {}).get("may_call")), others_raise(table))
        player.page.get_by_label("and call the hand").check()
        player.page.keyboard.press("r")
        player.heard("and call the hand with it")


def test_who_is_all_in_may_still_call_the_hand(meet: Meet) -> None:
    player = meet()
    with party(player, "pagat", rules=SHORT, stack=11) as table:
        table.until(lambda me: me.kind == "bet" and me.may("call-hand"), all_in)
        expect(player.prompt).to_contain_text("You are all-in. Call the hand, or let it go on?")
        player.action_button("Call the hand").click()
        player.heard("You call the hand")


def test_after_the_draw_a_card_goes_into_the_field_by_keys(meet: Meet) -> None:
    player = meet()
    with party(player, "pagat", rules=SHORT) as table:
        table.until(lambda me: me.kind == "field")
        player.page.keyboard.press("1")
        player.page.keyboard.press("i")
        expect(player.up.get_by_role("button")).to_have_count(1)
        player.page.keyboard.press("n")
        expect(player.action_button("Roll")).to_have_count(0)


def test_the_hand_is_called_instead_of_a_draw(meet: Meet) -> None:
    player = meet()
    with party(player, "galactic", rules=SHORT) as table:
        table.until(lambda me: me.kind == "draw" and me.may("call-hand"))
        player.page.keyboard.press("h")
        player.heard("You call the hand")


def test_windows_are_quiet_and_say_what_happens_by_itself(meet: Meet) -> None:
    player = meet()
    with party(player, "classic", others=2, rules=SHORT) as table:
        table.until(lambda me: bool(me.question))
        table.me.do("choose", choices=[])  # or it would not be asked
        table.until(lambda me: me.kind == "fold-window")
        expect(player.prompt).to_contain_text("Do nothing, and you stay in.")
        player.page.keyboard.press("p")
        table.until(lambda me: me.kind == "call-window")
        expect(player.prompt).to_contain_text("Do nothing, and you let it go on.")
        player.action_button("Call the hand").click()
        player.heard("You call the hand")


def test_a_side_is_chosen(meet: Meet) -> None:
    player = meet()
    with party(player, "force", rules=SHORT) as table:
        table.until(lambda me: me.kind == "side", table.but_me(patiently))
        player.action_button("Dark side").click()
        table.until(lambda me: any(one["type"] == "side-declared" for one in me.events), table.but_me(patiently))
        player.heard("You stand on the Dark side.")


def test_a_board_card_is_swapped_for_one_s_own_at_a_price(meet: Meet) -> None:
    player = meet(viewport=PHONE, has_touch=True, is_mobile=True)
    with party(player, "corellian-house") as table:
        table.until(lambda me: me.kind == "board")
        board = player.page.get_by_role("group", name="The board").get_by_role("button")
        expect(board.first).to_be_visible(timeout=SLOWLY)
        board.first.tap()
        expect(player.action_button("Buy")).to_contain_text("(25)")
        player.down.first.tap()
        expect(player.action_button("Swap")).to_contain_text("(25)")
        player.action_button("Swap").tap()
        player.heard("to the sabacc pot for a board card.")
        player.heard("in its place.")


def test_a_board_card_is_bought_with_keys(meet: Meet) -> None:
    player = meet()
    with party(player, "corellian-house") as table:
        table.until(lambda me: me.kind == "board")
        expect(player.page.locator(".prompt")).to_contain_text("Pick a board card to buy it for 25")
        before = player.up.get_by_role("button").count()
        player.page.keyboard.press("ArrowRight")
        expect(player.action_button("Buy")).to_be_visible()
        player.page.keyboard.press("b")
        expect(player.up.locator(".card")).to_have_count(before + 1)


@pytest.mark.parametrize("answer", ["Keep it, drop", "Push it back", "Keep it"] if SOAK else ["Keep it, drop"])
def test_one_looks_at_a_stub_card_and_decides(meet: Meet, answer: str) -> None:
    player = meet()
    with party(player, "corellian-house") as table:
        table.until(lambda me: me.kind == "board")
        player.action_button("Draw, and look first").click()
        expect(player.page.get_by_role("group", name="The card you look at")).to_be_visible()
        if "drop" in answer:
            player.down.first.click()
        player.action_button(answer).click()
        expect(player.page.get_by_role("group", name="The card you look at")).to_have_count(0)
        player.heard({"Push it back": "push"}.get(answer, "You take the stub card."))


def test_pocket_cards_are_turned_up_before_the_spike_dice_but_one(meet: Meet) -> None:
    player = meet()
    with party(player, "corellian-house") as table:
        table.until(lambda me: me.kind == "protect")
        cards = player.down.count()
        for at in range(cards):
            player.down.nth(at).click()
        expect(player.action_button("Turn up")).to_have_count(0)  # one has to stay down (CH17)
        player.down.first.click()
        player.action_button("Turn up").click()
        player.heard("You turn")


@pytest.mark.skipif(not SOAK, reason="it takes some dozen hands until both dice show the spike")
def test_after_double_spikes_a_face_up_card_is_given_up(meet: Meet) -> None:
    player = meet()
    with party(player, "corellian-house") as table:
        table.until(lambda me: me.kind == "offer", buying)
        expect(player.page.get_by_role("button", name="Pick a card first")).to_be_disabled()
        player.up.get_by_role("button").first.click()
        player.action_button("Give up").click()
        expect(player.action_button("Give up")).to_have_count(0)


def test_a_selection_is_counted_against_the_gold_number_as_it_is_picked(meet: Meet) -> None:
    player = meet()
    with party(player, "coruscant-shift") as table:
        table.until(lambda me: me.kind == "select", table.but_me(patiently))
        player.page.keyboard.press("1")
        player.page.keyboard.press("2")
        values = [int(one[:-1] if one[-1] in "cts" else one) for one in _own_cards(table.me)[:2]]
        said = f"{sum(values):+}".replace("-", "−").replace("+0", "0")
        expect(player.page.locator(".running b")).to_have_text(said)
        player.page.keyboard.press("s")
        table.until(lambda me: any(one["type"] == "selected" for one in me.events), table.but_me(patiently))
        expect(player.page.get_by_role("group", name="Your selection").locator(".card")).to_have_count(2)


def _own_cards(wire: Wire) -> list[str]:
    """As the page lays them: in the order in which they were dealt."""
    seat = wire.you["seat"]
    return [one["card"] for one in wire.events if one["type"] == "dealt" and one["seat"] == seat]


def test_a_selection_is_improved(meet: Meet) -> None:
    player = meet()
    with party(player, "coruscant-shift") as table:
        table.until(lambda me: me.kind == "improve", choosing_one)
        player.down.first.click()
        player.action_button("Add").click()
        expect(player.action_button("Add")).to_have_count(0)


def test_folding_asks_once_in_place_and_says_what_is_left_behind(meet: Meet) -> None:
    player = meet()
    with party(player, "cloud-city", rules=SHORT) as table:
        table.until(lambda me: me.may("match"), others_raise(table))
        expect(player.action_button("Match")).to_contain_text("Match 1")
        expect(player.action_button("Fold")).to_contain_text("(fee 1)")
        player.page.keyboard.press("f")
        expect(player.action_button("Really fold, and leave")).to_be_visible()
        player.page.keyboard.press("Escape")
        expect(player.action_button("Really fold")).to_have_count(0)
        player.action_button("Fold").click()
        player.action_button("Really fold").click()
        player.heard("You fold")


def test_a_bet_that_can_t_be_is_answered_with_a_sentence_and_nothing_is_sent(meet: Meet) -> None:
    player = meet()
    with party(player, "corellian-house") as table:
        table.until(lambda me: me.kind == "bet", table.but_me(raising))
        typed = player.page.get_by_label("Raise to, ").or_(player.page.get_by_label("Bet, ")).first
        wrong = player.page.locator(".betting [role=alert]")
        for text, why in (("ten", "Type a whole number"), ("1", "too little"), ("999999", "too much"), ("", "Type")):
            typed.fill(text)
            typed.press("Enter")
            expect(wrong).to_contain_text(why)
        player.page.locator(".betting .go").click()
        assert table.me.kind == "bet"
        typed.fill("777")
        expect(wrong).to_have_count(0)
        typed.press("Enter")
        player.heard("You raise to 777")


def test_the_randomiser_shifts_cards_while_one_thinks(meet: Meet) -> None:
    player = meet()
    with party(player, "classic", rules={**SHORT, "shift_trigger": "randomiser"}, clocks={"randomiser": 1}) as table:
        table.until(lambda me: me.kind == "bet")
        player.heard("The randomiser goes off.")
        expect(player.action_button("Check").or_(player.action_button("Match")).first).to_be_visible()
