"""Every hand of the 76-card family and of corellian-house, counted."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, product
from math import comb
from typing import Any

import msgspec
import pytest

from sabacc.cards import CLASSIC
from sabacc.errors import RulesError, SabaccError
from sabacc.hands.classic import Scale
from sabacc.hands.corellian import RANKS
from sabacc.odds import as_json, count
from sabacc.odds.exact.classic.counts import ClassicCounts, ClassicHands
from sabacc.odds.exact.corellian.counts import CorellianCounts
from sabacc.rules import read_rules
from tests.hands.test_corellian import COUNTS
from tests.strategies import SOAK

FAMILY = ("cloud-city", "classic", "pagat", "galactic")
DECKS = [{"star": star, "moderation": moderation} for star, moderation in product((-17, -10), (-14, -13))]
SIDES: list[tuple[str, str | None]] = [("classic", None), ("force", "light"), ("force", "dark")]


def counted(preset: str, side: str | None = None, **options: Any) -> ClassicCounts:
    odds = count({"preset": preset, **options}, side)
    assert isinstance(odds, ClassicCounts)
    return odds


def by_the_ranker(preset: str, side: str | None, size: int, **options: Any) -> ClassicHands:
    """The same count, every hand laid out and weighed."""
    scale = Scale(read_rules({"preset": preset, **options}))
    totals: Counter[int] = Counter()
    ranks: Counter[int] = Counter()
    for hand in combinations(CLASSIC.cards, size):
        worth = scale.worth(hand, side)
        totals[worth.total] += 1
        ranks[worth.rank] += 1
    other_pure = totals[23 if side == "dark" else -23]
    return ClassicHands(ranks.total(), dict(sorted(totals.items())), ranks[1], ranks[2], other_pure, ranks[5])


# ---- the 76-card family


@pytest.mark.clause("H1", "H2", "H3", "D3", "FO3")
@pytest.mark.parametrize(("preset", "side"), SIDES)
@pytest.mark.parametrize("deck", DECKS)
def test_two_cards_are_counted_as_the_ranker_weighs_them(preset: str, side: str | None, deck: dict[str, int]) -> None:
    assert counted(preset, side, **deck).cards[2] == by_the_ranker(preset, side, 2, **deck)


@pytest.mark.clause("H1", "H2", "H3", "D3", "FO3")
@pytest.mark.parametrize(
    ("preset", "side", "deck"),
    [(*who, deck) for who in SIDES for deck in DECKS]
    if SOAK
    else [("classic", None, DECKS[0]), ("force", "dark", DECKS[3]), ("force", "light", DECKS[1])],
)
def test_three_cards_are_counted_as_the_ranker_weighs_them(preset: str, side: str | None, deck: dict[str, int]) -> None:
    assert counted(preset, side, **deck).cards[3] == by_the_ranker(preset, side, 3, **deck)


@pytest.mark.skipif(not SOAK, reason="a million hands for each")
@pytest.mark.parametrize(("preset", "side"), SIDES)
def test_four_cards_are_counted_as_the_ranker_weighs_them(preset: str, side: str | None) -> None:
    assert counted(preset, side).cards[4] == by_the_ranker(preset, side, 4)


@pytest.mark.parametrize(("preset", "side"), SIDES)
def test_no_hand_is_forgotten(preset: str, side: str | None) -> None:
    cards = counted(preset, side).cards
    assert list(cards) == [2, 3, 4, 5, 6, 7]
    for size, hands in cards.items():
        assert sum(hands.totals.values()) == hands.hands == comb(76, size)


@pytest.mark.clause("H2")
def test_h2_only_three_cards_make_an_array() -> None:
    assert [hands.idiots_array for hands in counted("classic").cards.values()] == [0, 32, 0, 0, 0, 0]


@pytest.mark.clause("H3")
@pytest.mark.parametrize("preset", FAMILY)
def test_h3_minus_23_is_counted_whether_or_not_it_is_a_pure_sabacc(preset: str) -> None:
    for moderation, expected in ((-14, [4, 208, 2704]), (-13, [4, 216, 2616])):  # D3
        found = [hands.pure_negative for hands in counted(preset, moderation=moderation).cards.values()]
        assert found[:3] == expected


@pytest.mark.clause("FO2", "FO3")
def test_fo3_light_and_dark_have_the_same_chances() -> None:
    for size, light in counted("force", "light").cards.items():
        dark = counted("force", "dark").cards[size]
        assert {-total: hands for total, hands in dark.totals.items()} == light.totals
        assert msgspec.structs.replace(dark, totals={}) == msgspec.structs.replace(light, totals={})


@pytest.mark.clause("D3")
def test_d3_a_weaker_star_makes_more_hands_of_minus_23() -> None:
    assert counted("classic", star=-10).cards[2].pure_negative == 12  # the Star with Demise or Moderation, too


def test_house_rules_that_leave_the_cards_alone_change_nothing() -> None:
    plain = counted("classic")
    assert counted("classic", ante=3, negative_pure=False, community_field=True).cards == plain.cards


def test_a_side_must_be_named_where_there_are_sides_and_nowhere_else() -> None:
    for preset, side in (("force", None), ("force", "grey"), ("classic", "dark"), ("corellian-house", "light")):
        with pytest.raises(SabaccError, match="side"):
            count(preset, side)


def test_rules_that_are_none_are_refused() -> None:
    with pytest.raises(RulesError, match="Did you mean classic"):
        count("clasic")


# ---- corellian-house


@cache
def corellian() -> CorellianCounts:
    odds = count("corellian-house")
    assert isinstance(odds, CorellianCounts)
    return odds


@pytest.mark.clause("CH22", "CH26")
@pytest.mark.parametrize("size", [4, 5])
def test_ch26_every_hand_by_the_best_rank_it_fits(size: int) -> None:
    hands = corellian().cards[size]
    assert hands.ranks == {name: COUNTS[name][size - 4] for name in RANKS}
    assert hands.hands == sum(hands.ranks.values()) == comb(62, size)


@pytest.mark.clause("CH26")
def test_ch26_the_printed_figures_are_those_of_the_document() -> None:
    assert list(corellian().printed) == list(RANKS[:18])
    figures = "360500 360500 179750 71900 71900 39944 30990 23966 19971 13314 13314 6197 2970 2852 665 491 221 76"
    assert list(corellian().printed.values()) == [int(figure) for figure in figures.split()]


@pytest.mark.clause("CH26")
def test_ch26_each_printed_figure_is_right_or_wrong() -> None:
    odds = corellian()
    assert sorted([*odds.right, *odds.wrong]) == sorted(odds.printed)
    assert odds.right == {
        "Tusken File": 4,
        "Rhylet Stirred": 5,
        "Uttini!": 5,
        "Gee Whizz!": 5,
        "Squadron": 4,
        "Idiot's Array": 5,
        "Banthas Wild": 5,
        "Straight Khyron": 4,
    }


@pytest.mark.clause("CH26")
@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("Dreadnoughts", "359,499 to 1"),
        ("Rhylet Neat", "359,499 to 1"),
        ("Krayt Dragon", "179,749 to 1"),
        ("Idiots Full", "71,899 to 1"),
        ("Echelon", "71,899 to 1"),
        ("Fleet", "39,943 to 1"),
        ("Dewbacks", "17,974 to 1"),
        ("The Idiots", "3,046 to 1 with the chances added up"),
        ("Yee-Haa", "887 to 1"),
        ("Rule of Two", "152 to 1 with 4 cards, 793 to 1 with 5 cards"),
    ],
)
def test_ch26_a_wrong_figure_is_set_right(name: str, right: str) -> None:
    assert right in corellian().wrong[name]
    assert f"{corellian().printed[name]:,}" in corellian().wrong[name]


def against(hands: float, of: int) -> int:
    return round(of / hands - 1)


@pytest.mark.clause("CH26")
def test_ch26_what_is_said_about_the_wrong_figures_fits_them() -> None:
    four, five = comb(62, 4), comb(62, 5)
    assert [five // 36, five // 90, five // 90, five // 162] == [179_750, 71_900, 71_900, 39_944]  # "1 in"
    assert five // 18 == 359_500
    assert against(486, five) == 13_314
    assert 360 + 36 + 90 == 486
    assert round(1 / (90 / four + 1134 / five) - 1) == 2_970
    assert against(4 * 7290, five) == 221
    assert against(2 * 3645, four) == 76


@pytest.mark.clause("CH26")
def test_odds_against_a_rank_that_cannot_be_made_are_none() -> None:
    assert corellian().cards[4].against("Yee-Haa") is None
    assert corellian().cards[5].against("Nuhlrek") == pytest.approx((6_471_002 - 6_281_606) / 6_281_606)


def test_as_json_all_keys_are_texts() -> None:
    plain = as_json(corellian())
    assert list(plain["cards"]) == ["4", "5"]
    assert plain["rules"] == {"preset": "corellian-house"}
    assert as_json(counted("classic"))["cards"]["2"]["totals"]["-34"] == 1
