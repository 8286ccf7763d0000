"""Lessons in the browser: every game is learned by clicks alone, and what a step speaks of is lit."""

from __future__ import annotations

import os
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from sabacc.rules import PRESETS
from sabacc.variants.lessons import find_lesson
from tests.web.axe import violations
from tests.web.players import PHONE, SLOWLY, Player

Meet = Callable[..., Player]
TAUGHT = [key for key in PRESETS if find_lesson(key) is not None]


class Learner:
    """Somebody who does what the lesson says, and looks at nothing else."""

    def __init__(self, player: Player, preset: str) -> None:
        self.player = player
        self.page = player.page
        origin = {"origin": player.server.url}
        answer = self.page.request.post("/api/lessons", data={"preset": preset, "pace": 0}, headers=origin)
        assert answer.ok, answer.text()
        self.page.goto(answer.json()["link"])
        expect(self.coach).to_be_visible(timeout=SLOWLY)

    @property
    def coach(self) -> Locator:
        return self.page.get_by_role("region", name="The lesson")

    @property
    def go_on(self) -> Locator:
        return self.coach.get_by_role("button", name=re.compile("^Go on"))

    @property
    def play(self) -> Locator:
        return self.coach.get_by_role("button", name=re.compile("^Play a real hand"))

    @property
    def wanted(self) -> Locator:
        """Cards that are to be picked next."""
        return self.page.locator("[data-wanted] button, .petal.sale button[aria-pressed=false]")

    @property
    def raises(self) -> Locator:
        return self.page.locator(".betting .go")

    @property
    def next(self) -> Locator:
        """What there is to click."""
        return self.go_on.or_(self.play).or_(self.wanted).or_(self.player.action_buttons).or_(self.raises)

    def step(self) -> None:
        """Does what the present step asks for."""
        expect(self.next.first).to_be_visible(timeout=SLOWLY)
        number = self.coach.get_attribute("data-step") or ""
        self.check_light()
        for _ in range(4):  # one card after the other, and then the button
            if not self.wanted.count():
                break
            self.wanted.first.click()
        calls = self.page.locator(".betting .call input:not(:checked)")
        if "call" in self.coach.inner_text() and calls.count():
            calls.check()
        self.go_on.or_(self.player.action_buttons).or_(self.raises).first.click()
        expect(self.coach).not_to_have_attribute("data-step", number, timeout=SLOWLY)

    def check_light(self) -> None:
        """What is named as lit is there to be seen."""
        lit = self.page.locator(".stage").get_attribute("data-lit") or ""
        parts = {"pots": "hand-pot", "field": "cards"}.get(lit, lit)
        if parts and parts not in ("others", "bar"):
            expect(self.page.locator(f'[data-light="{parts}"]').first).to_be_visible(timeout=SLOWLY)


@pytest.mark.parametrize("preset", TAUGHT if os.environ.get("SABACC_SOAK") else TAUGHT[::3])
def test_every_game_is_learned_by_clicks(meet: Meet, preset: str) -> None:
    learner = Learner(meet(**({"viewport": PHONE} if preset in TAUGHT[::2] else {})), preset)
    while not learner.play.count():
        learner.step()
        expect(learner.next.first).to_be_visible(timeout=SLOWLY)
    expect(learner.coach).to_contain_text("Now play a real")
    learner.play.click()
    expect(learner.coach).to_have_count(0, timeout=SLOWLY)
    expect(learner.page).to_have_url(re.compile("/table/"))
    expect(learner.player.prompt.or_(learner.player.result).first).to_be_visible(timeout=SLOWLY)


def test_a_lesson_goes_on_where_it_was_left_and_can_be_skipped(meet: Meet) -> None:
    learner = Learner(meet(), TAUGHT[0])
    for _ in range(4):
        learner.step()
    expect(learner.next.first).to_be_visible(timeout=SLOWLY)  # the table has done its part
    number = learner.coach.get_attribute("data-step")
    learner.page.goto("/rules")
    learner = Learner(learner.player, TAUGHT[0])
    expect(learner.coach).to_have_attribute("data-step", str(number))
    assert violations(learner.page) == []
    learner.coach.get_by_role("button", name="Skip the lesson").click()
    expect(learner.coach).to_have_count(0, timeout=SLOWLY)
    expect(learner.player.prompt.or_(learner.player.result).first).to_be_visible(timeout=SLOWLY)


def test_the_wrong_move_is_refused_with_a_word(meet: Meet) -> None:
    learner = Learner(meet(), "pagat")
    while "Tick the call" not in learner.coach.inner_text():
        learner.step()
        expect(learner.next.first).to_be_visible(timeout=SLOWLY)
    learner.raises.click()
    expect(learner.player.toast("do what it says")).to_be_visible()
