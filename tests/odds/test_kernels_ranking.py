"""Hands of the other two families in bulk agree with the plain rankers, on very many random hands."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from sabacc.cards import CLASSIC, CORUSCANT, SHAPES, Deck
from sabacc.errors import CardError, RulesError
from sabacc.hands import classic, coruscant
from sabacc.odds.kernels import NO_CARD, bulk_ranker, decode, encode, rank_many
from sabacc.rules import read_rules
from tests.strategies import SOAK

TIMES = 45 if SOAK else 1
HANDS = 8_000 * TIMES  # of each size and kind of rules
SELECTIONS = 6_000 * TIMES
FULL_HANDS = 600 * TIMES

TABLES: list[tuple[dict[str, Any], str | None]] = [
    ({"preset": "cloud-city"}, None),
    ({"preset": "cloud-city", "star": -10, "negative_pure": True}, None),
    ({"preset": "classic"}, None),
    ({"preset": "classic", "star": -10, "moderation": -13}, None),
    ({"preset": "force"}, "light"),
    ({"preset": "force"}, "dark"),
    ({"preset": "force", "moderation": -13}, "dark"),
    ({"preset": "pagat"}, None),
    ({"preset": "pagat", "sides": True, "negative_pure": False}, "dark"),
    ({"preset": "galactic", "negative_pure": False}, None),
]
GOLD = (-10, -5, 0, 5, 10)


def some_hands(deck: Deck, size: int, n: int, seed: int) -> NDArray[np.uint8]:
    """Random hands that the deck can deal, made without the kernels."""
    codes = np.array([list(deck.copies).index(card) for card in deck.cards], np.uint8)
    places = np.random.default_rng([seed, size]).integers(0, len(deck), (2 * n, size))
    in_order = np.sort(places, axis=1)
    different = (in_order[:, 1:] != in_order[:, :-1]).all(axis=1)
    hands: NDArray[np.uint8] = codes[places[different][:n]]
    assert len(hands) == n
    return hands


@pytest.mark.clause("H1", "H2", "H3", "H4", "FO2", "FO3", "FO4", "D3")
@pytest.mark.parametrize("number", range(len(TABLES)))
def test_random_hands_of_the_76_card_family_rank_as_the_plain_ranker_says(number: int) -> None:
    rules, side = TABLES[number]
    scale = classic.Scale(read_rules(rules))
    for size in range(2, 8):
        hands = some_hands(CLASSIC, size, HANDS, number)
        plain = np.array([scale.worth(cards, side).key for cards in decode(CLASSIC, hands)])
        assert (rank_many(hands, rules, side=side) == plain).all()


@pytest.mark.clause("H2")
def test_h2_small_hands_of_arcana_twos_and_threes_rank_as_the_plain_ranker_says() -> None:
    cards = [card for card in CLASSIC.cards if not card[1:].isdigit() or card[1:] in ("2", "3")]
    hands = sorted({hand for size in (1, 2, 3, 4) for hand in combinations(cards, size)})
    array = encode(CLASSIC, hands)
    for rules, side in TABLES:
        scale = classic.Scale(read_rules(rules))
        assert rank_many(array, rules, side=side).tolist() == [scale.worth(hand, side).key for hand in hands]


def test_hands_of_any_size_stand_in_one_array() -> None:
    hands: list[tuple[str, ...]] = [(), ("S1",), ("ID", "S2", "F3"), ("ID", "S2", "F3", "ID"), CLASSIC.cards]
    scale = classic.Scale(read_rules("classic"))
    array = encode(CLASSIC, hands)
    assert array.shape == (5, 76)
    assert rank_many(array, "classic").tolist() == [scale.worth(hand).key for hand in hands]


def test_a_ranker_knows_bomb_outs_and_special_hands_by_their_keys() -> None:
    for rules, side in TABLES:
        ranker, scale = bulk_ranker(rules, side=side), classic.Scale(read_rules(rules))
        for cards in [*decode(CLASSIC, some_hands(CLASSIC, 3, 2000, 1)), ("ID", "S2", "C3"), ("QA", "S2", "T3")]:
            plain = scale.worth(cards, side)
            assert plain.bombed_out == (plain.key <= ranker.bombed_out)
            assert plain.special == (plain.key >= ranker.least_special)


@pytest.mark.clause("CS9")
@pytest.mark.parametrize("gold", GOLD)
@pytest.mark.parametrize("size", range(1, 6))
def test_cs9_random_selections_rank_as_the_plain_ranker_says(gold: int, size: int) -> None:
    hands = some_hands(CORUSCANT, size, SELECTIONS, gold + 10)
    padded = np.full((len(hands), 5), NO_CARD, np.uint8)
    padded[:, :size] = hands
    selections = decode(CORUSCANT, hands)
    for silver in SHAPES:
        plain = np.array([coruscant.worth(cards, gold, silver).key for cards in selections])
        assert (rank_many(hands, "coruscant-shift", gold=gold, silver=silver) == plain).all()
        assert (rank_many(padded, "coruscant-shift", gold=gold, silver=silver) == plain).all()


@pytest.mark.clause("CS5", "CS9")
@pytest.mark.parametrize("gold", GOLD)
@pytest.mark.parametrize("silver", list(SHAPES))
def test_cs9_the_best_selection_is_the_best_of_all_by_the_plain_ranker(gold: int, silver: str) -> None:
    hands = some_hands(CORUSCANT, 5, FULL_HANDS, gold + 10)
    plain = [
        max(coruscant.worth(some, gold, silver).key for size in range(1, 6) for some in combinations(cards, size))
        for cards in decode(CORUSCANT, hands)
    ]
    assert rank_many(hands, "coruscant-shift", gold=gold, silver=silver, choose=True).tolist() == plain


@pytest.mark.clause("CS5")
def test_cs5_nothing_is_no_selection_even_where_it_would_be_nearest() -> None:
    hands = encode(CORUSCANT, [("+10c", "+9c", "+8c", "+7c", "+6c")])
    assert rank_many(hands, "coruscant-shift", gold=0, silver="t", choose=True).tolist() == [-600]


def test_codes_are_the_places_in_the_deck_and_lead_back_to_the_cards() -> None:
    for deck in (CLASSIC, CORUSCANT):
        codes = encode(deck, [tuple(deck.copies)])
        assert codes.tolist() == [list(range(len(deck.copies)))]
        assert decode(deck, codes) == [tuple(deck.copies)]


@pytest.mark.parametrize(
    ("rules", "how", "says"),
    [
        ("force", {}, "say which, light or dark"),
        ("force", {"side": "grey"}, "light or dark, not 'grey'"),
        ("classic", {"side": "light"}, "classic has no sides"),
        ("classic", {"gold": 5}, "for coruscant-shift, not for classic"),
        ("coruscant-shift", {"silver": "t"}, "gold must be 0, 5, -5, 10 or -10, not None"),
        ("coruscant-shift", {"gold": 7, "silver": "t"}, "not 7"),
        ("coruscant-shift", {"gold": 5, "silver": "x"}, "silver must be the letter of a suit"),
        ({"preset": "classic", "community_field": True}, {}, "community_field to false"),
        ("sabaac", {}, "no preset"),
    ],
)
def test_rules_that_cannot_be_ranked_in_bulk_are_refused(rules: Any, how: dict[str, Any], says: str) -> None:
    with pytest.raises(RulesError, match=says):
        rank_many([[0, 1]], rules, **how)


@pytest.mark.parametrize(
    ("hands", "choose", "says"),
    [
        ([[0], [NO_CARD]], False, "at least one card"),
        (np.empty((2, 0), np.uint8), False, "at least one card"),
        ([[0, 1, 2, 3]], True, "hands of five cards"),
        ([[0, 1, 2, 3, NO_CARD]], True, "hands of five cards"),
        ([[61]], False, "61 is no card"),
        ([[0] * 63], False, "at most the 62 cards"),
    ],
)
def test_what_is_no_selection_is_refused(hands: Any, choose: bool, says: str) -> None:
    with pytest.raises(CardError, match=says):
        rank_many(hands, "coruscant-shift", gold=5, silver="t", choose=choose)
