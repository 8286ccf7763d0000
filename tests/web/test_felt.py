"""The felt in a real browser: what one's cards mean, the end of a hand, the flower, and that nothing jumps."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from sabacc.rules import PRESETS, find_preset
from tests.server.servers import Json
from tests.strategies import SOAK

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
from playwright.sync_api import expect

from tests.web.axe import violations
from tests.web.players import CLOCKS, DESK, PHONE, SLOWLY, Party, Player, Wire, drive, party, patiently

Meet = Callable[..., Player]
STILL = {**CLOCKS, "between": 600}  # the end of a hand stays in sight


def stacked(number: int) -> Json:
    """Rules by which every hand of two cards is twice the same number, whoever is dealt what."""
    return {"deck": [f"{suit}{number}" for suit in "SFCT"]}


# ---- what one's cards mean


@pytest.mark.parametrize(
    ("number", "near", "means"),
    [
        (13, "over by 3", "If called now, you pay 2."),
        (11, "one short of 23, strong", "If called now, the best hand wins 2. A lost call costs 2."),
        (5, "13 short of 23, weak", "If called now, the best hand wins 2. A lost call costs 2."),
    ],
)
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_above_one_s_cards_stands_what_they_mean(meet: Meet, size: Any, number: int, near: str, means: str) -> None:
    player = meet(viewport=size)
    with party(player, "cloud-city", rules=stacked(number)) as table:
        table.until(lambda me: me.kind == "bet")  # in a window that is answered beforehand, cards can't be picked
        worth = player.page.get_by_role("group", name="What your hand means now")
        expect(worth.locator(".total")).to_have_text(str(2 * number))
        expect(worth.locator(".near")).to_contain_text(near)
        expect(worth.locator(".means")).to_have_text(means)
        card = player.own.first.bounding_box()
        box = worth.bounding_box()
        assert card is not None
        assert box is not None
        assert box["y"] + box["height"] <= card["y"] + 1


def test_a_bomb_out_that_may_still_be_mended_is_no_alarm(meet: Meet) -> None:
    player = meet(viewport=DESK)
    with party(player, "cloud-city", rules=stacked(13)) as table:
        table.until(lambda me: bool(me.question))
        total = player.page.locator(".own-worth .total")
        expect(total).to_have_text("26")
        alarm = player.page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--negative')")
        assert total.evaluate("(one) => getComputedStyle(one).color") != alarm
        assert player.page.locator(".own-worth .lost").count() == 0


def test_others_open_cards_are_summed(meet: Meet) -> None:
    player = meet(viewport=DESK)
    with party(player, "classic", rules=stacked(7)) as table:
        table.until(lambda me: bool(me.question))
        other = table.others[0]
        drive(table.all, lambda: other.may("place"), table.but_me(lambda wire: None))
        for _ in range(2):
            other.do("act", action=other.first("place"), question=0)
            while other.listen():
                pass
        seat = player.page.get_by_role("region", name=other.name)
        expect(seat.locator(".sum")).to_have_text(re.compile(r"14 up$"), timeout=SLOWLY)


def test_a_declaration_that_is_outdated_is_struck_through(meet: Meet) -> None:
    player = meet(viewport=DESK)
    with party(player, "pagat", rules={"shift_trigger": "none"}) as table:
        other = table.others[0]
        seat = player.page.get_by_role("region", name=other.name)
        drive(table.all, lambda: other.may("gain"))
        expect(seat).to_contain_text("Declared", timeout=SLOWLY)
        expect(seat.locator("s")).to_have_count(0)
        other.do("act", action=other.first("gain"), question=other.question["number"] if other.question else 0)
        expect(seat.locator("s")).to_contain_text("Declared", timeout=SLOWLY)


# ---- the end of a hand


def over(table: Party, choose: Callable[[Wire], Json | None] = patiently) -> None:
    table.until(lambda me: bool(me.question))
    table.me.do("set-clocks", clocks=STILL)
    drive(table.all, lambda: table.me.over, choose)
    expect(table.player.result).to_be_visible(timeout=SLOWLY)


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_the_end_of_a_hand_says_what_it_was_for_me(meet: Meet, size: Any) -> None:
    player = meet(viewport=size)
    with party(player, "classic", others=2) as table:
        over(table)
        started = next(one for one in table.me.events if one["type"] == "hand-started")
        ended = next(one for one in table.me.events if one["type"] == "hand-ended")
        net = ended["stacks"][0] - started["stacks"][0]
        said = f"+{net}" if net > 0 else str(net).replace("-", "−")
        expect(player.result.locator(".net")).to_contain_text(f"You: {said}")
        rows = player.result.get_by_role("list", name="All hands").get_by_role("listitem")
        expect(rows).to_have_count(3)
        expect(rows.filter(has_text="You")).to_contain_text(said)
        assert violations(player.page) == []


def test_payments_are_there_for_who_asks(meet: Meet) -> None:
    player = meet(viewport=DESK)
    with party(player, "cloud-city", rules=stacked(13)) as table:
        over(table)
        paid = player.result.get_by_text("for bombing out").first
        expect(paid).to_be_hidden()
        player.result.get_by_text("Each payment").click()
        expect(paid).to_be_visible()
        expect(player.result.locator(".reason")).to_have_text("You bombed out at 26.")


def test_a_hand_can_be_watched_again_from_its_end(meet: Meet) -> None:
    player = meet(viewport=DESK)
    with party(player, "cloud-city") as table:
        over(table)
        player.result.get_by_role("button", name="Watch it again").click()
        expect(player.page).to_have_url(re.compile("/hand/"))
        cards = player.page.get_by_role("group", name="Your cards", exact=True).locator(".card")
        expect(cards).to_have_count(2)  # it opens where everybody has their cards
        expect(player.page.get_by_role("link", name=re.compile("Back to the table"))).to_be_visible()


def test_cs12_a_game_has_an_end_with_standings(meet: Meet) -> None:
    player = meet(viewport=PHONE)
    with party(player, "coruscant-shift") as table:

        def others_fold(wire: Wire) -> Json | None:
            return (wire.first("fold") if wire is not table.me else None) or patiently(wire)

        def is_last_round(me: Wire) -> bool:
            return bool(me.question) and me.events[0]["type"] == "hand-started" and me.events[0]["number"] == 2

        table.until(is_last_round, others_fold)
        table.me.do("set-clocks", clocks=STILL)
        drive(table.all, lambda: any(one["type"] == "game-won" for one in table.me.events), others_fold)
        expect(player.result.get_by_role("heading", name="You win the game")).to_be_visible(timeout=SLOWLY)
        standings = player.result.get_by_role("list", name="Standings").get_by_role("listitem")
        expect(standings.first).to_contain_text("You")
        expect(standings.first).to_contain_text("2 rounds")


def test_who_leaves_reads_how_it_went(meet: Meet) -> None:
    player = meet(viewport=DESK)
    with party(player, "classic") as table:
        over(table)
        player.open_menu().get_by_role("button", name="Leave the table").click()
        player.menu.get_by_role("button", name="Really leave?").click()
        expect(player.page).to_have_url(re.compile("/session/"))
        expect(player.toast("You have left")).to_be_visible()
        expect(player.page.get_by_role("heading", level=1)).to_have_text(re.compile(r"You: [+−]?\d+"))
        expect(player.page.get_by_text("1 hand played")).to_be_visible()
        expect(player.page.get_by_role("heading", name="What next?")).to_be_visible()
        assert violations(player.page) == []
        expect(player.page.locator(".turn-bar")).to_have_count(0)


# ---- the flower


@pytest.mark.parametrize("size", [DESK, PHONE, {"width": 740, "height": 360}], ids=["desk", "phone", "side"])
def test_ch5_six_petals_lie_round_the_discard_pile(meet: Meet, size: Any) -> None:
    player = meet(viewport=size)
    with party(player, "corellian-house", others=3, seats=4) as table:
        table.until(lambda me: me.may("buy"))
        middles = player.page.locator(".flower .petal").evaluate_all(
            "(all) => all.map((one) => one.getBoundingClientRect()).map((box) => [box.x + box.width / 2, box.y + box.height / 2])"
        )
        *petals, pile = middles
        assert len(petals) == 6
        for axis in (0, 1):
            assert abs(sum(petal[axis] for petal in petals) / 6 - pile[axis]) < 3
        sides = [(petal[0] < pile[0] - 2, petal[1] < pile[1] - 2, petal[1] > pile[1] + 2) for petal in petals]
        assert len(set(sides)) == 6  # left and right, each above, beside and below


def test_ch11_a_card_that_can_be_bought_shows_its_price(meet: Meet) -> None:
    player = meet(viewport=PHONE)
    with party(player, "corellian-house") as table:
        table.until(lambda me: bool(me.question))
        expect(player.page.locator(".flower .price")).to_have_count(0)
        table.until(lambda me: me.may("buy"))
        expect(player.page.locator(".flower .price")).to_have_count(7)
        expect(player.page.locator(".flower .price").first).to_have_text(re.compile(r"25$"))
        assert violations(player.page) == []


# ---- nothing jumps


RECORD = """() => {
    window.boxes = {};
    const keep = (key, one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        (window.boxes[key] ??= []).push([x, y, width, height]);
    };
    const look = () => {
        const bar = document.querySelector(".own.seated > .bar");
        if (bar) keep("bar", bar);
        const row = document.querySelector(".own .cards .row");
        if (!row) return;
        keep("row", row);
        const all = row.querySelectorAll(".place").length + row.querySelectorAll(".bare").length;
        if (all > Number(getComputedStyle(row.parentElement).getPropertyValue("--room"))) return; // they fan
        const alike = {};
        row.querySelectorAll(".hand-zone .place").forEach((one, at) => {
            keep(`hand ${at}`, one);
            const card = one.querySelector(".card")?.title;
            if (card) keep(`${hand} ${card} ${(alike[card] = (alike[card] ?? 0) + 1)}`, one);
        });
        [...row.querySelectorAll(".field .place")].reverse().forEach((one, at) => keep(`field ${at}`, one));
    };
    // A card keeps its place until it leaves the hand; in a shift all may go, and the same may come back elsewhere.
    let hand = 0;
    const shifted = () => document.querySelectorAll(".log li.shifted, .log li.discarded, .log li.taken, .log li.dropped").length;
    new MutationObserver(() => {
        hand = shifted();
        look();
    }).observe(document.querySelector(".room"), { subtree: true, childList: true, characterData: true });
    look();
}"""


def lively(wire: Wire) -> Json | None:
    """Draws, puts a card into the field, buys: as much as can happen to one's cards."""
    field = sum(one["type"] == "placed" for one in wire.events)
    wanted = ["place"] if field < 2 else []
    wanted += ["gain", "keep"] if len(wire.events) < 150 else []
    for kind in (*wanted, "peek", "protect", "raise"):
        if (found := wire.first(kind)) is not None and (kind != "raise"):
            return found
    return patiently(wire)


