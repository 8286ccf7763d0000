"""What hands of the 76-card family others are likely to hold, by how many cards they have and how often they have drawn.

Careers are played: some cards are dealt, and then drawn to as a sensible player would. What a draw is worth depends on the
hands one is up against, so the careers are played twice, the second time against the hands of the first. They are played from a
fixed seed, so everybody who judges by the same rules has the same table.
"""

from __future__ import annotations

import random
from typing import Final

from sabacc.cards import Card
from sabacc.hands.classic import Scale, is_array, scale_of
from sabacc.hands.sides import DARK
from sabacc.rules import Rules, deck_of

# Every worth a hand can have has a level: bombed out, then by the total, then the special hands.
BOMBED_LEVEL: Final = 0
NEGATIVE_PURE_LEVEL: Final = 47
DARK_PURE_LEVEL: Final = 48
PURE_LEVEL: Final = 49
ARRAY_LEVEL: Final = 50
LEVELS: Final = 51
OFFSET: Final = 400  # no total is so low or so high

MAX_DRAWS: Final = 3
MAX_CARDS: Final = 7
_CAREERS: Final = 700
_STARTS: Final = (2, 2, 3, 4, 5)
_BOMB_COST: Final = 0.4  # in pots


class Careers:
    """For one scale and one side: levels of totals, and the chance to be ahead of a hand at each level."""

    def __init__(self, rules: Rules, side: str | None) -> None:
        scale = scale_of(rules)
        self.values: dict[Card, int] = scale.towards(side)
        self.deck: tuple[Card, ...] = deck_of(rules).cards  # a shorter one by HR12
        self.levels = _levels(scale, side)
        self.counts = [0] * (2 * OFFSET + 1)  # how many cards the deck has of each value
        for card in self.deck:
            self.counts[self.values[card] + OFFSET] += 1
        self.kinds = [value - OFFSET for value, count in enumerate(self.counts) if count]
        worth = [-_BOMB_COST] + [(level / ARRAY_LEVEL) ** 3 for level in range(1, LEVELS)]
        tables: list[list[float]] = []
        for _ in range(2):
            tables = self._play(worth)
            ahead = tables[2 * (MAX_DRAWS + 1) + 2]
            worth = [-_BOMB_COST, *ahead[1:]]
        self.tables = tables

    def level(self, cards: tuple[Card, ...]) -> int:
        """The level of a whole hand."""
        total = 0
        for card in cards:
            total += self.values[card]
        return ARRAY_LEVEL if len(cards) == 3 and -5 <= total <= 5 and is_array(cards) else self.levels[total + OFFSET]

    def ahead(self, cards: int, draws: int) -> list[float]:
        """By level: the chance to be ahead of somebody with so many cards after so many draws; a tie is half of it."""
        cards = min(max(cards, 2), MAX_CARDS)
        return self.tables[cards * (MAX_DRAWS + 1) + min(draws, MAX_DRAWS)]

    def _play(self, worth: list[float]) -> list[list[float]]:
        luck = random.Random("careers")
        expected = self._expected(worth)
        found = [[0] * LEVELS for _ in range((MAX_CARDS + 1) * (MAX_DRAWS + 1))]
        for start in _STARTS:
            for _ in range(_CAREERS):
                values = [self.values[card] for card in luck.sample(self.deck, min(start, len(self.deck)))]
                for draws in range(MAX_DRAWS + 1):
                    if draws:
                        self._draw(values, worth, expected, luck)
                    if len(values) <= MAX_CARDS:
                        found[len(values) * (MAX_DRAWS + 1) + draws][self.levels[sum(values) + OFFSET]] += 1
        return [_ahead(levels) for levels in _filled(found)]

    def _expected(self, worth: list[float]) -> list[float]:
        """What one more card makes of each total, on the average of the whole deck."""
        expected = [0.0] * (2 * OFFSET + 1)
        for total in range(-120, 121):
            for value in self.kinds:
                expected[total + OFFSET] += self.counts[value + OFFSET] * worth[self.levels[total + value + OFFSET]]
            expected[total + OFFSET] /= len(self.deck)
        return expected

    def _draw(self, values: list[int], worth: list[float], expected: list[float], luck: random.Random) -> None:
        """Stands, gains, or trades the card that it is best to trade."""
        total = sum(values)
        best = worth[self.levels[total + OFFSET]]
        dropped = -1
        draws = False
        if expected[total + OFFSET] > best:
            best = expected[total + OFFSET]
            draws = True
        for at, value in enumerate(values):
            if expected[total - value + OFFSET] > best:
                best = expected[total - value + OFFSET]
                draws = True
                dropped = at
        if dropped >= 0:
            del values[dropped]
        if draws:
            values.append(self.values[self.deck[int(luck.random() * len(self.deck))]])


def _levels(scale: Scale, side: str | None) -> list[int]:
    """The level of each total."""
    levels = [BOMBED_LEVEL] * (2 * OFFSET + 1)
    for total in range(-23, 23):
        if total:
            levels[total + OFFSET] = total + 24
    levels[23 + OFFSET] = DARK_PURE_LEVEL if side == DARK else PURE_LEVEL
    if scale.negative_pure:
        levels[-23 + OFFSET] = NEGATIVE_PURE_LEVEL
    return levels


def _filled(found: list[list[int]]) -> list[list[int]]:
    """Where hardly anybody has ever been, the nearest place with fewer cards stands in."""
    for at in range(2 * (MAX_DRAWS + 1), len(found)):
        if sum(found[at]) < 50:
            found[at] = found[at - 1] if at % (MAX_DRAWS + 1) else found[at - (MAX_DRAWS + 1)]
    return found


def _ahead(levels: list[int]) -> list[float]:
    total = max(1, sum(levels))
    below = 0
    ahead: list[float] = []
    for count in levels:
        ahead.append((below + count / 2) / total)
        below += count
    return ahead


_CACHE: dict[tuple[int, int, bool, bool, tuple[Card, ...], str | None], Careers] = {}


def careers_of(rules: Rules, side: str | None) -> Careers:
    """The careers of a table, made once for all tables that weigh alike."""
    key = (rules.star, rules.moderation, rules.sides, rules.negative_pure, rules.deck, side)
    careers = _CACHE.get(key)
    if careers is None:
        careers = _CACHE[key] = Careers(rules, side)
    return careers
