"""HR12 and HR13: tables with few cards and few rounds."""

from __future__ import annotations

from typing import Any

import pytest

from sabacc.chance import Chance, ScriptedChance
from sabacc.errors import SabaccError
from sabacc.game.actions import CALL_HAND
from sabacc.game.events import Called, Shuffled
from sabacc.odds.exact.classic.counts import count_hands
from sabacc.odds.exact.known_cards import read_known_cards
from sabacc.odds.kernels.codes import decode
from sabacc.odds.kernels.deal_spec import read_deal_spec
from sabacc.odds.kernels.dealer import Dealer
from sabacc.records import record_game, verify
from sabacc.records.settlement import settle_case
from sabacc.rules import read_rules
from sabacc.sampling import sample
from sabacc.variants import new_game
from tests.tables import only, open_table, pass_all, play

CALM: dict[str, Any] = {"shift_trigger": "none"}
THREE = ["S1 C1", "S2 C2", "S3 C3"]
FIVE = ["S2", "S3", "S11", "S12", "ID"]


# ---- HR12: part of the deck


@pytest.mark.clause("HR12")
def test_hr12_only_the_chosen_cards_are_dealt_and_drawn() -> None:
    game = new_game({"preset": "classic", "deck": FIVE, **CALM}, ["Ana", "Ben"], seed="five")
    hand = game.deal()
    assert sorted(hand.hands[0] + hand.hands[1] + hand.undealt()) == sorted(FIVE)
    assert only(Shuffled, hand.events)[0].size == len(FIVE)


@pytest.mark.clause("HR12", "T9")
def test_hr12_there_are_no_more_players_than_two_cards_can_be_dealt_to() -> None:
    rules: dict[str, Any] = {"preset": "classic", "deck": FIVE}
    with pytest.raises(SabaccError, match=r"classic with 5 cards is for 2 to 2 players, not 3 \(T9, HR12\)"):
        new_game(rules, ["Ana", "Ben", "Cy"])
    game = new_game(rules, ["Ana", "Ben"])
    with pytest.raises(SabaccError, match="the table is full"):
        game.sit("Cy", 100)
    three = new_game("classic", ["Ana", "Ben", "Cy"])
    with pytest.raises(SabaccError, match="5 cards are too few for 3 players"):
        three.change_rules(rules)
    assert three.rules.deck == ()


@pytest.mark.clause("HR12", "D4")
def test_hr12_a_small_deck_runs_out_and_the_junk_comes_back_in_a_shift() -> None:
    rules = {"preset": "classic", "deck": FIVE, "shift_trigger": "doubles"}
    script = {("dealer", 0): 0, ("shuffle", 1): ["S2", "S3", "S11", "S12", "ID"], ("roll", 1): (3, 3)}
    game = new_game(rules, ["Ana", "Ben"], chance=ScriptedChance(script, Chance("five")))
    hand = game.deal()
    play(hand, "1 check")
    pass_all(hand)
    assert sorted(hand.hands[0] + hand.hands[1] + hand.undealt() + hand.junk) == sorted(FIVE)
    assert [len(cards) for cards in hand.hands] == [2, 2]


@pytest.mark.clause("HR12")
def test_hr12_whoever_knows_the_deck_guesses_only_its_cards() -> None:
    game = new_game({"preset": "pagat", "deck": FIVE, **CALM, "declare_totals": False}, ["Ana", "Ben"], seed="guess")
    view = game.deal().view(0)
    for number in range(20):
        guess = sample(view, Chance(f"guess {number}")).hand
        assert sorted(guess.hands[0] + guess.hands[1] + guess.undealt()) == sorted(FIVE)


@pytest.mark.clause("HR12")
def test_hr12_a_record_of_a_small_deck_is_verified() -> None:
    game = new_game({"preset": "classic", "deck": FIVE}, ["Ana", "Ben"], seed="record")
    hand = game.deal()
    while not hand.over:
        hand.time_out(hand.waiting[0])
    verify(game.record())
    verify(record_game(game, 0))


@pytest.mark.clause("HR12")
def test_hr12_a_case_has_no_other_cards() -> None:
    players = [
        {"name": "Ana", "stack": 9, "paid": 1, "hand": "S2 S11"},
        {"name": "Ben", "stack": 9, "paid": 1, "hand": "S3 S9"},
    ]
    with pytest.raises(SabaccError, match="'S9' is no card of the table's 5 cards"):
        settle_case({"rules": {"preset": "classic", "deck": FIVE}, "dealer": 0, "players": players})


@pytest.mark.clause("HR12")
def test_hr12_odds_are_those_of_the_small_deck() -> None:
    rules = {"preset": "classic", "deck": FIVE}
    counts = count_hands(read_rules(rules))
    assert (counts.cards[2].hands, counts.cards[2].pure) == (10, 1)
    assert list(counts.cards) == [2, 3, 4, 5]
    assert known_cards(rules) == {"S3", "S12", "ID"}


def known_cards(rules: dict[str, Any]) -> set[str]:
    """What may come to a hand of S2 and S11."""
    return set(read_known_cards(rules, "S2 S11").unseen)


@pytest.mark.clause("HR12")
def test_hr12_deals_in_bulk_are_of_the_small_deck() -> None:
    spec = read_deal_spec({"preset": "classic", "deck": FIVE}, players=2)
    hands = [hand for seat in Dealer(spec).hands(0, 200) for hand in decode(spec.deck, seat)]
    assert {card for hand in hands for card in hand} == set(FIVE)


# ---- HR13: no pot-building rounds


@pytest.mark.clause("HR13", "E1", "PG5")
def test_hr13_one_play_round_one_betting_round_and_the_showdown() -> None:
    rules = {"pot_building_rounds": 0, "max_rounds": 1, "static_field": "none", "declare_totals": False, **CALM}
    _, hand = open_table("pagat", THREE, **rules)
    play(hand, "1 stand", "2 stand", "0 stand")
    assert only(Called, hand.events) == [Called(None, "E1")]
    assert not hand.options(1).may_call
    play(hand, "1 check", "2 raise 1", "0 match", "1 match")
    assert hand.over


@pytest.mark.clause("HR13", "PG5")
def test_hr13_in_pagat_the_hand_may_be_called_in_the_first_betting_round() -> None:
    _, hand = open_table("pagat", THREE, pot_building_rounds=0, max_rounds=5, static_field="none", **CALM)
    play(hand, "1 stand", "2 stand", "0 stand")
    assert hand.options(1).may_call
    play(hand, "1 check and call", "2 check", "0 check")
    assert hand.over


@pytest.mark.clause("HR13", "GA3")
def test_hr13_in_galactic_the_hand_may_be_called_at_once() -> None:
    _, hand = open_table("galactic", THREE, pot_building_rounds=0, max_rounds=1, static_field="none", **CALM)
    assert CALL_HAND in hand.options(1)
