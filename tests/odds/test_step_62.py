"""One step ahead in corellian-house and coruscant-shift."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabacc.cards import CORELLIAN, CORUSCANT, Card, Deck
from sabacc.errors import SabaccError
from sabacc.hands import coruscant
from sabacc.hands.corellian import RANKS, worth
from sabacc.odds import Step, as_json, one_step
from sabacc.odds.exact.corellian.step import CorellianShift, RankChances
from sabacc.odds.exact.coruscant.step import DistanceChances
from tests.odds.card_removal import without
from tests.strategies import SOAK, STEADY

EXAMPLES = 500 if SOAK else 20
SILVER = st.sampled_from("cts")
GOLD = st.sampled_from([-10, -5, 0, 5, 10])

Cards = tuple[Card, ...]


@st.composite
def few_unseen(draw: st.DrawFn, deck: Deck, sizes: tuple[int, ...]) -> tuple[Cards, Cards, Cards]:
    """A hand, six cards unseen, and all the others."""
    cards = tuple(draw(st.permutations(deck.cards)))
    size = draw(st.sampled_from(sizes))
    return cards[:size], cards[size : size + 6], cards[size + 6 :]


# ---- corellian-house


def weighed(now: Cards, hands: Sequence[Cards]) -> dict[str, Any]:
    """What the ranker says about all the hands that can come."""
    worths = [worth(hand) for hand in hands]
    names = Counter(made.name for made in worths)
    return {
        "of": len(worths),
        "counts": {name: names[name] for name in RANKS},
        "special": sum(made.special for made in worths) / len(worths),
        "better": sum(made.key > worth(now).key for made in worths) / len(worths),
        "worse": sum(made.key < worth(now).key for made in worths) / len(worths),
    }


def said(chances: Any, expected: dict[str, Any]) -> dict[str, Any]:
    assert isinstance(chances, RankChances)
    return {name: getattr(chances, name) for name in expected}


def moves(step: Step) -> dict[tuple[str, Card | None], RankChances]:
    return {(move.move, move.card): move for move in step.moves if isinstance(move, RankChances)}


@pytest.mark.clause("CH13", "CH22")
@settings(max_examples=EXAMPLES, deadline=None, derandomize=STEADY)
@given(few_unseen(CORELLIAN, (4, 5)))
def test_ch13_a_card_off_the_stub_added_swapped_or_used_as_best_one_can(cards: tuple[Cards, Cards, Cards]) -> None:
    hand, unseen, seen = cards
    found = moves(one_step("corellian-house", hand, seen))
    swaps = {card: [(*without(hand, card), new) for new in unseen] for card in hand}
    adds = [(*hand, new) for new in unseen] if len(hand) == 4 else []
    keys = [("draw", None), *([("add", None)] if adds else []), *(("swap", card) for card in dict.fromkeys(hand))]
    assert list(found) == keys
    for card, hands in swaps.items():
        expected = weighed(hand, hands)
        assert said(found["swap", card], expected) == expected
    if adds:
        expected = weighed(hand, adds)
        assert said(found["add", None], expected) == expected
    columns = [hands for hands in (*swaps.values(), adds) if hands]
    best = [max([hand, *options], key=lambda one: worth(one).key) for options in zip(*columns, strict=True)]
    expected = weighed(hand, best)
    assert said(found["draw", None], expected) == expected


@pytest.mark.clause("CH18")
@settings(max_examples=EXAMPLES, deadline=None, derandomize=STEADY)
@given(few_unseen(CORELLIAN, (4, 5)), st.integers(0, 3))
def test_ch18_a_spike_deals_the_pocket_cards_anew_with_one_s_own_among_them(
    cards: tuple[Cards, Cards, Cards], up: int
) -> None:
    hand, unseen, seen = cards
    field, pocket = hand[:up], hand[up:]
    shift = one_step("corellian-house", hand, seen, field=field).shift
    assert isinstance(shift, CorellianShift)
    expected = weighed(hand, [(*field, *dealt) for dealt in combinations(unseen + pocket, len(pocket))])
    assert said(shift.chances, expected) == expected


@pytest.mark.clause("CH19")
def test_ch19_of_double_spikes_it_is_said_what_is_not_counted() -> None:
    assert "CH19" in one_step("corellian-house", "+4 -6 0 +2").shift.note


@pytest.mark.clause("CH14")
def test_ch14_with_nothing_unseen_nobody_draws() -> None:
    hand = CORELLIAN.cards[:5]
    assert one_step("corellian-house", hand, CORELLIAN.cards[5:]).moves == ()


@pytest.mark.parametrize(
    ("hand", "more", "words"),
    [
        ("+4 -6 0", {}, "four or five"),
        ("+4 -6 0 +2 +2 +2", {}, "four or five"),
        ("+4 -6 0 0", {"seen": "0"}, "three times"),
        ("+4 -6 0 +2", {"field": "+4 -6 0 +2"}, "face down"),
        ("+4 -6 0 +2", {"silver": "t"}, "dice"),
    ],
)
def test_a_corellian_hand_that_is_none_is_refused(hand: str, more: dict[str, Any], words: str) -> None:
    with pytest.raises(SabaccError, match=words):
        one_step("corellian-house", hand, **more)


# ---- coruscant-shift


@pytest.mark.clause("CS5", "CS7", "CS8", "CS9")
@settings(max_examples=EXAMPLES, deadline=None, derandomize=STEADY)
@given(few_unseen(CORUSCANT, (5,)), GOLD, SILVER)
def test_cs8_every_selection_improved_as_well_as_can_be(
    cards: tuple[Cards, Cards, Cards], gold: int, silver: str
) -> None:
    hand, unseen, seen = cards
    for move in one_step("coruscant-shift", hand, seen, gold=gold, silver=silver).moves:
        assert isinstance(move, DistanceChances)
        found: dict[int, Counter[int]] = {}
        for drawn in combinations(unseen, 5 - len(move.cards)):
            choices = [move.cards + new for size in range(len(drawn) + 1) for new in combinations(drawn, size)]
            best = max((coruscant.worth(choice, gold, silver) for choice in choices), key=lambda made: made.key)
            found.setdefault(best.distance, Counter())[best.suit_cards] += 1
        assert move.counts == found


@pytest.mark.clause("CS5")
def test_cs5_there_is_a_move_for_every_selection_the_surest_first() -> None:
    step = one_step("coruscant-shift", "-7c +3t 0 -2s +9s", gold=-5, silver="t")
    sure = [move.on_the_number for move in step.moves if isinstance(move, DistanceChances)]
    assert len(sure) == 31
    assert sure == sorted(sure, reverse=True)


@pytest.mark.clause("CS9")
def test_cs9_better_and_worse_are_measured_against_the_best_selection_now() -> None:
    step = one_step("coruscant-shift", "+9c -4t 0 +2s -7c", gold=5, silver="t")
    assert step.now == {"selection": ("+9c", "-4t", "0"), "total": 5, "distance": 0, "suit_cards": 2}
    (kept,) = [move for move in step.moves if isinstance(move, DistanceChances) and move.cards == ("+9c", "-4t", "0")]
    assert kept.worse == 0
    assert kept.better == sum(kept.suit_cards[suit] for suit in kept.suit_cards if suit > 2)


def test_selections_that_draw_more_cards_than_are_unseen_are_left_out() -> None:
    hand, unseen = CORUSCANT.cards[:5], CORUSCANT.cards[5:7]
    step = one_step("coruscant-shift", hand, without(CORUSCANT.cards, *hand, *unseen), gold=0, silver="c")
    assert {len(move.cards) for move in step.moves if isinstance(move, DistanceChances)} == {3, 4, 5}
    assert "left out" in step.shift.note


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({}, "gold die"),
        ({"gold": 5}, "silver die"),
        ({"gold": 7, "silver": "t"}, "gold die"),
        ({"gold": 5, "silver": "t", "field": "0"}, "no static field"),
        ({"gold": 5, "silver": "t", "hand": "0 +1c"}, "five cards"),
    ],
)
def test_a_coruscant_question_without_an_answer_is_refused(more: dict[str, Any], words: str) -> None:
    with pytest.raises(SabaccError, match=words):
        one_step("coruscant-shift", **{"hand": "-7c +3t 0 -2s +9s", **more})


def test_as_json_distances_are_texts() -> None:
    plain = as_json(one_step("coruscant-shift", "-7c +3t 0 -2s +9s", gold=0, silver="t"))
    assert (plain["gold"], plain["silver"]) == (0, "t")
    assert all(isinstance(key, str) for key in plain["moves"][0]["counts"])


def test_with_nothing_unseen_only_the_whole_hand_can_be_selected() -> None:
    hand = CORUSCANT.cards[:5]
    step = one_step("coruscant-shift", hand, seen=CORUSCANT.cards[5:], gold=0, silver="c")
    (move,) = step.moves
    assert isinstance(move, DistanceChances)
    assert (set(move.cards), move.of) == (set(hand), 1)
