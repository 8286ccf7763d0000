"""The face of the batch engine: what it deals, refuses and remembers."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from sabacc.batch import BatchTable, layout
from sabacc.cards import CLASSIC
from sabacc.errors import IllegalAction, RulesError, SabaccError
from sabacc.game.actions import Raise
from sabacc.rules import PRESETS, find_preset

pytest.importorskip("numba")


@pytest.mark.parametrize("preset", PRESETS)
def test_t1_credits_are_neither_made_nor_lost(preset: str) -> None:
    seats = find_preset(preset).players[1]
    table = BatchTable(preset, seats, 500, seed=3)
    before = table.first_stacks.sum(axis=1)
    assert table.play_at_random(100_000) > 500
    assert table.done.all()
    assert (table.stacks.sum(axis=1) + table.number(layout.SABACC_POT) == before).all()
    assert table.stacks.min() >= 0


def test_hands_of_one_seed_are_the_same_and_of_another_not() -> None:
    tables = [BatchTable("classic", 4, 50, seed=seed) for seed in (1, 1, 2)]
    first, second, other = ([table.zone(hand, 0) for hand in range(50)] for table in tables)
    assert first == second
    assert first != other


def test_a_place_that_is_dealt_again_gets_another_hand() -> None:
    table = BatchTable("classic", 2, 20)
    before = [table.zone(hand, 0) for hand in range(20)]
    table.reset([4])
    after = [table.zone(hand, 0) for hand in range(20)]
    assert after[4] != before[4]
    assert after[:4] + after[5:] == before[:4] + before[5:]


def test_a_deck_that_is_laid_is_dealt_from_its_top() -> None:
    table = BatchTable("classic", 2, 1)
    order = [code for code, card in enumerate(CLASSIC.copies) for _ in range(CLASSIC.copies[card])]
    table.reset(decks=order[::-1], buttons=0)
    assert table.zone(0, 1) + table.zone(0, 0) == ("QA", "ID", "QA", "ID")


def test_every_card_is_dealt_equally_often() -> None:
    hands = 40_000
    table = BatchTable("classic", 2, hands, seed=11)
    at = layout.HANDS
    dealt = np.bincount(table.cards[:, at : at + 2].ravel(), minlength=len(CLASSIC.copies))
    expected = 2 * hands * np.array(list(CLASSIC.copies.values())) / len(CLASSIC)
    distance = ((dealt - expected) ** 2 / expected).sum()  # χ² with 67 degrees of freedom
    assert 30 < distance < 110


def test_an_action_that_is_not_legal_changes_nothing_in_any_hand() -> None:
    table = BatchTable("classic", 3, 10)
    before = table.numbers.copy(), table.cards.copy()
    actions = table.legal().actions[:, 0].copy()
    actions[7] = 0
    with pytest.raises(IllegalAction, match="in hand 7, seat 1 can't do 0"):
        table.step(actions)
    unchanged = [column for column in range(layout.NUMBERS) if column not in range(layout.RAISE_FROM, layout.SEALED)]
    assert (table.numbers[:, unchanged] == before[0][:, unchanged]).all()
    assert (table.cards == before[1]).all()


def test_actions_can_be_read_and_any_amount_be_raised() -> None:
    table = BatchTable({"preset": "classic", "max_bet": None}, 2, 1, stacks=1000)
    legal = table.legal()
    words = [table.in_words(0, 1, number) for number in legal.actions[0, : legal.counts[0]]]
    assert words[:2] == ["check", "fold"]
    assert (legal.raise_from[0], legal.raise_to[0]) == (1, 994)
    table.step(table.number_of(0, 1, Raise(777)))
    assert table.by_seat(layout.BETS).tolist() == [[0, 777]]


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        ({"preset": "classic", "community_field": True}, "doesn't play with community_field"),
        ({"preset": "galactic", "items": True}, "doesn't play with items"),
        ({"preset": "corellian-house", "items": True}, "doesn't play with items"),
    ],
)
def test_house_rules_that_it_does_not_know_are_refused(rules: dict[str, Any], says: str) -> None:
    with pytest.raises(RulesError, match=says):
        BatchTable(rules, 2, 1)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"stacks": 1}, "fewer than two players are able to ante"),
        ({"stacks": -1}, "can't be negative"),
        ({"buttons": 5}, "button must be the seat"),
        ({"sides": 1}, "0 in games without them"),
        ({"decks": [[0] * 76]}, "must have all 76 cards"),
        ({"which": [9]}, "there is no such hand"),
    ],
)
def test_what_cannot_be_dealt_is_refused(given: dict[str, Any], says: str) -> None:
    table = BatchTable("classic", 3, 2)
    with pytest.raises(SabaccError, match=says):
        table.reset(**given)


def test_seats_and_sizes_that_cannot_be_are_refused() -> None:
    with pytest.raises(SabaccError, match="2 to 4 players, not 5"):
        BatchTable("coruscant-shift", 5, 1)
    with pytest.raises(SabaccError, match="at least one hand"):
        BatchTable("classic", 2, 0)
    with pytest.raises(SabaccError, match="seats go from 0 to 1"):
        BatchTable("classic", 2, 1).legal(2)


def test_without_numba_it_can_be_imported_and_says_what_it_needs() -> None:
    program = "from sabacc.batch import BatchTable\ntry: BatchTable('classic', 2, 1)\nexcept Exception as no: print(no)"
    env = {**os.environ, "SABACC_NO_NUMBA": "1"}
    ran = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True)
    assert ran.stdout.startswith("the batch engine needs numba")
