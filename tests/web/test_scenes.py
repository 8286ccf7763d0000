"""Scenes in a real browser: what is seen when, recorded change by change; no number comes before its card or its credits."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import sabacc
from sabacc.hands.classic import PURE, Scale
from sabacc.rules import read_rules
from tests.server.servers import Json, running, wait_for

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
from playwright.sync_api import expect

from tests.web.axe import violations
from tests.web.players import CLOCKS, DESK, PHONE, SLOWLY, Party, Player, drive, party

if TYPE_CHECKING:
    from playwright.sync_api import Browser

Meet = Callable[..., Player]
STILL = {**CLOCKS, "between": 600}  # the end of a hand stays in sight
SHORT = {"max_rounds": 3, "pot_building_rounds": 1, "shift_trigger": "none"}
TWO = ("Ana", "Ben")

# What is to be seen, each time when something has changed.
RECORDER = """() => {
    window.states = [];
    const text = (inside, where) => inside.querySelector(where)?.textContent.trim() ?? "";
    const count = (inside, where) => inside.querySelectorAll(where).length;
    const seat = (one) => ({
        name: one.getAttribute("aria-label"), shows: count(one, ".showing .card"), status: text(one, ".status"),
        credits: Number(text(one, ".credits").replace(/\\D/g, "")),
    });
    const look = () => {
        const state = {
            word: text(document, ".word b"), scene: document.querySelector(".word")?.classList[1] ?? "",
            crackling: count(document, ".own .crackling"), asked: document.querySelector("[data-asked]")?.dataset.asked ?? "",
            cards: [...document.querySelectorAll(".own .hand-zone .card")].map((one) => one.title),
            total: text(document, ".own-worth .total"), pot: Number(text(document, '[data-spot="hand pot"] dd')),
            chips: count(document, ".flights .chip"), dice: count(document, ".board .dice svg"),
            got: [...document.querySelectorAll(".log li.dealt")].filter((one) => one.textContent.startsWith("You get")).length,
            seats: [...document.querySelectorAll(".others .seat")].map(seat), result: count(document, ".result"),
        };
        if (JSON.stringify(state) !== JSON.stringify(window.states.at(-1))) window.states.push(state);
    };
    const watched = { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ["class"] };
    new MutationObserver(look).observe(document.querySelector(".room"), watched);
}"""


@contextlib.contextmanager
def seen(
    meet: Meet, preset: str, others: int = 2, speed: str = "normal", size: Any = DESK, **settings: Any
) -> Iterator[tuple[Player, Party]]:
    """A table at which things move, with everything recorded from the deal on."""
    player = meet(viewport=size, reduced_motion="no-preference")
    player.context.add_init_script(f"localStorage.setItem('sabacc.motion', '{speed}')")
    with party(player, preset, others=others, seats=others + 1, recorder=RECORDER, **settings) as table:
        table.until(lambda me: bool(me.events) and any(one["type"] == "asked" for one in me.events), lambda _: None)
        yield player, table


def states(player: Player) -> list[Json]:
    found: list[Json] = player.page.evaluate("window.states")
    return found


def to_the_end(player: Player, table: Party) -> list[Json]:
    table.me.do("set-clocks", clocks=STILL)
    drive(table.all, lambda: table.me.over)
    expect(player.result).to_be_visible(timeout=SLOWLY)
    return states(player)


def settled(player: Player, cards: int = 2) -> None:
    """All cards have come, and one reads what they are worth."""
    expect(player.page.get_by_role("group", name="Your cards", exact=True).locator(".card")).to_have_count(cards)
    expect(player.page.locator(".own-worth .near")).to_be_visible(timeout=SLOWLY)


def first(found: list[Json], what: Callable[[Json], Any]) -> int:
    """The first state of which that is so."""
    return next(at for at, state in enumerate(found) if what(state))


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_deal_pots_when_chips_have_landed_and_a_total_when_cards_have(meet: Meet, size: Any) -> None:
    with seen(meet, "classic", size=size) as (player, _):
        settled(player)
        found = states(player)
        paid = first(found, lambda one: one["pot"] > 0)
        assert any(one["chips"] for one in found[:paid])  # they flew first
        assert all(one["pot"] in (0, 9) for one in found)  # all antes land together
        for one in found:
            assert one["got"] <= len(one["cards"])
            assert not one["total"] or len(one["cards"]) == 2
        assert [one["cards"] for one in found if len(one["cards"]) == 1]  # card by card


def test_a_decision_that_is_due_waits_for_no_scene(meet: Meet) -> None:
    with seen(meet, "coruscant-shift", others=1, speed="slow") as (player, _):
        settled(player, cards=5)
        asked = next(one for one in states(player) if one["asked"] == "select")
        assert len(asked["cards"]) < 5


def test_a_shift_is_a_word_then_old_cards_go_then_new_ones_come_then_the_total(meet: Meet) -> None:
    with seen(meet, "classic", rules={"shift_trigger": "randomiser"}, clocks={"randomiser": 3}) as (player, table):
        drive(table.all, lambda: any(one["type"] == "shifted" for one in table.me.events), lambda _: None)
        table.me.do("pause", on=True)
        wait_for(lambda: any(one["scene"] == "shift" for one in states(player)), SLOWLY / 1000)
        expect(player.page.locator(".word")).to_have_count(0, timeout=SLOWLY)
        found = states(player)
        word = first(found, lambda one: one["scene"] == "shift")
        old = found[word]
        assert old["word"] == "Sabacc shift"
        crackles = first(found[word:], lambda one: one["crackling"]) + word
        fresh = first(found[crackles:], lambda one: one["cards"] != old["cards"]) + crackles
        came = first(found[fresh:], lambda one: len(one["cards"]) == 2) + fresh
        assert word < crackles < fresh <= came
        assert all(one["total"] == old["total"] for one in found[word:came])


def test_a_showdown_comes_seat_by_seat_and_the_pot_at_its_end(meet: Meet) -> None:
    with seen(meet, "classic", others=3, rules=SHORT) as (player, table):
        settled(player)
        found = to_the_end(player, table)
        showing = [sum(one["shows"] > 0 for one in state["seats"]) for state in found]
        assert {1, 2, 3} <= set(showing)  # one after the other
        for state in found:
            for seat in state["seats"]:
                assert not re.match(r"(Total )?[+−]?\d+$", seat["status"]) or seat["shows"]  # no name before its cards
        shown = first(found, lambda one: all(seat["shows"] for seat in one["seats"]))
        pushed = first(found[shown:], lambda one: one["chips"]) + shown
        result = first(found, lambda one: one["result"])
        assert shown < pushed < result
        credits_before = [seat["credits"] for seat in found[shown]["seats"]]
        assert all([seat["credits"] for seat in one["seats"]] == credits_before for one in found[shown:pushed])


@contextlib.contextmanager
def scripted(browser: Browser, folder: Path, seed: str) -> Iterator[Player]:
    """Somebody on a server whose every seed is that one."""
    script = folder / "script"
    script.mkdir()
    lines = [
        "import secrets",
        "usual = secrets.token_hex",
        f"secrets.token_hex = lambda n=32: {seed!r} if n == 32 else usual(n)",
    ]
    (script / "sitecustomize.py").write_text("\n".join(lines))
    with running(folder, packages=script) as server:
        player = Player(browser, server, viewport=DESK, reduced_motion="no-preference")
        yield player
        assert player.complaints == []
        player.context.close()


def seed_of(wanted: Callable[[list[int]], bool]) -> str:
    """A seed by which the totals of two first hands are as wanted."""
    rules = {"preset": "cloud-city", **SHORT}
    scale = Scale(read_rules(rules))
    for number in count():
        seed = f"{number:064x}"
        hand = sabacc.new_game(rules, TWO, stacks=100, seed=seed).deal(seed)
        if wanted([scale.total(hand.view(seat).my_cards) for seat in range(2)]):
            return seed
    raise AssertionError


def test_h9_a_sudden_demise_comes_card_by_card(browser: Browser, tmp_path: Path) -> None:
    tied = seed_of(lambda totals: totals[0] == totals[1] in range(1, 9))
    with (
        scripted(browser, tmp_path, tied) as player,
        party(player, "cloud-city", recorder=RECORDER, rules=SHORT) as table,
    ):
        settled(player)
        found = to_the_end(player, table)
        word = first(found, lambda one: one["scene"] == "demise")
        assert found[word]["word"] == "Sudden demise"
        before, after = found[word]["seats"][0], found[-1]["seats"][0]
        assert (before["shows"], after["shows"]) == (2, 3)
        came = first(found[word:], lambda one: one["seats"][0]["shows"] == 3) + word
        assert all(
            one["seats"][0]["status"] == before["status"] for one in found[word:came]
        )  # no number before its card


def test_h5_the_word_sabacc_stands_over_the_table_when_the_sabacc_pot_is_won(browser: Browser, tmp_path: Path) -> None:
    pure = seed_of(lambda totals: totals[0] != totals[1] == PURE)
    with (
        scripted(browser, tmp_path, pure) as player,
        party(player, "cloud-city", recorder=RECORDER, rules=SHORT) as table,
    ):
        settled(player)
        found = to_the_end(player, table)
        said = first(found, lambda one: one["scene"] == "sabacc")
        assert found[said]["word"] == "Sabacc!"
        assert found[said]["seats"][0]["shows"] == 2  # when the hand has been seen
        assert said < first(found, lambda one: one["result"])


def test_a_tap_shows_the_end(meet: Meet) -> None:
    with seen(meet, "coruscant-shift", others=3, speed="slow") as (player, _):
        player.page.locator(".felt").click(position={"x": 300, "y": 200})
        cards = player.page.locator(".own .hand-zone .card")
        assert cards.count() == 5
        expect(player.page.locator(".flights > span")).to_have_count(0)


def test_nothing_piles_up_on_a_hidden_tab(meet: Meet) -> None:
    with seen(meet, "coruscant-shift", others=3, speed="slow") as (player, _):
        player.page.evaluate("""() => {
            Object.defineProperty(document, "hidden", { get: () => true });
            document.dispatchEvent(new Event("visibilitychange"));
        }""")
        assert player.page.locator(".own .hand-zone .card").count() == 5
        expect(player.page.locator(".flights > span")).to_have_count(0)


def test_who_comes_back_in_the_middle_of_a_scene_sees_its_end(meet: Meet) -> None:
    with seen(meet, "coruscant-shift", others=3, speed="slow") as (player, _):
        player.page.reload()
        cards = player.page.locator(".own .hand-zone .card")
        cards.first.wait_for(timeout=SLOWLY)
        assert cards.count() == 5


@pytest.mark.parametrize("still", ["off", "asked by the system"])
def test_without_motion_there_are_no_scenes(meet: Meet, still: str) -> None:
    system = "reduce" if still != "off" else "no-preference"
    player = meet(viewport=DESK, reduced_motion=system)
    player.context.add_init_script(f"localStorage.setItem('sabacc.motion', '{'off' if still == 'off' else 'slow'}')")
    with party(player, "classic", recorder=RECORDER) as table:
        table.until(lambda me: bool(me.question))
        settled(player)
        found = states(player)
        assert {len(one["cards"]) for one in found} == {0, 2}  # all at once
        assert not any(one["chips"] for one in found)


def test_the_speed_is_chosen_at_the_table(meet: Meet) -> None:
    player = meet(viewport=PHONE)
    player.start("classic")
    player.open_menu().get_by_label("Motion").select_option("Fast")
    assert violations(player.page) == []
    player.page.reload()
    expect(player.page.locator("html")).to_have_attribute("data-motion", "fast")
