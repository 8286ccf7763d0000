"""Random play of every preset: it ends, conserves credits, and meets everything that can happen."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from sabacc.policy import random_step
from sabacc.policy.simulation import SimulationCounts, simulate, table_tasks
from sabacc.records.live_settlement import case_of_hand
from sabacc.rules import PRESETS, read_rules
from tests.hand_probes import open_game
from tests.strategies import SOAK

HANDS = 100_000 if SOAK else 400

COMMON = {"hand-started", "asked", "acted", "folded", "hand-ended", "shuffled", "dealt"}
BETTING = {"paid", "refunded", "won"}
CLASSIC = COMMON | BETTING | {"turn", "dropped", "shifted", "called", "shown", "swept", "sudden-demise", "quiet-rounds"}
# What random play must meet in 10,000 hands of a preset, endings and kinds of event.
MEETS: dict[str, tuple[set[str], set[str]]] = {
    "cloud-city": ({"called", "folded", "table-called"}, CLASSIC | {"betting-started", "rolled", "taken"}),
    "classic": ({"called", "folded", "table-called"}, CLASSIC | {"rolled", "discarded", "placed"}),
    "force": ({"called", "folded", "table-called"}, CLASSIC | {"rolled", "discarded", "placed", "side-declared"}),
    "pagat": (
        {"called", "folded", "table-called"},
        CLASSIC | {"rolled", "discarded", "placed", "took-back", "round", "betting-started", "total-declared"},
    ),
    "galactic": (
        {"called", "folded", "table-called"},
        CLASSIC | {"placed", "took-back", "round", "betting-started"},
    ),
    "corellian-house": (
        {"showdown", "folded"},
        COMMON
        | BETTING
        | {"round", "betting-started", "board-dealt", "board-filled", "bought", "swapped", "peeked", "kept"}
        | {"pushed-back", "dropped", "placed", "rolled", "shifted", "offered", "shown", "sudden-demise", "tie-drawn"},
    ),
    "coruscant-shift": (
        {"showdown", "folded"},
        COMMON | {"rolled", "target-set", "selected", "shifted", "discarded", "shown", "round-won", "sudden-demise"}
        | {"tie-drawn"},
    ),
}  # fmt: skip


def play(preset: str, hands: int, players: int, seed: str, **options: object) -> SimulationCounts:
    tally = SimulationCounts()
    for one in simulate(table_tasks({"preset": preset, **options}, players, hands, seed), 1, case_of_hand):
        tally.add(one)
    return tally


@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("preset", PRESETS)
def test_random_hands_end_conserve_credits_and_settle_as_cases(preset: str, part: int) -> None:
    players = 2 + part % 3 if preset == "coruscant-shift" else 2 + part % 7
    tally = play(preset, HANDS // 10, players, f"part {part}")
    assert tally.hands == HANDS // 10
    assert tally.credits_in == tally.credits_out
    assert tally.cases or tally.endings["folded"] == tally.hands


@pytest.mark.parametrize("preset", PRESETS)
def test_ten_thousand_hands_meet_every_ending_and_every_kind_of_event(preset: str) -> None:
    """The hands are dealt in small parts, and no more of them than it takes."""
    endings, kinds = MEETS[preset]
    met_endings: Counter[str] = Counter()
    met_kinds: Counter[str] = Counter()
    for part in range(20):
        players = 2 + part % 3 if preset == "coruscant-shift" else 2 + part % 7
        tally = play(preset, 500, players, f"all {part}")
        met_endings.update(tally.endings)
        met_kinds.update(tally.events)
        if endings <= set(met_endings) and kinds <= set(met_kinds):
            break
    assert set(met_endings) == endings
    assert kinds - set(met_kinds) == set()
    assert set(met_kinds) - kinds <= {"no-sudden-demise"}  # nothing happens that we did not think of


def test_the_same_seed_plays_the_same_hands_whatever_the_number_of_processes() -> None:
    tasks = list(table_tasks("classic", 4, 400, "same"))
    one, two = SimulationCounts(), SimulationCounts()
    for tally in simulate(tasks, 1):
        one.add(tally)
    for tally in simulate(tasks, 2):
        two.add(tally)
    assert one == two


@pytest.mark.parametrize("preset", PRESETS)
def test_a_view_has_the_bets_that_lie_on_the_table(preset: str) -> None:
    """What nobody matched goes back, and is no bet any more (B1)."""
    for seed in range(30):
        luck = random.Random(seed)
        hand = open_game(read_rules(preset), 4, f"{preset} {seed}").deal()
        while not hand.over:
            assert list(hand.view(None).bets) == list(hand.bets), seed
            hand.act(*random_step(hand, luck))
