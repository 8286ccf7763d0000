"""How long a hand of these rules can get, at the most. The bounds are safe, not sharp."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sabacc.rules import Part, Rules, deck_of, family_of
from sabacc.variants import flow_of

LENGTH_BOUNDS: Part[Callable[[Rules, int, int, int], int]] = Part("length_bounds")

_DICE = 36  # ways two of them fall


class Bounds(NamedTuple):
    """The most there can be of each in one hand."""

    actions: int
    chances: int  # chance nodes
    outcomes: int  # of one chance node
    observations: int  # things that a seat is shown before a decision


def bounds_of(rules: Rules, players: int, credits_each: int) -> Bounds:
    """Bounds for so many players who bring so many credits."""
    cards = len(deck_of(rules))
    actions = LENGTH_BOUNDS.of(family_of(rules))(rules, players, credits_each, cards)
    # A step may bring a roll, and a shift that takes and deals all cards; who lays cards out draws new ones.
    is_still = rules.shift_trigger == "none" and not family_of(rules).lays_cards_out(rules)
    deals_per_step = 1 if is_still else 2 + 2 * cards
    return Bounds(
        actions=actions,
        chances=4 * players + actions * deals_per_step,  # sides, two cards each, sudden demise
        outcomes=max(len(deck_of(rules).copies), _DICE, flow_of(rules).pulses.most_outcomes(players)),
        observations=5 * players + actions * (2 + deals_per_step),
    )
