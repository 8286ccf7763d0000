"""The table page in a real browser: what one sees at every size, at the end of a hand, and when the connection is lost."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sabacc.rules import PRESETS
from tests.server.servers import Json, running
from tests.strategies import SOAK

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
from playwright.sync_api import Browser, ViewportSize, expect

from tests.web.axe import AXE, violations
from tests.web.players import CLOCKS, DESK, PHONE, SLOWLY, Party, Player, Wire, drive, party, patiently

Meet = Callable[..., Player]
WIDTHS = (360, 820, 1400)
SHORT = {"max_rounds": 3, "pot_building_rounds": 1}


def sized(width: int, height: int = 800) -> ViewportSize:
    return {"width": width, "height": height}


@contextlib.contextmanager
def asked(
    meet: Meet, preset: str, players: int = 2, theme: str = "dark", **context: Any
) -> Iterator[tuple[Player, Party]]:
    """Somebody at the first question of a hand; the others play patiently by the wire, and the end stays in sight."""
    player = meet(**context)
    player.context.add_init_script(f"localStorage.setItem('sabacc.theme', '{theme}')")
    with party(player, preset, others=players - 1, seats=players) as table:
        table.until(lambda me: bool(me.question))
        table.me.do("set-clocks", clocks={**CLOCKS, "between": 600})
        yield player, table


def leave(player: Player, table: Party) -> None:
    """Folds as soon as that can be done, and the hand goes on to its end."""

    def leaving(wire: Wire) -> Json | None:
        return (wire.first("fold") if wire is table.me else None) or patiently(wire)

    drive(table.all, lambda: table.me.over, leaving)
    expect(player.result).to_be_visible(timeout=SLOWLY)


# What lies on something else, among things that must be seen apart; all is measured at once, since a bar that comes or
# goes moves everything.
HIDDEN = """(sets) => {
    const boxes = (what) => [...document.querySelectorAll(what)].filter((one) => one.checkVisibility())
        .map((one) => ({ one, box: one.getBoundingClientRect() }));
    const apart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
    return sets.flatMap(([some, others]) => boxes(some).flatMap((a) => boxes(others)
        .filter((b) => a.one !== b.one && !a.one.contains(b.one) && !b.one.contains(a.one) && !apart(a.box, b.box))
        .map((b) => `${some} ${a.one.textContent} lies on ${others} ${b.one.textContent}`)));
}"""
APART = [
    ["div.plate", "div.plate"],
    ["div.plate", ".middle dl"],
    ["div.plate", ".middle .card"],
    [".others .card", ".middle .card"],
    [".others .card", ".middle dl"],
    [".others .bet", ".middle .card"],
    [".middle dl", ".middle .card"],
    [".own.seated", ".felt .card"],
    [".own.seated", ".felt div.plate"],
    [".own.seated", ".middle dl"],
]
PHONES = [(360, 640), (740, 360), (360, 740), (390, 844)]  # the second lies on its side
WINDOWS = [(820, 1100), (1024, 768), (1280, 720), (1400, 900)]


@pytest.mark.parametrize("players", [2, 4, 8] if SOAK else [8])
@pytest.mark.parametrize("preset", ["classic", "corellian-house"] if SOAK else ["corellian-house"])
@pytest.mark.parametrize("size", PHONES if SOAK else PHONES[:2])
def test_a_phone_shows_all_that_a_decision_needs(meet: Meet, preset: str, players: int, size: tuple[int, int]) -> None:
    with asked(meet, preset, players, viewport=sized(*size)) as (player, _):
        extent = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        assert player.page.evaluate(extent) == list(size)
        assert player.page.evaluate(HIDDEN, APART) == []
        below = "(all) => all.filter((one) => one.getBoundingClientRect().bottom > innerHeight + 1).length"
        assert player.page.locator(".own.seated button").evaluate_all(below) == 0


@pytest.mark.parametrize("preset", ["classic", "corellian-house"] if SOAK else ["classic"])
@pytest.mark.parametrize("size", WINDOWS if SOAK else [WINDOWS[0], WINDOWS[2]])
def test_no_player_lies_on_another(meet: Meet, size: tuple[int, int], preset: str) -> None:
    with asked(meet, preset, 8, viewport=sized(*size)) as (player, _):
        expect(player.page.locator("div.plate")).to_have_count(8)
        assert player.page.evaluate(HIDDEN, APART) == []


def test_one_s_own_total_and_how_near_it_is_are_told(meet: Meet) -> None:
    with asked(meet, "classic", viewport=DESK) as (player, _):
        values = player.page.get_by_role("group", name="Your cards", exact=True).locator("text.top").all_text_contents()
        total = sum(int(value.replace("−", "-")) for value in values)
        expect(player.page.locator(".worth .total").first).to_have_text(str(total).replace("-", "−"))
        expect(player.page.locator(".worth .near").first).to_have_text(
            re.compile("short of|below zero|over by|past|bomb-out|Sabacc|Array")
        )


def test_the_end_says_who_won_and_when_it_goes_on(meet: Meet) -> None:
    with asked(meet, "corellian-house", viewport=DESK, reduced_motion="no-preference") as (player, table):
        table.until(lambda me: me.may("fold"))
        player.fold()
        expect(player.result).to_be_visible(timeout=SLOWLY)
        expect(player.result.get_by_role("heading")).to_have_text(re.compile(r" wins \d+$"))
        expect(player.result).to_contain_text("Everybody else has folded.")
        expect(player.result).to_contain_text("Next hand in")
        player.open_menu().get_by_role("button", name="Stop the clocks").click()
        expect(player.result).to_contain_text("The host has stopped the clocks.")
        expect(player.result).not_to_contain_text("Next hand in")
        expect(player.page.locator(".flights > span")).to_have_count(0)  # nothing stays in the air


def test_the_log_is_a_drawer_on_a_phone(meet: Meet) -> None:
    with asked(meet, "classic", viewport=PHONE) as (player, _):
        log = player.page.get_by_role("region", name="What happened")
        expect(log).to_be_hidden()
        player.page.get_by_role("button", name="Log and chat").click()
        expect(log).to_be_visible()
        expect(log.get_by_role("listitem").filter(has_text="Hand 1.")).to_be_visible()
        player.page.keyboard.press("Escape")
        expect(log).to_be_hidden()


def test_hints_are_read_once_and_can_be_switched_off(meet: Meet) -> None:
    with asked(meet, "corellian-house", viewport=sized(820)) as (player, _):
        hint = player.page.get_by_role("complementary", name="A hint")
        expect(hint).to_contain_text("zero", timeout=SLOWLY)
        hint.get_by_role("button", name="Got it").click()
        expect(hint).not_to_contain_text("zero")
        hint.get_by_role("button", name="No hints").click()
        expect(hint).to_be_hidden()


def test_a_lost_connection_keeps_the_table_in_view_and_comes_back(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as server:
        player = Player(browser, server, viewport=DESK)
        player.start("classic", rules=SHORT, bots=["droid"])  # nothing but the first question is waited for
        cards = player.page.get_by_role("group", name="Your cards", exact=True)
        lost = player.page.get_by_role("alert").filter(has_text="Coming back by itself")
        expect(cards).to_be_visible()
        server.kill()
        expect(lost).to_be_visible(timeout=SLOWLY)
        usual = player.action_buttons.first  # a button that does nothing looks like one
        expect(usual).to_be_disabled()
        expect(usual).to_have_css("background-color", "rgba(0, 0, 0, 0)")
        expect(cards).to_be_visible()
        server.start()
        expect(lost).to_be_hidden(timeout=SLOWLY)
        expect(cards).to_be_visible()
        player.context.close()


def test_the_lobby_comes_back_by_itself(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as server:
        page = browser.new_page(base_url=server.url)
        page.goto("/lobby")
        expect(page.get_by_text("Nobody has an open table just now.")).to_be_visible()
        server.kill()
        expect(page.get_by_text("The connection is lost.")).to_be_visible(timeout=SLOWLY)
        server.start()
        expect(page.get_by_text("The connection is lost.")).to_be_hidden(timeout=SLOWLY)
        page.close()


def test_who_listens_hears_when_it_is_their_turn_and_how_it_ended(meet: Meet) -> None:
    with asked(meet, "corellian-house", viewport=DESK) as (player, table):
        expect(player.page.locator("[aria-live=assertive]")).to_contain_text("Your turn: ", timeout=SLOWLY)
        polite = player.page.locator("div[aria-live=polite]")
        expect(polite).not_to_contain_text(re.compile(r"-\d"))
        table.until(lambda me: me.may("fold"))
        player.fold()
        expect(polite).to_contain_text(re.compile(r"wins the .* pot: \d"), timeout=SLOWLY)


def test_who_wants_no_motion_sees_none(meet: Meet) -> None:
    with asked(meet, "classic", 4, viewport=DESK) as (player, table):
        player.page.evaluate("""() => {
            window.moved = [];
            new MutationObserver(() => {
                const moving = document.getAnimations().filter((one) => (one.effect?.getComputedTiming().duration ?? 0) > 0);
                window.moved.push(...moving.map((one) => one.animationName ?? one.transitionProperty ?? "flight"));
            }).observe(document.body, { subtree: true, childList: true, attributes: true });
        }""")
        table.until(lambda me: me.kind == "bet")
        player.fold()
        leave(player, table)
        assert player.page.evaluate("window.moved") == []


def test_sound_is_switched_off_at_the_table_and_stays_off(meet: Meet) -> None:
    player = meet(viewport=PHONE)
    player.look(player.make("classic"))
    player.page.get_by_role("button", name="Sound").click()
    player.page.reload()
    expect(player.page.get_by_role("button", name="Sound")).to_have_attribute("aria-pressed", "false")


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not there: make web")
@pytest.mark.parametrize("theme", ["dark", "light"] if SOAK else ["dark"])
@pytest.mark.parametrize(
    ("preset", "width"),
    [(preset, width) for at, preset in enumerate(PRESETS) for width in (WIDTHS if SOAK else [WIDTHS[at % 3]])],
)
def test_axe_finds_nothing_serious_at_the_table(meet: Meet, preset: str, width: int, theme: str) -> None:
    with asked(meet, preset, theme=theme, viewport=sized(width)) as (player, table):
        assert violations(player.page) == []
        leave(player, table)
        assert violations(player.page) == []
