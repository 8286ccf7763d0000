"""Hands that bots have played, and reviews of them."""

from __future__ import annotations

from sabacc.game.hand import Hand
from sabacc.records import read, record_hand
from sabacc.records.decisions import PlayedHand, hands_in
from sabacc.review import HandReview, Review
from sabacc.review.guesses import make_guesses
from sabacc.rules import Rules
from sabacc.variants import new_game
from tests.bots.bot_tables import answers, crew

CREW = ("gambler", "counter", "miner")


def bots_hand(rules: str | Rules, seed: str, players: int = 3) -> Hand:
    """A hand that bots play to its end."""
    hand = new_game(rules, ["Ana", "Ben", "Cy", "Dee"][:players], seed=seed).deal()
    answers(hand, crew(CREW, players, seed))
    return hand


def played(hand: Hand) -> PlayedHand:
    """As a record has it."""
    return hands_in(read(record_hand(hand)))[0]


def reviewed(hand: Hand | PlayedHand, seat: int, guesses: int, seed: str = "review") -> Review:
    """A seat's review after so many guesses."""
    review = HandReview(played(hand) if isinstance(hand, Hand) else hand, seat, seed)
    for task in review.tasks(0, guesses):
        review.add(make_guesses(task))
    return review.review()
