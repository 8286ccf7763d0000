"""What a Corellian hand would bring if cards were shown now (CH20–CH25)."""

from __future__ import annotations

from sabacc.game.hand import Hand
from sabacc.hands import corellian
from sabacc.hands.worths import CORELLIAN_RANKS
from sabacc.variants.standing import Standing, Strength, stake_of

NEAR = 2  # how far from zero a Nuhlrek may be to be called fair


def standing(hand: Hand, seat: int) -> Standing:
    """The rank, and how far from zero the cards are."""
    worth = corellian.worth(hand.hands[seat] + hand.fields[seat])
    return Standing(
        aim=0,
        off=abs(worth.total),
        strength=_strength(worth.rank, worth.special, abs(worth.total)),
        rung=worth.rank - 1,
        wins=stake_of(hand, seat).wins,
        wins_sabacc=hand.sabacc_pot if worth.special else 0,
    )


def _strength(rank: int, special: bool, off: int) -> Strength:
    if special:
        return "top"
    if rank < len(CORELLIAN_RANKS):
        return "strong"
    return "fair" if off <= NEAR else "weak"
