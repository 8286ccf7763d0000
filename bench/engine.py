"""The engine at work, plain or compiled, whichever is imported: random play with all events made, and copies."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from bench.clock import bytes_each, rate
from sabacc.game.hand import Hand
from sabacc.policy import random_step
from sabacc.records import record_game
from sabacc.rules import PRESETS, find_preset
from sabacc.variants import new_game

PLAYERS = 6
HANDS_AT_A_TABLE = 20


def names(preset: str, players: int = PLAYERS) -> list[str]:
    """As many players as asked for, or as the preset allows."""
    return [f"P{seat}" for seat in range(min(players, find_preset(preset).players[1]))]


def play_tables(preset: str, seconds: float, players: int = PLAYERS) -> tuple[float, float]:
    """Decisions and hands a CPU-second in random play."""
    luck = random.Random(1)
    hands = 0

    def play_table() -> int:
        nonlocal hands
        decisions = 0
        game = new_game(preset, names(preset, players), seed=f"bench {hands}")
        for _ in range(HANDS_AT_A_TABLE):
            if len(game.able()) < 2:
                break
            hand = game.deal()
            while not hand.over:
                hand.act(*random_step(hand, luck))
                decisions += 1
            hands += 1
        return decisions

    began = time.process_time()
    decisions = rate(play_table, seconds)
    return decisions, hands / (time.process_time() - began)


def hand_in_play(preset: str, seed: str = "copies", decisions: int = 8, players: int = PLAYERS) -> Hand:
    """A hand some way into it."""
    luck = random.Random(2)
    for attempt in range(1000):
        hand = new_game(preset, names(preset, players), seed=f"{seed} {attempt}").deal()
        for _ in range(decisions):
            if hand.over:
                break
            hand.act(*random_step(hand, luck))
        if not hand.over:
            return hand
    raise AssertionError(f"no hand of {preset} lasts for {decisions} decisions")


def copies(preset: str, seconds: float) -> float:
    """Copies of a hand a CPU-second."""
    hand = hand_in_play(preset)

    def copy_many() -> int:
        for _ in range(1000):
            hand.copy()
        return 1000

    return rate(copy_many, seconds)


def measure(seconds: float) -> dict[str, float]:
    """Every preset's decisions, hands and copies."""
    found: dict[str, float] = {}
    for preset in PRESETS:
        found[f"decisions {preset}"], found[f"hands {preset}"] = play_tables(preset, seconds)
        found[f"copies {preset}"] = copies(preset, seconds / 3)
    return found


def memory() -> dict[str, float]:
    """Bytes of a hand in play, of a copy of it, of a view of it, and of its record."""
    found: dict[str, float] = {}
    for preset in ("classic", "corellian-house", "coruscant-shift"):
        hand = hand_in_play(preset)
        found[f"hand {preset}"] = bytes_each(_playing(preset), 1000)
        found[f"copy {preset}"] = bytes_each(_copying(hand), 20000)
        found[f"view {preset}"] = bytes_each(_viewing(hand), 2000)
        found[f"record {preset}"] = float(_record_size(preset))
    return found


def _playing(preset: str) -> Callable[[int], object]:
    return lambda number: hand_in_play(preset, f"{number}")


def _copying(hand: Hand) -> Callable[[int], object]:
    return lambda _: hand.copy()


def _record_size(preset: str) -> int:
    """A whole game of twenty hands as text, by the hand."""
    luck = random.Random(3)
    game = new_game(preset, names(preset), stacks=100_000, seed="record")
    for _ in range(HANDS_AT_A_TABLE):
        for seat in range(len(game.names)):
            if seat not in game.able():
                game.rebuy(seat, 100_000)
        hand = game.deal()
        while not hand.over:
            hand.act(*random_step(hand, luck))
    return len(record_game(game).encode()) // HANDS_AT_A_TABLE


def growth(seconds: float) -> dict[str, list[tuple[int, float]]]:
    """Microseconds of a decision by players, and of a decision, a copy and a view by the hand's length."""
    found: dict[str, list[tuple[int, float]]] = {}
    for preset in ("classic", "galactic", "corellian-house"):
        most = find_preset(preset).players[1]
        found[f"players {preset}"] = [(n, 1e6 / play_tables(preset, seconds, n)[0]) for n in range(2, most + 1)]
    lengths = (0, 20, 40, 80, 120, 160)
    found["length decision"] = [(n, _micro(_step_from(n), seconds)) for n in lengths]
    found["length copy"] = [(n, _micro(_copying(_long_hand(n)), seconds)) for n in lengths]
    found["length view"] = [(n, _micro(_viewing(_long_hand(n)), seconds)) for n in lengths]
    return found


def _long_hand(decisions: int) -> Hand:
    """Eight at a table that never calls: there is no end to it before round 12."""
    luck = random.Random(4)
    rules = {"preset": "classic", "pot_building_rounds": 12, "max_rounds": 14}
    hand = new_game(rules, [f"P{seat}" for seat in range(8)], stacks=100_000, seed="long").deal()
    for _ in range(decisions):
        seat = hand.waiting[0]
        options = hand.options(seat).actions
        hand.act(seat, options[int(luck.random() * len(options)) if hand.kind == "draw" else 0])
    return hand


def _step_from(decisions: int) -> Callable[[int], object]:
    hand = _long_hand(decisions)
    seat = hand.waiting[0]

    def step(_: int) -> object:
        twin = hand.copy()
        return twin.act(seat, twin.options(seat).actions[0])

    return step


def _viewing(hand: Hand) -> Callable[[int], object]:
    return lambda _: hand.view(0)


def _micro(work: Callable[[int], object], seconds: float) -> float:
    def hundred() -> int:
        for number in range(100):
            work(number)
        return 100

    return 1e6 / rate(hundred, seconds)
