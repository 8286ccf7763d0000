"""How long a hand of these rules can get, at the most. The bounds are safe, not sharp."""

from __future__ import annotations

from typing import NamedTuple

from sabacc.rules import Rules, deck_of, find_preset

_DICE = 36  # ways two of them fall


class Bounds(NamedTuple):
    """The most there can be of each in one hand."""

    actions: int
    chances: int  # moments of chance
    outcomes: int  # of one moment of chance
    memories: int  # things that a seat is shown before a decision


def bounds_of(rules: Rules, players: int, credits_each: int) -> Bounds:
    """Bounds for so many players who bring so many credits."""
    cards = len(deck_of(rules))
    actions = _actions(rules, players, credits_each, cards)
    dealt_a_step = 1 if rules.shift_trigger == "none" else 2 + 2 * cards  # a roll, and a shift that takes and deals all
    return Bounds(
        actions=actions,
        chances=4 * players + actions * dealt_a_step,  # sides, two cards each, sudden demise
        outcomes=max(len(deck_of(rules).copies), _DICE, 8 * players),  # the last for secret pulses
        memories=5 * players + actions * (2 + dealt_a_step),
    )


def _actions(rules: Rules, players: int, credits_each: int, cards: int) -> int:
    if find_preset(rules.preset).in_rounds:
        a_turn = 2 + int(rules.static_field != "none")  # draw and bet, and leaving the field as it is
        rounds = rules.max_rounds + int(rules.preset == "galactic")
    else:
        a_turn = 2 + 2 * players  # bet and draw, and two windows
        rounds = rules.max_rounds + 1
    answers = rounds * players * a_turn + players * credits_each + players  # each raise is by a credit at least
    return answers if rules.static_field == "none" else answers * (1 + cards)
