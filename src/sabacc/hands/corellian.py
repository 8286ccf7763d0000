"""What a Corellian hand of four or five cards is worth (CH21–CH25).

>>> worth(("+4", "+4", "+4", "-6", "-6")).name
'Rhylet Neat'
>>> worth(("+3", "+3", "-3", "-2", "-1")).special, worth(("+2", "-3", "-4", "+5")).special
(True, False)
>>> worth(("0", "0", "+1", "+2", "-3")).key > worth(("0", "0", "+9", "-9")).key  # more cards
True
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sabacc.cards import CORELLIAN, Card
from sabacc.errors import CardError
from sabacc.hands.worths import CORELLIAN_RANKS, CorellianWorth
from sabacc.rules import Rules

Worth = CorellianWorth
RANKS = CORELLIAN_RANKS
(
    DREADNOUGHTS,
    RHYLET_NEAT,
    KRAYT_DRAGON,
    IDIOTS_FULL,
    ECHELON,
    FLEET,
    TUSKEN_FILE,
    RHYLET_STIRRED,
    UTTINI,
    GEE_WHIZZ,
    DEWBACKS,
    SQUADRON,
    THE_IDIOTS,
    IDIOTS_ARRAY,
    BANTHAS_WILD,
    STRAIGHT_KHYRON,
    YEE_HAA,
    RULE_OF_TWO,
    SABACC,
    NUHLREK,
) = range(1, len(RANKS) + 1)

HAND_SIZES = (4, 5)

_FARTHEST: Final = 99  # no sum is so far from zero
_VALUES: Final = CORELLIAN.values


def weigh(rules: Rules, cards: tuple[Card, ...], side: str | None, target: tuple[int | None, str | None]) -> Worth:
    """The worth of a hand: the family's ranker."""
    return worth(cards)


def worth(cards: Sequence[Card]) -> Worth:
    """The best rank a hand fits (CH22), and where it stands among all hands."""
    if len(cards) not in HAND_SIZES:
        raise CardError(f"a Corellian hand has four or five cards, not {len(cards)}.")
    values = [_VALUES[card] for card in cards]
    total = sum(values)
    rank = _rank_at_zero(values) if total == 0 else NUHLREK
    return Worth(rank, total, _key(rank, total, values))


def blind_key(cards: Sequence[Card], blind_card: Card) -> int:
    """Orders tied hands after the blind draw, the best highest: nearest to zero, then the positive sum (CH25)."""
    total = _VALUES[blind_card]
    for card in cards:
        total += _VALUES[card]
    return -2 * abs(total) + (1 if total > 0 else 0)


def _rank_at_zero(values: list[int]) -> int:
    """The rank of a hand that sums to zero.

    The sum says much: of four of a kind and a sylop, for one, two must be positive and two negative.
    """
    sylops = values.count(0)
    numbers = sorted([abs(value) for value in values if value])
    kinds = sorted([numbers.count(number) for number in set(numbers)], reverse=True)
    if kinds[0] == 4:
        return _rank_of_four(numbers, sylops)
    if kinds[0] == 3:
        return _rank_of_three(values, kinds, sylops)
    if sylops == 2:
        return IDIOTS_FULL if kinds[0] == 2 and len(values) == 5 else THE_IDIOTS
    if kinds[:2] == [2, 2]:
        return YEE_HAA if sylops else RULE_OF_TWO
    if kinds[0] == 1:
        return _rank_of_no_pair(numbers, sylops)
    return SABACC


def _rank_of_four(numbers: list[int], sylops: int) -> int:
    """Four of a kind."""
    if sylops:
        return DREADNOUGHTS if numbers[0] == 10 else FLEET
    return SQUADRON if len(numbers) == 4 else ECHELON  # a fifth card balances three against one


def _rank_of_three(values: list[int], kinds: list[int], sylops: int) -> int:
    """Three of a kind; a pair beside them is of one integer, since the sum is zero."""
    full = kinds == [3, 2]
    if not any(values.count(value) == 3 for value in values):
        return RHYLET_STIRRED if full else BANTHAS_WILD
    if full:
        return RHYLET_NEAT
    if sylops:
        return KRAYT_DRAGON
    return TUSKEN_FILE if len(values) == 4 else DEWBACKS


def _rank_of_no_pair(numbers: list[int], sylops: int) -> int:
    """All different; the numbers alone tell the signs of Uttini! and Gee Whizz!."""
    if len(numbers) == 4:
        if numbers[3] - numbers[0] == 3:
            return IDIOTS_ARRAY if sylops else STRAIGHT_KHYRON
        if sylops and numbers == [1, 2, 3, 6]:
            return UTTINI
    return GEE_WHIZZ if numbers == [1, 2, 3, 4, 10] else SABACC


_LOWEST: Final = len(RANKS)
_CH24: Final = 100_000_000  # of a key's digits those that CH24 compares
_CH23_AND_CH24: Final = 10_000_000_000


def _key(rank: int, total: int, values: list[int]) -> int:
    """Two decimal digits for each thing that is compared, the first one first."""
    size = largest = highest = 0  # a hand with no positive card has less than any positive card
    for value in values:
        size += abs(value)
        largest = max(largest, abs(value))
        highest = max(highest, value)
    ch24 = ((len(values) * 100 + size) * 100 + largest) * 100 + highest
    return ((_LOWEST - rank) * 100 + _first_tie_break(rank, total, values)) * _CH24 + ch24


def deciding_clause(winner: Worth, others: Sequence[Worth]) -> str:
    """What put a hand before the best of the others: its rank, CH23 or CH24."""
    second = max(other.key for other in others)
    if winner.key // _CH23_AND_CH24 != second // _CH23_AND_CH24:
        return "CH21"
    return "CH23" if winner.key // _CH24 != second // _CH24 else "CH24"


def _first_tie_break(rank: int, total: int, values: list[int]) -> int:
    """CH23: Sabacc goes by pair, then sylop; Nuhlrek by its distance from zero."""
    if rank == NUHLREK:
        return _FARTHEST - abs(total)
    if rank == SABACC:
        numbers = {abs(value) for value in values}
        return 2 if len(numbers) < len(values) else 1 if 0 in numbers else 0
    return 0
