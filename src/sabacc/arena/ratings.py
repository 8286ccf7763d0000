"""Ratings by openskill: one number for each bot, from who won which session."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from sabacc.arena.session import Session


class Rating(msgspec.Struct, frozen=True):
    """Where a bot stands and how sure that is; everybody begins at 25 ± 8.3."""

    mu: float
    sigma: float


def rate(names: Sequence[str], sessions: Iterable[tuple[str, str, Session]]) -> dict[str, Rating]:
    """The ratings after these sessions, each with the two bots' names."""
    from openskill.models import PlackettLuce  # here, so that whoever only plays need not load it

    model = PlackettLuce(tau=0.0)  # a bot doesn't get better or worse
    ratings = {name: model.rating() for name in names}
    # A rating depends a little on the order, so sessions are taken by number, whatever order they come in.
    for one, other, session in sorted(sessions, key=_order):
        won = session.total
        ranks = [float(won < 0), float(won > 0)]  # the lower one is the winner
        [[ratings[one]], [ratings[other]]] = model.rate([[ratings[one]], [ratings[other]]], ranks=ranks)
    return {name: Rating(rating.mu, rating.sigma) for name, rating in ratings.items()}


def _order(entry: tuple[str, str, Session]) -> tuple[int, tuple[int, int]]:
    return entry[2].number, entry[2].pair
