"""The twenty ranks of corellian-house, the ties within them, and the count of all hands."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement, pairwise, product
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
def test_ch23_a_sylop_beside_a_pair_neither_helps_nor_hurts() -> None:
    assert beats("0 +10 -9 -9 +8", "+1 +1 +2 +4 -8")  # by the sum of absolute values, as any two pairs
    assert beats("+10 +7 +1 -9 -9", "0 +2 +2 +3 -7")


@pytest.mark.clause("CH23")
def test_ch23_the_nuhlrek_nearer_to_zero_wins() -> None:
    assert beats("+1 +1 +1 -2", "+10 +10 -9 -9 -4")  # 1 before −2, with fewer cards, and lower ones
    assert beats("+1 -2 -3 +3", "+10 +9 +8 -9 -10")  # −1 before 8
    assert beats("+10 +10 +10 +9 +8", "-10 -10 -10 -9 -9")  # 47 before −48


@pytest.mark.clause("CH23", "CH24")
def test_ch24_nuhlreks_equally_far_from_zero_go_by_their_cards() -> None:
    assert beats("+10 +9 -10 -10", "+1 +2 -1 -1")  # −1 and 1: the larger sum of absolute values
    assert beats("+1 +2 -1 -1 -2", "+10 +9 -10 -10")  # more cards


@pytest.mark.clause("CH24")
def test_ch24_more_cards_win() -> None:
    assert beats("0 0 +1 +2 -3", "0 0 +10 -10")
    assert beats("+1 +1 +2 +2 -6", "+10 -10 +9 -9")


@pytest.mark.clause("CH24")
def test_ch24_then_the_larger_sum_of_absolute_values_wins() -> None:
    assert beats("+4 +4 +4 -6 -6", "+2 +2 +2 -3 -3")
    assert beats("+9 +5 -8 -6", "+10 +1 -9 -2")  # 28 before 22, though the ten is the higher card


@pytest.mark.clause("CH24")
def test_ch24_then_the_card_highest_in_absolute_value_wins() -> None:
    assert beats("-9 +1 +2 +6", "+8 +1 -2 -7")  # 18 each; the nine is negative, and counts all the same


@pytest.mark.clause("CH24")
def test_ch24_then_the_highest_positive_card_wins() -> None:
    assert beats("+9 -1 -2 -6", "-9 +1 +2 +6")
    assert beats("0 -1 -2 -3 +6", "0 +1 +2 +3 -6")


@pytest.mark.clause("CH24")
def test_ch24_any_positive_card_is_higher_than_none() -> None:
    assert beats("+1 +2 +3 +4", "-1 -2 -3 -4")
    assert weigh("-1 -2 -4 -6").key == weigh("-1 -3 -3 -6").key


@pytest.mark.clause("CH24", "CH25")
def test_ch24_only_the_best_card_is_compared() -> None:
    assert weigh("+9 -1 -2 -6").key == weigh("+9 -1 -3 -5").key
    assert weigh("+10 +3 -6 -7").key == weigh("+10 +3 -5 -8").key


# ---- the blind draw


def blind(text: str, card: str) -> int:
    return blind_key(CORELLIAN.read_all(text), card)


@pytest.mark.clause("CH25")
def test_ch25_the_sum_nearest_to_zero_wins() -> None:
    assert blind("+9 -1 -2 -6", "+1") > blind("+9 -1 -3 -5", "+2")
    assert blind("+9 -1 -2 -6", "0") > blind("+9 -1 -3 -5", "+1")
    assert blind("+9 -1 -2 -6", "-3") > blind("+9 -1 -3 -5", "+4")


@pytest.mark.clause("CH25")
def test_ch25_sums_are_made_anew_from_all_cards() -> None:
    assert blind("+10 -4 -3 -2", "-1") > blind("+10 -5 -3 -1", "+1")  # 1 before the draw; 0 and 2 after it


@pytest.mark.clause("CH25")
def test_ch25_on_equal_distance_the_positive_sum_wins() -> None:
    assert blind("+9 -1 -2 -6", "+5") > blind("+9 -1 -3 -5", "-5")
    assert blind("+9 -1 -2 -6", "-5") > blind("+9 -1 -3 -5", "+6")


@pytest.mark.clause("CH25")
def test_ch25_equal_sums_split() -> None:
    assert blind("+9 -1 -2 -6", "-5") == blind("+9 -1 -3 -5", "-5")
    assert blind("+9 -1 -2 -6", "0") == blind("+9 -1 -3 -5", "0")


# ---- all hands there are

COUNTS = {  # of hands of four cards, and of five
    "Dreadnoughts": (0, 18),
    "Rhylet Neat": (0, 18),
    "Krayt Dragon": (0, 36),
    "Idiots Full": (0, 90),
    "Echelon": (0, 90),
    "Fleet": (0, 162),
    "Tusken File": (18, 0),
    "Rhylet Stirred": (0, 270),
    "Uttini!": (0, 324),
    "Gee Whizz!": (0, 486),
    "Dewbacks": (0, 360),
    "Squadron": (90, 0),
    "The Idiots": (90, 1080),
    "Idiot's Array": (0, 2268),
    "Banthas Wild": (0, 9720),
    "Straight Khyron": (1134, 0),
    "Yee-Haa": (0, 7290),
    "Rule of Two": (3645, 8154),
    "Sabacc": (13_086, 159_030),
    "Nuhlrek": (539_782, 6_281_606),
}


@cache
def all_hands(size: int) -> dict[Values, int]:
    """Every hand of so many cards by its values, lowest first, and how often it is in the deck."""
    copies = {value: 2 if value == 0 else 3 for value in range(-10, 11)}
    hands: dict[Values, int] = {}
    for values in combinations_with_replacement(copies, size):
        ways = prod(comb(copies[value], n) for value, n in Counter(values).items())
        if ways:
            hands[values] = ways
    return hands


@cache
def rank_by_making() -> dict[Values, int]:  # noqa: C901 - the table of ranks, row by row
    """The rank of every hand that sums to zero, found by laying out each row of the table in every possible way."""
    any_card = range(-10, 11)
    integers = [value for value in any_card if value]
    signs = list(product((1, -1), repeat=4))
    rows: list[set[Values]] = [set() for _ in RANKS[:-1]]

    def lay(name: str, *cards: int) -> None:
        rows[RANKS.index(name)].add(tuple(sorted(cards)))

    lay("Dreadnoughts", 10, 10, -10, -10, 0)
    for sign in (1, -1):
        lay("Uttini!", 0, sign, 2 * sign, 3 * sign, -6 * sign)
        lay("Gee Whizz!", sign, 2 * sign, 3 * sign, 4 * sign, -10 * sign)
    for a in integers:
        if abs(a) != 10:
            lay("Fleet", a, a, -a, -a, 0)
        lay("Squadron", a, a, -a, -a)
        for b in any_card:
            lay("Rhylet Neat", a, a, a, b, b)
            lay("Krayt Dragon", a, a, a, 0, b)
            lay("Idiots Full", 0, 0, a, a, b)
            lay("Echelon", a, a, a, -a, b)
            lay("Tusken File", a, a, a, b)
            lay("Rhylet Stirred", a, a, -a, b, b)
            lay("The Idiots", 0, 0, a, b)
            for c in any_card:
                lay("Dewbacks", a, a, a, b, c)
                lay("The Idiots", 0, 0, a, b, c)
                lay("Banthas Wild", a, a, -a, b, c)
    for s, t, u, v in signs:
        for low in range(1, 8):
            row = (s * low, t * (low + 1), u * (low + 2), v * (low + 3))
            lay("Straight Khyron", *row)
            lay("Idiot's Array", 0, *row)
        for a, b in product(range(1, 11), repeat=2):
            pairs = (s * a, t * a, u * b, v * b)
            lay("Yee-Haa", 0, *pairs)
            lay("Rule of Two", *pairs)
            for c in any_card:
                lay("Rule of Two", *pairs, c)
    rows[RANKS.index("Sabacc")].update(all_hands(4), all_hands(5))
    ranks: dict[Values, int] = {}
    for rank, row_of_hands in enumerate(rows, 1):
        for hand in row_of_hands:
            if sum(hand) == 0:
                ranks.setdefault(hand, rank)  # CH22
    return ranks


def worth_of(values: Values) -> Worth:
    return worth([f"{value:+}" if value else "0" for value in values])


@pytest.mark.clause("CH22", "CH26")
@pytest.mark.parametrize(("size", "hands"), [(4, 557_845), (5, 6_471_002)])
def test_ch26_the_exact_number_of_hands_of_each_rank(size: int, hands: int) -> None:
    counted: Counter[str] = Counter()
    for values, ways in all_hands(size).items():
        counted[worth_of(values).name] += ways
    assert {name: counted[name] for name in RANKS} == {name: COUNTS[name][size - 4] for name in RANKS}
    assert counted.total() == comb(62, size) == hands


@pytest.mark.clause("CH22")
@pytest.mark.parametrize("size", [4, 5])
def test_ch22_every_hand_has_the_rank_that_it_can_be_laid_out_as(size: int) -> None:
    made = rank_by_making()
    wrong = [values for values in all_hands(size) if worth_of(values).rank != made.get(values, len(RANKS))]
    assert wrong == []


@pytest.mark.clause("CH21")
def test_ch21_banthas_wild_and_better_take_the_sabacc_pot() -> None:
    special = {worth_of(values).name for values in all_hands(4) | all_hands(5) if worth_of(values).special}
    assert special == set(RANKS[: RANKS.index("Banthas Wild") + 1])


@pytest.mark.clause("CH22", "CH23", "CH24")
def test_ch24_the_key_orders_all_hands_as_the_clauses_do() -> None:
    def by_clauses(values: Values) -> tuple[int, ...]:
        rank = rank_by_making().get(values, len(RANKS))
        numbers = sorted(map(abs, values))
        if RANKS[rank - 1] == "Sabacc":
            pair = any(low == high for low, high in pairwise(numbers))
            first = 2 if pair else 1 if 0 in values else 0
        else:
            first = -abs(sum(values))  # 0 for all but Nuhlreks
        return -rank, first, len(values), sum(numbers), numbers[-1], max(values[-1], 0)

    hands = sorted(all_hands(4) | all_hands(5), key=by_clauses)
    for worse, better in pairwise(hands):
        level = by_clauses(worse) == by_clauses(better)
        assert (worth_of(worse).key == worth_of(better).key) is level
        assert worth_of(worse).key <= worth_of(better).key
