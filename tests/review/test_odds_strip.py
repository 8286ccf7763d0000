"""The odds strip against counts by brute force."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest

from sabacc.cards import Card
from sabacc.game.events import Dropped, Folded, Shifted
from sabacc.game.hand import Hand
from sabacc.hands.weigh import Worth, worth_of
from sabacc.policy import random_step
from sabacc.review.odds_strip import MoveOdds, odds_strip
from sabacc.rules import PRESETS, deck_of, family_of
from sabacc.variants import new_game
from tests.strategies import SOAK
from tests.tables import open_table

MOMENTS = 200 if SOAK else 12
WITHOUT_DICE = [name for name in PRESETS if name != "coruscant-shift"]


def moments(preset: str, players: int) -> Iterator[Hand]:
    """Hands in the middle, played at random."""
    luck = random.Random(preset)
    found = number = 0
    while found < MOMENTS:
        hand = new_game(preset, ["Ana", "Ben", "Cy"][:players], seed=f"strip {number}").deal()
        number += 1
        while not hand.over and found < MOMENTS:
            if all(hand.sides[seat] for seat in range(players)) or not hand.seating.rules.sides:
                found += 1
                yield hand
            hand.act(*random_step(hand, luck))


def unseen_by(hand: Hand, seat: int) -> list[Card]:
    """All cards but those that the seat has, and those that lie face up; of hands in which nothing was thrown away."""
    seen = [
        *hand.hands[seat],
        *hand.pile,
        *(card for field in hand.fields for card in field),
        *filter(None, hand.board),
    ]
    return list((Counter(deck_of(hand.seating.rules).cards) - Counter(seen)).elements())


def worth(hand: Hand, seat: int, cards: tuple[Card, ...]) -> Worth:
    return worth_of(hand.seating.rules, cards, hand.sides[seat])


def untouched(hand: Hand) -> bool:
    """Whether no card has left a hand yet, so that all others are unseen."""
    return not hand.board and not any(isinstance(event, (Dropped, Folded, Shifted)) for event in hand.events)


@pytest.mark.parametrize("preset", [name for name in WITHOUT_DICE if name != "corellian-house"])
def test_the_chance_to_win_is_the_share_of_all_hands_of_the_other(preset: str) -> None:
    checked = 0
    for hand in moments(preset, 2):
        seat = hand.waiting[0]
        other = 1 - seat
        if not untouched(hand) or not hand.live[other] or len(hand.hands[other]) != 2:
            continue
        mine = worth(hand, seat, hand.hands[seat] + hand.fields[seat])
        shares = []
        for dealt in combinations(unseen_by(hand, seat), 2):
            theirs = worth(hand, other, dealt + hand.fields[other])
            won = mine.key > theirs.key or (mine.key == theirs.key and 0.5)
            shares.append(0 if mine.bombed_out else won)
        found = odds_strip(hand.view(seat)).win
        assert found is not None
        assert found.chance == pytest.approx(sum(shares) / len(shares))
        assert found.low == found.chance == found.high
        checked += 1
    assert checked


@pytest.mark.parametrize("seed", ["few 1", "few 3", "few 4"])
def test_against_several_the_chance_is_sampled_with_its_interval(seed: str) -> None:
    few = ["S2", "S5", "S8", "S9", "S11", "S12", "C3", "C8", "QA", "ID"]
    hand = new_game({"preset": "pagat", "deck": few}, ["Ana", "Ben", "Cy"], seed=seed).deal()
    seat = hand.waiting[0]
    mine = worth(hand, seat, hand.hands[seat])
    unseen = unseen_by(hand, seat)
    shares = []
    for first in combinations(range(len(unseen)), 2):
        for second in combinations([at for at in range(len(unseen)) if at not in first], 2):
            keys = [worth(hand, 0, tuple(unseen[at] for at in dealt)).key for dealt in (first, second)]
            shares.append(0 if max(keys) > mine.key else 1 / (1 + keys.count(mine.key)))
    found = odds_strip(hand.view(seat)).win
    assert found is not None
    assert found.low <= sum(shares) / len(shares) <= found.high
    assert found.high - found.low < 0.04


@pytest.mark.parametrize("preset", [name for name in WITHOUT_DICE if name != "corellian-house"])
def test_a_gain_and_each_trade_are_counted_card_by_card(preset: str) -> None:
    checked = 0
    for hand in moments(preset, 3):
        seat = hand.waiting[0]
        if not untouched(hand):
            continue
        loose, field = hand.hands[seat], hand.fields[seat]
        now = worth(hand, seat, loose + field)
        unseen = unseen_by(hand, seat)
        for odds in odds_strip(hand.view(seat)).moves:
            kept = list(loose)
            for card in odds.cards:
                kept.remove(card)
            assert odds.move == ("trade" if odds.cards else "gain")
            made = [worth(hand, seat, (*kept, card, *field)) for card in unseen]
            assert odds == MoveOdds(
                odds.move,
                odds.cards,
                pytest.approx(sum(one.key > now.key for one in made) / len(made)),  # type: ignore[arg-type]
                pytest.approx(sum(one.key < now.key for one in made) / len(made)),  # type: ignore[arg-type]
                pytest.approx(sum(one.bombed_out for one in made) / len(made)),  # type: ignore[arg-type]
            )
            checked += 1
    assert checked


def test_a_core_shift_deals_new_cards_and_leaves_the_field() -> None:
    _, hand = open_table("galactic", ["C9 S13", "S2 BA"], "C15", button=1, stacks=1000)
    seat = hand.waiting[0]
    strip = odds_strip(hand.view(seat))
    unseen = unseen_by(hand, seat)
    now = worth(hand, seat, hand.hands[seat])
    pool = [*unseen, *hand.hands[seat]]  # a pulse shuffles them in
    made = [worth(hand, seat, dealt) for dealt in combinations(pool, 2)]
    assert [odds.move for odds in strip.shifts] == ["pulse"]
    assert strip.shifts[0].better == pytest.approx(sum(one.key > now.key for one in made) / len(made))
    assert strip.shifts[0].bomb_out == pytest.approx(sum(one.bombed_out for one in made) / len(made))


@pytest.mark.parametrize("preset", PRESETS)
def test_every_decision_of_every_game_has_a_strip(preset: str) -> None:
    for hand in moments(preset, 3):
        seat = hand.waiting[0]
        strip = odds_strip(hand.view(seat))
        odds = [*strip.moves, *strip.shifts]
        assert all(0 <= one.better <= 1 and 0 <= one.worse <= 1 for one in odds)
        assert {one.bomb_out is not None for one in odds} <= {family_of(hand.seating.rules).can_bomb_out}
        if preset != "coruscant-shift":
            assert strip.win is not None
            assert 0 <= strip.win.low <= strip.win.chance <= strip.win.high <= 1
