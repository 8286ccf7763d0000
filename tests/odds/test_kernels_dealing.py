"""Showdowns in bulk: fair deals, compared as the plain rankers compare them, the same for the same seed."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from itertools import combinations
from math import prod, sqrt
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from sabacc.cards import CLASSIC, CORUSCANT, Card
from sabacc.errors import SabaccError
from sabacc.hands import classic, corellian, coruscant
from sabacc.odds.kernels import Dealer, Showdowns, backend, deal_blocks, deal_many, decode, read_deal_spec, showdowns
from sabacc.odds.kernels import arrays as plain_arrays
from sabacc.odds.kernels.loops import FRACTION_BITS
from sabacc.rules import family_of, read_rules
from tests.strategies import SOAK

DEALS = 20_000_000 if SOAK else 400_000
MOST_SIGMAS = 4.5  # a fair dealer with these seeds is nearer than that

GAMES: list[dict[str, Any]] = [
    {"rules": "cloud-city", "players": 3},
    {"rules": "classic", "players": 8},
    {"rules": "classic", "cards": (2, 3, 7), "players": 3},
    {"rules": "force", "sides": ["light", "dark", "dark"], "players": 3},
    {"rules": "corellian-house", "players": 4},
    {"rules": "corellian-house", "cards": [4, 5], "players": 2},
    {"rules": "coruscant-shift", "players": 4, "gold": -5, "silver": "s"},
]


def plain_key(rules: str, cards: tuple[Card, ...], side: str | None, how: dict[str, Any]) -> int:
    """What the plain ranker says of a hand, and the least number there is if it bombs out."""
    if rules == "corellian-house":
        return corellian.worth(cards).key
    if rules == "coruscant-shift":
        some = [one for size in range(1, 6) for one in combinations(cards, size)]
        return max(coruscant.worth(one, how["gold"], how["silver"]).key for one in some)
    worth = classic.Scale(read_rules(rules)).worth(cards, side)
    return -(10**9) if worth.bombed_out else worth.key


def assert_as_expected(counted: NDArray[np.integer], expected: NDArray[np.floating]) -> None:
    """Pearson's test: no farther off than chance allows."""
    assert counted.shape == expected.shape
    assert expected.min() > 5
    chi_square = ((counted - expected) ** 2 / expected).sum()
    freedom = counted.size - 1
    assert abs(chi_square - freedom) < MOST_SIGMAS * sqrt(2 * freedom)


def assert_near(counted: float, chance: float, deals: int) -> None:
    assert abs(counted - deals * chance) < MOST_SIGMAS * sqrt(deals * chance * (1 - chance)) + 1e-6


# ---- the deals


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_no_card_is_dealt_more_often_than_the_deck_has_it(game: dict[str, Any]) -> None:
    spec = read_deal_spec(**game)
    for cards in zip(*(decode(spec.deck, hands) for hands in Dealer(spec).hands(0, 2000)), strict=True):
        spec.deck.check([card for hand in cards for card in hand])


