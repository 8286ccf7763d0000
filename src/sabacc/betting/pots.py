"""Pots and side pots (B1–B3).

>>> make_pots([25, 50, 50], [True, True, True], 0)
[Pot(amount=75, contested_by=(0, 1, 2)), Pot(amount=50, contested_by=(1, 2))]
>>> uncalled([25, 50, 100], [True, True, True])
(2, 50)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Pot(NamedTuple):
    """Credits and the seats that may win them."""

    amount: int
    contested_by: tuple[int, ...]


def uncalled(paid: Sequence[int], live: Sequence[bool]) -> tuple[int, int] | None:
    """Who gets back how much: what the largest payer, if live, paid above everybody else (B1)."""
    largest = max(paid)
    payers = [seat for seat in range(len(paid)) if paid[seat] == largest]
    if len(payers) != 1 or not live[payers[0]]:
        return None
    second = max((paid[seat] for seat in range(len(paid)) if seat != payers[0]), default=0)
    return payers[0], largest - second


def make_pots(paid: Sequence[int], live: Sequence[bool], fees: int) -> list[Pot]:
    """The main pot first, then the side pots. Fees lie in the main pot; what no live player matched in the last."""
    levels = sorted({paid[seat] for seat in range(len(paid)) if live[seat]})
    pots: list[Pot] = []
    below = 0
    for level in levels:
        amount = 0
        for sum_paid in paid:
            amount += min(sum_paid, level) - min(sum_paid, below)
        if not pots:
            amount += fees
        if level == levels[-1]:
            amount += sum(sum_paid - level for sum_paid in paid if sum_paid > level)
        contested_by = tuple(seat for seat in range(len(paid)) if live[seat] and paid[seat] >= level)
        if amount or not pots:
            pots.append(Pot(amount, contested_by))
        below = level
    return pots


def shares(amount: int, winners: Sequence[int], odd_to_first: bool = False) -> list[tuple[int, int]]:
    """An even split; odd credits one each, in the winners' order, which is from the dealer's left (B3).

    With `odd_to_first` the first winner gets all of them (CH8).
    """
    each, odd = divmod(amount, len(winners))
    if odd_to_first:
        return [(seat, each + (odd if place == 0 else 0)) for place, seat in enumerate(winners)]
    return [(seat, each + (1 if place < odd else 0)) for place, seat in enumerate(winners)]


def shares_by_weight(amount: int, weights: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """A split in proportion to (seat, weight), in the order from the dealer's left (T3); evenly if nobody has a weight."""
    whole = sum(weight for _, weight in weights)
    if not whole:
        return shares(amount, [seat for seat, _ in weights])
    parts = [[seat, amount * weight // whole] for seat, weight in weights if weight]
    odd = amount - sum(part for _, part in parts)
    for place in range(odd):
        parts[place][1] += 1
    return [(seat, part) for seat, part in parts]
