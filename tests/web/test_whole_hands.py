"""Whole hands in a real browser: every variant by clicks, by keys alone, with a friend, on a phone, and after a reload."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
from playwright.sync_api import expect

from tests.web.players import MOST_STEPS, PHONE, SLOWLY, Player

Meet = Callable[..., Player]
SHORT = {"max_rounds": 3, "pot_building_rounds": 1}  # or the table of two careful players goes on for an hour
PRESETS: dict[str, dict[str, Any]] = {
    "cloud-city": SHORT,
    "classic": SHORT,
    "force": SHORT,
    "pagat": SHORT,
    "galactic": SHORT,
    "corellian-house": {},
    "coruscant-shift": {},
}


@pytest.mark.parametrize("preset", PRESETS)
def test_a_whole_hand_by_clicks(meet: Meet, preset: str) -> None:
    player = meet()
    player.start(preset, rules=PRESETS[preset])
    player.play()
    assert player.asked


def test_a_whole_hand_with_keys_alone(meet: Meet) -> None:
    player = meet()
    player.look(player.make("classic", rules=SHORT))
    player.page.get_by_role("button", name="Take a seat").focus()
    player.page.keyboard.press("Enter")
    player.linger()
    player.play(by_keys=True)
    assert player.asked


def test_two_people_at_one_table(meet: Meet) -> None:
    ana, ben = meet(), meet()
    table = ana.make("coruscant-shift", bots=[], fill_to=0)
    for player in (ana, ben):
        player.sit(table)
    ana.linger()
    for _ in range(10 * MOST_STEPS):
        for player in (ana, ben):
            if player.prompt.is_visible():
                player.step()
        if ana.result.is_visible() and ben.result.is_visible():
            break
        ana.page.wait_for_timeout(30)
    expect(ana.result).to_be_visible()
    expect(ben.result).to_be_visible()
    assert ana.asked
    assert ben.asked


def test_a_reload_in_mid_hand_changes_nothing(meet: Meet) -> None:
    player = meet()
    player.start("corellian-house")
    before = [player.prompt.inner_text().split("\n")[0], player.own.evaluate_all("all => all.map(one => one.title)")]
    player.page.reload()
    assert player.wait()
    after = [player.prompt.inner_text().split("\n")[0], player.own.evaluate_all("all => all.map(one => one.title)")]
    assert before[1]
    assert after == before
    lines: list[str] = []
    player.page.on("websocket", lambda line: lines.append(line.url))
    player.page.get_by_role("link", name="Lobby").click()
    expect(player.page.get_by_role("heading", name="Lobby")).to_be_visible()
    assert [line for line in lines if "/ws/tables" in line] == []  # nobody asks for a table without a name


@pytest.mark.parametrize("preset", ["classic", "corellian-house"])
def test_a_whole_hand_on_a_phone_without_scrolling_sideways(meet: Meet, preset: str) -> None:
    player = meet(viewport=PHONE, has_touch=True, is_mobile=True)
    player.start(preset, fill_to=8, rules=PRESETS[preset])
    assert player.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    player.fold()
    expect(player.result).to_be_visible(timeout=SLOWLY)
    assert player.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
