"""One's own place at a table: to watch, to take a seat or a bot's, to sit out and come back, to bring credits, to leave."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.server.servers import Json
from tests.strategies import SOAK

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
from playwright.sync_api import expect

from tests.web.players import PHONE, SLOWLY, Choose, Party, Player, Wire, drive, party, patiently

Meet = Callable[..., Player]
BEFOREHAND = [
    ("classic", "Never call", "call-window"),
    ("pagat", "No field moves", "field"),
    ("cloud-city", "Check or fold", "bet"),
]
SHORT = {"max_rounds": 3, "pot_building_rounds": 1}


def test_a_bot_s_seat_is_taken_in_mid_hand_and_kept_until_the_next(meet: Meet) -> None:
    host, ben = meet(), meet(viewport=PHONE, has_touch=True, is_mobile=True)
    host.start("classic", fill_to=3, rules=SHORT)
    ben.look(host.table)
    seats = ben.page.get_by_role("group", name="Take a bot's seat")
    bot = (seats.get_by_role("button").last.inner_text()).removeprefix("Replace ")
    seats.get_by_role("button").last.click()
    expect(ben.page.get_by_text("A seat is kept for you")).to_be_visible()
    ben.page.get_by_role("button", name="Give it up").click()
    expect(ben.page.get_by_role("button", name="Take a seat with 300 after this hand")).to_be_visible()
    seats.get_by_role("button", name=f"Replace {bot}").click()
    expect(ben.page.get_by_text("A seat is kept for you")).to_be_visible()
    wire = host.wire()
    drive([wire], lambda: not wire.table["waiting"])
    ben.heard("You sit down with 300.")
    assert bot not in [seat.get("name") for seat in wire.table["seats"]]
    wire.close()


def test_one_sits_out_thinks_better_of_it_sits_out_and_comes_back(meet: Meet) -> None:
    player = meet(viewport=PHONE, has_touch=True, is_mobile=True)
    with party(player, "classic", others=2, rules=SHORT) as table:
        table.until(lambda me: bool(me.question))
        menu = player.open_menu()
        menu.get_by_role("button", name="Sit out after this hand").click()
        menu.get_by_role("button", name="Play on").click()
        expect(menu.get_by_role("button", name="Sit out after this hand")).to_be_visible()
        menu.get_by_role("button", name="Sit out after this hand").click()
        menu.get_by_role("button", name="Close the menu").click()
        expect(player.page.get_by_text("You sit out after this hand.")).to_be_visible()
        table.until(lambda me: bool(me.table["seats"][0].get("sitting_out")))
        expect(player.page.get_by_text("You sit out: you get no cards")).to_be_visible()
        player.page.get_by_role("button", name="Come back").click()
        table.until(lambda me: bool(me.question))
        player.heard("You come back.")


def test_credits_are_brought_and_wrong_amounts_are_not(meet: Meet) -> None:
    player = meet()
    player.sit(player.make("classic", bots=[], fill_to=0))
    menu = player.open_menu()
    typed = menu.get_by_label("Credits to bring")
    for text, why in (("ten", "Type a whole number from 1 to 300."), ("301", "too much"), ("0", "too little")):
        typed.fill(text)
        typed.press("Enter")
        expect(menu.get_by_role("alert")).to_contain_text(why)
    typed.fill("50")
    menu.get_by_role("button", name="Bring 50").click()
    expect(menu.get_by_text("On top of the 350 you have, up to 600.")).to_be_visible()


@pytest.mark.parametrize("stack", [7, 11])  # after the antes and the fee for a fold, nothing is left, or 4
def test_who_can_t_pay_for_the_next_hand_brings_more_with_one_click(stack: int, meet: Meet) -> None:
    player = meet()
    with party(player, "classic", stack=stack, rules=SHORT) as table:
        table.others[0].do("rebuy", amount=60)

        def lose(wire: Wire) -> Json | None:
            return (wire.first("fold") if wire is table.me else None) or patiently(wire)

        def left() -> int:
            return int(table.me.table["seats"][0].get("stack", 0))

        table.until(lambda me: me.over and left() < me.table["price"], lose)
        said = f"You have {left()} left, and the next hand costs 6." if left() else "You have no credits left."
        expect(player.page.get_by_text(said)).to_be_visible()
        expect(player.page.get_by_text(f"Waiting for {table.me.name} to bring credits.")).to_be_visible()
        player.page.get_by_role("button", name=f"Bring {stack} more").click()
        player.heard(f"You rebuy for {stack}.")


def test_leaving_asks_once_and_folds(meet: Meet) -> None:
    player = meet()
    with party(player, "classic", rules=SHORT) as table:
        table.until(lambda me: bool(me.question))
        menu = player.open_menu()
        menu.get_by_role("button", name="Leave the table").click()
        menu.get_by_role("button", name="Really leave, and fold?").click()
        expect(menu).to_have_count(0)
        drive(table.others, lambda: not table.others[0].table["seats"][0].get("name"))
        expect(player.page.get_by_role("button", name="Take a seat")).to_be_visible(timeout=SLOWLY)


def never(kind: str, table: Party) -> Choose:
    """Everybody plays patiently, but the player does not answer such a question: it must have been answered beforehand."""
    return lambda wire: None if wire is table.me and wire.kind == kind else patiently(wire)


@pytest.mark.parametrize(
    ("preset", "choice", "kind"),
    BEFOREHAND if SOAK else BEFOREHAND[:2],
)
def test_questions_are_answered_beforehand_for_one_hand(meet: Meet, preset: str, choice: str, kind: str) -> None:
    player = meet()
    with party(player, preset, others=2, rules=SHORT) as table:
        table.until(
            lambda me: not me.question and len(me.events) > 5,
            lambda wire: patiently(wire) if wire is table.me else None,
        )
        button = player.page.get_by_role("button", name=choice)
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
        hand = table.me.events[0]["number"]
        table.until(lambda me: me.events[0]["number"] > hand, never(kind, table))
        assert set(table.me.you.get("choices", ())) <= {"stay-in-fold-windows"}