SIZES = {"1280": (1280, 800), "820": (820, 1100), "360": (360, 740), "side": (740, 360)}


@pytest.mark.parametrize(
    ("preset", "size"),
    [(preset, size) for preset in PRESETS for size in SIZES]
    if SOAK
    else [
        ("classic", "1280"),
        ("corellian-house", "360"),
        ("coruscant-shift", "side"),
        ("pagat", "820"),
        ("classic", "360"),
    ],
)
def test_own_cards_and_the_bar_keep_their_places_through_a_hand(meet: Meet, preset: str, size: str) -> None:
    width, height = SIZES[size]
    player = meet(viewport={"width": width, "height": height})
    short = {"max_rounds": 3, "pot_building_rounds": 1} if find_preset(preset).family == "76" else {}
    with party(player, preset, others=2, seats=3, rules=short) as table:
        table.until(lambda me: bool(me.question))
        table.me.do("set-clocks", clocks=STILL)
        player.page.evaluate("document.fonts.ready.then(() => null)")
        player.page.evaluate(RECORD)
        drive(table.all, lambda: table.me.over, lively)
        expect(player.result).to_be_visible(timeout=SLOWLY)
        boxes = player.page.evaluate("window.boxes")
        assert {"bar", "row", "hand 0", "hand 1"} <= set(boxes)
        for key, seen in boxes.items():
            for side in range(4):
                values = [box[side] for box in seen]
                assert max(values) - min(values) <= 2, f"{key} jumps: {sorted({tuple(box) for box in seen})}"


