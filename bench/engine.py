"""The engine at work: random play with all events made, and copies of a hand, in one process and CPU time."""

from __future__ import annotations

import random
import time

from sabacc.game.hand import Hand
from sabacc.policy import random_step
from sabacc.rules import find_preset
from sabacc.variants import new_game


def players_of(preset: str, players: int = 6) -> int:
    """As many as asked for, or as the preset allows."""
    return min(players, find_preset(preset).players[1])


def engine_decisions(preset: str, seconds: float, players: int = 6) -> tuple[float, float]:
    """Decisions and hands a CPU-second in random play."""
    luck = random.Random(1)
    n = players_of(preset, players)
    decisions = hands = 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        game = new_game(preset, [f"P{seat}" for seat in range(n)], seed=f"bench {hands}")
        for _ in range(20):
            if len(game.able()) < 2:
                break
            hand = game.deal()
            while not hand.over:
                hand.act(*random_step(hand, luck))
                decisions += 1
            hands += 1
    spent = time.process_time() - began
    return decisions / spent, hands / spent


def hand_in_play(preset: str, players: int = 6) -> Hand:
    """A hand some way into it."""
    luck = random.Random(2)
    n = players_of(preset, players)
    game = new_game(preset, [f"P{seat}" for seat in range(n)], seed="copies")
    hand = game.deal()
    for _ in range(8):
        hand.act(*random_step(hand, luck))
    return hand


def engine_copies(preset: str, seconds: float, players: int = 6) -> float:
    """Copies of a hand a CPU-second."""
    hand = hand_in_play(preset, players)
    copies = 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        for _ in range(100):
            hand.copy()
        copies += 100
    return copies / (time.process_time() - began)
