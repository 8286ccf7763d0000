"""What one is not asked at the table: windows that pass by themselves, buttons for the next chance, cards that are touched."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.server.servers import Json

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
from playwright.sync_api import expect

from tests.web.players import DESK, PHONE, Party, Player, Wire, drive, party, patiently

Meet = Callable[..., Player]
LONG = {"max_rounds": 12, "quiet_rounds": 0, "pot_building_rounds": 1}
QUICKLY = {"decision": 600, "window": 0.3, "away_after": 1}
PASSIVE = ("fold-window", "call-window", "field", "protect")


# Whether a call window had its countdown.
WATCH_COUNTDOWN = """() => {
    window.counted = false;
    new MutationObserver(() => {
        const open = [...document.querySelectorAll(".bar.quiet button")].some((one) => one.textContent.includes("Call the hand"));
        window.counted ||= open && document.querySelector(".bar.quiet .countdown") !== null;
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""


def lets_pass(wire: Wire) -> Json | None:
    """Answers what has to be answered, and nothing else."""
    return None if wire.kind in PASSIVE else patiently(wire)


def others_turn(table: Party) -> None:
    """The player is in the hand, and somebody else is asked to bet, who takes their time."""

    def there(me: Wire) -> bool:
        asked = [one for one in me.events if one["type"] == "asked"]
        return not me.question and bool(asked) and asked[-1]["kind"] == "bet" and asked[-1]["seats"] != [0]

    table.until(there, lambda wire: patiently(wire) if wire is table.me else None)


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_one_stays_in_unasked_and_folds_with_a_passive_button(meet: Meet, screen: Json) -> None:
    player = meet(viewport=screen)
    with party(player, "classic", others=2, rules=LONG) as table:
        others_turn(table)
        orders = player.page.get_by_role("group", name="At the next chance")
        expect(player.page.locator(".bar.turn")).to_have_count(0)
        orders.get_by_role("button", name="Fold").click()
        orders.get_by_role("button", name="Really fold").click()
        expect(orders.get_by_role("button", name="You fold next")).to_have_attribute("aria-pressed", "true")
        drive(table.all, lambda: _acted(table.me, "fold"), lambda wire: None if wire is table.me else patiently(wire))
        player.heard("You fold")


def test_a_fold_for_the_next_chance_can_be_taken_back(meet: Meet) -> None:
    player = meet(viewport=DESK)
    with party(player, "classic", others=2, rules=LONG) as table:
        others_turn(table)
        orders = player.page.get_by_role("group", name="At the next chance")
        orders.get_by_role("button", name="Fold").click()
        orders.get_by_role("button", name="Really fold").click()
        orders.get_by_role("button", name="You fold next").click()
        expect(orders.get_by_role("button", name="Fold", exact=True)).to_have_attribute("aria-pressed", "false")
        drive(table.all, lambda: _answered(table.me, "fold-window"), lets_pass_but(table))
        assert not _acted(table.me, "fold")


def lets_pass_but(table: Party) -> Callable[[Wire], Json | None]:
    """The others answer all; the player only what has to be answered."""
    return lambda wire: lets_pass(wire) if wire is table.me else patiently(wire)


def test_the_hand_is_called_at_the_next_chance(meet: Meet) -> None:
    player = meet(viewport=DESK)
    with party(player, "classic", others=2, rules={**LONG, "shift_trigger": "none"}) as table:
        table.until(lambda me: me.kind == "draw", lets_pass_but(table))
        table.me.send("act", action={"type": "stand"}, question=table.me.question["number"])  # type: ignore[index]
        orders = player.page.get_by_role("group", name="At the next chance")
        orders.get_by_role("button", name="Call the hand").click()
        expect(orders.get_by_role("button", name="You call next")).to_be_visible()
        drive(table.all, lambda: _acted(table.me, "call-hand"), lets_pass_but(table))
        player.heard("You call the hand")


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_a_call_window_is_a_quiet_button_whose_countdown_ends_when_the_bots_have_answered(
    meet: Meet, screen: Json
) -> None:
    player = meet(viewport=screen)
    player.sit(player.make("classic", bots=["patient"], fill_to=4, pace=0.5, rules=LONG))
    player.page.evaluate(WATCH_COUNTDOWN)  # a window is open for a moment only
    me = player.wire()
    drive([me], lambda: _answered(me, "call-window"), lets_pass)  # though the table's windows last ten minutes
    player.page.wait_for_function("window.counted")
    assert not _acted(me, "call-hand")
    me.close()


def test_a_table_of_bots_waits_without_a_clock(meet: Meet) -> None:
    player = meet(viewport=DESK)
    player.start("classic", bots=["patient"], fill_to=4, clocks={"decision": 0.3, "bank": 0, "away_after": 1})
    me = player.wire()
    drive([me], lambda: me.kind == "bet", lets_pass)
    late = player.wire()  # what is shown to who comes now
    assert late.question == me.question
    assert late.clocks == []
    expect(player.prompt).to_be_visible()
    expect(player.page.locator(".prompt .left")).to_have_count(0)
    late.close()
    me.close()


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_a_card_goes_into_the_field_by_touching_it_twice(meet: Meet, screen: Json) -> None:
    player = meet(viewport=screen, has_touch=True)
    with party(player, "classic", others=2, rules=LONG) as table:
        others_turn(table)
        card = player.down.first
        name = card.get_attribute("title")
        card.tap()
        expect(player.page.get_by_text("Tap again: into the field")).to_be_visible()
        expect(player.up).to_be_hidden()
        card.tap()
        expect(player.up.get_by_role("button")).to_have_attribute("title", f"{name}, in the static field")


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_cards_that_are_touched_beforehand_are_turned_up_before_the_dice(meet: Meet, screen: Json) -> None:
    player = meet(viewport=screen, has_touch=True)
    with party(player, "corellian-house", others=2) as table:
        others_turn(table)
        player.down.first.tap()
        player.down.nth(1).tap()
        expect(player.page.get_by_text("Face up before the next dice.")).to_be_visible()
        drive(table.all, lambda: _answered(table.me, "protect"), lets_pass_but(table))
        placed = [one for one in table.me.events if one["type"] == "placed" and one["seat"] == 0]
        assert len(placed) == 2


def test_a_tap_on_another_card_moves_nothing(meet: Meet) -> None:
    player = meet(viewport=DESK)
    with party(player, "classic", others=2, rules=LONG) as table:
        others_turn(table)
        player.down.nth(0).click()
        player.down.nth(1).click()
        expect(player.down.nth(1)).to_have_attribute("aria-pressed", "true")
        expect(player.down.nth(0)).to_have_attribute("aria-pressed", "false")
        assert not any(one["type"] == "placed" for one in table.me.events)


def test_after_a_draw_the_dice_wait_three_seconds_and_roll_by_themselves(meet: Meet) -> None:
    player = meet(viewport=DESK)
    with party(player, "pagat", others=1, rules={"max_rounds": 12, "quiet_rounds": 0}) as table:
        gains = lambda wire: wire.first("gain") if wire is table.me and wire.may("gain") else lets_pass(wire)  # noqa: E731
        table.until(lambda me: me.kind == "field", gains)
        expect(player.action_button("Roll")).to_be_visible()
        expect(player.page.locator(".bar.turn")).to_have_count(0)
        question = table.me.question["number"] if table.me.question else 0
        drive(table.all, lambda: table.me.you.get("question", {}).get("number") != question, lambda wire: None)


def test_windows_that_pass_by_themselves_sit_nobody_out(meet: Meet) -> None:
    player = meet(viewport=DESK)
    with party(player, "cloud-city", others=1, clocks=QUICKLY, rules=LONG) as table:
        table.until(lambda me: bool(me.question))
        table.me.do("choose", choices=[])
        passed = lambda: _answered(table.me, "fold-window") and _answered(table.me, "call-window")  # noqa: E731
        drive(table.all, passed, lets_pass_but(table))
        seat = table.me.table["seats"][0]
        assert not seat.get("sitting_out")
        assert table.me.table["waiting"] == []
        expect(player.page.get_by_text("You sit out")).to_have_count(0)


def test_who_is_broke_is_offered_credits_and_the_bots_wait(meet: Meet) -> None:
    player = meet(viewport=DESK)
    player.sit(player.make("classic", bots=["patient"], fill_to=4, stack=11, rules=LONG))
    me = player.wire()

    def lose(wire: Wire) -> Json | None:
        return wire.first("fold") or lets_pass(wire)

    def broke() -> bool:
        stack = int(me.table["seats"][me.you["seat"]].get("stack", 0)) if me.you else 99
        return me.over and stack < me.table["price"]

    drive([me], broke, lose)
    number = me.events[0]["number"]
    expect(player.page.get_by_text(f"Waiting for {me.name} to bring credits.")).to_be_visible()
    assert me.next_hand_ms is None
    player.page.get_by_role("button", name="Bring 11 more").click()
    drive([me], lambda: me.events[0]["number"] > number, lets_pass)
    me.close()


def _acted(wire: Wire, kind: str) -> bool:
    """Whether the first seat has done such a thing in this hand."""
    return any(one["type"] == "acted" and one["seat"] == 0 and one["action"]["type"] == kind for one in wire.events)


def _answered(wire: Wire, kind: str) -> bool:
    """Whether a question of that kind to the first seat has been answered in this hand."""
    asked = {one["question"] for one in wire.events if one["type"] == "asked" and one["kind"] == kind}
    return any(one["type"] == "acted" and one["seat"] == 0 and one["question"] in asked for one in wire.events)
