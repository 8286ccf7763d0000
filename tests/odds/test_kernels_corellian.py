"""Corellian hands in bulk agree with the plain ranker on every hand that there is."""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from sabacc.cards import CORELLIAN
from sabacc.errors import CardError
from sabacc.hands.corellian import RANKS, worth
from sabacc.odds.kernels import NO_CARD, encode, rank_many
from sabacc.odds.kernels.corellian import CorellianRanker
from tests.hands.test_corellian import COUNTS

FACES = tuple(CORELLIAN.copies)
CODES = np.array([FACES.index(card) for card in CORELLIAN.cards], np.uint8)  # rising
A_RANK = 100**5


@cache
def plain_keys(size: int) -> NDArray[np.int64]:
    """The plain ranker's key of every hand the deck can deal, at the number that its rising codes make in base 21."""
    keys = np.full(len(FACES) ** size, -1, np.int64)
    for codes in combinations_with_replacement(range(len(FACES)), size):
        cards = [FACES[code] for code in codes]
        if all(cards.count(card) <= CORELLIAN.copies[card] for card in cards):
            keys[in_base_21(np.array([codes]))] = worth(cards).key
    return keys


def in_base_21(hands: NDArray[np.integer]) -> NDArray[np.int64]:
    number = np.zeros(len(hands), np.int64)
    for place in range(hands.shape[1]):
        number = number * len(FACES) + hands[:, place]
    return number


@cache
def all_fours() -> NDArray[np.uint8]:
    """Every four cards of the deck, the single cards told apart, in order."""
    flat = np.fromiter((card for four in combinations(range(62), 4) for card in four), np.uint8, 4 * comb(62, 4))
    return flat.reshape(-1, 4)


def ranks_of(keys: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.bincount(len(RANKS) - keys // A_RANK, minlength=len(RANKS) + 1)[1:]


@pytest.mark.clause("CH22", "CH23", "CH24")
def test_all_hands_of_four_rank_as_the_plain_ranker_says() -> None:
    hands = CODES[all_fours()]
    keys = rank_many(hands)
    assert len(keys) == 557_845
    assert (keys == plain_keys(4)[in_base_21(hands)]).all()
    assert ranks_of(keys).tolist() == [COUNTS[name][0] for name in RANKS]


@pytest.mark.clause("CH22", "CH23", "CH24")
def test_all_hands_of_five_rank_as_the_plain_ranker_says_in_whatever_order() -> None:
    fours = all_fours()
    order = np.random.default_rng(1)
    ranks = np.zeros(len(RANKS), np.int64)
    for first in range(58):
        later = fours[np.searchsorted(fours[:, 0], first, side="right") :]
        hands = CODES[np.column_stack([np.full(len(later), first, np.uint8), later])]
        keys = rank_many(hands[:, order.permutation(5)])
        assert (keys == plain_keys(5)[in_base_21(hands)]).all()
        ranks += ranks_of(keys)
    assert ranks.sum() == 6_471_002
    assert ranks.tolist() == [COUNTS[name][1] for name in RANKS]


@pytest.mark.clause("CH24")
def test_hands_of_four_and_five_stand_in_one_array() -> None:
    hands = [("+2", "-3", "-4", "+5"), ("0", "0", "+1", "+2", "-3"), ("+3", "+3", "+3", "-9")]
    assert rank_many(encode(CORELLIAN, hands)).tolist() == [worth(hand).key for hand in hands]


def test_the_gap_may_be_anywhere_in_the_row() -> None:
    (row,) = encode(CORELLIAN, [("+2", "-3", "-4", "+5")]).tolist()
    with_gaps = [[*row[:place], NO_CARD, *row[place:]] for place in range(5)]
    assert set(rank_many(with_gaps).tolist()) == {worth(("+2", "-3", "-4", "+5")).key}


def test_numbers_of_any_kind_and_minus_one_for_no_card_are_read() -> None:
    assert rank_many(np.array([[2, 5, 7, 8, -1]], np.int64)).tolist() == [worth(("+2", "-3", "-4", "+5")).key]


def test_columns_may_lie_behind_one_another() -> None:
    hands = CODES[all_fours()[:5000]]
    assert (rank_many(np.asfortranarray(hands)) == rank_many(hands)).all()
    assert (rank_many(hands[::-3]) == rank_many(hands)[::-3]).all()


def test_no_hands_have_no_keys() -> None:
    assert rank_many(np.empty((0, 5), np.uint8)).tolist() == []


@pytest.mark.clause("CH21")
def test_ch21_special_hands_begin_with_the_least_banthas_wild() -> None:
    least = CorellianRanker().least_special
    keys = np.concatenate([plain_keys(4), plain_keys(5)])
    special = len(RANKS) - keys // A_RANK <= RANKS.index("Banthas Wild") + 1
    assert ((keys >= least) == special).all()


@pytest.mark.parametrize(
    ("hands", "says"),
    [
        ([[0, 1, 2]], "four or five cards, not 3"),
        ([[0, 1, 2, 3, 4, 5]], "four or five cards, not 6"),
        ([[0, 1, 2, 255, 255]], "four or five cards, not 3"),
        ([[0, 1, 2, 3], [20, 20, 20, 1]], "hand 1 of the array has a card more often"),
        ([[0, 0, 0, 0, 1]], "hand 0 of the array has a card more often"),
        ([[0, 1, 2, 21]], "21 is no card of the Corellian deck: its codes are 0 to 20"),
        ([[0, 1, 2, -2]], "-2 is no card"),
        ([[0.5, 1, 2, 3]], "whole numbers"),
        ([0, 1, 2, 3], "a row for each hand"),
    ],
)
def test_what_is_no_hand_is_refused(hands: list[list[int]], says: str) -> None:
    with pytest.raises(CardError, match=says):
        rank_many(hands)
