"""What selections are worth in coruscant-shift."""

from __future__ import annotations

import pytest

from sabacc.cards import CORUSCANT
from sabacc.errors import CardError
from sabacc.hands.coruscant import Worth, draw_key, worth


def weigh(text: str, gold: int, silver: str) -> Worth:
    return worth(CORUSCANT.read_all(text), gold, silver)


def beats(better: str, worse: str, gold: int, silver: str) -> bool:
    return weigh(better, gold, silver).key > weigh(worse, gold, silver).key


@pytest.mark.clause("CS9")
@pytest.mark.parametrize(
    ("cards", "gold", "distance"),
    [
        ("+7c -2t", 5, 0),
        ("+7c -2t", -5, 10),
        ("-10c -10t", 10, 30),
        ("+3c +3t +3s", 10, 1),
        ("+10c +3t", 10, 3),
        ("0", -10, 10),
        ("-4c", 0, 4),
    ],
)
def test_cs9_the_distance_is_from_the_total_to_the_gold_number(cards: str, gold: int, distance: int) -> None:
    assert weigh(cards, gold, "c").distance == distance


@pytest.mark.clause("CS9")
def test_cs9_the_nearest_total_wins() -> None:
    assert beats("+9s", "+8c +3c +1c", gold=10, silver="c")  # one off before two, with no card of the suit
    assert beats("-6t", "-3t", gold=-5, silver="t")
    assert beats("+1c +1t", "+10c +1t", gold=5, silver="s")  # three off before six


@pytest.mark.clause("CS9")
def test_cs9_over_and_under_are_equally_near() -> None:
    assert weigh("+7c", 5, "c").key == weigh("+3c", 5, "c").key


@pytest.mark.clause("CS9")
def test_cs9_a_tie_goes_to_most_cards_of_the_silver_suit() -> None:
    assert beats("+3t +2t", "+5t", gold=5, silver="t")
    assert beats("+5t", "+3c +1c +1s", gold=5, silver="t")
    assert beats("+4t", "+2c +4s", gold=5, silver="t")


@pytest.mark.clause("CS9")
def test_cs9_only_the_selected_suit_counts_not_the_number_of_cards() -> None:
    assert weigh("+1c +2c +3s -1t", 5, "t").suit_cards == weigh("+5t", 5, "t").suit_cards == 1
    assert weigh("+1c +2c +3s -1t", 5, "t").key == weigh("+5t", 5, "t").key


@pytest.mark.clause("CS1", "CS9")
@pytest.mark.parametrize("silver", ["c", "t", "s"])
def test_cs9_zeros_count_as_every_suit(silver: str) -> None:
    assert weigh("0 0", 0, silver).suit_cards == 2
    assert weigh("0 +10c -3t -7s", 0, silver).suit_cards == 2
    assert beats("0 +5c", "+5t", gold=5, silver="s")


@pytest.mark.clause("CS1")
def test_cs1_red_cards_have_a_suit_too() -> None:
    assert weigh("-10s +10s", 0, "s") == Worth(total=0, distance=0, suit_cards=2, key=2)


@pytest.mark.clause("CS9")
def test_cs9_no_number_of_suit_cards_makes_up_for_distance() -> None:
    assert beats("+5c", "0 0 +1s +2s +3s", gold=5, silver="s")


@pytest.mark.clause("CS10")
def test_cs10_the_highest_signed_value_wins_the_draw() -> None:
    assert draw_key("+1c") > draw_key("0") > draw_key("-1s") > draw_key("-10t")
    assert draw_key("+10c") > draw_key("+9t")


@pytest.mark.clause("CS10")
def test_cs10_equal_values_draw_again_whatever_their_suits() -> None:
    assert draw_key("+4c") == draw_key("+4s")


@pytest.mark.clause("CS5")
def test_cs5_a_selection_has_at_least_one_card() -> None:
    with pytest.raises(CardError, match="at least one"):
        worth((), 0, "c")


def test_the_silver_die_shows_a_suit() -> None:
    with pytest.raises(CardError, match="the suits are c, t, s"):
        worth(("+1c",), 0, "circles")
