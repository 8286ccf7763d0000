"""Pairs of players who may play into each other's hands: chips that are given away, and bets that are not made.

It is a list to look at, and no proof: each pair comes with the figures it is listed for.
"""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal

import msgspec

from sabacc.server.ratings.farming import find_farming_pairs
from sabacc.server.storage.offline import read_offline
from sabacc.server.storage.sql import history as sql
from sabacc.server.storage.store import Row, Transaction

BIG_FOLD = 10.0  # antes that somebody has paid into a hand before folding it
MIN_GIVEN = 40.0  # antes, all in all
ONE_SIDED = 4.0  # times what went the other way
MAX_CHANCE = 0.001  # with which big folds would favour somebody as much by luck alone
MIN_DUELS = 8  # hands in which two are left, with each other and with others
SOFT = 0.4  # of what they stake against others
MIN_T = 3.0  # Welch's t: so far apart by luck alone about once in 500 pairs


class Seat(msgspec.Struct, frozen=True):
    """What a seat did in a hand, in antes."""

    person: str | None
    name: str
    staked: float
    won: float
    folded: bool


class SuspectPair(msgspec.Struct, frozen=True):
    """Two players, what they are listed for, and the figures."""

    kind: Literal["chip dumping", "soft play", "rating farming"]
    people: tuple[str, str]  # ids; in chip dumping the first gives, in rating farming the first wins
    names: tuple[str, str]
    hands: int  # that count for it, or rated games
    together: float  # antes given, or staked on average when they were the last two; or games that the first won
    otherwise: (
        float  # antes that came back, or staked when one was left with somebody else; or the winner's other games
    )

    def sentence(self) -> str:
        """What the keeper reads."""
        first, second = self.names
        if self.kind == "chip dumping":
            return (
                f"chip dumping: {first} folded {self.hands} hands to {second} after paying {self.together:,.0f} antes "
                f"into them; {self.otherwise:,.0f} came back."
            )
        if self.kind == "rating farming":
            return (
                f"rating farming: {first} came before {second} in {self.together:.0f} of {self.hands} rated games, and played "
                f"{self.otherwise:.0f} without {second}."
            )
        return (
            f"soft play: when {first} and {second} were the last two ({self.hands} hands), they staked "
            f"{self.together:,.1f} antes on average; against others {self.otherwise:,.1f}."
        )


class _Gifts:
    """Big folds of one player; all by who else was in the hand."""

    def __init__(self) -> None:
        self.chances: defaultdict[str, list[float]] = defaultdict(list)  # with which each hand would have been theirs
        self.count: defaultdict[str, int] = defaultdict(int)  # of hands that were theirs
        self.antes: defaultdict[str, float] = defaultdict(float)  # that went to them

    def add(self, giver: Seat, seats: list[Seat]) -> None:
        others = [one for one in seats if one is not giver]
        gains = sum(max(one.won, 0) for one in others)
        for one in others:
            if one.person is not None:
                self.chances[one.person].append(1 / len(others))
                if one.won > 0:
                    self.count[one.person] += 1
                    self.antes[one.person] += -giver.won * one.won / gains

    def luck(self, taker: str, back: int) -> float:
        """The chance that so many of the hands, or more, were the taker's; of two alone, compared with what came back."""
        chances, count = self.chances[taker], self.count[taker]
        if min(chances) == 1:
            return _binomial_tail(count + back, 0.5, count)
        return _binomial_tail(len(chances), _mean(chances), count)


