"""Ratings: who wins sessions rises."""

from __future__ import annotations

import random

from sabacc.arena.bot_seat import Clock
from sabacc.arena.play_stats import PlayStats
from sabacc.arena.ratings import rate
from sabacc.arena.session import Session


def session(number: int, won: int, pair: tuple[int, int] = (0, 1)) -> Session:
    return Session(pair, number, (won, 0), (PlayStats(), PlayStats()), (Clock(), Clock()))


def test_who_has_not_played_is_at_the_beginning() -> None:
    rating = rate(["Ana"], [])["Ana"]
    assert (rating.mu, round(rating.sigma, 2)) == (25.0, 8.33)


def test_who_wins_rises_and_who_loses_falls() -> None:
    for won, better, worse in ((5, "Ana", "Ben"), (-5, "Ben", "Ana")):
        ratings = rate(["Ana", "Ben"], [("Ana", "Ben", session(0, won))])
        assert ratings[better].mu > 25 > ratings[worse].mu


def test_a_session_without_a_winner_brings_them_together() -> None:
    first = [("Ana", "Ben", session(0, 5))]
    ahead, after = rate(["Ana", "Ben"], first), rate(["Ana", "Ben"], [*first, ("Ana", "Ben", session(1, 0))])
    assert after["Ben"].mu < after["Ana"].mu < ahead["Ana"].mu


def test_by_how_much_does_not_matter() -> None:
    small, large = (rate(["Ana", "Ben"], [("Ana", "Ben", session(0, won))]) for won in (1, 1000))
    assert small == large


def test_more_sessions_make_it_surer() -> None:
    sigmas = [
        rate(["Ana", "Ben"], [("Ana", "Ben", session(number, 1 - 2 * (number % 3 == 0))) for number in range(n)])
        for n in (0, 10, 100)
    ]
    assert sigmas[0]["Ana"].sigma > sigmas[1]["Ana"].sigma > sigmas[2]["Ana"].sigma


def test_the_order_in_which_sessions_come_does_not_matter() -> None:
    names = ["Ana", "Ben", "Cy"]
    sessions = [
        (names[one], names[other], session(number, (number * 7 + one) % 5 - 2, (one, other)))
        for number in range(10)
        for one, other in ((0, 1), (0, 2), (1, 2))
    ]
    mixed = sessions[:]
    random.Random(1).shuffle(mixed)
    assert rate(names, sessions) == rate(names, mixed)
