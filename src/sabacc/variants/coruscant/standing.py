"""What a selection of Coruscant Shift would bring if it were shown now (CS9)."""

from __future__ import annotations

from sabacc.game.hand import Hand
from sabacc.hands import coruscant
from sabacc.variants.coruscant.examples import rung_of
from sabacc.variants.standing import Standing, Strength, stake_of

STRONG, FAIR = 1, 3  # how far from the number a selection may be to be called so


def standing(hand: Hand, seat: int) -> Standing:
    """How far the selection is from the gold number; nothing before there is one."""
    chosen = hand.chosen[seat]
    gold, silver = hand.target
    wins = stake_of(hand, seat).wins
    if not chosen or not silver:
        return Standing(wins=wins)
    worth = coruscant.worth(chosen, gold, silver)
    return Standing(
        aim=gold,
        off=worth.distance,
        strength=_strength(worth.distance),
        rung=rung_of(worth),
        wins=wins,
    )


def _strength(distance: int) -> Strength:
    if distance <= STRONG:
        return "strong" if distance else "top"
    return "fair" if distance <= FAIR else "weak"