@pytest.mark.parametrize("rules", ["classic", "corellian-house"])
def test_every_card_comes_to_every_place_equally_often(rules: str) -> None:
    spec = read_deal_spec(rules, 8)
    deck = spec.deck
    expected = DEALS / 4 * np.array(list(deck.copies.values())) / len(deck)
    for hands in Dealer(spec).hands(0, DEALS // 4):
        for place in range(hands.shape[1]):
            assert_as_expected(np.bincount(hands[:, place], minlength=len(deck.copies)), expected)


def test_the_first_card_tells_nothing_of_the_last_but_that_it_is_gone() -> None:
    first, *_, last = Dealer(read_deal_spec("corellian-house", 2)).hands(0, DEALS)
    kinds = 21
    counted = np.bincount(first[:, 0].astype(np.int64) * kinds + last[:, -1], minlength=kinds**2)
    copies = np.array([3.0] * 20 + [2.0])
    expected = DEALS * (np.outer(copies, copies) - np.diag(copies)) / (62 * 61)
    assert_as_expected(counted, expected.reshape(-1))


@pytest.mark.clause("H1")
def test_totals_of_two_cards_come_as_often_as_they_are_counted() -> None:
    values = CLASSIC.values
    ways = Counter(values[one] + values[other] for one, other in combinations(CLASSIC.cards, 2))
    assert ways.total() == 2850
    often = sorted(total for total, n in ways.items() if n * DEALS / 2850 > 5)
    codes = np.array([values[card] for card in CLASSIC.copies])
    for hands in Dealer(read_deal_spec("classic", 2, seed="totals")).hands(0, DEALS):
        totals = Counter(codes[hands].sum(axis=1).tolist())
        counted = np.array([totals[total] for total in often])
        assert_as_expected(counted, np.array([ways[total] * DEALS / 2850 for total in often]))


def test_a_deal_is_known_by_its_number_alone() -> None:
    dealer = Dealer(read_deal_spec("corellian-house", 3, seed="numbers"))
    for whole, part in zip(dealer.hands(0, 1000), dealer.hands(700, 50), strict=True):
        assert (whole[700:750] == part).all()


def test_another_seed_deals_other_cards() -> None:
    one, other = (Dealer(read_deal_spec("classic", seed=seed)).hands(0, 1000)[0] for seed in ("one", "other"))
    assert (one != other).any(axis=1).mean() > 0.9


@pytest.mark.parametrize("loops", [backend, plain_arrays])
def test_words_that_would_favour_a_card_are_replaced(loops: Any) -> None:
    n, steps = DEALS // 4, 9  # nine steps from one word: many words are refused
    left = np.arange(76, 76 - steps, -1).astype(np.uint8)
    limit = 2**FRACTION_BITS % prod(left.tolist())
    slots = np.empty((steps, n), np.uint8)
    fractions = np.empty(n, np.uint64)
    once = np.empty_like(slots)
    starts, seed, first = np.array([0, steps]), np.uint64(7), np.uint64(0)
    loops.draw_slots(seed, first, left, starts, np.array([limit], np.uint64), slots, fractions)
    loops.draw_slots(seed, first, left, starts, np.array([0], np.uint64), once, fractions)
    replaced = (slots != once).any(axis=0).mean()
    assert 0.01 < replaced < 0.9
    assert replaced == pytest.approx(limit / 2**FRACTION_BITS, rel=0.1)
    for place in range(steps):
        counted = np.bincount(slots[place], minlength=76)[place:]
        assert_as_expected(counted, np.full(76 - place, n / (76 - place)))


# ---- the comparison


@pytest.mark.clause("H4", "H12", "FO4", "CH21", "CS9")
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_showdowns_are_counted_as_the_plain_rankers_decide_them(game: dict[str, Any]) -> None:
    deals = 1500 if game["rules"] != "coruscant-shift" else 300
    spec = read_deal_spec(**game)
    seats = len(spec.sizes)
    hands = [decode(spec.deck, cards) for cards in Dealer(spec).hands(0, deals)]
    best = [[0] * seats for _ in range(seats)]
    nobody = 0
    for deal in range(deals):
        keys = [plain_key(game["rules"], hands[seat][deal], spec.sides[seat], game) for seat in range(seats)]
        if max(keys) == -(10**9):
            nobody += 1
            continue
        for seat in range(seats):
            best[seat][keys.count(max(keys)) - 1] += keys[seat] == max(keys)
    result = deal_many(**game, deals=deals, processes=1)
    assert (result.deals, result.nobody) == (deals, nobody)
    assert [list(row) for row in result.best] == best
    assert sum(result.shares) == pytest.approx(deals - nobody)


@pytest.mark.clause("H1", "H5")
def test_bomb_outs_and_special_hands_come_as_often_as_they_are_counted() -> None:
    scale = classic.Scale(read_rules("classic"))
    worths = [scale.worth(cards) for cards in combinations(CLASSIC.cards, 3)]
    result = deal_many("classic", 2, 3, DEALS, processes=1)
    for seat in range(2):
        assert_near(result.bomb_outs[seat], sum(worth.bombed_out for worth in worths) / len(worths), DEALS)
        assert_near(result.specials[seat], sum(worth.special for worth in worths) / len(worths), DEALS)


@pytest.mark.clause("CH21")
def test_corellian_special_hands_come_as_often_as_they_are_counted() -> None:
    special = 18 + 18 + 36 + 90 + 90 + 162 + 270 + 324 + 486 + 360 + 1080 + 2268 + 9720  # as in tests/hands
    result = deal_many("corellian-house", deals=DEALS, processes=1)
    assert_near(result.specials[1], special / 6_471_002, DEALS)
    assert result.bomb_outs == (0, 0)


@pytest.mark.parametrize(
    ("rules", "mine", "theirs", "seen", "how"),
    [
        ("classic", "S10 C12", "F9", "T14 ID", {"cards": 2}),
        ("cloud-city", "S10 C7 QA", "F9 C3", "", {"cards": 3}),
        ("force", "S10 C7", "F9", "F14", {"cards": 2, "sides": ["light", "dark"]}),
        ("corellian-house", "+3 -3 +4 -5 0", "+7 -7 +2 -1", "0 +9", {}),
        ("coruscant-shift", "+10c +9t -8s +3s -9c", "+7c +1t -10s +2c", "0 -4c", {"gold": 5, "silver": "t"}),
    ],
)
def test_one_unknown_card_gives_the_exact_chance(
    rules: str, mine: str, theirs: str, seen: str, how: dict[str, Any]
) -> None:
    deck = family_of(read_rules(rules)).deck
    sides = how.get("sides", [None, None])
    known = deck.read_all(theirs)
    rest = Counter(deck.cards) - Counter(deck.read_all(f"{mine} {theirs} {seen}"))
    own = plain_key(rules, deck.read_all(mine), sides[0], how)
    wins = ties = 0
    for card, n in rest.items():
        other = plain_key(rules, (*known, card), sides[1], how)
        wins += n * (own > other)
        ties += n * (own == other)
    result = deal_many(rules, hands=[mine, theirs], seen=deck.read_all(seen), deals=DEALS, processes=1, **how)
    assert_near(result.wins[0], wins / rest.total(), DEALS)
    assert_near(result.ties[0], ties / rest.total(), DEALS)
    assert result.ties[0] == result.ties[1]
    assert result.chances()[0] == pytest.approx((result.wins[0] + result.ties[0] / 2) / DEALS)


def test_with_all_cards_known_every_deal_ends_alike() -> None:
    result = deal_many("classic", hands=["S10 C12", "F9 T9"], deals=5000, processes=1)
    assert result == Showdowns(5000, 0, ((5000, 0), (0, 0)), (0, 0), (0, 0))


def test_a_known_hand_stays_with_its_seat() -> None:
    spec = read_deal_spec("classic", hands=[None, "S7 C4", "ID"], cards=(2, 3, 2))
    one, two, three = (decode(CLASSIC, hands) for hands in Dealer(spec).hands(0, 500))
    assert {hand[:2] for hand in two} == {("S7", "C4")}
    assert {hand[0] for hand in three} == {"ID"}
    assert len(set(two)) > 40
    assert not {"S7", "C4"} & {card for hand in one for card in hand}


def test_seen_cards_never_come() -> None:
    seen = CORUSCANT.cards[:40]
    spec = read_deal_spec("coruscant-shift", 4, seen=seen, gold=0, silver="c")
    dealt = {card for hands in Dealer(spec).hands(0, 500) for hand in decode(CORUSCANT, hands) for card in hand}
    assert dealt == set(CORUSCANT.cards[40:])


# ---- processes and blocks


def test_the_result_is_the_same_whatever_the_number_of_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    deals = 2 * showdowns.BLOCK + 12_345
    one = deal_many("force", deals=deals, sides=["light", "dark"], processes=1)
    two = deal_many("force", deals=deals, sides=["light", "dark"], processes=2)
    monkeypatch.setattr(showdowns, "BLOCK", 100_001)
    assert one == two == deal_many("force", deals=deals, sides=["light", "dark"], processes=1)


def test_results_run_on_block_by_block_and_can_be_left() -> None:
    running = deal_blocks("classic", deals=100 * showdowns.BLOCK, processes=2)
    assert [next(running).deals for _ in range(3)] == [showdowns.BLOCK * n for n in (1, 2, 3)]
    running.close()  # type: ignore[attr-defined]  # a generator


@pytest.mark.parametrize(
    ("rules", "how", "says"),
    [
        ("classic", {"players": 9}, "2 to 8 players, not 9"),
        ("classic", {"players": 1}, "2 to 8 players, not 1"),
        ("coruscant-shift", {"players": 5, "gold": 0, "silver": "c"}, "2 to 4 players, not 5"),
        ("classic", {"players": 2, "hands": ["S1", "S2", "S3"]}, "3 hands are given to 2 players"),
        ("classic", {"hands": ["S7 S7"]}, "dealt twice"),
        ("classic", {"hands": ["S7 C1", "S7"]}, "dealt twice"),
        ("classic", {"hands": ["S7"], "seen": ("S7",)}, "dealt twice"),
        ("classic", {"hands": ["S7 C4 T1"]}, "seat 0 is given 3 cards, but has 2"),
        ("classic", {"hands": ["S77"]}, "no card of the 76-card deck"),
        ("classic", {"cards": 0}, "dealt 1 to 12 cards here, not 0"),
        ("classic", {"players": 8, "cards": 10}, "80 cards are to be dealt, but only 76"),
        ("classic", {"cards": (2, 3, 4)}, "cards are given for 3 of 2 players"),
        ("corellian-house", {"cards": 3}, "dealt 4 or 5 cards here, not 3"),
        ("coruscant-shift", {"cards": 4, "gold": 0, "silver": "c"}, "dealt 5 cards here, not 4"),
        ("coruscant-shift", {"silver": "c"}, "gold must be"),
        ("force", {}, "one for each of 2 players"),
        ("force", {"sides": ["light"]}, "one for each of 2 players"),
        ("force", {"sides": ["light", "grey"]}, "light or dark, not 'grey'"),
        ("classic", {"sides": ["light", "dark"]}, "classic has no sides"),
        ("classic", {"deals": 0}, "whole number from 1 on, not 0"),
    ],
)
def test_what_cannot_be_dealt_is_refused(rules: str, how: dict[str, Any], says: str) -> None:
    with pytest.raises(SabaccError, match=says):
        deal_many(rules, **how)


ENDLESS = """
import os, signal, sys, threading, time
from sabacc.odds.kernels import deal_many
processes = int(sys.argv[1])
deal_many("classic", deals=1000, processes=1)  # compiled before the clock starts
began = time.monotonic()
deal_many("classic", deals=2_200_000, processes=processes)
took = time.monotonic() - began  # so long, with all that has to be started for it, on this machine
threading.Timer(1 + 2 * took, os.kill, (os.getpid(), signal.SIGINT)).start()
print(deal_many("classic", deals=10**12, processes=processes).deals)
"""


@pytest.mark.parametrize("processes", ["1", "2"])
def test_ctrl_c_stops_with_the_deals_there_are(processes: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", ENDLESS, processes], capture_output=True, text=True, check=True, timeout=120
    )
    assert 0 < int(ran.stdout) < 10**12
