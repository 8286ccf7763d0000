"""One step ahead in the 76-card family: every chance as the ranker has it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabacc.cards import CLASSIC, Card
from sabacc.errors import CardError, SabaccError
from sabacc.hands.classic import Scale
from sabacc.odds import Step, as_json, one_step
from sabacc.odds.exact.classic.step import ClassicShift, TotalChances
from sabacc.rules import read_rules
from tests.odds.card_removal import without
from tests.strategies import SOAK, STEADY

EXAMPLES = 1000 if SOAK else 25
PLAYED: list[tuple[str, str | None]] = [
    ("cloud-city", None),
    ("classic", None),
    ("galactic", None),
    ("force", "light"),
    ("force", "dark"),
]
ARRAY_CARDS = ("ID", "ID", "S2", "F2", "S3", "T3")


@st.composite
def few_unseen(draw: st.DrawFn) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """A hand of two to four cards and eight cards unseen, Arrays within reach more often than by chance."""
    cards = list(draw(st.permutations(CLASSIC.cards)))
    if draw(st.booleans()):
        cards = [*draw(st.permutations(ARRAY_CARDS)), *without(tuple(cards), *ARRAY_CARDS)]
    size = draw(st.integers(2, 4))
    return tuple(cards[:size]), tuple(cards[size : size + 8])


def ahead(preset: str, hand: Iterable[Card], unseen: Iterable[Card] | None = None, **more: Any) -> Step:
    """A step when all cards are seen but these."""
    hand = tuple(hand)
    seen = () if unseen is None else without(CLASSIC.cards, *hand, *unseen)
    rules = {"preset": preset, **more.pop("rules", {})}
    return one_step(rules, hand, seen, **more)


def weighed(preset: str, side: str | None, now: tuple[Card, ...], hands: Iterable[tuple[Card, ...]]) -> dict[str, Any]:
    """What the ranker says about all the hands that can come."""
    scale = Scale(read_rules(preset))
    worths = [scale.worth(hand, side) for hand in hands]
    level = scale.worth(now, side).key
    return {
        "of": len(worths),
        "counts": dict(sorted(Counter(worth.total for worth in worths).items())),
        "idiots_array": sum(worth.rank == 1 for worth in worths) / len(worths),
        "pure": sum(worth.rank == 2 for worth in worths) / len(worths),
        "bomb_out": sum(worth.bombed_out for worth in worths) / len(worths),
        "special": sum(worth.special for worth in worths) / len(worths),
        "better": sum(worth.key > level for worth in worths) / len(worths),
        "worse": sum(worth.key < level for worth in worths) / len(worths),
    }


def said(chances: TotalChances | None, expected: dict[str, Any]) -> dict[str, Any]:
    """The same things of a move."""
    assert chances is not None
    return {name: getattr(chances, name) for name in expected}


def shift_of(step: Step) -> ClassicShift:
    assert isinstance(step.shift, ClassicShift)
    return step.shift


def move(step: Step, name: str, card: Card | None = None) -> TotalChances:
    (found,) = [one for one in step.moves if isinstance(one, TotalChances) and (one.move, one.card) == (name, card)]
    return found


# ---- moves


@pytest.mark.clause("CL7", "CC8", "H1", "H2", "H3", "H4", "FO3")
@pytest.mark.parametrize(("preset", "side"), PLAYED)
@settings(max_examples=EXAMPLES, deadline=None, derandomize=STEADY)
@given(few_unseen())
def test_gaining_and_trading_as_the_ranker_has_it(
    preset: str, side: str | None, cards: tuple[tuple[Card, ...], tuple[Card, ...]]
) -> None:
    hand, unseen = cards
    step = ahead(preset, hand, unseen, side=side)
    expected = weighed(preset, side, hand, [(*hand, card) for card in unseen])
    assert said(move(step, "gain"), expected) == expected
    for traded in {one.card for one in step.moves if isinstance(one, TotalChances)} - {None}:
        assert traded is not None
        expected = weighed(preset, side, hand, [(*without(hand, traded), card) for card in unseen])
        assert said(move(step, "trade", traded), expected) == expected


def test_the_chances_of_all_totals_make_one() -> None:
    for one in ahead("classic", ["S7", "C4"]).moves:
        assert isinstance(one, TotalChances)
        assert sum(one.totals.values()) == pytest.approx(1)
        assert one.totals == {total: count / one.of for total, count in one.counts.items()}


@pytest.mark.clause("CC8")
def test_cc8_in_cloud_city_only_a_hand_of_three_or_more_may_trade() -> None:
    assert [one.move for one in ahead("cloud-city", ["S7", "C4"]).moves] == ["gain"]
    assert [one.move for one in ahead("cloud-city", ["S7", "C4", "F1"]).moves] == ["gain", "trade", "trade", "trade"]
    assert [one.move for one in ahead("classic", ["S7", "C4"]).moves] == ["gain", "trade", "trade"]


@pytest.mark.clause("F6")
def test_f6_a_card_in_the_field_is_not_traded() -> None:
    step = ahead("classic", ["S7", "C4"], field="S7")
    assert [(one.move, getattr(one, "card", None)) for one in step.moves] == [("gain", None), ("trade", "C4")]


def test_two_equal_cards_are_one_trade() -> None:
    assert len(ahead("classic", ["ID", "ID"]).moves) == 2


@pytest.mark.clause("D4")
def test_d4_with_no_card_unseen_one_can_only_stand() -> None:
    step = ahead("classic", ["S7", "C4"], ())
    assert step.moves == ()
    assert "D4" in shift_of(step).note


@pytest.mark.clause("H3")
def test_h3_minus_23_is_special_only_where_it_counts() -> None:
    for preset, special in (("classic", True), ("cloud-city", False)):
        gained = move(ahead(preset, ["EO", "QA"], ["BA", "DE", "S8", "ST", "ID", "S6"]), "gain")
        assert (gained.pure_negative, gained.special > 0) == (0.0, False)
        gained = move(ahead(preset, ["EO", "S3"], ["BA"]), "gain")
        assert (gained.pure_negative, gained.special) == (1.0, float(special))


# ---- shifts


@pytest.mark.clause("X1", "F1")
@pytest.mark.parametrize(("preset", "side"), [("classic", None), ("force", "dark")])
@settings(max_examples=EXAMPLES, deadline=None, derandomize=STEADY)
@given(few_unseen(), st.integers(0, 3))
def test_x1_a_core_shift_replaces_all_unprotected_cards(
    preset: str, side: str | None, cards: tuple[tuple[Card, ...], tuple[Card, ...]], protected: int
) -> None:
    hand, unseen = cards
    field = hand[: min(protected, len(hand) - 1)]
    new = [(*field, *dealt) for dealt in combinations(unseen, len(hand) - len(field))]
    expected = weighed(preset, side, hand, new)
    shift = shift_of(ahead(preset, hand, unseen, side=side, field=field))
    assert shift.kind == "core"
    assert said(shift.chances, expected) == expected


@pytest.mark.clause("X3", "X5")
@pytest.mark.parametrize(("kind", "preset"), [("pulse", "galactic"), ("wild", "classic")])
@settings(max_examples=EXAMPLES, deadline=None, derandomize=STEADY)
@given(few_unseen())
def test_x5_a_pulse_or_wild_shift_may_give_one_s_own_cards_back(
    kind: str, preset: str, cards: tuple[tuple[Card, ...], tuple[Card, ...]]
) -> None:
    hand, unseen = cards
    expected = weighed(preset, None, hand, combinations(hand + unseen, len(hand)))
    shift = shift_of(ahead(preset, hand, unseen, rules={"shift_kind": kind}))
    assert said(shift.chances, expected) == expected
    assert shift.note


@pytest.mark.clause("X4")
@settings(max_examples=EXAMPLES, deadline=None, derandomize=STEADY)
@given(few_unseen())
def test_x4_a_one_card_shift_takes_each_card_as_often(cards: tuple[tuple[Card, ...], tuple[Card, ...]]) -> None:
    hand, unseen = cards
    new = [(*without(hand, lost), card) for lost in hand for card in unseen]
    expected = weighed("cloud-city", None, hand, new)
    assert said(shift_of(ahead("cloud-city", hand, unseen)).chances, expected) == expected


@pytest.mark.clause("X2")
def test_x2_of_a_rim_shift_it_is_said_why_it_is_not_given() -> None:
    shift = shift_of(ahead("classic", ["S7", "C4"], rules={"shift_kind": "rim"}))
    assert shift.chances is None
    assert "X2" in shift.note


@pytest.mark.clause("HR6")
def test_hr6_by_dice_each_kind_has_its_doubles() -> None:
    shift = shift_of(ahead("classic", ["S7", "C4"], rules={"shift_kind": "by-dice"}))
    assert [(kind.kind, kind.dice) for kind in shift.kinds] == [("core", (1, 2)), ("rim", (3, 4)), ("wild", (5, 6))]
    assert [kind.chances is None for kind in shift.kinds] == [False, True, False]


@pytest.mark.clause("HR5")
def test_hr5_without_a_trigger_there_is_no_shift() -> None:
    shift = shift_of(ahead("classic", ["S7", "C4"], rules={"shift_trigger": "none"}))
    assert (shift.kind, shift.chances) == ("none", None)


@pytest.mark.clause("F1")
def test_f1_with_every_card_in_the_field_a_shift_does_nothing() -> None:
    shift = shift_of(ahead("classic", ["S7", "C4"], field="S7 C4"))
    assert shift.chances is None
    assert "F1" in shift.note


# ---- what can't be known


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"hand": "S7"}, "at least two"),
        ({"hand": "S7 S7"}, "twice"),
        ({"hand": "S7 C4", "seen": "S7"}, "twice"),
        ({"hand": "S7 C4", "seen": "X9"}, "no card"),
        ({"hand": "S7 C4", "field": "S8"}, "not .* in the hand"),
        ({"hand": "S7 C4", "side": "dark"}, "no sides"),
        ({"hand": "S7 C4", "gold": 5}, "dice"),
        ({"rules": "cloud-city", "hand": "S7 C4", "field": "S7"}, "no static field"),
        ({"rules": "force", "hand": "S7 C4"}, "light or dark"),
    ],
)
def test_what_nobody_can_know_is_refused(asked: dict[str, Any], words: str) -> None:
    with pytest.raises(SabaccError, match=words):
        one_step(**{"rules": "classic", **asked})


def test_a_card_of_another_deck_is_refused() -> None:
    with pytest.raises(CardError, match="76-card deck"):
        one_step("classic", "+7 -7")


def test_as_json_a_step_has_its_hand_its_moves_and_the_shift() -> None:
    plain = as_json(one_step("classic", "S7 C4", seen="F12"))
    assert (plain["hand"], plain["seen"], plain["unseen"]) == (["S7", "C4"], ["F12"], 73)
    assert plain["now"] == {"name": "Total 11", "total": 11, "bombed_out": False, "special": False}
    assert plain["moves"][0]["totals"]["23"] == 3 / 73
    assert plain["shift"]["chances"]["of"] == 73 * 72 // 2
