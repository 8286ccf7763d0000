"""The tables that judgement stands on."""

from __future__ import annotations

import pytest

from sabacc.bots.judges.classic_careers import (
    ARRAY_LEVEL,
    BOMBED_LEVEL,
    DARK_PURE_LEVEL,
    MAX_CARDS,
    MAX_DRAWS,
    NEGATIVE_PURE_LEVEL,
    PURE_LEVEL,
    careers_of,
)
from sabacc.bots.judges.corellian import DRAWS, code_of, flower_careers
from sabacc.bots.judges.coruscant import MAX_DISTANCE, place_of, selection_careers
from sabacc.hands.coruscant import HAND_SIZE
from sabacc.rules import read_rules

CLASSIC = read_rules("classic")
# From far from nought to the best there is (CH20).
FLOWERS = ["+9 +8 +7 +6", "+1 +2 +4 -6", "+5 -6 +2 -1", "+5 +5 -5 -5", "0 +10 +10 -10 -10"]


@pytest.mark.parametrize("draws", range(MAX_DRAWS + 1))
@pytest.mark.parametrize("cards", range(2, MAX_CARDS + 1))
def test_a_higher_level_is_ahead_of_no_fewer_hands(cards: int, draws: int) -> None:
    ahead = careers_of(CLASSIC, None).ahead(cards, draws)
    assert ahead == sorted(ahead)
    assert 0 <= ahead[0] <= ahead[-1] <= 1
    assert ahead[ARRAY_LEVEL] > 0.95


def test_others_hands_get_better_with_every_draw() -> None:
    careers = careers_of(CLASSIC, None)
    twenty = careers.level(("S12", "F8"))
    first, later = careers.ahead(2, 0)[twenty], careers.ahead(2, MAX_DRAWS)[twenty]
    assert later < first


def test_levels_are_in_the_order_of_the_hands() -> None:
    careers = careers_of(CLASSIC, None)
    hands = [("S15", "F15"), ("QA", "S1"), ("S1", "F2"), ("S12", "F10"), ("S12", "F11"), ("ID", "S2", "F3")]
    levels = [careers.level(cards) for cards in hands]
    assert levels[0] == BOMBED_LEVEL
    assert levels[-2:] == [PURE_LEVEL, ARRAY_LEVEL]
    assert levels == sorted(levels)


def test_h3_a_hand_of_minus_23_is_special_where_that_counts() -> None:
    cards = ("ST", "BA", "QA", "S7")  # -17 -11 -2 +7
    counts, not_so = (
        careers_of(read_rules({"preset": "classic", "negative_pure": negative}), None) for negative in (True, False)
    )
    assert sum(counts.values[card] for card in cards) == -23
    assert (counts.level(cards), not_so.level(cards) < NEGATIVE_PURE_LEVEL) == (NEGATIVE_PURE_LEVEL, True)


def test_fo4_a_dark_23_is_below_a_light_one() -> None:
    careers = careers_of(read_rules("force"), "dark")
    assert max(careers.levels) == DARK_PURE_LEVEL < PURE_LEVEL


def test_careers_are_the_same_for_tables_that_weigh_alike() -> None:
    assert careers_of(CLASSIC, None) is careers_of(read_rules({"preset": "classic", "ante": 9}), None)


@pytest.mark.parametrize("draws", range(DRAWS + 1))
def test_a_better_flower_is_ahead_of_more_hands(draws: int) -> None:
    careers = flower_careers()
    codes = [code_of(cards.split()) for cards in FLOWERS]
    places = [careers.place(code, draws) for code in codes]
    chances = [careers.chance(code, draws) for code in codes]
    assert places == sorted(places)
    assert 0 <= min(chances) < max(chances) <= 1
    assert chances[-1] > chances[0] + 0.2


@pytest.mark.parametrize("suited", range(HAND_SIZE + 1))
def test_a_selection_nearer_to_the_number_is_ahead_of_no_fewer(suited: int) -> None:
    ahead = selection_careers().ahead
    places = [ahead[place_of(togo, suited)] for togo in range(MAX_DISTANCE + 1)]
    assert places == sorted(places, reverse=True)
    assert places[0] > places[-1]


def test_new_cards_are_worth_having_far_from_the_number() -> None:
    careers = selection_careers()
    assert careers.chance(9, 3, 0, 1) > careers.chance(9, 0, 0, 1)
    assert careers.chance(0, 0, 2, 1) > careers.chance(0, 0, 2, 3)