class CollusionFinder:
    """Is shown hand after hand, and lists the pairs in the end."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._gifts: defaultdict[str, _Gifts] = defaultdict(_Gifts)
        self._duels: defaultdict[tuple[str, str], list[float]] = defaultdict(list)  # staked, by the last two
        self._duels_of: defaultdict[str, list[tuple[str | None, float]]] = defaultdict(list)  # against whom, staked

    def add(self, seats: list[Seat]) -> None:
        """A hand, with all seats that were dealt in."""
        self._names.update((one.person, one.name) for one in seats if one.person is not None)
        for one in seats:
            if one.person is not None and one.folded and one.won <= -BIG_FOLD:
                self._gifts[one.person].add(one, seats)
        last = [one for one in seats if not one.folded]
        if len(last) == 2 and len(seats) > 2:  # with two at the table, there is nobody to play against together
            self._add_duel(*last)

    def _add_duel(self, first: Seat, second: Seat) -> None:
        staked = min(first.staked, second.staked)
        for one, other in ((first, second), (second, first)):
            if one.person is not None:
                self._duels_of[one.person].append((other.person, staked))
        if first.person is not None and second.person is not None:
            self._duels[_pair(first.person, second.person)].append(staked)

    def pairs(self) -> list[SuspectPair]:
        """The pairs to look at, those with the most hands first."""
        return sorted(itertools.chain(self._dumping(), self._soft()), key=lambda one: (one.kind, -one.hands))

    def _dumping(self) -> Iterator[SuspectPair]:
        nothing = _Gifts()
        for giver, gifts in self._gifts.items():
            for taker, antes in gifts.antes.items():
                returned = self._gifts.get(taker, nothing)
                count, back = gifts.count[taker], returned.antes.get(giver, 0.0)
                one_sided = antes >= MIN_GIVEN and antes >= ONE_SIDED * back
                if one_sided and gifts.luck(taker, returned.count.get(giver, 0)) <= MAX_CHANCE:
                    names = (self._names[giver], self._names[taker])
                    yield SuspectPair("chip dumping", (giver, taker), names, count, antes, back)

    def _soft(self) -> Iterator[SuspectPair]:
        for (first, second), together in self._duels.items():
            others = [
                staked
                for one, partner in ((first, second), (second, first))
                for against, staked in self._duels_of[one]
                if against != partner
            ]
            if min(len(together), len(others)) < MIN_DUELS:
                continue
            mean, usual = _mean(together), _mean(others)
            if mean <= SOFT * usual and _welch(others, together) >= MIN_T:
                names = (self._names[first], self._names[second])
                yield SuspectPair("soft play", (first, second), names, len(together), mean, usual)


def find_colluding_pairs(path: Path, since: int, postgresql: str | None = None) -> tuple[int, list[SuspectPair]]:
    """How many hands of a database ended since a time (milliseconds since 1970), and the pairs to look at."""

    async def job(transaction: Transaction) -> tuple[int, list[SuspectPair]]:
        finder, hands, seats = CollusionFinder(), 0, list[Row]()
        async for row in transaction.stream(sql.SEATS_SINCE, since):
            if seats and seats[-1]["hand_id"] != row["hand_id"]:
                finder.add(_seats(seats))
                seats = []
            hands += not seats
            seats.append(row)
        finder.add(_seats(seats))
        farming = [
            SuspectPair("rating farming", (one.winner, one.loser), one.names, one.games, one.won, one.others)
            for one in await find_farming_pairs(transaction, since)
        ]
        return hands, finder.pairs() + farming

    return read_offline(path, job, postgresql)


def _seats(rows: list[Row]) -> list[Seat]:
    """The seats of a hand, in antes; none where nobody won or lost anything."""
    unit = next((row["won"] / row["antes"] for row in rows if row["antes"]), None)
    if unit is None:
        return []
    return [
        Seat(row["person"], row["name"], row["staked"] / unit, row["won"] / unit, bool(row["folded"])) for row in rows
    ]


def _pair(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one < other else (other, one)


def _binomial_tail(tries: int, chance: float, at_least: int) -> float:
    terms = range(at_least, tries + 1)
    return sum(math.comb(tries, one) * chance**one * (1 - chance) ** (tries - one) for one in terms)


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)


def _variance_of_mean(values: Iterable[float]) -> float:
    values = list(values)
    mean = _mean(values)
    return sum((one - mean) ** 2 for one in values) / (len(values) - 1) / len(values)


def _welch(larger: list[float], smaller: list[float]) -> float:
    """By how many standard errors one mean is larger than another."""
    error = math.sqrt(_variance_of_mean(larger) + _variance_of_mean(smaller))
    difference = _mean(larger) - _mean(smaller)
    return difference / error if error else math.inf * difference if difference else 0.0
