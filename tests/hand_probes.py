"""Ways to look at a hand from outside, for property tests."""

from __future__ import annotations

import inspect
import random
from collections.abc import Sequence
from typing import Any

import msgspec

from sabacc.chance import Chance
from sabacc.game.events import Event
from sabacc.game.hand import Hand
from sabacc.game.table import Game
from sabacc.game.view import View
from sabacc.policy import random_step
from sabacc.rules import Rules, find_preset
from sabacc.variants import new_game

MOST_STEPS = 5000


def state_of(hand: Hand) -> dict[str, Any]:
    """Everything there is to a hand, for comparing."""
    fields = [name for name, value in inspect.getmembers(Hand, inspect.isdatadescriptor) if not name.startswith("__")]
    left_out = (
        "events",
        "news",
        "offered",
        "offered_to",
        "on_end",
        "pending",
        "result",
    )  # made from the rest, or finished with
    state = {name: getattr(hand, name) for name in fields if name not in left_out}
    assert {"stacks", "hands", "deck", "log", "waiting"} <= set(state)
    return {name: list(value) if isinstance(value, list) else value for name, value in state.items()}


def credits_at_each_event(hand_events: Sequence[Event], rules: Rules, names: Sequence[str]) -> list[int]:
    """Stacks and pots together, after every event of a hand."""
    view = View(rules, tuple(names), None)
    sums: list[int] = []
    for event in hand_events:
        view.see(event)
        assert min(view.stacks) >= 0
        sums.append(sum(view.stacks) + view.hand_pot + view.sabacc_pot)
    return sums


def shown_to(hand: Hand, seat: int | None) -> bytes:
    """The very bytes a seat is shown: events, options, question, what is asked of whom."""
    view = hand.view(seat)
    options = (view.options.actions, view.options.raise_from, view.options.raise_to, view.options.owed)
    return msgspec.json.encode([view.events, options, view.question, view.asked, view.cards, view.stacks, view.fields])


def open_game(rules: Rules, players: int, seed: str, chance: Chance | None = None) -> Game:
    """A table with uneven, shallow stacks, so that players go all-in and broke."""
    least, most = find_preset(rules.preset).players
    n = max(least, min(players, most))
    luck = random.Random(seed)
    unit = 4 * max(rules.ante or 0, *rules.blinds, rules.board_price, 1)
    stacks = [unit + luck.randrange(unit * 10) for _ in range(n)]
    return new_game(rules, [f"P{seat}" for seat in range(n)], stacks=stacks, seed=seed, chance=chance)


def play_on(hand: Hand, luck: random.Random, steps: int = MOST_STEPS) -> int:
    """Random play for so many steps or to the end; how many steps it took."""
    for step in range(steps):
        if hand.over:
            return step
        hand.act(*random_step(hand, luck))
    assert hand.over or steps < MOST_STEPS, "random play must end"
    return steps
