"""Every five-card deal of coruscant-shift, counted."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabacc.cards import CORUSCANT, Card
from sabacc.hands.coruscant import worth
from sabacc.odds.exact.coruscant.counts import CoruscantCounts, count_hands
from sabacc.odds.exact.coruscant.ways import SelectionResult, best_selections
from sabacc.rules import read_rules
from tests.strategies import SOAK, STEADY

GOLD = [-10, -5, 0, 5, 10]
SILVER = ["c", "t", "s"]
EXAMPLES = 2000 if SOAK else 30


@cache
def counted(silver: str) -> CoruscantCounts:
    return count_hands(read_rules("coruscant-shift"), silver=silver)


def by_hand(pool: list[Card], n: int, kept: tuple[Card, ...], gold: int, silver: str) -> Counter[SelectionResult]:
    """The same count, every draw laid out and every choice weighed."""
    found: Counter[SelectionResult] = Counter()
    for draw in combinations(pool, n):
        choices = [kept + chosen for size in range(n + 1) for chosen in combinations(draw, size)]
        best = max((worth(choice, gold, silver) for choice in choices if choice), key=lambda made: made.key)
        found[SelectionResult(best.distance, best.suit_cards)] += 1
    return found


@pytest.mark.clause("CS1", "CS5", "CS8", "CS9")
@settings(max_examples=EXAMPLES, deadline=None, derandomize=STEADY)
@given(st.permutations(CORUSCANT.cards), st.integers(0, 3), st.integers(1, 5), st.sampled_from(SILVER))
def test_cs9_the_best_choice_is_the_one_the_ranker_finds(cards: list[Card], kept: int, n: int, silver: str) -> None:
    pool = cards[5:13]
    found = best_selections(pool, n, tuple(cards[:kept]), GOLD, silver)
    assert found == {gold: by_hand(pool, n, tuple(cards[:kept]), gold, silver) for gold in GOLD}


@pytest.mark.clause("CS3", "CS9")
def test_no_deal_is_forgotten() -> None:
    odds = counted("c")
    assert list(odds.gold) == GOLD
    assert odds.hands == comb(62, 5)
    for deals in odds.gold.values():
        assert sum(deals.distance.values()) == sum(deals.suit_cards.values()) == odds.hands


@pytest.mark.clause("CS1", "CS2")
def test_cs1_the_suits_are_alike() -> None:
    assert counted("c") == counted("t") == counted("s")


@pytest.mark.clause("CS1", "CS2")
def test_cs2_a_gold_number_and_its_opposite_are_alike() -> None:
    gold = counted("c").gold
    assert gold[5] == gold[-5]
    assert gold[10] == gold[-10]


@pytest.mark.clause("CS5", "CS9")
@pytest.mark.parametrize("gold", GOLD if SOAK else [5])
def test_cs9_the_distances_come_out_the_same_counted_by_values_alone(gold: int) -> None:
    copies = {value: 3 if value else 2 for value in range(-10, 11)}
    found: Counter[int] = Counter()
    for values in combinations_with_replacement(copies, 5):
        ways = prod(comb(copies[value], n) for value, n in Counter(values).items())
        if ways:
            found[min(abs(one - gold) for one in _reached(values))] += ways
    assert counted("c").gold[gold].distance == dict(sorted(found.items()))


def _reached(values: tuple[int, ...]) -> set[int]:
    """The sums of all selections of one card or more."""
    sums: set[int] = set()
    for value in values:
        sums |= {value, *(value + one for one in sums)}
    return sums


@pytest.mark.clause("CS5")
def test_cs5_a_selection_of_no_card_does_not_count() -> None:
    """Otherwise every deal would reach 0; with three nines and two tens a nine is as near as one can come."""
    nines = ["+9c", "+9t", "+9s", "+10c", "+10t"]
    assert best_selections(nines, 5, (), [0], "c") == {0: {SelectionResult(9, 1): 1}}
    assert counted("c").gold[0].distance[9] == 12
