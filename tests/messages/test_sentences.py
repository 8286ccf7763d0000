"""The table is told in all languages: whole games, to a player and to a stranger."""

from __future__ import annotations

import random

import pytest

from sabacc.game.events import Event
from sabacc.messages import LANGUAGES
from sabacc.policy.random_play import random_step
from sabacc.rules import PRESETS, Rules, read_rules, usual_stack
from sabacc.variants import new_game
from sabacc.words import Teller, action_label, describe, hand_name

NAMES = ["Ana", "Ben", "Cleo"]


def played(rules: Rules) -> list[Event]:
    """The events of some hands of random play."""
    game = new_game(rules, NAMES, stacks=usual_stack(rules), seed="told")
    luck = random.Random("told")
    for _ in range(3):
        for seat in set(range(len(NAMES))) - set(game.able()):
            game.rebuy(seat, usual_stack(rules))
        hand = game.deal()
        while not hand.over:
            hand.act(*random_step(hand, luck))
    return list(game.events)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_event_that_is_told_in_english_is_told_in_all_languages(preset: str) -> None:
    rules = read_rules(preset)
    events = played(rules)
    for me in (0, None):
        tellers = {language: Teller(NAMES, me, rules, language) for language in LANGUAGES}
        for event in events:
            seen = event.seen_by(me)
            told = {language: teller.tell(seen) for language, teller in tellers.items()}
            assert all(bool(text) == bool(told["en"]) for text in told.values())
            assert not any("{" in text or "event." in text for text in told.values())


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_view_is_described_in_all_languages(preset: str, language: str) -> None:
    game = new_game(read_rules(preset), NAMES, stacks=usual_stack(read_rules(preset)), seed="seen")
    hand = game.deal()
    luck = random.Random("seen")
    while not hand.over:
        view = hand.view(hand.waiting[0])
        said = [describe(view, language), hand_name(view, language)]
        said += [action_label(action, view, language) for action in view.options.actions[:20]]
        assert all(text and "{" not in text and "view." not in text for text in said)
        hand.act(*random_step(hand, luck))
