"""Pairs of people who may lend each other rating points: many rated games together, nearly always with the same winner.

It is a list to look at, and no proof: a strong player may simply have one weak friend.
"""

from __future__ import annotations

from collections import Counter
from itertools import groupby, permutations
from typing import NamedTuple

from sabacc.server.storage.sql import ratings as sql
from sabacc.server.storage.store import Transaction

MIN_GAMES = 12  # together
ONE_SIDED = 0.9  # of them, in which the same one came before the other
MAIN_PART = 0.5  # of all rated games of the winner


class FarmingPair(NamedTuple):
    """Who came before whom in how many of their games, and how many the winner played without the other."""

    winner: str
    loser: str
    names: tuple[str, str]
    won: int
    games: int
    others: int


async def find_farming_pairs(transaction: Transaction, since: int) -> list[FarmingPair]:
    """The pairs to look at, of games at tables since a time (milliseconds since 1970)."""
    if await transaction.row(sql.HAS_RESULTS) is None:
        return []
    names: dict[str, str] = {}
    played: Counter[str] = Counter()
    together: Counter[tuple[str, str]] = Counter()
    before: Counter[tuple[str, str]] = Counter()
    for _, group in groupby(await transaction.rows(sql.PLACES_SINCE, since), key=lambda row: int(row["number"])):
        people = list(group)
        names.update((row["person"], row["name"]) for row in people)
        played.update(row["person"] for row in people)
        for one, other in permutations(people, 2):
            pair = (one["person"], other["person"])
            together[pair] += 1
            before[pair] += one["place"] < other["place"]
    return [
        FarmingPair(*pair, (names[pair[0]], names[pair[1]]), before[pair], games, played[pair[0]] - games)
        for pair, games in together.most_common()
        if games >= MIN_GAMES and before[pair] >= ONE_SIDED * games and games >= MAIN_PART * played[pair[0]]
    ]
