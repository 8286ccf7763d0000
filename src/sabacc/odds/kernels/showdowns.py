"""Showdowns by the million: hands are dealt and compared, and who had the best is counted.

>>> result = deal_many("classic", hands=["S10 C12", None], deals=100_000, seed="example", processes=1)
>>> result.deals, round(result.chances()[0], 2)
(100000, 0.97)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
import numpy as np

from sabacc.cards import Card
from sabacc.errors import SabaccError
from sabacc.odds.kernels.deal_spec import DealSpec, Hands, read_deal_spec
from sabacc.odds.kernels.dealer import dealer_of
from sabacc.parallel import last_result, map_in_order
from sabacc.rules import Rules

BLOCK = 1 << 20  # deals that one process makes before it reports
MILLION = 1_000_000


class Showdowns(msgspec.Struct, frozen=True):
    """What came of many showdowns, seat by seat; two of the same deal can be added.

    Who ties shares alike: tied players' draws (H9, CH25, CS10) are not played. Where all bomb out, nobody wins (H12).
    """

    deals: int
    nobody: int  # deals that nobody won
    best: tuple[tuple[int, ...], ...]  # how often the seat's hand was best alone, tied with one other, with two, …
    bomb_outs: tuple[int, ...]
    specials: tuple[int, ...]  # hands that take the sabacc pot if they win

    def __add__(self, other: Showdowns) -> Showdowns:
        return Showdowns(
            self.deals + other.deals,
            self.nobody + other.nobody,
            tuple(map(_add, self.best, other.best)),
            _add(self.bomb_outs, other.bomb_outs),
            _add(self.specials, other.specials),
        )

    @property
    def wins(self) -> tuple[int, ...]:
        """How often each seat had the best hand alone."""
        return tuple(best[0] for best in self.best)

    @property
    def ties(self) -> tuple[int, ...]:
        """How often each seat had the best hand with others."""
        return tuple(sum(best[1:]) for best in self.best)

    @property
    def shares(self) -> tuple[float, ...]:
        """How many pots each seat took, where a tie is a part of one."""
        return tuple(sum(times / winners for winners, times in enumerate(best, 1)) for best in self.best)

    def chances(self) -> tuple[float, ...]:
        """The part of all pots that each seat took."""
        return tuple(share / self.deals for share in self.shares)


def _add(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def deal_many(
    rules: str | Mapping[str, Any] | Rules,
    players: int | None = None,
    cards: int | Sequence[int] | None = None,
    deals: int = MILLION,
    *,
    processes: int | None = None,
    **spec: Any,
) -> Showdowns:
    """Deals so many showdowns and compares the hands, on all cores or so many `processes`; see `deal_blocks`.

    Ctrl-C stops it with the deals there are.
    """
    return last_result(deal_blocks(rules, players, cards, deals, processes=processes, **spec))


def deal_blocks(
    rules: str | Mapping[str, Any] | Rules,
    players: int | None = None,
    cards: int | Sequence[int] | None = None,
    deals: int = MILLION,
    *,
    processes: int | None = None,
    hands: Hands = (),
    seen: Sequence[Card] = (),
    sides: Sequence[str] = (),
    gold: int | None = None,
    silver: str | None = None,
    seed: str = "1",
) -> Iterator[Showdowns]:
    """The running result after each million deals or so, for who wants to show it or may stop (Ctrl-C).

    `cards` is how many cards a hand has, one number or one for each seat. `hands` gives cards that are known, seat by
    seat, all of a seat's cards or some or (None) none; `seen` are cards that are elsewhere. The rest is dealt. `sides`
    are for games with sides, `gold` and `silver` for coruscant-shift, where the best selection of the five cards
    counts. The same seed gives the same deals, however many processes there are.
    """
    checked = read_deal_spec(
        rules, players, cards, hands=hands, seen=seen, sides=sides, gold=gold, silver=silver, seed=seed
    )
    if not isinstance(deals, int) or deals < 1:
        raise SabaccError(f"deals must be a whole number from 1 on, not {deals!r}.")
    return _running_showdowns(checked, deals, processes)


class _Block(msgspec.Struct, frozen=True):
    spec: DealSpec
    first: int
    deals: int


def _running_showdowns(spec: DealSpec, deals: int, processes: int | None) -> Iterator[Showdowns]:
    blocks = (_Block(spec, first, min(BLOCK, deals - first)) for first in range(0, deals, BLOCK))
    result: Showdowns | None = None
    for block in map_in_order(_deal_block, blocks, processes):
        result = block if result is None else result + block
        yield result


def _deal_block(block: _Block) -> Showdowns:
    seats = len(block.spec.sizes)
    best = np.zeros((seats, seats + 1), np.int64)
    counts = np.zeros((seats, 2), np.int64)
    nobody = dealer_of(block.spec).compare(block.first, block.deals, best, counts)
    return Showdowns(
        block.deals,
        nobody,
        tuple(tuple(row) for row in best[:, 1:].tolist()),
        tuple(counts[:, 0].tolist()),
        tuple(counts[:, 1].tolist()),
    )