@pytest.mark.parametrize("preset", ["classic", "corellian-house", "coruscant-shift"])
@pytest.mark.parametrize("size", [(360, 740), (740, 360), (700, 450)], ids=["phone", "side", "zoomed"])
def test_own_cards_are_never_narrower_than_a_finger(meet: Meet, preset: str, size: tuple[int, int]) -> None:
    player = meet(viewport={"width": size[0], "height": size[1]})
    with party(player, preset) as table:
        table.until(lambda me: bool(me.question))
        for card in player.own.all():
            box = card.bounding_box()
            assert box is not None
            assert box["width"] >= 64


def test_five_cards_and_a_field_lie_in_one_row(meet: Meet) -> None:
    player = meet(viewport=PHONE)
    with party(player, "classic", rules={"shift_trigger": "none", "max_rounds": 12}) as table:

        def drawing(wire: Wire) -> Json | None:
            return (wire.first("gain") if wire is table.me and player.own.count() < 6 else None) or patiently(wire)

        table.until(lambda me: bool(me.question))
        drive(table.all, lambda: player.own.count() >= 6, drawing)
        table.me.do("act", action=table.me.first("place"), question=0)
        expect(player.up.locator(".card")).to_have_count(1)
        tops = {round(box["y"]) for card in player.own.all() if (box := card.bounding_box()) is not None}
        assert len(tops) == 1
        assert player.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
