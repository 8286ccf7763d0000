"""What one's own hand would bring if cards were shown now: from one's own cards and from what everybody can see.

Nobody else's hidden card is looked at. So a standing says what there is to win for the best hand, and what it costs for
sure, but never who would win.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec

from sabacc.betting import make_pots
from sabacc.game.hand import Hand
from sabacc.rules import Part, family_of
from sabacc.variants.case import Case
from sabacc.variants.ending import case_of

Strength = Literal["", "weak", "fair", "strong", "top"]  # without an opinion where a family has none


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a hand would bring as it is. `off` and `beyond` say where its total is, seen from `aim`."""

    aim: int | None = None  # the total to come near to
    off: int | None = None  # how far the total is from it
    beyond: bool = False  # it lies on the far side of the aim
    strength: Strength = ""
    rung: int | None = None  # the place among the game's example hands, those of one's own side; 0 is the best
    settled: bool = False  # nothing changes one's cards any more
    wins: int = 0  # credits for the best hand, out of the pots that one plays for
    wins_sabacc: int = 0  # credits out of the sabacc pot, with a hand like this
    penalty: int = 0  # what it costs for sure, besides what lies in the pots
    caller_penalty: int = 0  # what it costs if one calls, or has called, and does not win


class Stake(msgspec.Struct, frozen=True):
    """What lies in the pots that a seat plays for, in all pots, and what the seat has left to pay with."""

    wins: int
    pot: int
    stack: int


def stake_of(hand: Hand, seat: int) -> Stake:
    """What is at stake for a seat now, once what nobody has matched is back with its owner."""
    case: Case = case_of(hand)
    case.return_uncalled(lambda event: None)
    pots = make_pots(case.paid, case.live, case.fees)
    wins = sum(pot.amount for pot in pots if seat in pot.contested_by)
    return Stake(wins, sum(pot.amount for pot in pots) - case.spilled, case.stacks[seat])


def plain_standing(hand: Hand, seat: int) -> Standing:
    """For families that say no more: what the best hand would win."""
    return Standing(wins=stake_of(hand, seat).wins)


STANDING: Part[Callable[[Hand, int], Standing]] = Part("standing", plain_standing)


def standing_of(hand: Hand, seat: int) -> Standing:
    """What a live seat's hand would bring if cards were shown now."""
    return STANDING.of(family_of(hand.seating.rules))(hand, seat)
