"""Bots at tables, for tests: seated by name, and watched while they play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sabacc.bots import OWN, find_character
from sabacc.game.actions import Action
from sabacc.game.hand import Hand
from sabacc.policy import Bot, SeatViews
from sabacc.rules import PRESETS, Rules, find_preset, read_rules
from tests.strategies import SOAK

BUDGET = 60 if SOAK else 8  # play-outs: enough to search, not to search well
MOST_ANSWERS = 3000  # in one hand
WITH_ANTE = {"preset": "coruscant-shift", "ante": 5, "max_bet": 10}
GAMES: list[Mapping[str, Any]] = [*({"preset": preset} for preset in PRESETS), WITH_ANTE]
NAMES = list(OWN)


def title(game: Mapping[str, Any]) -> str:
    """A game's name in the list of tests."""
    return f"{game['preset']}{' with an ante' if 'ante' in game else ''}"


def seated(name: str, seed: str) -> Bot:
    """A character; one that searches does it with a small budget."""
    character = find_character(name)
    return character.bot(seed, BUDGET if character.budget else None)


def crew(names: Sequence[str], players: int, seed: str) -> list[Bot]:
    """A bot for each seat, those named in turns."""
    return [seated(names[seat % len(names)], f"{seed}/{seat}") for seat in range(players)]


def sizes(rules: Rules) -> range:
    """How many players a table may have."""
    least, most = find_preset(rules.preset).players
    return range(least, most + 1)


def answers(hand: Hand, bots: Sequence[Bot]) -> list[tuple[int, Action]]:
    """Plays a hand to its end; what everybody did. An illegal answer or a hand without end fails."""
    table = SeatViews(hand)
    given: list[tuple[int, Action]] = []
    while not hand.over:
        seat = hand.waiting[0]
        view = table.view(seat)
        action = bots[seat].act(view)
        assert action in view.options, (seat, action, view.options)
        given.append((seat, action))
        assert len(given) < MOST_ANSWERS
        table.act(seat, action)
    return given


def rules_of(game: Mapping[str, Any]) -> Rules:
    """A game's rules."""
    return read_rules(dict(game))
