"""Guesses come with the right odds: weighted, they agree with what can be worked out by hand."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import pytest

from sabacc import new_game
from sabacc.chance import Chance
from sabacc.game.actions import Fold, FreeMove
from sabacc.game.events import Shuffled
from sabacc.game.hand import Hand
from sabacc.game.view import View
from sabacc.sampling import sample
from tests.tables import open_table, pass_all, play

GUESSES = 1500


def share(view: View, holds: Callable[[Hand], bool]) -> float:
    """The weighted share of guesses in which something is so."""
    guesses = [sample(view, Chance(f"guess {number}")) for number in range(GUESSES)]
    most = max(guess.log_weight for guess in guesses)
    weights = [math.exp(guess.log_weight - most) for guess in guesses]
    return sum(w for w, guess in zip(weights, guesses, strict=True) if holds(guess.hand)) / sum(weights)


def test_an_unseen_card_is_any_of_those_left() -> None:
    _, hand = open_table("classic", ["S1 S2", "S3 S4", "S5 S6"])
    assert share(hand.view(0), lambda guess: "ID" in guess.cards_of(1)) == pytest.approx(2 * 2 / 74, abs=0.015)


def test_a_card_shown_later_was_dealt_early_as_often_as_it_should() -> None:
    """Seat 1 has two first cards and a drawn one, and shows one of them: each is as likely to be it."""
    _, hand = open_table("classic", ["C5 C6", "S2 S3"], "T9", rolls=[(1, 2)])
    play(hand, "1 check")
    pass_all(hand)
    play(hand, "1 gain", "1 place S2")

    def was_dealt_first(guess: Hand) -> bool:
        first = [event for event in guess.events if getattr(event, "seat", None) == 1 and hasattr(event, "position")]
        return "S2" in [getattr(event, "card", None) for event in first[:2]]

    assert share(hand.view(0), was_dealt_first) == pytest.approx(2 / 3, abs=0.04)


def test_a_card_given_away_is_kept_less_often_by_one_who_then_shows_another() -> None:
    """A rim shift gave seat 1 my C6. It trades a card, unseen, and shows T9: if C6 was traded, either of two unknown
    cards may be T9; if not, only one. So C6 is still there in one case of three."""
    _, hand = open_table(
        "classic",
        ["C5 C6", "S2 S3"],
        "T9",
        rolls=[(3, 3)],
        picks=["S3", "C6"],
        answers={("shuffle", 2): ["C6", "S3"]},
        shift_kind="rim",
    )
    play(hand, "1 check")
    pass_all(hand)
    play(hand, "1 trade S2", "1 place T9")
    assert share(hand.view(0), lambda guess: "C6" in guess.cards_of(1)) == pytest.approx(1 / 3, abs=0.05)


def test_a_spectator_knows_nothing() -> None:
    _, hand = open_table("classic", ["S1 S2", "S3 S4"])
    assert share(hand.view(None), lambda guess: "ID" in guess.cards_of(0)) == pytest.approx(4 / 76, abs=0.02)


def test_a_guess_leaves_the_future_open() -> None:
    _, hand = open_table("classic", ["S1 S2", "S3 S4"])
    tops = {sample(hand.view(0), Chance(str(n))).hand.undealt()[0] for n in range(30)}
    assert len(tops) > 10


@pytest.mark.parametrize("seat", range(6))
def test_pg1_first_cards_whose_total_was_told_may_come_round_again_by_way_of_the_junk(seat: int) -> None:
    """Six players, and shifts until the deck is used up: cards that were declared in the beginning are dealt once more."""
    game = new_game("pagat", list("ABCDEF"), seed="17")
    hand = game.deal()
    luck = random.Random(17)
    while not hand.over:
        asked = hand.waiting[0]
        actions = hand.options(asked).actions
        hand.act(asked, luck.choice([one for one in actions if not isinstance(one, (Fold, FreeMove))]))
    assert sum(isinstance(event, Shuffled) and "junk" in event.zones for event in hand.events) == 1
    guess = sample(hand.view(seat), Chance("verify")).hand
    assert guess.view(seat).events == hand.view(seat).events
